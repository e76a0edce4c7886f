"""Lists as tables: names one a line, and CSV with its columns in any order."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from msgspec import Struct

from duelmat_hub.csv_text import PLAYER_COLUMNS, unmarked
from duelmat_hub.errors import PlayerListError
from duelmat_message import say, words_of
from duelmat_parsing.structs import shown

FIELDS: Final = ("name", "first name", "last name", "id", "team")
"""The fields of a player that a column can hold."""
_ALIASES: Final = {
    "name": "name",
    "player": "name",
    "player name": "name",
    "full name": "name",
    "spieler": "name",
    "nom": "name",
    "nombre": "name",
    "名前": "name",
    "プレイヤー": "name",
    "プレイヤー名": "name",
    "first name": "first name",
    "firstname": "first name",
    "given name": "first name",
    "vorname": "first name",
    "prénom": "first name",
    "last name": "last name",
    "lastname": "last name",
    "surname": "last name",
    "family name": "last name",
    "nachname": "last name",
    "id": "id",
    "player id": "id",
    "external id": "id",
    "card game id": "id",
    "konami id": "id",
    "cossy id": "id",
    "fide id": "id",
    "tom id": "id",
    "カードゲームid": "id",
    "team": "team",
    "club": "team",
    "verein": "team",
    "チーム": "team",
}
"""Names of columns in small letters, and what they are."""
_THERE: Final = "takes part"
_DELIMITERS: Final = ",;\t"
_SEPARATOR: Final = re.compile(r'"?sep=([,;\t])"?', re.IGNORECASE)
"""The first line by which Excel is told the sign between cells."""
_ROUNDED: Final = re.compile(r"[0-9][.,]?[0-9]*E\+[0-9]+", re.IGNORECASE)
"""A long number as spreadsheets write it, so that its last digits are lost: `1,23E+09`."""


class Row(Struct, frozen=True):
    """A player of a list, before names and ids are compared."""

    line: int
    """The line of the file, from 1."""
    name: str
    external_id: str = ""
    team: str = ""


class Table(Struct, frozen=True):
    """A table as it was read."""

    heads: tuple[str, ...]
    """The names of its columns; their first cells where it names none."""
    columns: dict[str, int]
    """The columns that are used, from 0, by what they are (FIELDS)."""
    rows: tuple[Row, ...]


def read_table(text: str, columns: Mapping[str, int] | None = None) -> Table:
    """Return the players of a table, or of lines with a name each.

    columns: the columns to use, from 0, by what they are; None: as their names say.

    Raises PlayerListError with the line.
    """
    cells = list(_cells(text))
    if not cells:
        raise PlayerListError(say("Expected a player a line, got an empty list."))
    first = [cell.casefold() for cell in cells[0][1]]
    named = {
        _ALIASES[cell]: at for at, cell in reversed(list(enumerate(first))) if cell in _ALIASES
    }
    is_headed = bool(named)
    body = cells[1:] if is_headed else cells
    used = dict(columns) if columns else named if is_headed else _guessed(cells[0][1])
    _check_columns(used, len(cells[0][1]))
    there = first.index(_THERE) if tuple(first) == PLAYER_COLUMNS else None
    rows = []
    for line, row in body:
        if len(row) > len(cells[0][1]):
            raise PlayerListError(
                say(
                    "Line {line}: expected {expected} cells, as the first line has, got {got}. "
                    "Put a cell in quotes that has the sign between cells in it.",
                    line=line,
                    expected=len(cells[0][1]),
                    got=len(row),
                )
            )
        if there is not None and row[there] != "yes":
            continue
        rows.append(_row(line, row, used))
    return Table(tuple(cells[0][1]), used, tuple(rows))


def _cells(text: str) -> Iterator[tuple[int, list[str]]]:
    """Yield the rows of a text that are not empty, with the line on which each begins."""
    header = next((line for line in text.splitlines() if line.strip()), "")
    said = _SEPARATOR.fullmatch(header.strip(" \ufeff"))
    delimiter = said[1] if said else max(_DELIMITERS, key=header.count)
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=delimiter, strict=True)
    line = 1
    try:
        for row in reader:
            cells = [unmarked(cell.strip()).strip() for cell in row]
            if said and any(cells):
                said = None  # the line that names the sign is none of the table
            elif any(cells):
                yield line, cells
            line = reader.line_num + 1
    except csv.Error as error:
        raise PlayerListError(
            say(
                "Line {line}: expected cells as in: Ana;12345 got: {reason}. A quote is written "
                "twice within quotes.",
                line=line,
                reason=words_of(error),
            )
        ) from None


def _guessed(first: Sequence[str]) -> dict[str, int]:
    """Return what columns without names are: the first number is an id, the first text a name."""
    found: dict[str, int] = {}
    for at, cell in enumerate(first):
        kind = "id" if cell.isdecimal() else "name"
        found.setdefault(kind, at)
    return found


def _check_columns(used: Mapping[str, int], count: int) -> None:
    unknown = next((kind for kind in used if kind not in FIELDS), None)
    if unknown is not None or not all(0 <= at < count for at in used.values()):
        raise PlayerListError(
            say(
                "Expected columns from 1 to {count}, each a name, an id or a team, got another "
                "one: choose them again.",
                count=count,
            )
        )
    if not used.keys() & {"name", "last name"}:
        raise PlayerListError(
            say("Expected a column of names, got none: choose the one that has them.")
        )


def _row(line: int, row: Sequence[str], used: Mapping[str, int]) -> Row:
    def cell(kind: str) -> str:
        at = used.get(kind)
        return row[at] if at is not None and at < len(row) else ""

    name = cell("name") or " ".join(filter(None, (cell("first name"), cell("last name"))))
    if not name:
        raise PlayerListError(
            say(
                "Line {line}: expected a name, got none: {cells}",
                line=line,
                cells=shown(" ".join(row)),
            )
        )
    if _ROUNDED.fullmatch(cell("id")):
        raise PlayerListError(
            say(
                "Line {line}: the id {id} was rounded by a spreadsheet: format its column as "
                "text there, and save the list again.",
                line=line,
                id=cell("id"),
            )
        )
    return Row(line, " ".join(name.split()), cell("id"), cell("team"))
