"""Text in columns of a terminal, where the letters of some names are two columns wide."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import Final
from unicodedata import east_asian_width

_PADDED: Final = re.compile(r"([<>]?)(\d+)")


def width_of(text: str) -> int:
    """Return the number of columns that a text takes."""
    return sum(2 if east_asian_width(sign) in "WF" else 1 for sign in text)


def padded(text: str, width: int) -> str:
    """Return a text with spaces behind it, up to a width in columns."""
    return text + " " * (width - width_of(text))


def aligned(rows: Sequence[Sequence[str]]) -> Callable[..., str]:
    """Return a function that joins a row's cells to a line, padded so that columns align."""
    widths = [max(map(width_of, cells)) for cells in zip(*rows, strict=True)]
    return lambda *cells: "  ".join(map(padded, cells, widths)).rstrip()


class Cell(str):
    """A text of a table that is padded by columns: `f"{cell:20}"`."""

    __slots__ = ()

    def __format__(self, spec: str) -> str:
        wanted = _PADDED.fullmatch(spec)
        if wanted is None:
            return format(str(self), spec)
        gap = " " * (int(wanted[2]) - width_of(self))
        return gap + str(self) if wanted[1] == ">" else str(self) + gap
