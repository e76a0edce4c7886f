"""Every limit of the order of simultaneous effects, one at a time: level, player, ability."""

from __future__ import annotations

from typing import Final

import pytest

from duelmat_engine.actions import Activate, Pass
from duelmat_engine.events import Activated
from engine.conformance.board import Board, Table
from engine.conformance.seg_cards import game

EVERY_LEVEL: Final = {
    "a.hand": "DarkHole Mourner Mourner",
    "a.m1": "Sangan",
    "a.m2": "Sangan",
    "a.m3": "ShadowMist",
    "a.m4": "ShadowMist",
    "a.m5": "Ape",
    "a.s1": "(Answer)@1",
    "b.hand": "Mourner Mourner",
    "b.m1": "Sangan",
    "b.m2": "Sangan",
    "b.m3": "ShadowMist",
    "b.m4": "ShadowMist",
    "b.m5": "Ape",
}
"""Of each player two mandatory triggers, two optional public ones and two private ones."""

LEVELS: Final = {"Sangan": 1, "ShadowMist": 2, "Mourner": 3}


def trigger(card: str) -> Activate:
    """The trigger of a card of these tables: it has its name in small letters."""
    return Activate(card[2:].partition("/")[0].lower(), card)


def under_dark_hole(board: Board, zones: dict[str, str], order: str, **readings: str) -> Table:
    table = board.lay(zones, game=game(order, **readings))
    table.plays(Activate("darkhole", "a:DarkHole"))
    table.nobody_responds()
    return table


def links(table: Table) -> list[str]:
    """Which triggers have gone on a Chain, in order."""
    return [
        str(e.piece.key)
        for e in table.history
        if isinstance(e, Activated) and table.game.rules.effects[e.effect].use == "trigger"
    ]


def both(seat: str, code: str) -> list[str]:
    return [f"{seat}:{code}", f"{seat}:{code}/2"]


@pytest.mark.rule("SEG-20", "SEG-21", "SEG-22", "SEG-23", "SEG-24", "SEG-25", "SEG-31")
@pytest.mark.parametrize("reading", ["alternate", "turn player first"])
def test_levels_never_fall_and_inside_one_the_order_of_players_holds(
    board: Board, reading: str
) -> None:
    """Whatever is not due yet is refused: of a later level, or of the other player's turn."""
    table = under_dark_hole(board, EVERY_LEVEL, "ocg", **{"G-30": reading})
    left = [c for code in LEVELS for seat in "ab" for c in both(seat, code)]
    while table.asks()[1] == "trigger":
        left = [card for card in left if card not in links(table)]
        seat = table.asks()[0]
        level = min(LEVELS[card[2:].partition("/")[0]] for card in left)
        due = [c for c in left if c[0] == seat and LEVELS[c[2:].partition("/")[0]] == level]
        for card in left:
            if card in due:
                table.accepts(trigger(card), "SEG-23", "SEG-24", f"SEG-{19 + level}")
            else:
                same = LEVELS[card[2:].partition("/")[0]] == level
                table.refuses(trigger(card), "SEG-24" if same else "SEG-23")
        table.plays(trigger(due[0]))
    private = [*both("a", "Mourner"), *both("b", "Mourner")]
    if reading == "alternate":
        private = ["a:Mourner", "b:Mourner", "a:Mourner/2", "b:Mourner/2"]
    assert links(table) == [
        *(c for code in ("Sangan", "ShadowMist") for seat in "ab" for c in both(seat, code)),
        *private,
    ]


@pytest.mark.rule("SEG-10", "SEG-11", "SEG-12", "SEG-13", "SEG-14", "SEG-15", "SEG-05")
def test_by_the_tcg_order_whatever_is_not_due_is_refused(board: Board) -> None:
    """Four buckets, one after another; cards of the hand stand in them like open ones."""
    table = under_dark_hole(board, EVERY_LEVEL, "tcg")
    left = [c for code in LEVELS for seat in "ab" for c in both(seat, code)]
    while table.asks()[1] == "trigger":
        left = [card for card in left if card not in links(table)]
        seat = table.asks()[0]
        mandatory = any("Sangan" in card for card in left)
        due = [c for c in left if c[0] == seat and ("Sangan" in c) == mandatory]
        rule = {"aTrue": "10", "bTrue": "11", "aFalse": "12", "bFalse": "13"}[f"{seat}{mandatory}"]
        for card in left:
            if card in due:
                table.accepts(trigger(card), "SEG-15", f"SEG-{rule}")
            else:
                table.refuses(trigger(card), "SEG-15")
        table.plays(trigger(due[-1]))
    assert [card[0] for card in links(table)] == list("aabbaaaabbbb")
    assert all("Sangan" in card for card in links(table)[:4])
    assert len(table.duel.chain) == 12


