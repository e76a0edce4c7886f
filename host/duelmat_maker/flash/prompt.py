"""Prompt: a board's MicroPython prompt as a file system, over mpremote's transport."""

from __future__ import annotations

import ast
import contextlib
import errno
import io
import secrets
import sys
from types import TracebackType
from typing import Any, Final

import msgspec

from duelmat_host.errors import LinkError
from duelmat_host.link.discovery import PortAddress
from duelmat_host.link.transport import open_port
from duelmat_maker.errors import FlashError
from duelmat_message import words_of

OLDEST: Final = (1, 28)
MPY_VERSION: Final = 6
_CHUNK_BYTES: Final = 768
"""The bytes of a file in one line for the prompt: written as a literal they take up to four times
as many signs, 3 kB, which the heap holds several times over while the line is compiled.
"""
_TIMEOUT_S: Final = 10
_SUFFIX_NEW: Final = ".new"
_MARK: Final = "maintenance"
"""The firmware's mark that MAINTENANCE was asked for; the start that finds it ends here."""
HOLD_S: Final = 3
"""The first button, held for so long from power-on, leads to the prompt: the board needs half a
second until it looks, and then wants it held for two.
"""
_AGAIN: Final = (
    "Plug the board in and run the same command again: what was written is kept, "
    "nothing half-written is used, and until it is whole the board stays at its "
    "prompt."
)


class _FullError(FlashError):
    """A command for which the board has no room left."""


class Facts(msgspec.Struct, frozen=True):
    """The facts of a board, as its prompt gives them."""

    platform: str
    machine: str
    version: tuple[int, ...]
    mpy: int
    """Version of the compiled files that it takes."""
    free_bytes: int
    block_bytes: int


_FACTS: Final = """
import os, sys
s = os.statvfs('/')
i = sys.implementation
print((sys.platform, getattr(i, '_machine', ''), tuple(i.version)[:3],
       getattr(i, '_mpy', 0) & 255, s[0] * s[3], s[0]))
"""

_HELPERS: Final = """
import os, hashlib
def _h(p):
 try: f = open(p, 'rb')
 except OSError: return ''
 d = hashlib.sha256(); b = bytearray(512); m = memoryview(b)
 while True:
  n = f.readinto(b)
  if not n: break
  d.update(m[:n])
 f.close()
 return ''.join('%02x' % c for c in d.digest())
def _l(p):
 try: return [(e[0], e[1]) for e in os.ilistdir(p)]
 except OSError: return []
def _r(p):
 try: os.remove(p)
 except OSError: pass
def _m(a, b):
 _r(b); os.rename(a, b)
def _d(p):
 try: os.mkdir(p)
 except OSError: pass
"""

_FOLDER: Final = 0x4000


class Prompt:
    """A prompt that is ready for commands. Every method raises FlashError."""

    def __init__(self, transport: Any, url: str, named: str) -> None:
        self.url = url
        """The device that was opened."""
        self.named = named
        """The port as it was asked for: where `auto` was, the board is looked up anew."""
        self._transport = transport
        self._run(_HELPERS)

    def facts(self) -> Facts:
        return Facts(*self._told(_FACTS))

    def digest(self, path: str) -> str:
        """Return the SHA-256 of a file in hex; empty if there is no such file."""
        return str(self._told(f"print(repr(_h({path!r})))"))

    def files(self, folder: str) -> list[str]:
        """Return the names of the files in a folder; none if there is no such folder."""
        return [n for n, kind in self._told(f"print(_l({folder!r}))") if kind != _FOLDER]

    def make_folder(self, path: str) -> None:
        self._run(f"_d({path!r})")

    def remove(self, path: str) -> None:
        """Remove a file, if there is one."""
        self._run(f"_r({path!r})")

    def write(self, path: str, data: bytes, digest: str) -> None:
        """Write a file whole or not at all: beside its place, compared, then moved there."""
        beside = path + _SUFFIX_NEW
        try:
            self._run(f"_f = open({beside!r}, 'wb')\n_w = _f.write")
            for at in range(0, len(data), _CHUNK_BYTES):
                self._run(f"_w({data[at : at + _CHUNK_BYTES]!r})")
            self._run("_f.close()")
            self._compare(path, digest, self.digest(beside))
            self._run(f"_m({beside!r}, {path!r})")
        except FlashError as error:
            with contextlib.suppress(FlashError):
                self._run(f"try: _f.close()\nexcept Exception: pass\n_r({beside!r})")
            if isinstance(error, _FullError):
                raise self._full(path, len(data)) from error
            raise

    def _full(self, path: str, size_bytes: int) -> FlashError:
        return FlashError(
            f"the board's file system is full: {path} of {size_bytes} bytes does not fit, and "
            f"{self.facts().free_bytes} bytes are free. Nothing half-written is left on it. See "
            "what lies there with `mpremote ls`, remove what is not needed with `mpremote rm`, "
            "and run the command again."
        )

    def _compare(self, path: str, digest: str, got: str) -> None:
        if got != digest:
            raise FlashError(
                f"{path}: expected what was sent (SHA-256 {digest[:16]}...), the board has "
                f"{got[:16]}...: its flash may be worn. Run the command again; if that does not "
                "help, use another board."
            )

    def ask(self, code: str) -> Any:
        """Run code on the board; return the value that it prints, a literal of Python."""
        return self._told(code)

    def reset(self) -> None:
        """Start the board anew; the prompt is over. A start that was interrupted before it took
        its mark away would lead back here.
        """
        self.remove(_MARK)
        with contextlib.suppress(Exception):  # it may be gone before it has answered
            self._transport.exec_raw_no_follow("import machine\nmachine.reset()")
        self.close()

    def close(self) -> None:
        with contextlib.suppress(Exception):
            self._transport.close()

    def _told(self, code: str) -> Any:
        said = self._run(code)
        try:
            return ast.literal_eval(said.strip())
        except (ValueError, SyntaxError):
            raise FlashError(
                f"{self.url}: expected an answer of MicroPython, got {said[:60]!r}. {_AGAIN}"
            ) from None

    def _run(self, code: str) -> str:
        with self._guarded(), _unprinted():
            return str(self._transport.exec(code).decode("utf-8", "replace"))

    def _guarded(self) -> contextlib.AbstractContextManager[None]:
        return _Guard(self.url)


