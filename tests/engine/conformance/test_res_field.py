"""Resummoned: columns without end, and how cards come to lie in them; RES-400 to RES-507."""

from __future__ import annotations

import random

import pytest

from duelmat_engine.actions import Attack, Choose, Name, Turn
from duelmat_engine.board import columns
from duelmat_engine.errors import PositionError
from duelmat_engine.events import CardActivated, Destroyed, Moved, Spared, Summoned, Turned
from duelmat_engine.forms.position import Placed
from duelmat_engine.play import Deck, new_duel
from duelmat_engine.state import replace
from engine.conformance.board import Board
from engine.conformance.resummoned import (
    all_pass,
    down,
    flip,
    known_rules,
    lay_cards,
    play,
    resolve,
)

# Columns


@pytest.mark.rule("RES-505.4", "RES-505.5", "RES-500.1", "RES-505.1")
def test_the_first_card_comes_to_the_centre(board: Board) -> None:
    board.explains("RES-500.1")
    table = lay_cards(board, {"a.hand": [Placed("BattleOx"), Placed("DarkHole")]})
    table.refuses(play("summon", "a:BattleOx", "a.m1"), "RES-505.5")
    table.refuses(play("summon", "a:BattleOx", "a.m-3"), "RES-505.5")
    table.refuses(play("summon", "a:BattleOx", "b.m0"), "RES-505.5")
    table.plays(play("summon", "a:BattleOx", "a.m0"), "RES-505.5", "RES-505.4")
    table.plays(play("activate-spell", "a:DarkHole", "a.s0"))
    resolve(table)
    assert table.has(Destroyed, "RES-505.1")


@pytest.mark.rule("RES-505.5B", "RES-505.2", "RES-505.3", "RES-505.5C", "RES-500.2")
def test_other_cards_come_in_or_beside_columns_in_use(board: Board) -> None:
    """Anybody's card counts; the columns go on to both sides without end (G-67)."""
    table = lay_cards(board, {"b.s4": [down("TrapHole")], "a.hand": [Placed("BattleOx")]})
    for place in ("a.m0", "a.m2", "a.m6", "b.m4"):
        table.refuses(play("summon", "a:BattleOx", place), "RES-505.5B")
    for place in ("a.m3", "a.m4", "a.m5"):
        table.accepts(play("summon", "a:BattleOx", place), "RES-505.5B", "RES-505.2", "RES-505.3")
    table.plays(play("summon", "a:BattleOx", "a.m5"), "RES-505.5C")
    far = lay_cards(board, {"a.m-900": [Placed("BattleOx")], "a.hand": [Placed("Kuriboh")]})
    far.accepts(play("summon", "a:Kuriboh", "a.m-901"), "RES-505.5B")
    step = new_duel("resummoned", [Deck(known_rules().decks.practice[0])] * 2, seed=1)
    table = board.take(step.duel, step.events)
    assert "RES-500.2" in {r for e in table.plays(Name("a")) for r in e.rules}


@pytest.mark.rule("RES-505.5C")
def test_columns_in_use_form_one_block_while_cards_are_only_added(board: Board) -> None:
    chance = random.Random(4)
    zones = {f"{s}.hand": [Placed(c) for c in known_rules().decks.practice[0][:16]] for s in "ab"}
    table = lay_cards(board, zones)
    for _ in range(12):
        actions = [
            a
            for a in table.legal()
            if getattr(a, "move", "") in ("summon", "set-monster", "set-trap")
        ]
        table.plays(chance.choice(actions or table.legal()[-1:]))
        there = columns.occupied(table.duel.zones)
        assert there == list(range(there[0], there[-1] + 1))


def test_a_full_mat_is_a_limit_of_the_table_and_no_rule(board: Board) -> None:
    """The engine takes the card; that the mat cannot show it is the table's to say."""
    table = lay_cards(
        board,
        {**{f"a.m{i}": [Placed("BattleOx")] for i in range(5)}, "a.hand": [Placed("Kuriboh")]},
    )
    table.accepts(play("summon", "a:Kuriboh", "a.m5"))