@pytest.mark.rule("SEG-04", "SEG-05", "SEG-08", "SEG-20", "SEG-21", "SEG-32")
@pytest.mark.parametrize("order", ["ocg", "tcg", "first-trigger"])
def test_what_happened_at_once_forms_one_chain_before_anything_resolves(
    board: Board, order: str
) -> None:
    """Several cards destroyed by one effect, several triggers of one player: one Chain."""
    table = under_dark_hole(
        board,
        {
            "a.hand": "DarkHole",
            "a.m1": "Vanguard",
            "a.m2": "ShadowMist",
            "a.s1": "(Answer)@1",
            "b.m1": "ShadowMist",
        },
        order,
    )
    assert table.asks() == ("a", "trigger")
    table.plays(Activate("vanguard", "a:Vanguard"))
    table.plays(Activate("shadowmist", "a:ShadowMist"))
    table.plays(Activate("shadowmist", "b:ShadowMist"))
    assert [link.effect for link in table.duel.chain] == ["vanguard", "shadowmist", "shadowmist"]
    assert table.life() == (8000, 8000)


@pytest.mark.rule("SEG-05", "SEG-08", "SEG-15", "SEG-23", "SEG-24", "G-96", "G-97")
@pytest.mark.parametrize(
    ("order", "first", "rule"),
    [
        ("ocg", "a:ShadowMist", "SEG-24"),
        ("tcg", "a:ShadowMist", "SEG-15"),
        ("first-trigger", "b:ShadowMist", "G-96"),
    ],
)
def test_events_of_one_window_compete_unless_the_first_trigger_goes_first(
    board: Board, order: str, first: str, rule: str
) -> None:
    """The opponent's monster was destroyed first, and then the turn player's."""
    zones = {"a.hand": "TwoHoles", "a.m1": "ShadowMist", "b.m1": "ShadowMist"}
    table = board.lay(zones, game=game(order))
    table.plays(Activate("twoholes", "a:TwoHoles"))
    table.nobody_responds()
    second = "a:ShadowMist" if first == "b:ShadowMist" else "b:ShadowMist"
    table.refuses(trigger(second), rule)
    table.plays(trigger(first))
    table.plays(trigger(second))
    assert links(table) == [first, second]


LEAPERS: Final = {
    "a.hand": "DarkHole Leaper Leaper Greed",
    "a.m1": "Plain",
    "b.hand": "Leaper Greed",
    "b.m1": "Plain",
}


@pytest.mark.rule("SEG-27")
def test_each_player_has_one_such_trigger_in_a_chain(board: Board) -> None:
    """Reading G-31, as examples speak to one player: the opponent's does not count."""
    table = under_dark_hole(board, LEAPERS, "ocg")
    table.plays(Activate("leaper", "a:Leaper"), "SEG-27")
    table.plays(Activate("leaper", "b:Leaper"), "SEG-27")
    refused = table.refuses(Activate("leaper", "a:Leaper/2"), "SEG-27")
    assert refused.readings == ("G-31",)
    table.plays(Activate("greed", "a:Greed"))
    assert links(table) == ["a:Leaper", "b:Leaper", "a:Greed"]


@pytest.mark.rule("SEG-27")
@pytest.mark.parametrize("order", ["ocg", "tcg"])
def test_read_otherwise_the_whole_chain_has_one(board: Board, order: str) -> None:
    """G-31 "whole chain": the opponent's has used it up."""
    table = under_dark_hole(board, LEAPERS, order, **{"G-31": "whole chain", "G-34": "both"})
    table.plays(Activate("leaper", "a:Leaper"), "SEG-27")
    if order == "tcg":
        table.refuses(Activate("leaper", "a:Leaper/2"), "SEG-27")
        table.plays(Pass())
    assert table.asks() == ("b", "trigger")
    refused = table.refuses(Activate("leaper", "b:Leaper"), "SEG-27")
    assert refused.readings == ("G-31",)
    table.accepts(Activate("greed", "b:Greed"))
