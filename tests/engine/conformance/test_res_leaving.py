"""Resummoned: players who surrender while others announce, choose or order; RES-103.2."""

from __future__ import annotations

import pytest

from duelmat_engine.actions import Activate, Choose, Concede, CorrectLife
from duelmat_engine.events import Activated, Arranged, Lapsed, PlayerLeft
from duelmat_engine.forms.position import Placed
from duelmat_engine.judging.judge import judge
from engine.conformance.board import Board
from engine.conformance.resummoned import down, lay_cards, play, resolve, says


@pytest.mark.rule("RES-709.3", "RES-709.2", "RES-103.2b")
@pytest.mark.parametrize("another", [False, True])
def test_an_announcement_is_taken_back_when_another_player_leaves(
    board: Board, another: bool
) -> None:
    """Its target may be gone; nothing has been paid for it."""
    zones = {"a.m0": [Placed("Breaker")], "b.s0": [down("TrapHole")]}
    if another:
        zones["c.s0"] = [down("TrapHole")]
    table = lay_cards(board, zones, players=3)
    table.plays(Activate("breaker-break", "a.m0"))
    assert table.asks() == ("a", "choose")
    says(table, Concede(1), "RES-103.2b")
    assert table.asks() == ("a", "open")
    assert (table.life(), table.duel.chain) == ((8000, 8000, 8000), ())
    if another:
        table.accepts(Activate("breaker-break", "a.m0"), "RES-602.3")
    else:
        table.refuses(Activate("breaker-break", "a.m0"), "RES-709.3")


@pytest.mark.rule("RES-709.3", "RES-709.2", "RES-603.2")
def test_a_trigger_whose_targets_leave_is_not_activated(board: Board) -> None:
    zones = {"a.hand": [Placed("ChangeOfHeart")], "b.m0": [Placed("GeminiElf")]}
    table = lay_cards(board, zones, players=3)
    table.plays(play("activate-spell", "a:ChangeOfHeart", "a.s0"))
    assert table.asks() == ("a", "choose")
    says(table, Concede(1))
    assert table.has(Lapsed, "RES-709.3")
    assert not table.has(Activated)
    assert table.cards("a.grave") == "ChangeOfHeart"


@pytest.mark.rule("RES-500.4a", "RES-103.2")
@pytest.mark.parametrize("leaver", [0, 2, 3])
def test_a_player_orders_a_graveyard_whoever_leaves_meanwhile(board: Board, leaver: int) -> None:
    """The turn player, whose effect it was; another who has to order cards; or any other."""
    pair = [Placed("GeminiElf")], [Placed("BattleOx")]
    zones = {"a.hand": [Placed("DarkHole")], "d.m0": [Placed("Kuriboh")]}
    for seat in "bc":
        zones |= {f"{seat}.m0": pair[0], f"{seat}.m1": pair[1]}
    table = lay_cards(board, zones, players=4)
    table.plays(play("activate-spell", "a:DarkHole", "a.s0"))
    resolve(table)
    assert table.asks() == ("b", "choose")
    says(table, Concede(leaver), "RES-103.2b")
    assert table.asks() == ("b", "choose")
    table.plays(Choose("b:BattleOx"), "RES-500.4a")
    assert table.has(Arranged, "RES-500.4a")
    assert table.cards("b.grave") == "GeminiElf BattleOx"
    if leaver != 2:
        assert table.asks() == ("c", "choose")


@pytest.mark.rule("RES-603.7", "RES-603.1")
def test_a_life_corrected_to_nothing_loses_before_anybody_acts(board: Board) -> None:
    table = lay_cards(board, {"a.hand": [Placed("Kuriboh")]}, players=3)
    says(table, CorrectLife(0, 0, 0, "a slip"))
    assert table.duel.players[0].lost
    assert table.has(PlayerLeft, "RES-603.7")
    assert table.asks() == ("b", "open")
    verdict = judge(table.duel, CorrectLife(1, 0, 500, "another slip"), table.game)
    assert verdict.invalid
    assert [str(remedy.text) for remedy in verdict.remedies] == [
        "Name a player who is still in the duel."
    ]


@pytest.mark.rule("RES-103.2", "RES-603.7")
def test_the_chain_of_a_leaver_vanishes_when_the_duel_ends_by_it(board: Board) -> None:
    """The last life was paid for an effect."""
    zones = {"a.m0": [Placed("Breaker")], "b.s0": [down("TrapHole")]}
    table = lay_cards(board, zones, life=(500, 8000))
    table.plays(Activate("breaker-break", "a.m0"))
    table.plays(Choose("b.s0"))
    assert table.duel.outcome is not None
    assert table.duel.outcome.winner == 1
    assert table.duel.chain == ()
