"""Clients of the rig's tests: the side channel, the port, a rig of their own."""

from __future__ import annotations

import json
import os
import select
import socket
import stat
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any, Self

ROOT = Path(__file__).parents[2]
BOARD = ROOT / "hardware/generated/standard/board.json"
FIELD = ROOT / "hardware/generated/standard/field.json"
_PATIENCE_S = 300.0


class SideChannel:
    """A client of the side channel."""

    def __init__(self, directory: Path) -> None:
        self._socket = socket.socket(socket.AF_UNIX)
        self._socket.settimeout(_PATIENCE_S)
        self._socket.connect(str(directory / "hands.sock"))
        self._lines = self._socket.makefile("r", encoding="utf-8")
        self._number = 0
        self.events: list[dict[str, Any]] = []

    def ask(self, op: str, **fields: Any) -> dict[str, Any]:
        """Send a request and give its answer, whatever it says."""
        self._number += 1
        return self.ask_line(json.dumps({"id": self._number, "op": op, **fields}))

    def ask_line(self, line: str) -> dict[str, Any]:
        self._socket.sendall(line.encode() + b"\n")
        while True:
            answer = self.read()
            if "event" not in answer:
                return answer
            self.events.append(answer)

    def do(self, op: str, **fields: Any) -> dict[str, Any]:
        """Ask for something that has to work."""
        answer = self.ask(op, **fields)
        assert answer["ok"], answer
        return answer

    def read(self) -> dict[str, Any]:
        line = self._lines.readline()
        assert line, "the rig has closed its side channel"
        value = json.loads(line)
        assert isinstance(value, dict)
        return value

    def place(self, sleeve: str, zone: str, number: int = 1, **how: Any) -> dict[str, Any]:
        """Lay down a sleeve whose tags are made from a number."""
        return self.do(
            "place",
            sleeve=sleeve,
            up_uid=uid(number, "up"),
            down_uid=uid(number, "down"),
            zone=zone,
            **how,
        )

    def close(self) -> None:
        self._lines.close()
        self._socket.close()


def uid(number: int, face: str) -> str:
    """A 7-byte UID in hex, as the hands give it."""
    return f"04{number:08x}{'a1' if face == 'up' else 'b2'}80"


class HostPort:
    """The host's end of the cable: the slave side, opened raw and read without waiting."""

    def __init__(self, directory: Path) -> None:
        path = directory / "port"
        self.descriptor = os.open(path, os.O_RDWR | os.O_NOCTTY | os.O_NONBLOCK)

    def read(self, patience_s: float = 0.0) -> bytes:
        """What has come; waits for the first byte if it may."""
        select.select([self.descriptor], [], [], patience_s)
        data = b""
        while True:
            try:
                part = os.read(self.descriptor, 4096)
            except BlockingIOError:
                return data
            if not part:
                return data
            data += part

    def write(self, data: bytes) -> None:
        while data:
            try:
                data = data[os.write(self.descriptor, data) :]
            except BlockingIOError:
                select.select([], [self.descriptor], [], _PATIENCE_S)

    def close(self) -> None:
        os.close(self.descriptor)


class Modes:
    """Watches the permissions of what lies in a directory, moment by moment, with umask 000."""

    def __init__(self, directory: Path) -> None:
        self.seen: dict[str, set[int]] = {}
        self._directory = directory
        self._is_over = threading.Event()
        self._thread = threading.Thread(target=self._watch)
        self._umask = 0

    def __enter__(self) -> Self:
        self._umask = os.umask(0)
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        os.umask(self._umask)
        self._is_over.set()
        self._thread.join()
        self.look()

    def _watch(self) -> None:
        while not self._is_over.wait(0.0002):
            self.look()

    def look(self) -> None:
        """Look once: what lies there now is seen, however busy the machine."""
        with suppress(FileNotFoundError), os.scandir(self._directory) as entries:
            for entry in entries:
                with suppress(FileNotFoundError):
                    found = entry.stat(follow_symlinks=False)
                    if not stat.S_ISLNK(found.st_mode):
                        mode = stat.S_IMODE(found.st_mode)
                        self.seen.setdefault(entry.name, set()).add(mode)


def rig_command(directory: Path, **options: Any) -> list[str]:
    words = [sys.executable, "-m", "duelmat_rig", "--dir", str(directory)]
    given = {"board": BOARD, "field": FIELD, **options}
    for name, value in given.items():
        words += [f"--{name.replace('_', '-')}", str(value)]
    return words


@contextmanager
def running_rig(directory: Path, **options: Any) -> Iterator[SideChannel]:
    """A rig with a hand on it; it is stopped at the end, and must end well."""
    process = subprocess.Popen(
        rig_command(directory, **options),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    hands = None
    try:
        assert process.stdout is not None
        if "is ready at" not in process.stdout.readline():
            raise AssertionError(process.communicate())
        hands = SideChannel(directory)
        yield hands
        hands.do("stop")
        assert process.wait(_PATIENCE_S) == 0
    finally:
        if hands is not None:
            hands.close()
        if process.poll() is None:
            process.kill()
        process.communicate()
