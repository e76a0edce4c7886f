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
from micropython import ROOT, node

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
        print("RESET")

sys.modules["machine"] = _Machine
os.mkdir("/flash")
os.chdir("/flash")
"""


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
    ) -> None:
        """free: bytes until the disk is full; told: what the board says is free; mat_digest: a
        mat of this digest runs at first, and after each reset.
        """
        build = ROOT / "firmware/duelmat_rig/node/node_modules/micropython-1.28"
        prelude = PRELUDE.format(version=version, platform=platform, free=free, told=told)
        options = {"module": str(build / "micropython.mjs"), "prelude": prelude}
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
        self._lock = threading.Lock()
        self._master: int | None = None
        self.plug()
        self._threads = [threading.Thread(target=self._hear, daemon=True)]
        self._threads[0].start()

    def plug(self) -> None:
        """A new pty behind the same link."""
        master, slave = os.openpty()
        tty.setraw(slave)
        self.link.unlink(missing_ok=True)
        self.link.symlink_to(os.ttyname(slave))
        self._master = master
        self._slave = slave
        run = self._be_mat if self.is_mat else self._obey
        threading.Thread(target=run, args=(master,), daemon=True).start()

    def pull(self) -> None:
        with self._lock:
            master, self._master = self._master, None
        if master is not None:
            self.link.unlink()
            os.close(self._slave)
            os.close(master)

    def _obey(self, master: int) -> None:
        stdin = self._node.stdin
        assert stdin is not None
        with contextlib.suppress(OSError):
            while data := os.read(master, 4096):
                if self.pull_after is not None:
                    self.pull_after -= len(data)
                    if self.pull_after <= 0:
                        self.pull_after = None
                        self.pull()
                        return
                stdin.write(data)
                stdin.flush()

    def _be_mat(self, master: int) -> None:
        """What the firmware says and does, as far as flashing meets it."""
        digest = bytes.fromhex(self._digest or "")[:8]
        link = wire.BoardLink(wire.Hello(wire.PROTOCOL, (0, 1, 0), digest, 7, 0, 40, 44, 36, 6))
        with contextlib.suppress(OSError, ValueError):
            while self._master == master:
                now_ms = time.monotonic_ns() // 1_000_000
                if select.select([master], [], [], 0.01)[0]:
                    link.receive(os.read(master, 4096), now_ms)
                os.write(master, link.poll(now_ms))
                for message in link.messages():
                    if isinstance(message, wire.Maintenance) and message.key == 7:
                        self._reset(is_mat=False)
                        return

    def _reset(self, *, is_mat: bool) -> None:
        self.pull()
        time.sleep(0.05)
        self.is_mat = is_mat
        self.plug()

    def _hear(self) -> None:
        stdout = self._node.stdout
        assert stdout is not None
        while data := os.read(stdout.fileno(), 4096):
            if b"RESET" in data and self._digest is not None:
                self._reset(is_mat=True)
                continue
            with self._lock:
                if self._master is not None:
                    with contextlib.suppress(OSError):
                        os.write(self._master, data)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.pull()
        self._node.kill()
        self._node.wait()
        for thread in self._threads:
            thread.join(5)
        for pipe in (self._node.stdin, self._node.stdout):
            if pipe is not None:
                with contextlib.suppress(OSError):
                    pipe.close()
