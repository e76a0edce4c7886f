"""Errors of files: what could not be written, and what is wrong with one that was read.

DuelmatError
├── NotKeptError           a file that could not be written; nothing of it counts
└── BrokenFileError        a file that is broken; `problems` has all that is wrong
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Final

import msgspec

from duelmat_message import Text, listed, say, say_count, words_of
from duelmat_message.errors import DuelmatError


class NotKeptError(DuelmatError):
    """Data that must be kept could not be written; none of them count.

    The sentence may stand on a public page: it names the file, and not its folder.
    """

    def __init__(self, what: str, path: Path, error: OSError) -> None:
        self.path = path
        self.reason = words_of(error)
        super().__init__(
            say(
                "expected to write {what} to {path}, got: {reason}. Nothing was done; make room "
                "on the disk, or check it, then do it again.",
                what=what,
                path=path.name,
                reason=self.reason,
            )
        )


class FileProblem(msgspec.Struct, frozen=True):
    """One thing that is wrong with a file."""

    file: str
    place: str
    """Line, or path of keys: `sleeves[3].up`."""
    expected: str
    got: str
    advice: str

    @property
    def text(self) -> Text:
        """Return the problem as a sentence."""
        return say(
            "{file}: {place}: expected {expected}, got {got}. {advice}",
            file=self.file,
            place=beginning_of(self.place),
            expected=self.expected,
            got=beginning_of(self.got),
            advice=self.advice,
        )

    def __str__(self) -> str:
        return str(self.text)


def beginning_of(text: str) -> str:
    """Return as much of a text from a file as a message quotes; the file may hold a megabyte."""
    if len(text) <= _LONGEST:
        return text
    return say("{beginning} ... (cut)", beginning=text[:_LONGEST])


_LONGEST: Final = 300
MOST_LISTED: Final = 50
"""The most problems of a file that a sentence lists: nobody mends more at a time, and a file of
64 kB may have a fault in each of 32,000 lines."""


class BrokenFileError(DuelmatError):
    """A file is broken; what is wrong with it is listed, and beyond MOST_LISTED counted."""

    def __init__(self, source: str, problems: Sequence[FileProblem], more: int = 0) -> None:
        """more: how many problems there are besides."""
        self.source = source
        self.problems = tuple(problems)
        lines = [each.text for each in self.problems[:MOST_LISTED]]
        more += len(self.problems) - len(lines)
        if more:
            lines.append(say_count("and 1 more", "and {count:,} more", more))
        super().__init__(listed(lines, "\n"))