@pytest.mark.rule("RES-506.1", "RES-507.1")
def test_a_zone_holds_one_card_of_its_kind(board: Board) -> None:
    table = lay_cards(
        board,
        {
            "a.hand": [Placed("BattleOx"), Placed("DarkHole"), Placed("TrapHole")],
            "a.m0": [Placed("Kuriboh")],
            "a.s0": [down("MirrorForce")],
        },
    )
    table.refuses(play("summon", "a:BattleOx", "a.m0"), "RES-506.1")
    table.refuses(play("summon", "a:BattleOx", "a.s1"), "RES-506.1")
    table.refuses(play("activate-spell", "a:DarkHole", "a.s0"), "RES-507.1")
    table.refuses(play("set-trap", "a:TrapHole", "a.m1"), "RES-507.1")
    table.accepts(play("summon", "a:BattleOx", "a.m1"), "RES-506.1")
    table.accepts(play("activate-spell", "a:DarkHole", "a.s1"), "RES-507.1")


# Playing


@pytest.mark.rule(
    "RES-504.3",
    "RES-504.3a",
    "RES-504.3b",
    "RES-506.3",
    "RES-407.1",
    "RES-304.1",
    "RES-505.6",
    "RES-400.1",
)
@pytest.mark.parametrize("upright", [True, False])
def test_a_monster_is_summoned_or_set_in_either_position(board: Board, upright: bool) -> None:
    table = lay_cards(board, {"a.hand": [Placed("BattleOx")]})
    summon = play("summon", "a:BattleOx", "a.m0", upright=upright)
    table.accepts(summon, "RES-504.3", "RES-504.3a", "RES-506.3", "RES-407.1", "RES-400.1")
    events = table.plays(summon)
    assert any(isinstance(e, Summoned) and "RES-504.3a" in e.rules for e in events)
    assert table.card("a.m0").upright == upright
    table = lay_cards(board, {"a.hand": [Placed("BattleOx")]})
    events = table.plays(play("set-monster", "a:BattleOx", "a.m0", upright=upright))
    assert not any(isinstance(e, Summoned) for e in events)
    assert any(isinstance(e, Moved) and "RES-504.3b" in e.rules for e in events)
    laid = table.card("a.m0")
    assert (laid.face_up, laid.upright, laid.shown) == (False, upright, False)
    assert table.has(Moved, "RES-505.6")


@pytest.mark.rule("RES-401.1", "RES-401.1b", "RES-401.2", "RES-504.3c", "RES-505.6")
def test_a_spell_is_played_face_up_and_never_down(board: Board) -> None:
    board.explains("RES-401.1b")
    table = lay_cards(board, {"a.hand": [Placed("DianKeto")]})
    spell = play("activate-spell", "a:DianKeto", "a.s0")
    table.refuses(replace(spell, face_up=False), "RES-401.2")
    table.refuses(play("set-trap", "a:DianKeto", "a.s0"), "RES-304.2a", "RES-401.2")
    table.accepts(spell, "RES-401.1", "RES-401.2", "RES-504.3c")
    events = table.plays(spell)
    assert any(isinstance(e, CardActivated) and "RES-504.3c" in e.rules for e in events)
    faults = board.faults({"a.s0": "(DianKeto)", "a.pile": "Kuriboh"})
    assert any("RES-401.2" in fault for fault in faults)


@pytest.mark.rule("RES-401.2")
def test_no_effect_turns_a_spell_face_down(board: Board) -> None:
    """The effect does what it can: the spell stays as it is, and that is told."""
    table = lay_cards(board, {"a.hand": [Placed("BookOfMoon")], "b.s0": [Placed("BurningLand")]})
    table.plays(play("quick-play", "a:BookOfMoon", "a.s0"))
    table.plays(Choose("b.s0"))
    resolve(table)
    assert [e.what for e in table.history if isinstance(e, Spared)] == ["face"]
    assert table.has(Spared, "RES-401.2")
    assert table.card("b.s0").face_up


@pytest.mark.rule("RES-402.1", "RES-402.1b", "RES-304.2a")
def test_a_trap_is_set_and_a_flip_effect_turns_it_up(board: Board) -> None:
    board.explains("RES-402.1b")
    table = lay_cards(board, {"a.hand": [Placed("JustDesserts")], "b.m0": [Placed("Kuriboh")]})
    table.refuses(play("activate-spell", "a:JustDesserts", "a.s0"), "RES-402.1", "RES-504.3c")
    events = table.plays(play("set-trap", "a:JustDesserts", "a.s0"), "RES-402.1")
    assert any(isinstance(e, Moved) and "RES-304.2a" in e.rules for e in events)
    up = flip("flip-freely", "a.s0", "a:JustDesserts")
    events = table.plays(up, "RES-602.4", "RES-703.1")
    assert any(isinstance(e, CardActivated) and "RES-402.1" in e.rules for e in events)
    resolve(table)
    assert table.life() == (8000, 7800)
    assert table.cards("a.grave") == "JustDesserts"


