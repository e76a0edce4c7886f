"""Players as CSV: the rows as tables of values, with the line of each."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterable, Iterator, Sequence
from typing import Any, Final

from duelmat_files.errors import BrokenFileError, FileProblem
from duelmat_hub.csv_text import PLAYER_COLUMNS, unmarked
from duelmat_message import listed, words_of
from duelmat_parsing import Path
from duelmat_parsing.structs import nearest, shown

NEEDED: Final = ("id", "name", "points")
_DELIMITERS: Final = ",;\t"
_YES_OR_NO: Final = {
    "yes": True,
    "true": True,
    "x": True,
    "1": True,
    "no": False,
    "false": False,
    "0": False,
}
_NUMBERS: Final = frozenset({"id", "points"})
_WHOLE: Final = re.compile(r"-?[0-9]{1,12}")
_MOST_LISTED: Final = 20
_UNPAIRED: Final = frozenset({"first_round", "takes_part", "deck_list", "external_id"})
"""Columns of an event's own table that pairing does not need."""


def read_csv(
    text: str, source: str, columns: Sequence[str]
) -> tuple[dict[str, Any], dict[Path, int]]:
    """Return the rows of a text as `players`, and their line numbers.

    Its first line names columns, in any order, with commas, semicolons or tabs between. Cells
    become values where they can, and stay texts otherwise: what they must be is judged later.

    Raises BrokenFileError.
    """
    header = next((line for line in text.splitlines() if line.strip()), "")
    delimiter = max(_DELIMITERS, key=header.count)
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=delimiter, strict=True)
    rows: list[tuple[int, list[str]]] = []
    line = 1
    try:
        for row in reader:
            if any(unmarked(cell.strip()) for cell in row):
                rows.append((line, row))
            line = reader.line_num + 1
    except csv.Error as error:
        quoted = '7,"Ana, the first",6'
        advice = f"A line reads as in: 7,Ana,6 or: {quoted}"
        problem = FileProblem(source, _line(line), "CSV", words_of(error), advice)
        raise BrokenFileError(source, [problem]) from None
    names = [_name(cell) for cell in rows[0][1]] if rows else []
    if names == [_name(column) for column in PLAYER_COLUMNS]:
        names, rows = _paired_next(names, rows)
    problems = [*_header_problems(names, columns, source, rows[0][0] if rows else 1)]
    for number, row in rows[1:]:
        if len(row) > len(names) and len(problems) <= _MOST_LISTED:
            expected = f"{len(names)} cells, as the first line has"
            advice = "Put a cell in quotes that has the sign between cells in it."
            problems.append(FileProblem(source, _line(number), expected, f"{len(row)}", advice))
    if problems:
        raise BrokenFileError(source, problems)
    tables = []
    lines: dict[Path, int] = {}
    for at, (number, row) in enumerate(rows[1:]):
        lines["players", at] = number
        cells = zip(names, (unmarked(cell.strip()) for cell in row), strict=False)
        tables.append({name: _value(name, cell) for name, cell in cells if cell})
    return {"players": tables}, lines


def _paired_next(
    names: list[str], rows: list[tuple[int, list[str]]]
) -> tuple[list[str], list[tuple[int, list[str]]]]:
    """Return the columns and rows that pairing needs of an event's own table of players."""
    kept = [at for at, name in enumerate(names) if name not in _UNPAIRED]
    points = names.index("points")
    paired = [
        (line, [cells[at] for at in kept])
        for line, cells in rows
        if len(cells) == len(names) and cells[points]
    ]
    return ["id" if names[at] == "number" else names[at] for at in kept], paired


def _line(number: int) -> str:
    return f"line {number}"


def _name(cell: str) -> str:
    """Convert a column's name to a key: `Had bye` is had_bye."""
    return re.sub(r"[\s-]+", "_", cell.strip().lower())


def _header_problems(
    names: Sequence[str], columns: Sequence[str], source: str, line: int
) -> Iterator[FileProblem]:
    place = _line(line)
    expected = f"columns out of {', '.join(columns)}"
    for name in [each for each in names if each not in columns][:_MOST_LISTED]:
        advice = nearest(name, columns) or "Take the column out."
        yield FileProblem(source, place, expected, shown(name), advice)
    for name in _doubled(names):
        once, twice = "every column once", f"{name} twice"
        yield FileProblem(source, place, once, twice, "Take one out.")
    missing = [name for name in NEEDED if name not in names]
    if missing:
        expected = f"the columns {', '.join(NEEDED)}"
        got = f"none named {listed(missing, 'or')}"
        advice = "The first line reads as in: id,name,points"
        yield FileProblem(source, place, expected, got, advice)


def _doubled(names: Iterable[str]) -> list[str]:
    seen: set[str] = set()
    found = []
    for name in names:
        if name in seen:
            found.append(shown(name))
        seen.add(name)
    return found[:_MOST_LISTED]


def _value(name: str, cell: str) -> Any:
    """Return a cell as the value that it means, or as it is."""
    if name in _NUMBERS:
        return _number(cell)
    if name == "met":
        return [_number(part) for part in re.split(r"[\s,;]+", cell) if part]
    if name == "had_bye":
        return _YES_OR_NO.get(cell.lower(), cell)
    return cell.lower() if name == "last_float" else cell


def _number(text: str) -> int | str:
    return int(text) if _WHOLE.fullmatch(text) else text
