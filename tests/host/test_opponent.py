"""The practice opponent plays through the mat like anybody, and never gets stuck."""

from __future__ import annotations

from random import Random

import pytest

from deciders import ImmediateDecider, first_of
from direct_mat import MemoryJournal, do, practice_deck, seat_down
from duelmat_engine.names import Seat
from duelmat_engine.play import new_duel
from duelmat_engine.ruleset.registry import ruleset_names
from duelmat_host.players.opponent import Opponent
from duelmat_host.players.scripted_player import Dice
from duelmat_host.table.table import DuelTable
from duelmat_opponent import BUDGETS, Level

STEPS = 700


@pytest.mark.parametrize("seed", [0, pytest.param(1, marks=pytest.mark.long)])
@pytest.mark.parametrize("ruleset", ruleset_names())
def test_two_opponents_play_on_without_help(ruleset: str, seed: int) -> None:
    """Both seats played alike: plays are made, nothing is refused for long, no seat waits."""
    chance = Random(seed)
    budget = BUDGETS[Level.EASY] if seed == 0 else BUDGETS[Level.MEDIUM]._replace(steps=60)
    closed = new_duel(ruleset, [practice_deck(ruleset)] * 2, seed=seed).duel
    performance, mat, _ = seat_down(closed, asks=False)
    hands = performance.hands
    table = DuelTable(performance.table.state, MemoryJournal(), first_of)
    performance.table = mat.table = table
    players = [
        Opponent(table, hands, Seat(seat), ImmediateDecider(budget, chance), chance)
        for seat in (0, 1)
    ]
    idle = 0
    for _ in range(STEPS):
        if table.state.duel.is_over():
            break
        for player in players:
            step = player.step()
            idle = idle + 1 if step is None else 0
            if step is not None:
                do(performance, step)
                mat.rest(10)
        decision = table.state.duel.decision
        if decision is not None and decision.kind == "first" and not table.state.obligations:
            prompt = table.shown().prompts[0]  # people decide who goes first
            table.answer(prompt.seat, prompt.id, 0)
        assert idle < 40, (
            table.state.duel.decision,
            table.state.obligations,
            table.state.pending,
            table.shown().messages,
        )
    assert table.state.duel.turn > 3


def test_the_dice_of_a_known_duel_fall_as_it_says() -> None:
    dice = Dice([("a", "b")])
    assert dice(("a", "b", "c"), 2) == ("a", "b")
