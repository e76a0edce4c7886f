"""Effects that can be carried out, and those whose target has become another (Early OCG)."""

from __future__ import annotations

from typing import Final

import pytest

from duelmat_engine.actions import Action, Activate, Attack, Pass
from duelmat_engine.names import CardKey
from engine.conformance.board import Board

FULL: Final = {f"a.m{i}": card for i, card in enumerate(("Elf", "Elf", "Wolf", "Wolf", "Ox"), 1)}


def turned(effect: str, zone: str, code: str) -> Activate:
    """The activation of a card that lies Set."""
    return Activate(effect, zone, CardKey(f"{zone[0]}:{code}"))


NO_ROOM: Final[dict[str, tuple[dict[str, str], Action]]] = {
    "reborn": ({"a.hand": "Reborn", "a.grave": "Wolf"}, Activate("reborn", "a:Reborn")),
    "change-of-heart": (
        {"a.hand": "ChangeOfHeart", "b.m1": "Wolf"},
        Activate("change-of-heart", "a:ChangeOfHeart"),
    ),
    "tragoedia-control": (
        {"a.m1": "Tragoedia", "a.hand": "Elf", "b.m1": "Elf"},
        Activate("tragoedia-control", "a.m1"),
    ),
    "trifortressops": (
        {"a.hand": "Trifortressops"},
        Activate("trifortressops", "a:Trifortressops"),
    ),
}


@pytest.mark.rule("G-29.monster-slots")
@pytest.mark.parametrize("effect", NO_ROOM)
def test_what_brings_a_monster_needs_a_free_zone_for_it(board: Board, effect: str) -> None:
    """Nothing is used up, and nothing paid, for a monster that could not come."""
    zones, action = NO_ROOM[effect]
    table = board.lay({**FULL, **zones}, used={"b.summons": 3})
    verdict = table.refuses(action, "G-29.monster-slots")
    assert verdict.remedies[0].text == "One of your monster zones is free."
    board.lay({**FULL, **zones, "a.m5": ""}, used={"b.summons": 3}).accepts(action)


@pytest.mark.rule("SEG-04")
def test_a_zone_that_is_free_by_then_is_room_for_a_monster_of_the_hand(board: Board) -> None:
    """A full row is asked about as the effect is activated, not as the damage is taken."""
    table = board.lay({**FULL, "a.hand": "Tragoedia", "b.m1": "HolyElf-"}, phase="battle")
    table.plays(Attack("a.m1", "b.m1"))
    assert table.life() == (7900, 8000)
    assert table.asks() == ("a", "open")
    table = board.lay({**FULL, "a.hand": "Tragoedia", "b.m1": "BlueEyes"}, phase="battle")
    table.plays(Attack("a.m1", "b.m1"))
    table.accepts(Activate("tragoedia", "a:Tragoedia"))


SEARCHES: Final = {
    "giant-rat": "GiantRat",
    "tomato": "Tomato",
    "peten": "Peten",
    "shadow-mist-buried": "ShadowMist",
}


@pytest.mark.rule("SEG-04")
@pytest.mark.parametrize("cards", ["", "Elf"])
@pytest.mark.parametrize("effect", SEARCHES)
def test_nothing_is_sought_in_an_empty_deck(board: Board, effect: str, cards: str) -> None:
    """Whether a deck holds any card everybody sees; which ones it does not."""
    code = SEARCHES[effect]
    zones = {"a.m1": code, "b.m1": "BlueEyes", "a.pile": cards, "b.pile": "Elf"}
    table = board.lay(zones, seat="b", phase="battle", rest="grave")
    table.plays(Attack("b.m1", "a.m1"))
    while table.asks()[1] == "window":
        table.plays(Pass())
    if cards:
        table.accepts(Activate(effect, f"a:{code}"))
    else:
        assert table.asks() == ("b", "open")
        assert table.cards("a.banished") == ""
