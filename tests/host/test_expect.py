"""What should lie on the mat: a piece of the duel as something to be sensed, and what differs."""

from __future__ import annotations

from typing import NamedTuple

import pytest

from direct_mat import Bench, held, lay
from duelmat_engine.names import CardKey, Seat
from duelmat_engine.state import Piece
from duelmat_host.sensing.layout import Face, Layout, MatZone, Orientation, Sight
from duelmat_host.table.expect import Expect, differences, expect_piece

H7, S4, BEN_H7 = CardKey("a:H7"), CardKey("a:S4"), CardKey("b:H7")
UP, DOWN, STRAIGHT, ACROSS = Face.UP, Face.DOWN, Orientation.UPRIGHT, Orientation.SIDEWAYS
UNSURE = Orientation.UNKNOWN
OPEN = Expect(0, H7, face_up=True, upright=True)
LYING = Expect(0, H7, face_up=True, upright=None)
ZONES = Bench({"a.hand": held("H7")}).table.state.zones
ANY_SET = Expect(0, None, face_up=False, upright=False)
READ_SET = Expect(0, None, face_up=False, upright=False, secret=H7)


class Case(NamedTuple):
    wanted: Expect
    sight: Sight | None
    met: bool


def sight(key: CardKey | None, face: Face, way: Orientation) -> Sight:
    return Sight(key, face, way, b"")


MEETINGS = {
    "the card as it should": Case(OPEN, sight(H7, UP, STRAIGHT), True),
    "nothing": Case(OPEN, None, False),
    "something unknown": Case(OPEN, sight(None, UP, STRAIGHT), False),
    "another card": Case(OPEN, sight(S4, UP, STRAIGHT), False),
    "the other player's card": Case(OPEN, sight(BEN_H7, UP, STRAIGHT), False),
    "the wrong side": Case(OPEN, sight(H7, DOWN, STRAIGHT), False),
    "the wrong way": Case(OPEN, sight(H7, UP, ACROSS), False),
    "an unclear way": Case(OPEN, sight(H7, UP, UNSURE), False),
    "any way where none is sensed": Case(LYING, sight(H7, UP, UNSURE), True),
    "any card of the owner, Set": Case(ANY_SET, sight(S4, DOWN, ACROSS), True),
    "no card of the other player": Case(ANY_SET, sight(BEN_H7, DOWN, ACROSS), False),
    "a Set card turned up": Case(ANY_SET, sight(S4, UP, ACROSS), False),
    "the card that was read": Case(READ_SET, sight(H7, DOWN, ACROSS), True),
    "another than was read": Case(READ_SET, sight(S4, DOWN, ACROSS), False),
}


@pytest.mark.parametrize("name", MEETINGS)
def test_what_lies_there_meets_what_should_or_not(name: str) -> None:
    """Card, side and way all count, as far as they are known and sensed."""
    case = MEETINGS[name]
    assert case.wanted.is_met_by(case.sight) is case.met


PIECES = {
    "a monster": (Piece(7, Seat(0), H7), "a.m1", {}, OPEN),
    "a monster in Defense": (
        Piece(7, Seat(0), H7, upright=False),
        "a.m1",
        {},
        Expect(0, H7, face_up=True, upright=False),
    ),
    "a card of the lower row": (Piece(7, Seat(0), H7), "a.s1", {}, LYING),
    "a Set monster that was read": (
        Piece(7, Seat(0), None, face_up=False, upright=False),
        "a.m1",
        {7: H7},
        READ_SET,
    ),
    "a Set monster that was not": (
        Piece(7, Seat(0), None, face_up=False, upright=False),
        "a.m1",
        {8: H7},
        ANY_SET,
    ),
    "a flipped monster": (
        Piece(7, Seat(0), H7),
        "a.m1",
        {7: H7},
        Expect(0, H7, face_up=True, upright=True, secret=H7),
    ),
}


@pytest.mark.parametrize("name", PIECES)
def test_a_piece_is_expected_as_it_lies(name: str) -> None:
    """Which way round counts in monster zones only; what was read is not what is known."""
    piece, zone, secrets, wanted = PIECES[name]
    assert expect_piece(piece, MatZone(zone), ZONES, secrets) == wanted


def test_differences_name_the_rows_zones_that_lie_otherwise() -> None:
    """Missing, added and changed cards, in the order of the zones; other zones are passed over."""
    row = [MatZone(f"a.m{column}") for column in (2, 3, 4, 5)]
    met, changed, missing, added = row
    expected = {met: OPEN, changed: OPEN, missing: OPEN}
    seen, turned = sight(H7, UP, STRAIGHT), sight(H7, DOWN, STRAIGHT)
    layout = Layout({met: seen, changed: turned, added: seen, MatZone("x1"): seen})
    found = differences(layout, expected, frozenset(row))
    assert list(found) == [changed, missing, added]
    assert found[missing] is None


def test_a_play_that_is_announced_lies_there_already() -> None:
    """While a Spade's life is still asked about, the card is expected where it was laid."""
    bench = Bench({"a.hand": held("S4", "H7"), "a.m1": lay("C8")})
    bench.put("a:S4", "a.m3")
    bench.choose("by paying")
    assert "a.m3" in bench.table.state.expected
    assert set(bench.table.now.astray) == set()
