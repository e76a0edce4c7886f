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
_DELIMITERS: Final = "\t;,"
"""The signs between cells, the surest first: names have commas, but no tabs or semicolons."""
_QUOTED: Final = re.compile(r'"[^"]*"')
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


class Reading(Struct, frozen=True):
    """A way to read a table whose first line does not name its columns."""

    columns: dict[str, int]
    """The columns to use, from 0, by what they are (FIELDS)."""
    first: Row
    """The player of the first line, read so."""


class Table(Struct, frozen=True):
    """A table as it was read."""

    heads: tuple[str, ...]
    """The names of its columns; their first cells where it names none."""
    columns: dict[str, int]
    """The columns that are used, from 0, by what they are (FIELDS)."""
    rows: tuple[Row, ...]
    """Empty if it is unclear which columns are the names."""
    is_unclear: bool = False
    """Whether somebody has to choose the columns first."""
    readings: tuple[Reading, ...] = ()
    """The choices, if the columns are unclear and two can be names."""
    unused: tuple[str, ...] = ()
    """The first texts of the columns that have no name and are not used."""


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
    heads = tuple(cells[0][1])
    ids, texts = _kinds([row for _, row in cells])
    are_beside = texts[1:2] == [texts[0] + 1] if texts else False  # as halves of a name are
    if not columns and not is_headed and are_beside:
        return Table(heads, ids, (), True, tuple(_readings(cells[0], ids, texts)))
    guessed = {**ids, "name": texts[0]} if texts else ids
    used = dict(columns) if columns else named if is_headed else guessed
    _check_columns(used, len(heads))
    unused = () if is_headed else tuple(heads[at] for at in texts if at not in used.values())
    there = first.index(_THERE) if tuple(first) == PLAYER_COLUMNS else None
    rows = []
    for line, row in body:
        if len(row) > len(heads):
            raise PlayerListError(
                say(
                    "Line {line}: expected {expected} cells, as the first line has, got {got}. "
                    "Put a cell in quotes that has the sign between cells in it.",
                    line=line,
                    expected=len(heads),
                    got=len(row),
                )
            )
        if there is not None and row[there] != "yes":
            continue
        rows.append(_row(line, row, used))
    return Table(heads, used, tuple(rows), unused=unused)


def _cells(text: str) -> Iterator[tuple[int, list[str]]]:
    """Yield the rows of a text that are not empty, with the line on which each begins."""
    header = next((line for line in text.splitlines() if line.strip()), "")
    said = _SEPARATOR.fullmatch(header.strip(" \ufeff"))
    delimiter = said[1] if said else _delimiter(header, text)
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


def _delimiter(header: str, text: str) -> str:
    """Return the sign between cells: by the names of columns, else the surest there is."""

    def named(sign: str) -> int:
        return sum(cell.strip(' \ufeff"').casefold() in _ALIASES for cell in header.split(sign))

    for part in (header, text):
        bare = _QUOTED.sub("", part)
        if found := [sign for sign in _DELIMITERS if sign in bare]:
            return max(found, key=named)
    return _DELIMITERS[-1]


def _kinds(rows: Sequence[Sequence[str]]) -> tuple[dict[str, int], list[int]]:
    """Return the column of ids, and those of texts, of a table that does not name them.

    Ids are numbers. Without a column of numbers, they are words with digits that all differ,
    beside another column of texts.
    """
    ids: dict[str, int] = {}
    texts: list[int] = []
    cells: list[list[str]] = [[] for _ in rows[0]]
    for row in rows:
        for column, cell in zip(cells, row, strict=False):
            if cell:
                column.append(cell)
    for at, column in enumerate(cells):
        if all(cell.isdecimal() for cell in column):
            if column:
                ids.setdefault("id", at)
        else:
            texts.append(at)
    if not ids and len(texts) > 1:
        found = next((at for at in texts if _are_ids(cells[at])), None)
        if found is not None:
            ids["id"] = found
            texts.remove(found)
    return ids, texts


def _are_ids(cells: Sequence[str]) -> bool:
    has_digits = all(re.search(r"\d", cell) and " " not in cell for cell in cells)
    return has_digits and len(set(cells)) == len(cells)


def _readings(
    first: tuple[int, Sequence[str]], ids: Mapping[str, int], texts: Sequence[int]
) -> Iterator[Reading]:
    """Yield the ways to read a table with two columns of texts: "Smith, John", "Ana, Reds"."""
    if len(texts) != len(("last name", "first name")):
        return
    one, other = texts
    for kinds in (
        {"last name": one, "first name": other},
        {"first name": one, "last name": other},
        {"name": one, "team": other},
        {"name": other, "team": one},
    ):
        columns = {**kinds, **ids}
        if any(first[1][at] for kind, at in kinds.items() if kind != "team"):
            yield Reading(columns, _row(*first, columns))


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
