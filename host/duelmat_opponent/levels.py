"""Levels of an opponent: three of them, each with a budget."""

from __future__ import annotations

from enum import StrEnum
from typing import Final, NamedTuple


class Level(StrEnum):
    """The level of an opponent's play."""

    EASY = "easy"
    """It does what looks good, after one look at what that leads to."""
    MEDIUM = "medium"
    """It plays the duel on in playouts until its next turn."""
    STRONG = "strong"
    """It has more playouts, and more deals of what the other player may hold."""


class Budget(NamedTuple):
    """The budget for one decision."""

    steps: int
    """The number of actions that playouts may have in all; 0: it goes by the policy alone."""
    worlds: int
    """The number of deals of the unseen cards in which duels go on; 0: it only looks at what each
    action leads to."""
    care: float
    """The weight of the policy's preference for the better looking of two actions; 0: none."""


BUDGETS: Final = {
    Level.EASY: Budget(steps=40, worlds=0, care=1.0),
    Level.MEDIUM: Budget(steps=400, worlds=4, care=2.0),
    Level.STRONG: Budget(steps=1_500, worlds=12, care=2.0),
}
