"""Files that somebody made to stop a reader: each is written by a function of this table."""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Final

DIGITS: Final = 100_000
PARTS: Final = 20_000
"""Of a dotted key: 40 kB, with which tomllib is busy for ten seconds and its tables for more."""


def pipe(path: Path) -> None:
    """Nobody ever writes into it."""
    os.mkfifo(path)


def endless_device(path: Path) -> None:
    path.symlink_to("/dev/zero")


def folder(path: Path) -> None:
    path.mkdir()


def huge(path: Path) -> None:
    """It takes no room on the disk."""
    with path.open("wb") as file:
        file.truncate(10_000_000_000)


def noise(path: Path) -> None:
    path.write_bytes(bytes(range(256)) * 40)


def missing(path: Path) -> None:
    """Nothing is there."""


def text(content: str) -> Callable[[Path], None]:
    def write(path: Path) -> None:
        path.write_text(content, encoding="utf-8")

    return write


def endless_view(path: Path) -> None:
    """The tables that are wanted are views, which count without end."""
    endless = (
        "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) "
        "SELECT i AS id, 0 AS alias, 1 AS type, 0 AS atk, 0 AS def, 1 AS level, 0 AS race, "
        "0 AS attribute, 'x' AS name FROM n"
    )
    _database(path, f"CREATE VIEW datas AS {endless}", f"CREATE VIEW texts AS {endless}")


def view_beside_a_table(path: Path) -> None:
    """One of the two is a real table."""
    _database(
        path,
        f"CREATE TABLE datas ({_DATAS})",
        "CREATE VIEW texts AS WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) "
        "SELECT i AS id, 'x' AS name FROM n",
    )


def column_worked_out(path: Path) -> None:
    """The name of every card is a text of a gigabyte that is made when it is read."""
    _database(
        path,
        f"CREATE TABLE datas ({_DATAS})",
        "CREATE TABLE texts (id INTEGER PRIMARY KEY, "
        "name TEXT GENERATED ALWAYS AS (printf('%1000000000d', id)) VIRTUAL)",
        "INSERT INTO datas VALUES (1, 0, 1, 0, 0, 1, 0, 0)",
        "INSERT INTO texts (id) VALUES (1)",
    )


def rows_times_rows(path: Path) -> None:
    """Every card has thousands of names: the two tables together have 25 million rows."""
    count = "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n LIMIT 5000) "
    _database(
        path,
        "CREATE TABLE datas (id, alias, type, atk, def, level, race, attribute)",
        "CREATE TABLE texts (id, name)",
        f"INSERT INTO datas {count} SELECT 1, 0, 1, 0, 0, 1, 0, 0 FROM n",
        f"INSERT INTO texts {count} SELECT 1, 'x' FROM n",
    )


_DATAS: Final = "id INTEGER PRIMARY KEY, alias, type, atk, def, level, race, attribute"


def _database(path: Path, *statements: str) -> None:
    with closing(sqlite3.connect(path)) as base:
        for statement in statements:
            base.execute(statement)
        base.commit()


ANYWHERE: Final[dict[str, Callable[[Path], None]]] = {
    "a pipe": pipe,
    "an endless device": endless_device,
    "a folder": folder,
    "a huge file": huge,
    "noise": noise,
    "nothing": missing,
}
"""What may be found under the name of any file."""

TOML: Final[dict[str, Callable[[Path], None]]] = {
    "a dotted key": text(".".join("a" * PARTS) + " = 1\n"),
    "a dotted key in quotes": text(".".join(['"\\""'] * PARTS) + " = 1\n"),
    "a dotted header over many keys": text(
        f"[{'.'.join('a' * 5000)}]\n" + "\n".join(f"k{number} = 1" for number in range(5000))
    ),
    "a dotted key in a table in a line": text(f"x = {{{'.'.join('a' * PARTS)} = 1}}\n"),
    "deep lists": text("x = " + "[" * PARTS + "]" * PARTS),
    "rather deep lists": text("x = " + "[" * 200 + "]" * 200),
    "deep tables": text("x = " + "{a = " * 200 + "1" + "}" * 200),
    "many digits": text("x = " + "9" * DIGITS),
    "many hexadecimal digits": text("format = 0x" + "f" * DIGITS),
    "a huge key": text("k" * 500_000 + " = 1\n"),
    "many unknown keys": text("".join(f"key{number} = 1\n" for number in range(50_000))),
}

JSON: Final[dict[str, Callable[[Path], None]]] = {
    "deep lists": text("[" * DIGITS),
    "rather deep lists": text("[" * 500 + "]" * 500),
    "deep tables": text('{"a":' * DIGITS),
    "many digits": text('{"format": ' + "9" * DIGITS + "}"),
    "rather many digits": text('{"format": ' + "9" * 4000 + "}"),
    "half a character": text('{"format": "\\ud800", "data": [{"id": 1, "name": "\\ud800"}]}'),
    "no number": text('{"format": NaN}'),
}

LINES: Final[dict[str, Callable[[Path], None]]] = {
    "many digits": text("#main\n" + "9" * DIGITS + "\n"),
    "many lines": text("x\n" * 100_000),
    "one long line": text("x" * 900_000),
}

SQLITE: Final[dict[str, Callable[[Path], None]]] = {
    "views without end": endless_view,
    "a view beside a table": view_beside_a_table,
    "a column that is worked out": column_worked_out,
    "rows times rows": rows_times_rows,
}
