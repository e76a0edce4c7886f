"""A whole duel of two opponents at a mat that feels everything at once, one round at a time."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random
from typing import Final

from duelmat_bench.instant_mat import InstantMat, decide_who_begins, do_next
from duelmat_engine import Action, Duel
from duelmat_host.players.hands import Hands
from duelmat_host.players.opponent import Opponent
from duelmat_host.players.unasked import has_no_answer
from duelmat_host.table.inputs import NoAnswerHeld
from duelmat_host.table.live import LiveTable
from duelmat_opponent import BUDGETS, Level, choose

LONGEST: Final = 4_000
"""A duel is followed for so many rounds at most: far more than any has."""


class EasyDecider:
    """A decider that answers at once."""

    def __init__(self, chance: Random) -> None:
        self._chance = chance
        self._answer: Action | None = None

    def ask(self, view: Duel, actions: Sequence[Action]) -> None:
        self._answer = choose(view, BUDGETS[Level.EASY], self._chance, among=actions)

    def answer(self) -> Action | None:
        found, self._answer = self._answer, None
        return found


def rounds_of(
    mat: InstantMat, table: LiveTable, hands: Hands, players: Sequence[Opponent]
) -> Iterator[Duel]:
    """Yield the duel before each round, in which each player does the next thing, and its end."""
    for _ in range(LONGEST):
        yield table.state.duel
        if table.state.duel.is_over():
            return
        for player in players:
            if has_no_answer(table.state, player.seat, hands.held(player.seat)):
                mat.take(NoAnswerHeld(player.seat))
            else:
                do_next(player, mat, hands)
        decide_who_begins(mat, table)
