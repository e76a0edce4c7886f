"""Playouts: a duel goes on as both players go by the policy, and what it comes to is evaluated."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Final

from duelmat_engine import (
    NOBODY,
    Action,
    Cancel,
    Duel,
    Game,
    Pass,
    Seat,
    carry_out,
    legal_actions,
    roll,
)
from duelmat_opponent.action_classes import in_the_middle
from duelmat_opponent.evaluation import evaluate
from duelmat_opponent.field_policy import policy_of
from duelmat_opponent.policy import pick

LONGEST: Final = 70
"""The most actions that a playout has, whether the turns are over then or not."""

SILENCE: Final = 0.6
"""The chance that a player who could respond is taken not to, without a look at the options."""

Deadline = Callable[[], bool]
"""A function that tells whether the time is up."""


class Effort:
    """The rest of a budget."""

    def __init__(self, steps: int, is_late: Deadline) -> None:
        self.steps = steps
        self._is_late = is_late

    def is_spent(self) -> bool:
        return self.steps <= 0 or self._is_late()


def answers(duel: Duel, game: Game) -> list[Action]:
    """Return the legal answers in the middle columns, without taking an announcement back."""
    found = in_the_middle(legal_actions(duel, game))
    return [each for each in found if not isinstance(each, Cancel)] or found


def play_out(
    duel: Duel, game: Game, seat: Seat, until_turn: int, effort: Effort, chance: Random
) -> float:
    """Play a duel on until a turn begins, and rate the result for a seat."""
    for _ in range(LONGEST):
        decision = duel.decision
        if decision is None or duel.turn >= until_turn or effort.steps <= 0:
            break
        effort.steps -= 1
        action = _answer(duel, game, chance)
        if action is None:  # what was asked about the cards that are dealt has no answer
            break
        duel = carry_out(duel, action, game).duel
    return evaluate(duel, seat)


def _answer(duel: Duel, game: Game, chance: Random) -> Action | None:
    decision = duel.decision
    assert decision is not None
    if decision.kind == "chance":
        return roll(duel)
    if decision.kind == "window" and chance.random() < SILENCE:
        return Pass()
    found = answers(duel, game)
    if not found:
        return None
    if decision.seat == NOBODY:
        return found[0]
    return pick(duel, found, policy_of(duel.ruleset), 1.5, chance)
