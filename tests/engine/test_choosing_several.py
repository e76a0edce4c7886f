"""Several cards are offered in one order and may be chosen in any."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice

import pytest

from duelmat_engine import Duel, apply, game_of, judge, play_random, practice_duel
from duelmat_engine.actions import Choose
from duelmat_engine.board.evaluate import amount
from duelmat_engine.candidates.asked import current_op, scope_of
from duelmat_engine.effects import ops
from duelmat_engine.judging.listing import legal_actions

PLAYED = (("trump_king", 3, 240), ("ocg", 1, 820), ("ocg", 2, 90), ("ocg", 4, 400))
"""Duels by chance with such a choice: their seeds, and how many answers lead to it."""


def choices_of_several(ruleset: str, seed: int, answers: int) -> Iterator[Duel]:
    """Yield the duels of one played by chance in which a choice of several cards begins."""
    for each in islice(play_random(practice_duel(ruleset, seed=seed), seed=seed), answers):
        if is_choosing(each.step.duel):
            game = game_of(ruleset, each.step.duel.readings)
            op, scope = (
                current_op(game.blocks, each.step.duel.frames),
                scope_of(each.step.duel, game),
            )
            assert isinstance(op, ops.Choose)
            if amount(scope, op.count) > 1 and not scope.pieces(op.bind):
                yield each.step.duel


def is_choosing(duel: Duel) -> bool:
    return duel.decision is not None and duel.decision.kind == "choose"


def chosen(duel: Duel) -> list[Choose]:
    """Return the choices of somebody who takes what is listed first, one after another."""
    frames, taken = duel.frames[-1].step, []
    while is_choosing(duel) and duel.frames and duel.frames[-1].step == frames:
        first = next(a for a in legal_actions(duel) if isinstance(a, Choose))
        taken.append(first)
        duel = apply(duel, first).duel
    return taken


@pytest.mark.parametrize(("ruleset", "seed", "answers"), PLAYED)
def test_several_cards_may_be_chosen_in_any_order(ruleset: str, seed: int, answers: int) -> None:
    """What goes back, is discarded, or is a material: the last that is listed may come first."""
    met = 0
    for duel in choices_of_several(ruleset, seed, answers):
        listed = chosen(duel)
        for choice in reversed(listed):
            assert is_choosing(duel), "as many are chosen"
            assert judge(duel, choice).legal, (choice, duel)
            duel = apply(duel, choice).duel
            if choice is not listed[0]:
                assert not judge(duel, choice).legal, "it is chosen already"
                assert choice not in legal_actions(duel)
        met += len(listed) > 1
    assert met
