"""Tributes for a summon or Set: the two tables of their numbers, read with exact decimals.

Levels, ranks and Link Ratings may be fractions. Each row is an interval and no interval touches
another, so that every end belongs to exactly one row. What no row covers is not defined by the
document, and is answered so (TRI-147); nothing here guesses.
"""

from __future__ import annotations

from decimal import Decimal
from functools import cache
from typing import Final, Literal, NamedTuple

from duelmat_engine.caches import cached_by_identity
from duelmat_engine.cards import Card

Act = Literal["normal", "assist"]
"""A Normal Summon or Set, or an Assist Summon."""

Measure = Literal["level", "rank", "link"]
MEASURES: Final[tuple[Measure, ...]] = ("level", "rank", "link")

LABEL_READING: Final = "G-11"
GAP_READING: Final = "G-12"


class Row(NamedTuple):
    """One row of a table."""

    measure: Measure
    interval: str
    """As in mathematics: "[4.8, 6.75)" includes 4.8 and not 6.75; "inf" is no end."""
    tributes: int
    rule: str
    free: bool = False
    """A free summon: it takes no Tributes; what it spends is reading G-10."""
    label: tuple[int, int] | None = None
    """The whole levels that the row is named after."""


NORMAL: Final = (
    Row("level", "(-inf, 0]", 0, "TRI-121", free=True),
    Row("level", "(0, 4.8)", 0, "TRI-123", label=(1, 4)),
    Row("level", "[4.8, 6.75]", 1, "TRI-124", label=(5, 6)),
    Row("level", "(6.75, 9.82)", 2, "TRI-125", label=(7, 8)),
    Row("level", "[9.82, 12.31]", 3, "TRI-126", label=(9, 12)),
    Row("level", "(12.31, 16.65)", 4, "TRI-127", label=(13, 16)),
    Row("level", "[16.65, 25)", 5, "TRI-128", label=(17, 24)),
    Row("level", "[25, 31.5)", 6, "TRI-129", label=(25, 32)),
)
ASSIST: Final = (
    Row("level", "(-inf, 5.5]", 0, "TRI-130"),
    Row("rank", "(-inf, 2.5]", 0, "TRI-131"),
    Row("level", "(5.5, 9.5]", 1, "TRI-132"),
    Row("rank", "(2.5, 7.5]", 1, "TRI-133"),
    Row("link", "[1, 1]", 1, "TRI-134"),
    Row("level", "(9.5, 13.5]", 2, "TRI-135"),
    Row("rank", "(7.5, 13.5]", 2, "TRI-136"),
    Row("link", "[2, 3]", 2, "TRI-137"),
    Row("level", "(13.5, 20.5]", 3, "TRI-138"),
    Row("rank", "(13.5, 20.5]", 3, "TRI-138"),
    Row("link", "[4, 5]", 3, "TRI-139"),
    Row("level", "(20.5, 38.5]", 4, "TRI-140"),
    Row("rank", "(20.5, 38.5]", 4, "TRI-140"),
    Row("link", "[6, 7]", 4, "TRI-141"),
    Row("level", "(38.5, 63.5]", 5, "TRI-142"),
    Row("rank", "(38.5, 63.5]", 5, "TRI-142"),
    Row("link", "[8, 8]", 5, "TRI-143"),
    Row("level", "(63.5, 209.5]", 6, "TRI-144"),
    Row("rank", "(63.5, 209.5]", 6, "TRI-144"),
    Row("link", "[9, inf)", 6, "TRI-145"),
)
TABLES: Final[dict[Act, tuple[Row, ...]]] = {"normal": NORMAL, "assist": ASSIST}


@cache
def covers(interval: str, value: Decimal) -> bool:
    """Whether a value lies in an interval."""
    low, high = ends(interval)
    above = value > low or (value == low and interval[0] == "[")
    return above and (value < high or (value == high and interval[-1] == "]"))


def ends(interval: str) -> tuple[Decimal, Decimal]:
    low, high = interval[1:-1].split(",")
    return Decimal(low), Decimal(high)


@cached_by_identity
def measure_of(card: Card) -> tuple[Measure, Decimal] | None:
    """Return the measure of a card and its value: level, else rank, else Link Rating."""
    for name in MEASURES:
        value = card.exact(name)
        if value is not None:
            return name, value
    return None


@cache
def row_for(act: Act, measure: Measure, value: Decimal, *, by_label: bool = False) -> Row | None:
    """The row that a number falls into; None: the document defines none.

    By label, whole levels go by the names of the rows; otherwise a name counts only where no
    interval covers the level.
    """
    whole = value == value.to_integral_value()
    if measure == "link" and not whole:
        return None
    rows = [row for row in TABLES[act] if row.measure == measure]
    labelled = [r for r in rows if r.label and whole and r.label[0] <= value <= r.label[1]]
    covering = [r for r in rows if covers(r.interval, value)]
    found = (labelled or covering) if by_label else (covering or labelled)
    return found[0] if found else None


def row_of_card(act: Act, card: Card, *, by_label: bool = False) -> Row | None:
    measured = measure_of(card)
    return None if measured is None else row_for(act, *measured, by_label=by_label)


def is_uncovered(row: Row, value: Decimal | int) -> bool:
    """Whether a row has a whole level by its label alone, and no interval covers it."""
    rows = (r for r in NORMAL if r.measure == row.measure)
    return row.label is not None and not any(covers(r.interval, Decimal(value)) for r in rows)


def clashes(card: Card) -> bool:
    """Whether the name of a row and its interval disagree on a whole level (reading G-11)."""
    return row_of_card("normal", card) != row_of_card("normal", card, by_label=True)
