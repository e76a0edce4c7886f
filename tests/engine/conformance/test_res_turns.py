"""Resummoned: phases, priority, actions, state actions; RES-600 to RES-606."""

from __future__ import annotations

import pytest

from duelmat_engine.actions import Activate, Advance, Choose, Name, Pass, Turn
from duelmat_engine.events import (
    Activated,
    Destroyed,
    Lapsed,
    LifeChanged,
    Moved,
    Passed,
    PhaseBegan,
    PlayerLeft,
    Resolved,
)
from duelmat_engine.forms.position import Placed
from duelmat_engine.play import Deck, new_duel
from duelmat_engine.state import replace
from engine.conformance.board import Board
from engine.conformance.resummoned import (
    all_pass,
    down,
    flip,
    game_with,
    known_rules,
    lay_cards,
    next_phase,
    play,
    resolve,
)

PHASES = ["draw", "standby", "main1", "battle", "main2", "end-phase"]


@pytest.mark.rule("RES-600.1", "RES-600.2", "RES-600.3", "RES-601.1", "RES-605.1", "RES-606.1")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_a_turn_has_six_phases_that_end_when_all_pass(board: Board, players: int) -> None:
    board.explains("RES-606.1")
    table = lay_cards(board, {}, players=players, phase="end-phase")
    all_pass(table)
    turn = table.duel.turn
    seen = []
    while table.duel.turn == turn:
        assert table.asks() == ("abcd"[table.duel.turn_seat], "open")
        seen.append(table.duel.phase)
        for index in range(players):
            assert table.asks()[0] == "abcd"[(table.duel.turn_seat + index) % players]
            table.plays(Pass(), "RES-601.1", "RES-600.2")
    assert seen == PHASES
    began = [e for e in table.history if isinstance(e, PhaseBegan)]
    assert all("RES-600.1" in e.rules for e in began)
    assert any("RES-605.1" in e.rules for e in began)
    assert any("RES-600.3" in e.rules for e in began)
    assert any(isinstance(e, Passed) and "RES-601.1" in e.rules for e in table.history)


@pytest.mark.rule("RES-601.2", "RES-601.1")
def test_only_the_player_with_priority_acts(board: Board) -> None:
    zones = {
        "a.hand": [Placed("BattleOx")],
        "b.hand": [Placed("SpaceTyphoon")],
        "a.s0": [down("TrapHole")],
    }
    table = lay_cards(board, zones)
    table.refuses(play("quick-play", "b:SpaceTyphoon", "b.s0"), "RES-601.2")
    table.plays(Pass(), "RES-601.2")
    table.refuses(play("summon", "a:BattleOx", "a.m0"), "RES-601.2")
    table.accepts(play("quick-play", "b:SpaceTyphoon", "b.s0"), "RES-601.2")
    table.invalid(Advance("battle"), "RES-600.1", "RES-600.2", "RES-601.1", "RES-601.2")


@pytest.mark.rule("RES-601.1", "RES-601.2")
def test_whoever_has_acted_keeps_priority_and_all_have_to_pass_again(board: Board) -> None:
    """G-71: an act starts the round of passing anew."""
    zones = {"a.hand": [Placed("BattleOx")], "b.s0": [down("JustDesserts")]}
    table = lay_cards(board, zones)
    table.plays(Pass())
    table.plays(flip("flip-freely", "b.s0", "b:JustDesserts"))
    assert table.asks() == ("b", "open")
    table.plays(Pass())
    assert table.asks() == ("a", "open")
    assert table.duel.chain
    table.plays(Pass())
    assert not table.duel.chain
    assert table.asks() == ("a", "open")
    assert table.duel.phase == "main1"


@pytest.mark.rule("RES-602.1", "RES-602.2", "RES-606.2e")
@pytest.mark.parametrize("phase", ["draw", "standby", "battle", "end-phase"])
def test_a_quick_play_card_is_played_in_any_phase_by_anybody(board: Board, phase: str) -> None:
    """It does not count towards the limits of the turn (G-74)."""
    board.explains("RES-602.1")
    zones = {
        "a.hand": [Placed("Kuriboh"), Placed("Hinotama")],
        "b.hand": [Placed("SpaceTyphoon"), Placed("BookOfMoon")],
        "a.s0": [down("TrapHole")],
    }
    table = lay_cards(board, zones, phase=phase)
    table.refuses(play("quick-play", "a:Hinotama", "a.s1"), "RES-602.2")
    table.plays(Pass())
    table.plays(play("quick-play", "b:SpaceTyphoon", "b.s0"), "RES-602.2", "RES-606.2e")
    if table.asks()[1] == "choose":
        table.plays(table.legal()[0])
    found = table.accepts(play("quick-play", "b:BookOfMoon", "b.s1"), "RES-602.2")
    assert "G-74" in found.readings
    assert not table.duel.turn_counters


