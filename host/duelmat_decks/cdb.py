"""Card facts from a `.cdb`, the SQLite file in which players keep the cards of other programs.

Table `datas` has a row a card: id (the passcode), alias, type (bits), atk, def, level, race,
attribute; `texts` has the name. Packed in them: a level of 0xLLRR00NN has the left and right
Pendulum scales LL and RR over the level NN; -2 in atk or def is "?"; a Link Monster has its
arrows in def. Read only the named columns: texts stay where they are.
"""

from __future__ import annotations

import re
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any, Final

from duelmat_decks.errors import CardFactsError
from duelmat_decks.facts import UNKNOWN_VALUE, CardFacts, Library
from duelmat_engine import Trait
from duelmat_files.errors import FileProblem
from duelmat_files.outside import check_regular_file
from duelmat_message import words_of

_MONSTER: Final = 0x1
_XYZ: Final = 0x800000
_PENDULUM: Final = 0x1000000
_LINK: Final = 0x4000000
_TRAP: Final = 0x4
_KINDS: Final = {
    0x1: "monster",
    0x2: "magic",
    0x4: "trap",
    0x10: "normal",
    0x20: "effect",
    0x40: "fusion",
    0x80: "ritual",
    0x200: "spirit",
    0x400: "union",
    0x800: "gemini",
    0x1000: "tuner",
    0x2000: "synchro",
    0x4000: "token",
    0x10000: "quick",
    0x20000: "permanent",
    0x40000: "equip",
    0x80000: "field",
    0x100000: "counter",
    0x200000: "flip",
    0x400000: "toon",
    0x800000: "xyz",
    0x1000000: "pendulum",
    0x4000000: "link",
}
_ATTRIBUTES: Final = {
    0x1: "earth",
    0x2: "water",
    0x4: "fire",
    0x8: "wind",
    0x10: "light",
    0x20: "dark",
    0x40: "divine",
}
RACES: Final = (
    "warrior",
    "spellcaster",
    "fairy",
    "fiend",
    "zombie",
    "machine",
    "aqua",
    "pyro",
    "rock",
    "winged-beast",
    "plant",
    "insect",
    "thunder",
    "dragon",
    "beast",
    "beast-warrior",
    "dinosaur",
    "fish",
    "sea-serpent",
    "reptile",
    "psychic",
    "divine-beast",
    "creator-god",
    "wyrm",
    "cyberse",
    "illusion",
)
"""The races in the order of their bits."""
_MARKERS: Final = {
    0x1: "bottom-left",
    0x2: "bottom",
    0x4: "bottom-right",
    0x8: "left",
    0x20: "right",
    0x40: "top-left",
    0x80: "top",
    0x100: "top-right",
}
_COLUMNS: Final = {
    "datas": ("id", "alias", "type", "atk", "def", "level", "race", "attribute"),
    "texts": ("id", "name"),
}
_IS_VIRTUAL: Final = re.compile(r"\s*create\s+virtual\b", re.IGNORECASE)
_ROWS: Final = (
    "SELECT datas.id, alias, type, atk, def, level, race, attribute, name "
    "FROM main.datas JOIN main.texts ON datas.id = texts.id ORDER BY datas.id"
)


_MOST_WORK: Final = 4_000_000
"""The limit of SQLite's instructions: reading all 14,000 cards takes about a million."""
_WORK_STEP: Final = 100_000
_LONGEST_BYTES: Final = 1_000_000
"""The limit of a row or text: a card's text has about a thousand bytes."""


def read_cdb(path: Path) -> Library:
    """Read the facts of every card of a `.cdb`. Raises CardFactsError with every fault."""
    source = str(path)
    try:
        check_regular_file(path)
    except FileNotFoundError:
        raise CardFactsError(source, [_no_database(source, "no such file")]) from None
    except OSError as error:
        got = words_of(error)
        raise CardFactsError(source, [_no_database(source, got)]) from None
    try:
        with closing(_opened(path)) as base:
            _check_tables(base, source)
            return Library(_facts(base, source))
    except (sqlite3.DatabaseError, UnicodeDecodeError) as error:
        raise CardFactsError(source, [_no_database(source, words_of(error))]) from None


