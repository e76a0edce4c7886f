"""Battle positions: TK-23 to TK-30."""

from __future__ import annotations

import pytest

from duelmat_engine.actions import Advance, Attack, Play, Turn
from duelmat_engine.events import Battled, Turned
from duelmat_engine.names import CardKey, ZoneName
from duelmat_engine.verdict import Invalidity
from engine.conformance.board import Board


@pytest.mark.rule("TK-24")
@pytest.mark.parametrize("move", ["normal-summon", "spade-summon"])
def test_a_monster_keeps_its_position_in_the_turn_it_came(board: Board, move: str) -> None:
    table = board.lay({"a.hand": "S5"})
    table.plays(Play(move, "a:S5", ZoneName("a.m1")))
    verdict = table.refuses(Turn("a.m1", upright=False), "TK-24")
    assert verdict.readings == ("G-57",)
    table.plays(Advance("end"))
    table.refuses(Turn("a.m1", upright=False), "TK-05")
    table.plays(Advance("end"))
    table.plays(Turn("a.m1", upright=False), "TK-24")


@pytest.mark.rule("TK-24")
def test_a_monster_that_came_in_the_opponents_turn_may_turn_in_the_next(board: Board) -> None:
    table = board.lay({"a.m1": "S5@4"}, turn=5)
    table.plays(Turn("a.m1", upright=False), "TK-24")


@pytest.mark.rule("TK-24")
def test_a_monster_set_this_turn_stays_down(board: Board) -> None:
    table = board.lay({"a.m1": "(S5)@3"})
    table.refuses(Turn("a.m1", shown=CardKey("a:S5")), "TK-24")


@pytest.mark.rule("TK-24")
def test_only_own_monsters_turn(board: Board) -> None:
    table = board.lay({"b.m1": "S5", "a.s1": "(S5)"})
    table.refuses(Turn("b.m1", upright=False), "TK-05")
    table.refuses(Turn("a.s1"), "TK-24")


@pytest.mark.rule("TK-25")
def test_a_monster_that_has_attacked_does_not_turn(board: Board) -> None:
    table = board.lay({"a.m1": "S5", "a.m2": "S6"}, phase="battle")
    table.plays(Attack("a.m1"))
    table.plays(Advance("main2"))
    table.refuses(Turn("a.m1", upright=False), "TK-25")
    table.plays(Turn("a.m2", upright=False), "TK-25")


@pytest.mark.rule("TK-26")
def test_a_monster_turns_once_a_turn(board: Board) -> None:
    table = board.lay({"a.m1": "S5", "a.m2": "S6-"})
    table.plays(Turn("a.m1", upright=False), "TK-26")
    table.refuses(Turn("a.m1"), "TK-26")
    table.plays(Turn("a.m2"), "TK-26")
    table.plays(Advance("end"))
    table.plays(Advance("end"))
    table.plays(Turn("a.m1"), "TK-26")


@pytest.mark.rule("TK-27")
@pytest.mark.parametrize("lying", ["S5", "S5-"])
def test_nothing_is_turned_face_down(board: Board, lying: str) -> None:
    table = board.lay({"a.m1": lying})
    upright = lying.endswith("-")
    table.refuses(Turn("a.m1", upright=upright, face_up=False), "TK-27")
    table.plays(Turn("a.m1", upright=upright), "TK-27")


@pytest.mark.rule("TK-24", "TK-28")
def test_a_face_down_monster_turns_to_attack(board: Board) -> None:
    table = board.lay({"a.m1": "(S5)"})
    table.refuses(Turn("a.m1", upright=False, shown=CardKey("a:S5")), "TK-28")
    table.invalid(Turn("a.m1", shown=CardKey("a:S6")), invalid=Invalidity.MALFORMED)
    table.plays(Turn("a.m1", shown=CardKey("a:S5")), "TK-28")
    laid = table.card("a.m1")
    assert (laid.face_up, laid.upright) == (True, True)
    assert table.has(Turned, "TK-24", "TK-28")


@pytest.mark.rule("TK-23")
def test_a_turn_has_to_change_something(board: Board) -> None:
    table = board.lay({"a.m1": "S5"})
    table.refuses(Turn("a.m1"), "TK-23")


@pytest.mark.rule("TK-29", "TK-64")
def test_an_attacked_face_down_monster_fights_face_up_in_defense(board: Board) -> None:
    table = board.lay({"a.m1": "H5", "b.m1": "(C5)"}, phase="battle")
    events = table.plays(Attack("a.m1", "b.m1"))
    kinds = [type(e) for e in events]
    assert kinds.index(Turned) < kinds.index(Battled)
    assert table.has(Turned, "TK-29")
    laid = table.card("b.m1")
    assert (laid.face_up, laid.upright) == (True, False)
    assert table.life() == (40, 40)


@pytest.mark.rule("TK-29")
def test_a_monster_flipped_by_an_attack_may_turn_in_its_next_own_turn(board: Board) -> None:
    table = board.lay({"a.m1": "H5", "b.m1": "(C5)"}, phase="battle")
    table.plays(Attack("a.m1", "b.m1"), "TK-59")
    table.plays(Advance("end"))
    table.plays(Turn("b.m1"), "TK-26")


@pytest.mark.rule("TK-30")
def test_a_monster_in_defense_does_not_attack(board: Board) -> None:
    table = board.lay({"a.m1": "S5-", "a.m2": "(S6)", "a.m3": "S7"}, phase="battle")
    table.refuses(Attack("a.m1"), "TK-30")
    table.refuses(Attack("a.m2"), "TK-30")
    table.plays(Attack("a.m3"), "TK-30")