@pytest.mark.rule("RES-602.3", "RES-602.1")
def test_an_ignition_effect_is_used_in_any_phase(board: Board) -> None:
    board.explains("RES-602.1")
    zones = {"b.m0": [Placed("CannonSoldier")], "a.m0": [Placed("CannonSoldier")]}
    table = lay_cards(board, zones, phase="standby")
    table.refuses(Activate("cannon-shot", "b.m0"), "RES-601.2")
    table.plays(Pass())
    table.plays(Activate("cannon-shot", "b.m0"), "RES-602.3")


@pytest.mark.rule("RES-602.4", "RES-703.1")
def test_a_card_is_flipped_when_its_condition_holds(board: Board) -> None:
    zones = {
        "b.m0": [down("MagicianOfFaith")],
        "b.m1": [down("BattleOx")],
        "b.grave": [Placed("DarkHole")],
    }
    table = lay_cards(board, zones)
    table.plays(Pass())
    up = flip("flip-in-own-turn", "b.m0", "b:MagicianOfFaith")
    table.refuses(up, "RES-703.1")
    table.refuses(flip("flip-freely", "b.m1", "b:BattleOx"), "RES-703.1")
    table = lay_cards(board, zones, seat="b")
    table.plays(up, "RES-602.4", "RES-703.1")
    assert table.card("b.m0").upright
    assert table.asks() == ("b", "choose")


# State actions


@pytest.mark.rule("RES-603.1", "RES-603.2", "RES-603.3", "RES-603.4")
def test_what_happens_by_itself_happens_before_the_next_act(board: Board) -> None:
    table = lay_cards(board, {"a.hand": [Placed("DianKeto")]})
    events = table.plays(play("activate-spell", "a:DianKeto", "a.s0"))
    assert any(isinstance(e, Activated) for e in events)
    assert table.cards("a.s0") == "DianKeto"
    events = (*table.plays(Pass()), *table.plays(Pass()))
    resolved = [e for e in events if isinstance(e, Resolved)]
    assert {"RES-603.1", "RES-603.3", "RES-700.3"} <= set(resolved[0].rules)
    cleared = [e for e in events if isinstance(e, Moved)]
    assert {"RES-603.1", "RES-603.4"} <= set(cleared[0].rules)
    assert table.cards("a.grave") == "DianKeto"
    assert table.life() == (9000, 8000)
    assert "RES-603.2" in {r for e in table.history for r in e.rules}


@pytest.mark.rule("RES-603.4", "RES-603.2")
def test_the_order_of_state_actions_is_a_list(board: Board) -> None:
    """G-70: were used spells cleared away first, their triggers would never be activated."""
    orders = next(r for r in known_rules().readings if r.id == "G-70").choices
    outcomes = []
    for order in orders:
        game = game_with("", {"G-70": order})
        table = lay_cards(board, {"a.hand": [Placed("DianKeto")]}, game=game)
        table.plays(play("activate-spell", "a:DianKeto", "a.s0"))
        resolve(table)
        outcomes.append(table.life()[0])
        if not table.has(Resolved):
            assert table.has(Lapsed, "RES-603.2")
    assert outcomes == [9000, 9000, 8000]
    assert table.cards("a.grave") == "DianKeto"


@pytest.mark.rule("RES-603.4")
def test_set_traps_and_continuous_cards_stay(board: Board) -> None:
    """G-72: only what is face-up and neither Continuous nor Equip is cleared away."""
    zones = {
        "a.s0": [down("TrapHole")],
        "a.s1": [Placed("BurningLand")],
        "a.hand": [Placed("Hinotama")],
    }
    table = lay_cards(board, zones)
    table.plays(play("activate-spell", "a:Hinotama", "a.s2"))
    resolve(table)
    assert table.cards("a.grave") == "Hinotama"
    assert (table.cards("a.s0"), table.cards("a.s1")) == ("TrapHole", "BurningLand")
    table.plays(Pass())


@pytest.mark.rule("RES-603.5", "RES-710.3", "RES-710.1")
def test_an_equip_card_without_its_target_is_destroyed(board: Board) -> None:
    zones = {"a.hand": [Placed("AxeOfDespair"), Placed("DarkHole")], "b.m0": [Placed("BattleOx")]}
    table = lay_cards(board, zones)
    table.plays(play("activate-spell", "a:AxeOfDespair", "a.s0"))
    table.plays(Choose("b.m0"))
    resolve(table)
    assert table.card("a.s0").attached == table.card("b.m0").oid
    zones = {"a.hand": [Placed("AxeOfDespair")]}
    alone = lay_cards(board, zones)
    alone.plays(play("activate-spell", "a:AxeOfDespair", "a.s0"))
    assert alone.has(Destroyed, "RES-603.5", "RES-710.1", "RES-710.3")
    assert alone.has(Lapsed, "RES-709.3")


