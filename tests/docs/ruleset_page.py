"""The blocks of docs/rulesets/trump_king.md that are made from the catalogue.

`python tests/docs/ruleset_page.py` writes them anew.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from duelmat_engine.catalogue import Statement, readings, statements

ROOT: Final = Path(__file__).parents[2]
PAGE: Final = ROOT / "docs" / "rulesets" / "trump_king.md"
SYSTEM: Final = "TK"

SUBJECTS: Final = (
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
)
"""A heading and the first and last number of its statements."""


def number_of(statement: Statement) -> int:
    """The number in an id, without the letter that some have behind it: TK-36b is 36."""
    return int("".join(c for c in statement.id.partition("-")[2] if c.isdigit()))


def _statements() -> Iterator[str]:
    for title, first, last in SUBJECTS:
        yield f"### {title}"
        yield ""
        yield "| id | statement | readings |"
        yield "|---|---|---|"
        for statement in statements(SYSTEM):
            if first <= number_of(statement) <= last:
                named = ", ".join(statement.readings)
                yield f"| {statement.id} | {statement.text} | {named} |"
        yield ""


def _readings() -> Iterator[str]:
    yield "| id | how it is read | default | else |"
    yield "|---|---|---|---|"
    for reading in readings(SYSTEM):
        others = ", ".join(choice for choice in reading.choices if choice != reading.default)
        yield f"| {reading.id} | {reading.text} | {reading.default} | {others} |"
    yield ""


BLOCKS: Final = {"readings": _readings, "statements": _statements}


def with_blocks(page: str) -> str:
    """The page with the catalogue of today between its marks."""
    for name, lines in BLOCKS.items():
        begin = re.search(rf"<!-- begin {name}:[^>]*-->\n", page)
        end = page.find(f"<!-- end {name} -->")
        if begin is None or end < begin.end():
            raise ValueError(f"expected the marks of {name} in {PAGE.name}: put them back")
        block = "\n".join(lines())
        page = f"{page[: begin.end()]}\n{block}\n{page[end:]}"
    return page


if __name__ == "__main__":
    PAGE.write_text(with_blocks(PAGE.read_text(encoding="utf-8")), encoding="utf-8")
