"""A board at its prompt, on a pty: real MicroPython, whose cable can be pulled and put back."""

import contextlib
import json
import os
import select
import subprocess
import threading
import time
import tty
from pathlib import Path
from types import TracebackType
from typing import Self

import duelmat_wire as wire
from duelmat_rig.fetching import ensure_build
from micropython import node

BOOT = 7
BRIDGE = Path(__file__).with_name("prompt_bridge.mjs")

PRELUDE = """
import builtins, os, sys

class _Module:
    def __init__(self, original, **own):
        for name in dir(original):
            if not name.startswith("__"):
                setattr(self, name, getattr(original, name))
        for name, value in own.items():
            setattr(self, name, value)

class _Implementation:
    name = "micropython"
    version = {version}
    _machine = "Raspberry Pi Pico with RP2040"
    _mpy = 6

class _Disk:
    free = {free}

class _File:
    def __init__(self, file):
        self._file = file
    def write(self, data):
        _Disk.free -= len(data)
        if _Disk.free < 0:
            raise OSError(28)
        return self._file.write(data)
    def close(self):
        self._file.close()

def _open(path, mode="r", _open=open):
    file = _open(path, mode)
    return _File(file) if "w" in mode else file

builtins.open = _open
_told = {told}
sys.modules["os"] = _Module(os, statvfs=lambda path: (4096, 4096, 200, _told // 4096, 0, 0, 0))
sys.modules["sys"] = _Module(sys, platform={platform!r}, implementation=_Implementation)

class _Machine:
    def reset():
        try:
            os.remove("maintenance")
            print("STAYS")
        except OSError:
            print("RESET")

sys.modules["machine"] = _Machine
os.mkdir("/flash")
os.chdir("/flash")
if {leaves_mark}:
    open("maintenance", "w").close()
"""


class _Cable:
    """One pty."""

    def __init__(self, link: Path) -> None:
        self.is_in = True
        self._link = link
        self._master, self._slave = os.openpty()
        tty.setraw(self._slave)
        link.unlink(missing_ok=True)
        link.symlink_to(os.ttyname(self._slave))

    def read(self) -> bytes:
        """What has come; waits a moment for it."""
        if select.select([self._master], [], [], 0.002)[0]:
            return os.read(self._master, 4096)
        return b""

    def write(self, data: bytes) -> None:
        if data:
            os.write(self._master, data)

    def close(self) -> None:
        self._link.unlink(missing_ok=True)
        os.close(self._slave)
        os.close(self._master)


class PromptBoard:
    """What a Pico with MicroPython on it is to a host."""

    def __init__(
        self,
        link: Path,
        *,
        version: tuple[int, int, int] = (1, 28, 0),
        platform: str = "rp2",
        free: int = 800_000,
        told: int = 800_000,
        mat_digest: str | None = None,
        late_ms: int = 0,
        leaves_mark: bool = False,
    ) -> None:
        """free: bytes until the disk is full; told: what the board says is free; mat_digest: a
        mat of this digest runs at first, and after each reset; late_ms: how long the prompt leaves
        lying what comes at first; leaves_mark: the way to the prompt was interrupted before the
        mark of MAINTENANCE was taken away, so that another start would end there again.
        """
        build = ensure_build("1.28", print)
        prelude = PRELUDE.format(
            version=version, platform=platform, free=free, told=told, leaves_mark=leaves_mark
        )
        module = str(build / "micropython.mjs")
        options = {"module": module, "prelude": prelude, "late_ms": late_ms}
        self.link = link
        self.pull_after: int | None = None
        """Pull the cable when so many more bytes have come from the host."""
        self._node = subprocess.Popen(
            [node(), "--no-warnings", str(BRIDGE), json.dumps(options)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
        )
        self._digest = mat_digest
        self.is_mat = mat_digest is not None
        """Whether a mat runs, else the prompt is there."""
        self._wants_reset = False
        self._is_over = False
        self._threads: list[threading.Thread] = []
        self.plug()

    def plug(self) -> None:
        """A new pty behind the same link."""
        self._cable = cable = _Cable(self.link)
        thread = threading.Thread(target=self._serve, args=(cable,), daemon=True)
        thread.start()
        self._threads.append(thread)

    def pull(self) -> None:
        """The host's reads end."""
        self._cable.is_in = False

    def _serve(self, cable: "_Cable") -> None:
        """All that is done with one pty, until it is pulled; nobody else closes it."""
        mat = self._new_mat() if self.is_mat else None
        wants_prompt = False
        with contextlib.suppress(OSError):
            while cable.is_in and not wants_prompt:
                data = cable.read()
                if mat is None:
                    self._obey(data, cable)
                    cable.write(self._said())
                else:
                    now_ms = time.monotonic_ns() // 1_000_000
                    mat.receive(data, now_ms)
                    cable.write(mat.poll(now_ms))
                    wants_prompt = any(
                        isinstance(m, wire.Maintenance) and m.key == BOOT for m in mat.messages()
                    )
        cable.close()
        if (wants_prompt or self._wants_reset) and not self._is_over:
            self.is_mat = self._wants_reset
            self._wants_reset = False
            time.sleep(0.05)
            self.plug()

    def _new_mat(self) -> wire.BoardLink:
        """What the firmware says and does, as far as flashing meets it."""
        digest = bytes.fromhex(self._digest or "")[:8]
        return wire.BoardLink(wire.Hello(wire.PROTOCOL, (0, 1, 0), digest, BOOT, 0, 40, 44, 36, 6))

    def _obey(self, data: bytes, cable: "_Cable") -> None:
        stdin = self._node.stdin
        assert stdin is not None
        if self.pull_after is not None:
            self.pull_after -= len(data)
            if self.pull_after <= 0:
                self.pull_after = None
                cable.is_in = False
                return
        if data:
            stdin.write(data)
            stdin.flush()

    def _said(self) -> bytes:
        stdout = self._node.stdout
        assert stdout is not None
        if not select.select([stdout], [], [], 0)[0]:
            return b""
        data = os.read(stdout.fileno(), 4096)
        if b"RESET" in data and self._digest is not None:
            self._wants_reset = True
            self._cable.is_in = False
        return data

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._is_over = True
        for thread in self._threads:  # one that ends may have begun another
            self.pull()
            thread.join(5)
        self._node.kill()
        self._node.wait()
        for pipe in (self._node.stdin, self._node.stdout):
            if pipe is not None:
                with contextlib.suppress(OSError):
                    pipe.close()