MISPLACE = """
[[card]]
code = "Muddle"
name = "Muddle"
kinds = ["spell"]
effects = ["muddle"]
[[effect]]
name = "muddle"
use = "trigger"
mandatory = true
zones = ["s"]
text = "Move a monster to a Spell/Trap Zone of yours."
on = { event = "card-activated" }
[[effect.announce]]
do = "choose"
bind = "target"
target = true
cards = { zones = ["m"] }
[[effect.resolve]]
do = "put-on-field"
cards = "target"
row = "s"
"""


@pytest.mark.rule("RES-603.6")
@pytest.mark.parametrize("face_up", [True, False])
def test_a_face_up_monster_in_the_wrong_row_is_moved(board: Board, face_up: bool) -> None:
    game = game_with(MISPLACE)
    zones = {"a.hand": [Placed("Muddle")], "b.m0": [Placed("Penguin")]}
    table = lay_cards(board, zones, game=game)
    table.plays(play("activate-spell", "a:Muddle", "a.s0"))
    if table.asks()[1] == "choose":
        table.plays(Choose("b.m0"))
    resolve(table)
    table.plays(replace(play("effect-move", "b.m0", "a.s1"), face_up=face_up))
    if face_up:
        assert table.asks() == ("a", "place")
        table.plays(play("rehoused", "a.s1", "a.m1", upright=False), "RES-603.6")
        assert table.cards("a.m1") == "Penguin"
        assert table.has(Moved, "RES-603.6")
    else:
        assert table.card("a.s1").code == "Penguin"
        assert table.asks() == ("a", "open")


@pytest.mark.rule("RES-603.7", "RES-201.1", "RES-103.2")
def test_a_player_without_life_loses(board: Board) -> None:
    table = lay_cards(board, {"a.hand": [Placed("Hinotama")]}, players=3, life=(8000, 500, 501))
    table.plays(play("activate-spell", "a:Hinotama", "a.s0"))
    events = (*table.plays(Pass()), *table.plays(Pass()), *table.plays(Pass()))
    left = [e for e in events if isinstance(e, PlayerLeft)]
    assert [e.seat for e in left] == [1]
    assert "RES-603.7" in left[0].rules
    assert "RES-201.1" in left[0].rules
    table.plays(Pass())
    assert table.asks()[0] == "c"


@pytest.mark.rule("RES-603.8", "RES-604.1", "RES-501.3")
def test_the_turn_player_draws_once_in_each_draw_phase_but_the_first(board: Board) -> None:
    step = new_duel("resummoned", [Deck(known_rules().decks.practice[0])] * 3, seed=2)
    table = board.take(step.duel, step.events)
    table.plays(Name("a"))
    assert len(table.duel.at("a.hand")) == 5
    while table.duel.turn == 1:
        table.plays(table.legal()[-1])
    assert table.duel.phase == "draw"
    assert len(table.duel.at("b.hand")) == 6
    assert table.has(Moved, "RES-603.8", "RES-604.1", "RES-501.3")
    all_pass(table)
    assert len(table.duel.at("b.hand")) == 6


@pytest.mark.rule("RES-603.9", "RES-608.1")
@pytest.mark.parametrize(("held", "left"), [(6, 6), (7, 6), (9, 6), (0, 0)])
def test_the_turn_player_discards_down_to_six(board: Board, held: int, left: int) -> None:
    """G-77: that belongs to the End Phase."""
    zones = {
        "a.hand": [Placed(c) for c in known_rules().decks.practice[0][:held]],
        "b.hand": [Placed(c) for c in known_rules().decks.practice[0][:8]],
    }
    table = lay_cards(board, zones, phase="main2")
    next_phase(table)
    while table.asks()[1] == "choose":
        assert table.asks()[0] == "a"
        table.plays(
            table.legal()[-1],
            *(("RES-603.9",) if table.duel.frames[-1].block == "discard-down" else ()),
        )
    assert len(table.duel.at("a.hand")) == left
    assert len(table.duel.at("b.hand")) == 8
    assert table.has(Moved, "RES-603.9", "RES-608.1") == (held > 6)
    board.note("event", ())


@pytest.mark.rule("RES-605.1", "RES-603.2")
def test_triggers_come_in_the_standby_phase(board: Board) -> None:
    table = lay_cards(board, {"a.s0": [Placed("BurningLand")]}, phase="draw", players=3)
    next_phase(table)
    assert table.duel.phase == "standby"
    assert table.duel.chain
    resolve(table)
    assert table.life() == (8000, 7800, 7800)
    assert table.has(LifeChanged, "RES-605.1")


