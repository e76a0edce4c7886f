"""CSV as spreadsheets read it: no cell is a formula, whether commas or semicolons part cells.

A spreadsheet takes a cell that begins with = + - @ (in narrow or wide form), a tab or a line end
for a formula. Half of Europe opens CSV with semicolons, which then part a cell in the middle. An
apostrophe before each such place makes a text of it; reading takes it away again.
"""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterable, Sequence
from typing import Final

PLAYER_COLUMNS: Final = (
    "number",
    "name",
    "team",
    "first round",
    "takes part",
    "deck list",
    "external id",
    "points",
    "met",
    "had bye",
    "last float",
)
"""The columns of an event's table of players. The last four are of those who are paired next."""
_BOM: Final = "\ufeff"
"""Spreadsheets take a CSV file for UTF-8 by it."""
_MARK: Final = "'"
_BEGINNING: Final = r"(?:^|(?<=[;,\t\r\n]))"
"""A place where a cell begins, for whichever sign between cells a file is opened with."""
_FORMULA: Final = r"(?=[ '\"]*[=+\-@\uff1d\uff0b\uff0d\uff20\t\r\n])"
"""A formula, also behind quotes, which some readers drop, or behind a mark of its own."""
_UNMARKED: Final = re.compile(_BEGINNING + _FORMULA)
_MARKED: Final = re.compile(_BEGINNING + _MARK + _FORMULA)


def write_csv(rows: Iterable[Sequence[object]]) -> bytes:
    """Return rows as a CSV file with commas, in which no text is a formula."""
    text = io.StringIO(newline="")
    csv.writer(text).writerows([_marked(cell) for cell in row] for row in rows)
    return (_BOM + text.getvalue()).encode()


def _marked(cell: object) -> object:
    return _UNMARKED.sub(_MARK, cell) if isinstance(cell, str) else cell


def unmarked(cell: str) -> str:
    """Return a cell of a CSV file as it was before it was written."""
    return _MARKED.sub("", cell)
