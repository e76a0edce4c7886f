"""Clubs: TK-81 to TK-85."""

from __future__ import annotations

import pytest

from duelmat_engine.actions import (
    Activate,
    Attack,
    Cancel,
    Choose,
    Number,
    Pass,
    Play,
)
from duelmat_engine.events import (
    Activated,
    Destroyed,
    Moved,
    Negated,
    Shuffled,
    Summoned,
)
from duelmat_engine.names import CardKey, ZoneName
from duelmat_engine.play import apply
from engine.conformance.board import Board, Table
from engine.conformance.trump_king import flip

Marks = dict[str, dict[str, int | str]]


def club(card: str, to: str = "a.m1") -> Play:
    return Play("club-summon", card, ZoneName(to))


# Clubs


@pytest.mark.rule("TK-81")
@pytest.mark.parametrize("other", ["C3", "H7"])
def test_a_club_comes_for_a_card_of_its_suit_or_number(board: Board, other: str) -> None:
    table = board.lay({"a.hand": f"C7 S3 X1 {other}"})
    before = table.duel.decision
    table.plays(club("a:C7"), "TK-81")
    for wrong in ("a:C7", "a:S3", "a:X1"):
        table.refuses(Choose(wrong), "TK-81")
    table.plays(Cancel())
    assert table.duel.decision == before
    table.plays(club("a:C7"))
    table.plays(Choose(f"a:{other}"), "TK-81")
    assert table.cards("a.grave") == other
    assert table.cards("a.m1") == "C7"
    assert table.has(Moved, "TK-81")
    assert table.has(Summoned, "TK-81")


@pytest.mark.rule("TK-81")
def test_a_club_without_a_fitting_card_stays(board: Board) -> None:
    table = board.lay({"a.hand": "C7 S3 H8 X1"})
    table.refuses(club("a:C7"), "TK-81")
    table.refuses(club("a:S3"), "TK-81")
    table = board.lay({"a.grave": "C7", "a.hand": "C3"})
    assert table.refuses(club("a:C7"), "TK-81").readings == ("G-85",)


def fallen_club(board: Board, **zones: str) -> Table:
    """The Club 4 of player b has been destroyed by battle."""
    table = board.lay({"a.m1": "H9", "b.m1": "C4-", **zones}, phase="battle")
    table.plays(Attack("a.m1", "b.m1"))
    return table


@pytest.mark.rule("TK-82", "TK-83")
def test_a_club_destroyed_by_battle_draws_and_puts_back(board: Board) -> None:
    table = fallen_club(board, **{"b.hand": "S1 S2"})
    assert table.asks() == ("b", "trigger")
    before = len(table.duel.at("b.pile"))
    table.plays(Activate("club-draw", "b:C4"), "TK-82", "TK-83")
    drawn = [e for e in table.events if isinstance(e, Moved) and e.cause == "draw"]
    assert len(drawn) == 4
    for _ in range(3):
        assert table.asks() == ("b", "choose")
        table.plays(table.legal()[0], "TK-82", "TK-83")
    assert len(table.duel.at("b.hand")) == 3
    assert len(table.duel.at("b.pile")) == before - 1
    assert table.has(Shuffled, "TK-82")
    assert table.has(Moved, "TK-82", "TK-83")


@pytest.mark.rule("TK-82")
def test_a_set_card_is_put_back_itself_once_no_rule_is_against_it(board: Board) -> None:
    """It is no card of the hand: nothing is hidden by which one of those it might be."""
    table = fallen_club(board, **{"b.hand": "S1 S2", "b.m2": "(S3)-"})
    table.plays(Activate("club-draw", "b:C4"))
    there = table.duel.at("b.m2")[0]
    table.refuses(Choose("b.m2"), "TK-82")
    after = apply(table.duel, Choose("b.m2"), table.without("TK-82")).duel
    assert after.frames[-1].bound["back"] == (there,)


@pytest.mark.rule("TK-82")
def test_the_draw_of_a_club_may_be_declined(board: Board) -> None:
    table = fallen_club(board)
    table.plays(Pass(), "TK-82")
    assert table.cards("b.hand") == ""


@pytest.mark.rule("TK-82", "TK-83")
@pytest.mark.parametrize("left", ["", "S1", "S1 S2"])
def test_a_club_draws_what_there_is(board: Board, left: str) -> None:
    """G-49: with a shorter pile one card fewer than drawn goes back; with none, none."""
    zones = {"b.pile": left} if left else {}
    table = board.lay(
        {"a.m1": "H9", "b.m1": "C4-", "b.hand": "H1", **zones}, phase="battle", rest="banished"
    )
    table.plays(Attack("a.m1", "b.m1"))
    table.plays(Activate("club-draw", "b:C4"))
    while table.asks()[1] == "choose":
        table.plays(table.legal()[0])
    count = len(left.split())
    assert len(table.duel.at("b.hand")) == 1 + min(count, 1)
    assert len(table.duel.at("b.pile")) == max(0, count - 1)