@pytest.mark.rule("RES-407.1a", "RES-304.1a")
def test_off_the_field_a_card_has_neither_face_nor_position(board: Board) -> None:
    table = lay_cards(
        board, {"a.hand": [Placed("DarkHole")], "b.m0": [down("BattleOx", upright=False)]}
    )
    spell = play("activate-spell", "a:DarkHole", "a.s0")
    table.refuses(replace(spell, upright=False), "RES-407.1a")
    table.plays(spell)
    resolve(table)
    assert table.has(Moved, "RES-304.1a", "RES-407.1a")
    lying = table.card("b.grave")
    assert (lying.face_up, lying.upright) == (True, True)
    assert any("RES-407.1a" in f for f in _faults_of_sideways_spell(board))


def _faults_of_sideways_spell(board: Board) -> tuple[str, ...]:
    try:
        lay_cards(board, {"a.s0": [Placed("BurningLand", upright=False)]})
    except PositionError as error:
        board.note("refused", error.rules)
        return error.faults
    return ()


@pytest.mark.rule("RES-407.2", "RES-606.3")
@pytest.mark.parametrize("face_up", [True, False])
def test_a_change_of_position_turns_to_the_other_one_only(board: Board, face_up: bool) -> None:
    """A face-down monster keeps its face (G-82)."""
    lying = Placed("BattleOx", face_up=face_up, upright=True)
    table = lay_cards(board, {"a.m0": [lying]})
    turn = Turn("a.m0", upright=False, face_up=face_up)
    table.refuses(Turn("a.m0", upright=True, face_up=face_up), "RES-407.2")
    table.refuses(Turn("a.m0", upright=False, face_up=not face_up), "RES-407.2")
    events = table.plays(turn, "RES-407.2", "RES-606.3")
    assert any(isinstance(e, Turned) and "RES-407.2" in e.rules for e in events)
    after = table.card("a.m0")
    assert (after.face_up, after.upright, after.shown) == (face_up, False, face_up)


@pytest.mark.rule("RES-505.6a", "RES-401.2")
def test_an_effect_that_brings_a_spell_to_the_field_lays_it_face_up(board: Board) -> None:
    zones = {
        "a.hand": [Placed("Kotetsu")],
        "a.grave": [Placed("AxeOfDespair"), Placed("DarkHole")],
    }
    table = lay_cards(board, zones)
    table.plays(play("summon", "a:Kotetsu", "a.m0"))
    table.plays(Choose("a:AxeOfDespair"))
    resolve(table)
    lying = play("effect-move", "a:AxeOfDespair", "a.s0")
    table.refuses(replace(lying, face_up=False), "RES-710.1", "RES-401.2")
    table.plays(lying, "RES-505.6a", "RES-401.2")
    assert table.card("a.s0").attached == table.card("a.m0").oid
    all_pass(table)
    assert table.cards("a.s0") == "AxeOfDespair"


@pytest.mark.rule("RES-504.3b", "RES-504.3a")
@pytest.mark.parametrize("face_up", [True, False])
def test_what_an_effect_plays_from_the_hand_is_summoned_or_set(
    board: Board, face_up: bool
) -> None:
    table = lay_cards(board, {"a.hand": [Placed("Captain"), Placed("GeminiElf")]})
    table.plays(play("summon", "a:Captain", "a.m0"))
    resolve(table)
    while table.asks()[1] != "place":
        table.plays(table.legal()[0])
    laid = replace(play("effect-play", "a:GeminiElf", "a.m1"), face_up=face_up)
    events = table.plays(laid, "RES-504.3")
    moved = [e for e in events if isinstance(e, Moved)]
    assert ["RES-504.3b" in e.rules for e in moved] == [not face_up]
    assert any(isinstance(e, Summoned) for e in events) == face_up


@pytest.mark.rule("RES-305.1")
def test_a_tribute_is_said_to_lie_beneath_the_card_that_may_act(board: Board) -> None:
    zones = {"a.m0": [Placed("SummonedSkull", beneath=("BattleOx",))]}
    table = lay_cards(board, zones, phase="battle")
    verdict = table.invalid(Attack("a:BattleOx", None))
    assert [str(each.text) for each in verdict.remedies] == [
        "Name the card on top: a:BattleOx lies beneath it in a.m0."
    ]