class _Guard(contextlib.AbstractContextManager[None]):
    """A context that turns errors of the transport into a FlashError with advice."""

    def __init__(self, url: str) -> None:
        self._url = url

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        if error is None or isinstance(error, FlashError):
            return
        said = getattr(error, "error_output", None)
        if said is not None:
            is_full = (
                "ENOSPC" in said or f"OSError: {errno.ENOSPC}" in said or "[Errno 28]" in said
            )
            raise (_FullError if is_full else FlashError)(
                f"{self._url}: the board refused a command: {said.strip().splitlines()[-1]}. "
                f"{_AGAIN}"
            ) from error
        if isinstance(error, Exception):
            raise FlashError(
                f"{self._url}: the board is gone ({words_of(error)}). {_AGAIN}"
            ) from error


def _unprinted() -> contextlib.redirect_stdout[io.StringIO]:
    """Suppress the received bytes that mpremote prints when it fails."""
    return contextlib.redirect_stdout(io.StringIO())


def open_prompt(url: str) -> Prompt:
    """Open the prompt on a port. Raises FlashError when there is none."""
    try:
        from mpremote.transport_serial import SerialTransport  # noqa: PLC0415 - may be missing
    except ImportError:
        raise missing_tool("mpremote") from None
    named = url
    try:
        url = PortAddress(named).find()
        open_port(url).close()  # mpremote does not say why a port cannot be opened
        transport: Any = SerialTransport(url, timeout=_TIMEOUT_S)
    except LinkError as error:
        raise FlashError(words_of(error)) from error
    except Exception as error:
        raise FlashError(f"{url}: the board is gone ({words_of(error)}). {_AGAIN}") from error
    try:
        with _unprinted():
            _come_to_friendly(transport)
            transport.enter_raw_repl(soft_reset=False, timeout_overall=_TIMEOUT_S)
    except Exception as error:
        with contextlib.suppress(Exception):
            transport.close()
        raise FlashError(
            f"{url}: expected MicroPython's prompt, got none ({words_of(error)}). If it is a mat, "
            f"hold its first button (seat a: ok), or join the button's pin with ground (GP4, "
            f"contact 6, on the mats that come along), while plugging it in and for {HOLD_S} "
            "seconds more, which leads to the prompt. If it is a new Pico, put "
            "MicroPython 1.28 or newer on it first: hold BOOTSEL while plugging it in "
            "and copy the .uf2 file of your board onto the drive that appears."
        ) from error
    return Prompt(transport, url, named)


def _come_to_friendly(transport: Any) -> None:
    """Wait until the friendly prompt has answered a question of ours. What a mat was asked on this
    port before may lie there unread, and a control character in it starts the raw prompt as well:
    mpremote would take the greeting of that one for an answer.
    """
    one, other = secrets.token_hex(4), secrets.token_hex(4)
    transport.serial.write(f"\r\x03\x02print('{one}' + '{other}')\r".encode())
    answer = f"{one}{other}".encode()  # which the question, echoed, does not hold
    said = transport.read_until(1, answer, timeout=_TIMEOUT_S, timeout_overall=_TIMEOUT_S)
    if not said.endswith(answer):
        raise TimeoutError(f"it did not answer within {_TIMEOUT_S:g} s")


def missing_tool(name: str) -> FlashError:
    """Return the error for a program that flashing needs and that is not installed."""
    return FlashError(
        f"flashing needs {name}, which is not installed beside this duelmat: run "
        f"`{sys.executable} -m pip install {name}`."
    )


def check_board(facts: Facts) -> None:
    """Raise FlashError when the firmware cannot run on this board."""
    if facts.platform != "rp2":
        value = facts.machine or facts.platform
        raise FlashError(
            f"expected a Raspberry Pi Pico (platform rp2), got {value} ({facts.platform}). "
            "Nothing was written. Check the port: is another board there?"
        )
    check_micropython(facts)
    if facts.mpy != MPY_VERSION:
        raise FlashError(
            f"expected a MicroPython that takes compiled files of version {MPY_VERSION}, got "
            f"{_dotted(facts.version)}, which takes those of version {facts.mpy}. Nothing was "
            "written. Hold BOOTSEL while plugging the board in, copy MicroPython "
            f"{_dotted(OLDEST)} (.uf2 for your board, from micropython.org/download) onto the "
            "drive that appears, and run the command again; a newer Duelmat may take "
            f"{_dotted(facts.version)}."
        )


def check_micropython(facts: Facts) -> None:
    """Raise FlashError when the board's MicroPython is too old."""
    if facts.version[:2] < OLDEST:
        raise FlashError(
            f"expected MicroPython {_dotted(OLDEST)} or newer on the board, got "
            f"{_dotted(facts.version)}. Nothing was written. Hold BOOTSEL while plugging the "
            "board in, copy a newer MicroPython (.uf2 for your board, from "
            "micropython.org/download) onto the drive that appears, and run the command again."
        )


def _dotted(version: tuple[int, ...]) -> str:
    return ".".join(map(str, version))