def _opened(path: Path) -> sqlite3.Connection:
    """Open the file read-only, without files beside it, and without running code stored in it."""
    uri = f"{path.resolve().as_uri()}?mode=ro&immutable=1"
    base = sqlite3.connect(uri, uri=True)
    base.execute("PRAGMA trusted_schema=OFF")
    base.setlimit(sqlite3.SQLITE_LIMIT_LENGTH, _LONGEST_BYTES)
    work = iter(range(_MOST_WORK // _WORK_STEP))
    base.set_progress_handler(lambda: next(work, None) is None, _WORK_STEP)
    return base


def _no_database(source: str, got: str) -> FileProblem:
    return FileProblem(
        source,
        "the whole file",
        "a card database: SQLite with the tables datas and texts",
        "more rows than there are cards" if got == "interrupted" else got,
        "Name the .cdb file of your own card program.",
    )


def _check_tables(base: sqlite3.Connection, source: str) -> None:
    problems = []
    for table, wanted in _COLUMNS.items():
        row = base.execute(
            "SELECT type, sql FROM sqlite_master "
            "WHERE name = ? COLLATE NOCASE AND type != 'index'",
            (table,),
        ).fetchone()
        if row is None:
            problems.append(_no_database(source, f"no table {table}"))
            continue
        kind, written = row
        if kind != "table" or _IS_VIRTUAL.match(str(written)):
            got = f"a {kind} {table} that works out its rows"
            problems.append(_no_database(source, got))
            continue
        columns = {row[1]: row[6] for row in base.execute(f"PRAGMA table_xinfo({table})")}
        missing = [column for column in wanted if column not in columns]
        worked_out = [column for column in wanted if columns.get(column)]
        if missing:
            names = ", ".join(missing)
            got = f"a table {table} without {names}"
            problems.append(_no_database(source, got))
        if worked_out:
            names = ", ".join(worked_out)
            got = f"a table {table} that works out {names}"
            problems.append(_no_database(source, got))
    if problems:
        raise CardFactsError(source, problems)


def _facts(base: sqlite3.Connection, source: str) -> list[CardFacts]:
    found = []
    problems = []
    for row in base.execute(_ROWS):
        passcode, *numbers, name = row
        wrong = [v for v in (passcode, *numbers) if type(v) is not int]
        if wrong or not isinstance(name, str) or not 0 < passcode <= 0xFFFF_FFFF:
            expected = "whole numbers and a name"
            shown = repr(name)[:40]
            of_card = f"the name {shown} of {str(passcode)[:20]}"
            got = repr(wrong[0])[:40] if wrong else of_card
            advice = "Repair or remove the row."
            place = f"card {str(passcode)[:40]}"
            problems.append(FileProblem(source, place, expected, got, advice))
        else:
            found.append(_card(passcode, name, *numbers))
    if problems:
        raise CardFactsError(source, problems)
    return found


def _card(  # the columns in the order of the table
    passcode: int,
    name: str,
    alias: int,
    bits: int,
    attack: int,
    defense: int,
    level: int,
    race: int,
    attribute: int,
) -> CardFacts:
    kinds = [word for bit, word in _KINDS.items() if bits & bit]
    traits: dict[str, Trait] = {}
    if bits & _MONSTER:
        traits = dict(_monster(bits, attack, defense, level))
        traits |= _word("attribute", attribute, _ATTRIBUTES)
        traits |= _word("race", race, {1 << i: word for i, word in enumerate(RACES)})
    elif not set(kinds) & {"quick", "permanent", "equip", "field", "ritual", "counter"}:
        kinds.append("normal")
    return CardFacts(passcode=passcode, name=name, kinds=tuple(kinds), traits=traits, alias=alias)


def _monster(bits: int, attack: int, defense: int, level: int) -> Iterator[tuple[str, Trait]]:
    word = "link" if bits & _LINK else "rank" if bits & _XYZ else "level"
    yield word, level & 0xFF
    yield "attack", printed_value(attack)
    if bits & _LINK:
        yield "markers", " ".join(name for bit, name in _MARKERS.items() if defense & bit)
    else:
        yield "defense", printed_value(defense)
    if bits & _PENDULUM:
        yield "scale-left", level >> 24 & 0xFF
        yield "scale-right", level >> 16 & 0xFF


def printed_value(value: int) -> Trait:
    """Return an attack or defense as it is printed: a value below 0 stands for "?"."""
    return value if value >= 0 else UNKNOWN_VALUE


def _word(trait: str, bits: int, words: dict[int, Any]) -> dict[str, Trait]:
    found = [word for bit, word in words.items() if bits & bit]
    return {trait: " ".join(found)} if found else {}