@pytest.mark.rule("TK-82")
def test_a_club_destroyed_by_an_effect_draws_nothing(board: Board) -> None:
    table = board.lay({"a.hand": "C3", "b.m1": "C4"})
    table.plays(Activate("magic", "a:C3"))
    table.plays(Choose("b.m1"))
    assert table.has(Destroyed, "TK-100")
    assert table.asks() == ("a", "open")


@pytest.mark.rule("TK-84", "TK-85")
@pytest.mark.parametrize("fate", ["destroyed", "returned", "battle", "swept"])
def test_a_club_synchro_that_leaves_brings_a_club_back(board: Board, fate: str) -> None:
    zones = {"a.m1": "CJ", "a.grave": "C4 S5 CQ C6".replace("CQ ", "")}
    match fate:
        case "destroyed":
            table = board.lay({**zones, "b.hand": "C3"}, seat="b")
            table.plays(Activate("magic", "b:C3"))
            table.plays(Choose("a.m1"))
        case "returned":
            table = board.lay({**zones, "b.s1": "(S9)"}, seat="b")
            table.plays(Activate("trap-nine", "b.s1", CardKey("b:S9")))
            table.plays(Choose("a.m1"))
        case "battle":
            table = board.lay({**zones, "b.m1": "HQ"}, seat="b", phase="battle")
            table.plays(Attack("b.m1", "a.m1"))
        case _:
            table = board.lay({**zones, "b.m1": "SK"}, seat="b")
            table.plays(Activate("spade-synchro-sweep", "b.m1"))
            table.plays(Number(15))
    table.nobody_responds()
    assert table.asks() == ("a", "choose")
    assert table.has(Activated, "TK-84", "TK-85")
    table.invalid(Pass(), "TK-84")
    table.refuses(Choose("a:S5"), "TK-84")
    table.plays(Choose("a:C6"), "TK-84")
    table.plays(Play("effect-summon", "a:C6", ZoneName("a.m2"), upright=False), "TK-84", "TK-85")
    assert table.cards("a.m2") == "C6"
    assert table.has(Summoned, "TK-84", "TK-85")


@pytest.mark.rule("TK-84", "TK-86", "TK-93")
def test_a_club_that_a_diamond_forbids_is_refused_by_that(board: Board) -> None:
    """The choice is of Clubs; what keeps one of them out is another statement."""
    zones = {"a.m1": "CQ", "a.grave": "C5 C7 C9 S4", "b.m1": "D5", "b.m2": "DK", "b.s1": "(H9)"}
    marks: Marks = {"b.m2": {"suit": "heart", "number": 7}}
    table = board.lay(zones, marks=marks, seat="b", turn=4)
    table.plays(flip("trap-nine", "b.s1", "b:H9"))
    table.plays(Choose("a.m1"))
    table.nobody_responds()
    table.refuses(Choose("a:C5"), "TK-86")
    table.refuses(Choose("a:C7"), "TK-93")
    table.refuses(Choose("a:S4"), "TK-84")
    table.plays(Choose("a:C9"), "TK-84")


@pytest.mark.rule("TK-84")
def test_without_a_club_in_the_graveyard_nothing_comes(board: Board) -> None:
    table = board.lay({"a.m1": "CJ", "a.grave": "S4", "b.hand": "C3"}, seat="b")
    table.plays(Activate("magic", "b:C3"))
    table.plays(Choose("a.m1"))
    assert table.has(Activated, "TK-84")
    assert table.asks() == ("b", "open")
    assert [table.cards(f"a.m{i}") for i in (1, 2, 3)] == ["", "", ""]


@pytest.mark.rule("TK-92", "TK-84")
def test_a_negated_club_synchro_brings_nothing_back(board: Board) -> None:
    """It was negated while it left: that counts, wherever its card lies now."""
    table = board.lay(
        {"a.m1": "CJ", "a.grave": "C4", "b.m1": "DQ", "b.hand": "C3"},
        seat="b",
        marks={"b.m1": {"suit": "club", "number": 2}},
    )
    table.plays(Activate("magic", "b:C3"))
    table.plays(Choose("a.m1"))
    assert table.has(Negated, "TK-92")
    assert not table.has(Activated, "TK-84")
    assert table.asks() == ("b", "open")
