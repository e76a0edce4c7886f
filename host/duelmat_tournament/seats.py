"""Seats of a team: A to C, and what belongs to the player of each."""

from __future__ import annotations

from enum import Enum
from typing import Final, TypeVar

from msgspec import Struct

from duelmat_message import say

_Held = TypeVar("_Held")


class Seat(Enum):
    """A seat of a team."""

    A = "A"
    """Where the first players of both teams meet."""
    B = "B"
    """Where the second players meet."""
    C = "C"
    """Where the third players meet."""

    @property
    def place(self) -> int:
        """The place of what belongs to this seat among that of all seats, from 0."""
        return SEATS.index(self)


SEATS: Final = tuple(Seat)


class SeatPlayer(Struct, frozen=True):
    """A player of a team, and the seat at that moment."""

    seat: Seat
    name: str
    external_id: str = ""
    """The number that the player has elsewhere; empty: none is known."""

    def is_same_as(self, other: SeatPlayer) -> bool:
        """Whether both are one player of a team: by their ids, or else by their names."""
        if self.external_id and other.external_id:
            return self.external_id == other.external_id
        return self.name == other.name

    def of_team(self, team: str) -> str:
        """Return the player within a sentence: "Ana (seat A of Foxes)"."""
        return say(
            "{player} (seat {seat} of {team})", player=self.name, seat=self.seat.value, team=team
        )


Lineup = tuple[SeatPlayer, ...]
"""The players of a team at seats A to C."""


def reseated(
    held: tuple[_Held, ...], before: tuple[str, ...], after: tuple[str, ...]
) -> tuple[_Held, ...]:
    """Return what belongs to each seat once other players, or the same ones, sit there.

    Everybody takes along what is their own. Newcomers take over what those who left leave behind:
    a list that was handed in for the team holds for whoever plays on with it.

    held: in the order of the seats.
    before: the players in that order; empty: they were not known.
    """
    if not before:
        return held
    own = dict(zip(before, held, strict=True))
    left_behind = iter([own[name] for name in before if name not in after])
    return tuple(own[name] if name in own else next(left_behind) for name in after)
