"""How well an opponent plays: three levels, each a budget."""

from __future__ import annotations

from enum import StrEnum
from typing import Final, NamedTuple


class Level(StrEnum):
    """How hard an opponent tries."""

    EASY = "easy"
    """It does what looks good, after one look at what that leads to."""
    MEDIUM = "medium"
    """It plays the duel on in playouts until its next turn."""
    STRONG = "strong"
    """It has more playouts, and more deals of what the other player may hold."""


class Budget(NamedTuple):
    """How much may be thought about one decision."""

    steps: int
    """The number of actions that playouts may have in all; 0: it goes by the policy alone."""
    worlds: int
    """The number of deals of the unseen cards in which duels go on; 0: it only looks at what each
    action leads to."""
    care: float
    """How clearly the policy prefers the better looking of two actions; 0: not at all."""


BUDGETS: Final = {
    Level.EASY: Budget(steps=40, worlds=0, care=1.0),
    Level.MEDIUM: Budget(steps=400, worlds=4, care=2.0),
    Level.STRONG: Budget(steps=1_500, worlds=12, care=2.0),
}
