"""Cost: what is given up by a pairing, from the gravest to the slightest."""

from __future__ import annotations

from typing import NamedTuple

from msgspec import Struct


class Cost(Struct, frozen=True, order=True):
    """The cost of a pairing; its fields are compared in their order."""

    given_up: int = 0
    """Rematches and second byes; 0 unless the organiser allowed them."""
    spread: int = 0
    """The sum over all pairs of the square of how many score groups the two are apart.

    The bye counts as a player in a group of one beneath the lowest.
    """
    repeated_floats: int = 0
    """Players who float in the same direction as in the last round; the bye is a float down."""
    teammates: int = 0
    """Pairs of one team, in the rounds in which teams are kept apart."""


class Scale(NamedTuple):
    """A conversion of costs to integers, which compare and add up as the costs do."""

    given_up: int
    """The weight of one rematch or second bye."""
    spread: int
    """The weight of 1 of spread."""
    repeated_float: int
    """The weight of one; a pair of teammates weighs 1."""

    def cost_of(self, weight: int) -> Cost:
        """Return the cost of which this is the weight."""
        given_up, weight = divmod(weight, self.given_up)
        spread, weight = divmod(weight, self.spread)
        repeated_floats, teammates = divmod(weight, self.repeated_float)
        return Cost(given_up, spread, repeated_floats, teammates)


def scale_for(players: int, groups: int) -> Scale:
    """Return the scale by which no sum over a field of this size reaches the next line."""
    repeated_float = players + 1
    spread = repeated_float * (players + 1)
    # Twice: a bound may count (p * p + p) for a float of p groups.
    return Scale(spread * (2 * groups * groups * players + 1), spread, repeated_float)
