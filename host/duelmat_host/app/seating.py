"""Who sits at a table: one person and the program, or two people at one screen or at two."""

from __future__ import annotations

from typing import Final, Literal, NamedTuple

from duelmat_opponent import Level

Against = Literal["easy", "medium", "strong", "screen", "devices"]
"""The other player: the program at one of its levels, or a person at this screen or another."""
PEOPLE: Final = ("screen", "devices")


class Seating(NamedTuple):
    """The same as the options of a table say it."""

    opponent: Level | None
    """The level of the practice opponent; None: a person plays the other seat."""
    two: bool
    """Whether two people play."""
    is_shared: bool
    """Whether two players have a screen each."""


def seating_with(against: Against) -> Seating:
    """Return the seating by which this other player sits at a table."""
    is_person = against in PEOPLE
    return Seating(None if is_person else Level(against), is_person, against == "devices")


def other_player(seating: Seating) -> Against:
    """Return the other player of a seating."""
    if seating.two or seating.opponent is None:
        return "devices" if seating.is_shared else "screen"
    return seating.opponent.value
