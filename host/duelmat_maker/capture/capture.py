"""Capture: a file of the bytes on the wire. Each piece of bytes is a line, so a cut file loses its
last line at most.

    duelmat capture 1
    mat 5f3a...                      digest of the host's mat
    0 ! opened                       ms since the capture began, and what became of the port
    1 > 0002011a...                  bytes from host to board, in hex
    14 < 0001010a...                 bytes from board to host
    2051 ! lost the cable was pulled
    end 4                            how many moments there are: without it the file was cut short
"""

from __future__ import annotations

import os
import re
from enum import Enum
from pathlib import Path
from types import TracebackType
from typing import IO, Final, Self

import msgspec

from duelmat_files import SHARED, make_new
from duelmat_maker.errors import CaptureError
from duelmat_message import listed, words_of

FIRST_LINE: Final = "duelmat capture 1"
_DIGEST: Final = re.compile(r"[0-9a-f]{64}")
_MOMENT: Final = re.compile(r"(\d{1,12}) ([<>!]) (.+)")
_NO_HEX: Final = re.compile(r"[^0-9a-fA-F]")
_PORT_WORDS: Final = ("opened", "lost")
_QUOTED: Final = 40


class Way(Enum):
    """The direction of bytes on the wire."""

    TO_BOARD = ">"
    """Host to board."""
    TO_HOST = "<"
    """Board to host."""
    PORT = "!"
    """Neither: the port was opened or lost."""


class Moment(msgspec.Struct, frozen=True):
    """One thing that happened on the wire."""

    at_ms: int
    """The time since the capture began."""
    way: Way
    data: bytes = b""
    words: str = ""
    """The state of the port: "opened", or "lost" with the reason."""

    def __str__(self) -> str:
        return f"{self.at_ms} {self.way.value} {self.words or self.data.hex()}"


class Capture(msgspec.Struct, frozen=True):
    """A capture, as far as its file is intact."""

    digest: str
    """The digest of the host's mat, in hex."""
    moments: tuple[Moment, ...]
    damage: str | None = None
    """The damage of the file, and how much of it is used; None = it is intact."""


class CaptureWriter:
    """A growing capture. Every line is handed to the system when write() returns."""

    def __init__(self, path: Path, digest: str) -> None:
        """Make the file. Raises CaptureError when it exists already, or cannot be made."""
        self.path = path
        self.moments = 0
        self._begun_ms: int | None = None
        try:
            self._file: IO[str] = os.fdopen(make_new(path, SHARED), "w", encoding="ascii")
        except FileExistsError:
            raise CaptureError(
                f"{path!s}: expected a new file, got one that is there: name another, or move it."
            ) from None
        except OSError as error:
            raise CaptureError(
                f"{path!s}: expected a file to write to, got: {words_of(error)}. Name another "
                "place."
            ) from error
        self._line(FIRST_LINE)
        self._line(f"mat {digest}")

    def passed(self, now_ms: int, way: Way, data: bytes) -> None:
        """Record bytes that passed on the wire."""
        if data:
            self._write(now_ms, Moment(0, way, data))

    def port(self, now_ms: int, words: str) -> None:
        """Record that the port was opened, or lost."""
        self._write(now_ms, Moment(0, Way.PORT, words=" ".join(words.split())))

    def close(self) -> None:
        """Write the end line; a capture without any content leaves no file."""
        if self._file.closed:
            return
        if self.moments:
            self._line(f"end {self.moments}")
            self._file.close()
        else:
            self._file.close()
            self.path.unlink(missing_ok=True)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    def _write(self, now_ms: int, moment: Moment) -> None:
        if self._begun_ms is None:
            self._begun_ms = now_ms
        self.moments += 1
        self._line(str(msgspec.structs.replace(moment, at_ms=now_ms - self._begun_ms)))

    def _line(self, text: str) -> None:
        try:
            self._file.write(text.encode("ascii", "replace").decode() + "\n")
            self._file.flush()
        except OSError as error:
            raise CaptureError(
                f"{self.path!s}: cannot be written on: {words_of(error)}. What it has is whole."
            ) from error


