"""The blocks of the pages in docs/rulesets that are made from the catalogue.

`python tests/docs/ruleset_page.py` writes them anew. A page is in PAGES with its systems and the
headings under which their statements stand; a page that is not written yet is left out.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from itertools import takewhile
from pathlib import Path
from typing import Final, NamedTuple

from duelmat_engine.catalogue import Statement, readings, statements
from duelmat_engine.forms.action_form import verbs
from duelmat_engine.ruleset.build import choose_readings
from duelmat_engine.ruleset.registry import find_ruleset, game_of

ROOT: Final = Path(__file__).parents[2]
FOLDER: Final = ROOT / "docs" / "rulesets"


class Subject(NamedTuple):
    """A heading and the first and last number of its statements."""

    system: str
    title: str
    first: int
    last: int


class Page(NamedTuple):
    """One page: its file, and what stands on it."""

    name: str
    subjects: tuple[Subject, ...]

    @property
    def path(self) -> Path:
        return FOLDER / self.name

    @property
    def systems(self) -> tuple[str, ...]:
        return tuple(dict.fromkeys(subject.system for subject in self.subjects))


def _subjects(system: str, *rows: tuple[str, int, int]) -> tuple[Subject, ...]:
    return tuple(Subject(system, *row) for row in rows)


PAGES: Final = (
    Page(
        "trump_king.md",
        _subjects(
            "TK",
            ("Decks, turns and phases", 1, 13),
            ("Summoning", 14, 22),
            ("Positions", 23, 30),
            ("Magic", 31, 38),
            ("Traps", 39, 45),
            ("Synchro Summons", 46, 54),
            ("Life and battle", 55, 67),
            ("Spades", 70, 73),
            ("Hearts", 74, 80),
            ("Clubs", 81, 85),
            ("Diamonds", 86, 93),
            ("Cards as magic and traps", 100, 111),
        ),
    ),
    Page(
        "ocg.md",
        (
            *_subjects(
                "OCG",
                ("Toons", 1, 10),
                ("Spirits", 11, 17),
                ("Combat", 18, 32),
                ("Traps", 33, 40),
                ("Types of Traps and the Chain Rule", 41, 50),
            ),
            *_subjects("SEG", ("Simultaneous effects", 1, 32)),
        ),
    ),
    Page(
        "resummoned.md",
        _subjects(
            "RES",
            ("Duels, matches and players", 100, 201),
            ("Cards", 300, 306),
            ("Monsters, spells and traps", 400, 407),
            ("Zones and columns", 500, 507),
            ("Turns, priority and state actions", 600, 605),
            ("Main Phases, battles and the End Phase", 606, 608),
            ("Effects", 700, 710),
        ),
    ),
    Page(
        "trigamon.md",
        _subjects(
            "TRI",
            ("The phases of a turn", 1, 33),
            ("Duel Start, Dread and Break", 34, 46),
            ("Formula cards", 50, 76),
            ("Jumper cards", 77, 90),
            ("Summons", 100, 115),
            ("Tributes", 120, 147),
            ("Wording and timing", 150, 159),
            ("Streams and skills", 160, 166),
            ("Status conditions and inheritance", 167, 176),
        ),
    ),
)


def number_of(statement: Statement) -> int:
    """The number that an id begins with: TK-36b is 36, RES-303S.1 is 303."""
    found = re.match(r"\d+", statement.id.partition("-")[2])
    return int(found[0]) if found else 0


def _statements(page: Page) -> Iterator[str]:
    for system, title, first, last in page.subjects:
        yield f"### {title}"
        yield ""
        yield "| id | statement | readings |"
        yield "|---|---|---|"
        for statement in statements(system):
            if first <= number_of(statement) <= last:
                named = ", ".join(statement.readings)
                yield f"| {statement.id} | {statement.text} | {named} |"
        yield ""


def _readings(page: Page) -> Iterator[str]:
    yield "| id | how it is read | default | else |"
    yield "|---|---|---|---|"
    for reading in (reading for system in page.systems for reading in readings(system)):
        others = ", ".join(choice for choice in reading.choices if choice != reading.default)
        yield f"| {reading.id} | {reading.text} | {reading.default} | {others} |"
        for name, text in reading.part_ids().items():
            yield f"| {name} | {text} | | |"
    yield ""


def _plays(page: Page) -> Iterator[str]:
    rules = find_ruleset(page.path.stem)
    words = verbs(game_of(rules.name, choose_readings(rules, {})))
    yield ", ".join(f"`{word}`" for word in takewhile(lambda word: word != "activate", words))
    yield ""


BLOCKS: Final = {"plays": _plays, "readings": _readings, "statements": _statements}


def with_block(text: str, name: str, lines: Iterable[str], page: str) -> str:
    """The text of a page with these lines between the marks of a block."""
    begin = re.search(rf"<!-- begin {name}:[^>]*-->\n", text)
    end = text.find(f"<!-- end {name} -->")
    if begin is None or end < begin.end():
        raise ValueError(f"expected the marks of {name} in {page}: put them back")
    block = "\n".join(lines)
    return f"{text[: begin.end()]}\n{block}\n{text[end:]}"


def with_blocks(text: str, page: Page) -> str:
    """The text of a page with the catalogue of today between its marks."""
    for name, lines in BLOCKS.items():
        text = with_block(text, name, lines(page), page.name)
    return text


if __name__ == "__main__":
    for made in PAGES:
        told = with_blocks(made.path.read_text(encoding="utf-8"), made)
        made.path.write_text(told, encoding="utf-8")
