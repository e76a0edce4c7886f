"""A suit and a number are asked for as one, with the reason: by which card, and by which rule."""

from __future__ import annotations

from typing import Any

from direct_mat import Bench, held, lay
from duelmat_engine import Seat
from duelmat_host.players.hand_requests import PayAndLay, carry_out
from seen import seat_json

ANA = Seat(0)
DECLARED = {"a.m1": lay("D7"), "a.m2": lay("D4"), "a.hand": held("S4")}


def asked_for_a_suit() -> Bench:
    bench = Bench(DECLARED)
    pay = PayAndLay(card="a:DJ", move="synchro-summon", paid=["a.m2", "a.m3"])
    carry_out(bench.hands, bench.table, ANA, pay)
    return bench


def prompt_of(bench: Bench) -> dict[str, Any]:
    found: dict[str, Any] = seat_json(bench.table, ANA)["prompts"][0]
    return found


def test_a_suit_and_the_number_after_it_are_one_grid() -> None:
    """Rows answer now, columns the next question."""
    bench = asked_for_a_suit()
    first = prompt_of(bench)
    assert first["grid"]["rows"] == ["spades", "hearts", "clubs", "diamonds"]
    assert [column["title"] for column in first["grid"]["columns"]][::6] == ["1", "7", "13"]
    bench.choose("hearts")
    then = prompt_of(bench)
    texts = [option["text"] for option in then["options"]]
    assert texts[:13] == [column["text"] for column in first["grid"]["columns"]]
    assert then["grid"] is None


def test_who_is_asked_reads_by_which_card_and_by_which_rule() -> None:
    """The card's text says it; the rule's statement stands behind its id."""
    prompt = prompt_of(asked_for_a_suit())
    assert prompt["because"].startswith("The Jack of diamonds: ")
    assert "name a suit and a number" in prompt["because"]
    assert [rule["id"] for rule in prompt["rules"]] == ["TK-91"]
    assert prompt["rules"][0]["statement"]


def test_open_play_and_windows_have_no_card_that_asks() -> None:
    """Nothing is said there that the question does not say."""
    menu = prompt_of(Bench(DECLARED))
    assert (menu["menu"], menu["because"], menu["rules"], menu["grid"]) == (True, "", [], None)