def is_capture(content: bytes) -> bool:
    """Whether a file's content begins as a capture does."""
    return content.startswith(FIRST_LINE.rpartition(" ")[0].encode())


def read_capture(content: bytes, source: str) -> Capture:
    """Return the capture in a file's content, up to where the file is damaged.

    Raises CaptureError when nothing of it can be used.
    """
    lines = content.decode("utf-8", "replace").split("\n")
    rest = lines.pop()  # empty if the last line is whole
    if not lines or lines[0].strip() != FIRST_LINE:
        got = lines[0][:60] if lines else rest[:60]
        raise CaptureError(
            f"{source}: line 1: expected {FIRST_LINE!r}, got {got!r}. Make a capture with "
            "`duelmat capture FILE --port DEVICE`."
        )
    name, _, digest = (lines[1] if len(lines) > 1 else "").partition(" ")
    if name != "mat" or not _DIGEST.fullmatch(digest.strip()):
        got = lines[1][:60] if len(lines) > 1 else rest[:60]
        raise CaptureError(
            f"{source}: line 2: expected `mat` and 64 hexadecimal digits, got {got!r}. The file "
            "was cut short before anything passed: capture again."
        )
    moments: list[Moment] = []
    damage: str | None = None
    for number, line in enumerate(lines[2:], start=3):
        if line == f"end {len(moments)}":
            if number < len(lines) or rest:
                fault = "expected nothing after the end"
                damage = _in_line(source, number + 1, fault)
            break
        if line.startswith("end "):
            fault = f"expected `end {len(moments)}`, got {_quoted(line)}"
            damage = _in_line(source, number, fault)
            break
        try:
            moment = _moment(line, moments[-1].at_ms if moments else 0)
        except _BrokenLineError as error:
            damage = _in_line(source, number, words_of(error))
            break
        moments.append(moment)
    else:
        damage = f"{source}: cut short in line {len(lines) + 1}: its end is missing"
    if damage is not None:
        damage = (
            f"{damage}; the moment before that is whole and used."
            if len(moments) == 1
            else f"{damage}; the {len(moments)} moments before that are whole and used."
        )
    return Capture(digest.strip(), tuple(moments), damage)


def _in_line(source: str, number: int, fault: str) -> str:
    return f"{source}: line {number}: {fault}"


class _BrokenLineError(ValueError):
    """A line of a capture that does not describe a moment."""

    def __init__(self, expected: str, got: str) -> None:
        super().__init__(f"expected {expected}, got {got}")


def _moment(line: str, earliest_ms: int) -> Moment:
    found = _MOMENT.fullmatch(line.rstrip("\r"))
    if found is None:
        raise _BrokenLineError("a time in ms, then >, < or ! and what passed", _quoted(line))
    at, way, rest = found.groups()
    at_ms = int(at)
    if at_ms < earliest_ms:
        expected = f"a moment not before {earliest_ms} ms"
        raise _BrokenLineError(expected, f"{at_ms} ms")
    if way == Way.PORT.value:
        if rest.split(" ", 1)[0] not in _PORT_WORDS:
            raise _BrokenLineError(listed(_PORT_WORDS, "or"), _quoted(rest))
        return Moment(at_ms, Way.PORT, words=rest)
    fault = _NO_HEX.search(rest)
    if fault is not None:
        got = (
            f"{_quoted(rest[fault.start() :])} from character "
            f"{found.start(3) + fault.start() + 1} of the line on"
        )
        raise _BrokenLineError("hexadecimal digits", got)
    if len(rest) % 2:
        got = "1 digit in all" if len(rest) == 1 else f"{len(rest)} digits in all"
        raise _BrokenLineError("two hexadecimal digits a byte", got)
    return Moment(at_ms, Way(way), bytes.fromhex(rest))


def _quoted(text: str) -> str:
    """Shorten a text to a length that shows the fault."""
    return repr(text if len(text) <= _QUOTED else text[:_QUOTED] + "...")
