"""Deciders for opponents in tests, where nobody waits."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from duelmat_engine import Action, Duel
from duelmat_opponent import Budget, choose


class ImmediateDecider:
    """A decider that thinks while it is asked, where nobody waits."""

    def __init__(self, budget: Budget, chance: Random) -> None:
        self._budget = budget
        self._chance = chance
        self._answer: Action | None = None

    def ask(self, view: Duel, actions: Sequence[Action]) -> None:
        self._answer = choose(view, self._budget, self._chance, among=actions)

    def answer(self) -> Action | None:
        return self._answer


def first_of(options: Sequence[str], count: int) -> tuple[str, ...]:
    """Dice that always fall the same way."""
    return tuple(options[:count])
