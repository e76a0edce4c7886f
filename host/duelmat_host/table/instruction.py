"""Instruction: what a person is asked to do with the cards of an opponent at a real mat.

Everybody may read it: it names cards by their places, and only those by name that lie open.
"""

from __future__ import annotations

from dataclasses import dataclass

from duelmat_engine import Seat
from duelmat_host.sensing.layout import MatZone


@dataclass(frozen=True, slots=True)
class Instruction:
    """One thing to do with an opponent's cards."""

    text: str
    source: MatZone | None = None
    """The zone that the card is taken from; None: it comes from beside the mat."""
    goes_to: str | None = None
    """The place that it goes to: a zone of the mat, `b.deck` or `b.hand`; None: beside the mat."""
    place: int = 0
    """The place in the row beside the mat that it is about, from 1; 0: none."""

    @property
    def zones(self) -> tuple[MatZone, ...]:
        """Return the zones where a hand is expected."""
        to = None if self.goes_to is None else MatZone(self.goes_to)
        return tuple(each for each in (self.source, to) if each is not None)


@dataclass(frozen=True, slots=True)
class CardRow:
    """The hand of an opponent at a real mat: cards that lie face-down in a row beside it."""

    seat: Seat
    places: tuple[int, ...]
    """The places with a card, from 1."""
