"""The plays that other cards pay for: a seat's page lists them, and simulated hands do them."""

from __future__ import annotations

import pytest

from direct_mat import Bench, held, lay
from duelmat_engine import CardKey, Seat
from duelmat_host.players.hand_requests import PayAndLay, PlaceCard, carry_out
from duelmat_host.players.hands import HandsError
from duelmat_host.sensing.layout import MatZone
from duelmat_host.showing.choice_types import PaymentsView
from seen import seat_acts, seat_json

ANA, BEN = Seat(0), Seat(1)
SYNCHRO = {"a.m1": lay("H7"), "a.m2": lay("D5"), "a.m3": lay("C9"), "a.hand": held("S4")}
DIAMOND = {"a.m1": lay("H7"), "a.m2": lay("C3"), "b.m1": lay("C9"), "a.hand": held("D4")}
QUEEN = PayAndLay(card="a:HQ", move="synchro-summon", paid=["a.m2", "a.m3"])


def payments(bench: Bench, *hand: str) -> PaymentsView:
    found = seat_acts(bench.table.now, ANA, hand).payments
    assert found is not None
    return found


def test_materials_are_listed_with_what_they_are_worth_and_what_they_make() -> None:
    """7 + 5 = 12: the Queen of hearts or of diamonds."""
    shown = payments(Bench(SYNCHRO))
    assert [(play.card, play.costs, play.adds) for play in shown.plays] == [
        ("a:HQ", [["a.m2", "a.m3"]], True),
        ("a:DQ", [["a.m2", "a.m3"]], True),
    ]
    assert shown.plays[0].text == "Synchro Summon the Queen of hearts"
    assert [(m.zone, m.name, m.worth) for m in shown.materials] == [
        ("a.m2", "7 of hearts", 7),
        ("a.m3", "5 of diamonds", 5),
        ("a.m4", "9 of clubs", 9),
    ]


@pytest.mark.parametrize(("code", "rule"), [("C9", "TK-47"), ("X1", "TK-111"), ("SJ", "TK-54")])
def test_a_card_that_pays_for_nothing_says_why(code: str, rule: str) -> None:
    """By the rule that a payment with it would break: a sum, a Joker, a Synchro."""
    material = payments(Bench({**SYNCHRO, "a.m3": lay(code)})).materials[-1]
    assert (material.rule, material.reason[-1:]) == (rule, ".")
    assert not [each.rule for each in payments(Bench(SYNCHRO)).materials[:2] if each.rule]


def test_what_pays_for_a_card_of_the_hand_is_listed_too() -> None:
    """Nothing is added up where any card pays."""
    shown = payments(Bench(DIAMOND), "a:D4")
    assert [(play.costs, play.adds) for play in shown.plays] == [([["a.m2"], ["a.m3"]], False)]
    assert seat_acts(Bench(DIAMOND).table.now, ANA).payments is None


def test_nobody_else_is_told_what_could_be_paid_for() -> None:
    """It depends on the own hand and Extra Deck."""
    bench = Bench(SYNCHRO)
    assert seat_json(bench.table, ANA)["payments"] is not None
    assert seat_json(bench.table, BEN)["payments"] is None


def test_one_request_pays_and_lays() -> None:
    """The card comes to the middle, upright, and what paid for it lies in the Graveyard."""
    bench = Bench({**SYNCHRO, "a.m3": []})
    carry_out(bench.hands, bench.table, ANA, QUEEN)
    duel = bench.table.state.duel
    assert [piece.key for piece in duel.at("a.m2")] == ["a:HQ"]
    assert {piece.key for piece in duel.at("a.grave")} == {"a:H7", "a:D5"}
    assert bench.table.state.obligations == ()


def test_a_card_that_lies_there_already_is_paid_for_where_it_lies() -> None:
    """It was laid first, as at a real mat."""
    bench = Bench(DIAMOND)
    carry_out(bench.hands, bench.table, ANA, PlaceCard(zone="a.m4", card="a:D4"))
    bench.choose("Special Summon")
    pay = PayAndLay(card="a:D4", move="diamond-summon", paid=["a.m3"])
    carry_out(bench.hands, bench.table, ANA, pay)
    duel = bench.table.state.duel
    assert [piece.key for piece in duel.at("a.m3")] == ["a:D4"]
    assert [piece.key for piece in duel.at("a.grave")] == ["a:C3"]


@pytest.mark.parametrize(
    "wrong",
    [
        PayAndLay(card="a:HQ", move="synchro-summon", paid=["a.m2", "a.m4"]),
        PayAndLay(card="a:SQ", move="synchro-summon", paid=["a.m2", "a.m3"]),
        PayAndLay(card="b:HQ", move="synchro-summon", paid=["a.m2", "a.m3"]),
        PayAndLay(card="a:HQ", move="normal-summon", paid=["a.m2", "a.m3"]),
    ],
    ids=["cards that do not pay", "another suit", "the other's card", "another play"],
)
def test_what_is_no_such_play_moves_no_card(wrong: PayAndLay) -> None:
    """With a sentence; the page may show what has just gone."""
    bench = Bench(SYNCHRO)
    before = dict(bench.hands.lying)
    with pytest.raises(HandsError):
        carry_out(bench.hands, bench.table, ANA, wrong)
    assert bench.hands.lying == before


def test_materials_that_are_gone_move_no_card() -> None:
    """They were lifted since the page was drawn."""
    bench = Bench(SYNCHRO)
    bench.take("a.m3")
    with pytest.raises(HandsError, match="No card lies"):
        carry_out(bench.hands, bench.table, ANA, QUEEN)
    assert bench.hands.at(MatZone("a.m2")) == CardKey("a:H7")