# Main Phases


@pytest.mark.rule("RES-606.2", "RES-606.2e")
def test_cards_are_played_from_the_hand_in_own_main_phases(board: Board) -> None:
    zones = {"a.hand": [Placed("BattleOx")], "b.hand": [Placed("GeminiElf")]}
    summon = play("summon", "a:BattleOx", "a.m0")
    for phase in ("draw", "standby", "battle", "end-phase"):
        table = lay_cards(board, zones, phase=phase)
        table.refuses(summon, "RES-606.2")
    for phase in ("main1", "main2"):
        table = lay_cards(board, zones, phase=phase)
        table.accepts(summon, "RES-606.2", "RES-606.2e")
    table.plays(Pass())
    table.refuses(play("summon", "b:GeminiElf", "b.m0"), "RES-606.2")


@pytest.mark.rule("RES-606.2a", "RES-606.2e")
@pytest.mark.parametrize("first", ["summon", "set-monster"])
@pytest.mark.parametrize("then", ["summon", "set-monster"])
def test_one_monster_is_summoned_or_set_a_turn(board: Board, first: str, then: str) -> None:
    zones = {"a.hand": [Placed("BattleOx"), Placed("GeminiElf")]}
    table = lay_cards(board, zones)
    table.plays(play(first, "a:BattleOx", "a.m0"), "RES-606.2a")
    table.refuses(play(then, "a:GeminiElf", "a.m1"), "RES-606.2a")
    while table.duel.phase != "main2":
        next_phase(table)
    table.refuses(play(then, "a:GeminiElf", "a.m1"), "RES-606.2a")


@pytest.mark.rule("RES-606.2b", "RES-606.2e")
def test_one_trap_is_set_a_turn(board: Board) -> None:
    zones = {"a.hand": [Placed("TrapHole"), Placed("MirrorForce")]}
    table = lay_cards(board, zones)
    table.plays(play("set-trap", "a:TrapHole", "a.s0"), "RES-606.2b")
    table.refuses(play("set-trap", "a:MirrorForce", "a.s1"), "RES-606.2b")


@pytest.mark.rule("RES-606.2c", "RES-606.2e")
def test_one_spell_is_activated_a_turn(board: Board) -> None:
    zones = {"a.hand": [Placed("DianKeto"), Placed("Hinotama"), Placed("SpaceTyphoon")]}
    table = lay_cards(board, zones)
    table.plays(play("activate-spell", "a:DianKeto", "a.s0"), "RES-606.2c")
    table.refuses(play("activate-spell", "a:Hinotama", "a.s1"), "RES-606.2c")
    table.accepts(play("quick-play", "a:SpaceTyphoon", "a.s1"), "RES-606.2e")


@pytest.mark.rule("RES-606.2d")
def test_one_legend_is_brought_out_a_turn(board: Board) -> None:
    """G-73: one in all, whatever it is; a Legend that is set does not count."""
    zones = {"a.hand": [Placed("Exodia"), Placed("PotOfGreed"), Placed("Hinotama")]}
    table = lay_cards(board, zones)
    table.plays(play("summon", "a:Exodia", "a.m0"), "RES-606.2d")
    table.refuses(play("activate-spell", "a:PotOfGreed", "a.s0"), "RES-606.2d")
    table.accepts(play("activate-spell", "a:Hinotama", "a.s0"))
    table = lay_cards(board, zones)
    table.plays(play("set-monster", "a:Exodia", "a.m0"))
    table.accepts(play("activate-spell", "a:PotOfGreed", "a.s0"), "RES-606.2d")


@pytest.mark.rule("RES-606.3", "RES-606.3a", "RES-606.3b")
def test_positions_are_changed_in_own_main_phases_once_a_turn(board: Board) -> None:
    zones = {
        "a.m0": [Placed("BattleOx")],
        "a.m1": [Placed("GeminiElf", arrived=5)],
        "b.m0": [Placed("VorseRaider")],
    }
    table = lay_cards(board, zones)
    table.refuses(Turn("a.m1", upright=False), "RES-606.3b")
    table.plays(Turn("a.m0", upright=False), "RES-606.3", "RES-606.3a", "RES-606.3b")
    table.refuses(Turn("a.m0"), "RES-606.3a")
    table.refuses(Turn("b.m0", upright=False), "RES-601.2", "RES-606.3")
    for phase in ("draw", "battle"):
        table = lay_cards(board, zones, phase=phase)
        table.refuses(Turn("a.m0", upright=False), "RES-606.3")
