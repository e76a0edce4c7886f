"""How monsters come to the field: TK-14 to TK-22."""

from __future__ import annotations

import pytest

from duelmat_engine.actions import Activate, Advance, Choose, Play
from duelmat_engine.events import Moved, Summoned
from duelmat_engine.names import CardKey, ZoneName
from duelmat_engine.rulesets.trump_king.tables import MAIN_CODES
from engine.conformance.board import Board


def summon(card: str, to: str = "a.m1", *, upright: bool = True, face_up: bool = True) -> Play:
    return Play("normal-summon", card, ZoneName(to), upright, face_up)


def set_monster(card: str, to: str = "a.m1") -> Play:
    return Play("set-monster", card, ZoneName(to), upright=False, face_up=False)


@pytest.mark.rule("TK-14")
def test_any_card_may_be_summoned_once_a_turn(board: Board) -> None:
    table = board.lay({"a.hand": " ".join(MAIN_CODES)})
    for code in MAIN_CODES:
        table.accepts(summon(f"a:{code}"), "TK-14")
    table.plays(summon("a:S5"), "TK-14")
    assert table.has(Summoned, "TK-14")
    table.refuses(summon("a:S6", "a.m2"), "TK-14")
    table.plays(Advance("end"))
    table.plays(Advance("end"))
    table.plays(summon("a:S6", "a.m2"), "TK-14")


@pytest.mark.rule("TK-14")
def test_the_summoned_card_comes_from_the_hand(board: Board) -> None:
    table = board.lay({"a.grave": "S5"})
    table.refuses(summon("a:S5"), "TK-14")
    table.invalid(summon("a:NONE"), "TK-14")


@pytest.mark.rule("TK-16", "TK-17")
def test_in_defense_a_monster_is_set_face_down(board: Board) -> None:
    table = board.lay({"a.hand": "S5 S6"})
    table.refuses(summon("a:S5", upright=False), "TK-16")
    table.refuses(summon("a:S5", face_up=False), "TK-16")
    table.refuses(Play("set-monster", "a:S5", ZoneName("a.m1"), upright=False), "TK-16")
    table.refuses(Play("set-monster", "a:S5", ZoneName("a.m1"), face_up=False), "TK-16")
    table.plays(set_monster("a:S5"), "TK-16", "TK-17")
    laid = table.card("a.m1")
    assert (laid.face_up, laid.upright) == (False, False)
    table.refuses(set_monster("a:S6", "a.m2"), "TK-17")


@pytest.mark.rule("TK-17", "TK-14")
def test_a_set_uses_up_the_summon_right_and_a_summon_uses_up_the_set(board: Board) -> None:
    table = board.lay({"a.hand": "S5 S6"})
    table.plays(set_monster("a:S5"))
    table.refuses(summon("a:S6", "a.m2"), "TK-14")
    table = board.lay({"a.hand": "S5 S6"})
    table.plays(summon("a:S5"))
    table.refuses(set_monster("a:S6", "a.m2"), "TK-17")


@pytest.mark.rule("TK-18", "TK-19")
def test_a_special_summon_in_defense_is_face_up(board: Board) -> None:
    table = board.lay({"a.hand": "S5"})
    table.refuses(
        Play("spade-summon", "a:S5", ZoneName("a.m1"), upright=False, face_up=False), "TK-19"
    )
    table.plays(Play("spade-summon", "a:S5", ZoneName("a.m1"), upright=False), "TK-18", "TK-19")
    laid = table.card("a.m1")
    assert (laid.face_up, laid.upright) == (True, False)


@pytest.mark.rule("TK-19")
def test_an_effect_summons_nothing_face_down(board: Board) -> None:
    """The Club that a Club Synchro brings back may lie sideways, but not face-down."""
    table = board.lay({"a.m1": "CJ", "a.grave": "C4", "b.s1": "(H9)"}, seat="b")
    table.plays(Activate("trap-nine", "b.s1", CardKey("b:H9")))
    table.plays(Choose("a.m1"))
    table.nobody_responds()
    table.plays(Choose("a:C4"))
    table.refuses(
        Play("effect-summon", "a:C4", ZoneName("a.m2"), upright=False, face_up=False),
        "TK-19",
    )
    table.plays(Play("effect-summon", "a:C4", ZoneName("a.m2"), upright=False))


@pytest.mark.rule("TK-20")
def test_special_summons_are_not_counted(board: Board) -> None:
    table = board.lay({"a.hand": "S5 S6 S7"})
    for index, code in enumerate(("S5", "S6", "S7"), 1):
        table.plays(Play("spade-summon", f"a:{code}", ZoneName(f"a.m{index}")), "TK-20")
    assert len([e for e in table.history if isinstance(e, Summoned)]) == 3


@pytest.mark.rule("TK-20", "TK-14")
def test_special_summons_leave_the_summon_right(board: Board) -> None:
    table = board.lay({"a.hand": "S5 S6"})
    table.plays(Play("spade-summon", "a:S5", ZoneName("a.m1")), "TK-20")
    table.plays(summon("a:S6", "a.m2"), "TK-14")


@pytest.mark.rule("TK-21", "TK-22")
def test_there_is_no_fourth_monster(board: Board) -> None:
    table = board.lay({"a.m1": "S5", "a.m2": "S6", "a.m3": "S7-", "a.hand": "S4 H4"})
    for to in ("a.m1", "a.m2", "a.m3", "a.m4"):
        table.refuses(summon("a:H4", to), "TK-21", "TK-22")
        table.refuses(Play("spade-summon", "a:S4", ZoneName(to)), "TK-21", "TK-22")
    assert board.faults({"a.m4": "S5"})


@pytest.mark.rule("TK-21")
def test_a_zone_holds_one_monster_and_only_three_zones_count(board: Board) -> None:
    table = board.lay({"a.m1": "S5", "a.hand": "S4"})
    for to in ("a.m1", "a.m4", "a.m5", "a.s1", "b.m1"):
        verdict = table.refuses(summon("a:S4", to), "TK-21")
        assert verdict.readings == ("G-93",)
        assert "a.m2, a.m3" in verdict.remedies[0].text
    table.plays(summon("a:S4", "a.m2"), "TK-21")


@pytest.mark.rule("TK-14")
def test_a_play_that_costs_nothing_names_no_other_cards(board: Board) -> None:
    """Least of all to make an occupied zone look free."""
    table = board.lay({"a.m1": "S5", "a.hand": "S4 C4 C5"})
    for move, rule in (("normal-summon", "TK-14"), ("spade-summon", "TK-70")):
        table.refuses(Play(move, "a:S4", ZoneName("a.m1"), using=("a.m1",)), rule)
    table.refuses(Play("club-summon", "a:C4", ZoneName("a.m2"), using=("a:C5",)), "TK-81")


@pytest.mark.rule("TK-22")
def test_a_zone_freed_by_the_cost_is_free(board: Board) -> None:
    """A Diamond may take the place of the monster that pays for it, but of no other."""
    table = board.lay({"a.m1": "S5", "a.m2": "S6", "a.m3": "S7", "a.hand": "D4", "b.m1": "C8"})
    using = (ZoneName("a.m2"),)
    table.refuses(Play("diamond-summon", "a:D4", ZoneName("a.m1"), using=using), "TK-22")
    table.plays(Play("diamond-summon", "a:D4", ZoneName("a.m2"), using=using), "TK-22")
    assert table.cards("a.m2") == "D4"
    assert table.has(Moved, "TK-88")
