"""How a card is laid whose player has not said how: as the game takes it there."""

from __future__ import annotations

from typing import Any

import pytest

from direct_mat import Bench, held, lay
from duelmat_engine import CardKey, Seat
from duelmat_host.players.hand_requests import PlaceCard, carry_out
from duelmat_host.sensing.layout import MatZone

ANA = Seat(0)
ZONES = {"a.hand": held("H7", "S5", "C2"), "a.m2": lay("S9"), "b.m2": lay("D2")}
CASES: dict[str, tuple[str, str, dict[str, Any], tuple[bool, int]]] = {
    "a monster, face-up": ("a:S5", "a.m2", {}, (True, 0)),
    "a monster that is Set lies sideways": ("a:S5", "a.m2", {"face": "down"}, (False, 90)),
    "unless its player says upright": ("a:S5", "a.m2", {"face": "down", "turn": 0}, (False, 0)),
    "a monster that is summoned sideways": ("a:S5", "a.m2", {"turn": 90}, (True, 90)),
    "a card that is only Set there": ("a:C2", "a.s2", {}, (False, 0)),
    "a card that may be used there": ("a:S5", "a.s2", {}, (True, 0)),
    "a card that is to be Set": ("a:S5", "a.s2", {"face": "down"}, (False, 0)),
    "a card that is shown": ("a:C2", "a.s2", {"face": "up"}, (True, 0)),
}


@pytest.mark.parametrize("name", CASES)
def test_a_card_of_the_hand_is_laid_as_the_game_takes_it(name: str) -> None:
    """Keys for its face and its turn are needed only where there is a choice."""
    card, place, how, wanted = CASES[name]
    bench = Bench(ZONES)
    carry_out(bench.hands, bench.table, ANA, PlaceCard(zone=place, card=card, **how))
    lying = bench.hands.lying.get(CardKey(card))
    assert lying is None or lying.zone == MatZone(place)
    assert [(up, turn) for key, _, up, turn in bench.mat.lying if key == card] == [wanted]


def test_a_monster_is_never_set_because_it_cannot_be_summoned() -> None:
    """That would be another play than its player meant: it is refused instead."""
    bench = Bench(ZONES)
    bench.put("a:H7", "a.m4")
    bench.choose("Do not use it")
    carry_out(bench.hands, bench.table, ANA, PlaceCard(zone="a.m2", card="a:C2"))
    bench.rest()
    assert bench.hands.lying[CardKey("a:C2")].face_up
    assert bench.table.state.refusal is not None


def test_a_card_that_lies_on_the_mat_stays_as_it_lies() -> None:
    """It is only moved."""
    bench = Bench({**ZONES, "a.m2": lay("S9", sideways=True)})
    carry_out(bench.hands, bench.table, ANA, PlaceCard(zone="a.m4", source="a.m3"))
    assert bench.hands.lying[CardKey("a:S9")].turn == 90
