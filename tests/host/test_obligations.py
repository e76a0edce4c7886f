"""What hands must still do after an action: what no row of the mat shows by itself."""

from __future__ import annotations

from typing import NamedTuple

import pytest

from direct_mat import MAT
from duelmat_engine.events import AnyEvent, Looked, Moved, Shuffled
from duelmat_engine.names import CardKey, Seat, ZoneName
from duelmat_engine.ruleset.registry import find_ruleset
from duelmat_engine.state import Piece
from duelmat_host.table.obligations import obligations_of
from duelmat_host.table.zone_map import ZoneMap

ZONES = ZoneMap(find_ruleset("trump_king"), MAT)


def moved(source: str, to: str, key: str | None) -> Moved:
    piece = Piece(1, Seat("ab".index(to[0])), None if key is None else CardKey(key))
    return Moved(piece=piece, after=piece, source=ZoneName(source), to=ZoneName(to))


def shuffled(seat: str) -> Shuffled:
    return Shuffled(place=ZoneName(f"{seat}.pile"))


class Owed(NamedTuple):
    """An obligation: kind, zone, count, and words of its text."""

    kind: str
    zone: str
    cards: int
    says: str


DRAW = moved("a.pile", "a.hand", None)
BACK = moved("a.hand", "a.pile", None)
CASES: dict[str, tuple[list[AnyEvent], list[Owed]]] = {
    "nothing": ([], []),
    "a summon": ([moved("a.hand", "a.m1", "a:H7")], []),
    "a draw": ([DRAW], [Owed("draw", "a.deck", 1, "Draw a card")]),
    "draws in a row": ([DRAW] * 5, [Owed("draw", "a.deck", 5, "Draw 5 cards")]),
    "each player's draws": (
        [DRAW, moved("b.pile", "b.hand", None), DRAW],
        [Owed("draw", "a.deck", 2, "Draw 2 cards"), Owed("draw", "b.deck", 1, "Draw a card")],
    ),
    "a shuffle and draws": (
        [shuffled("a"), DRAW, DRAW],
        [Owed("draw", "a.deck", 2, "Shuffle and draw 2 cards")],
    ),
    "a shuffle": ([shuffled("b")], [Owed("return", "b.deck", 0, "Shuffle, then touch")]),
    "a card put back": ([BACK, shuffled("a")], [Owed("return", "a.deck", 1, "Put 1 card of")]),
    "cards put back": ([BACK, BACK], [Owed("return", "a.deck", 2, "Put 2 cards of")]),
    "a known card taken from the Deck": (
        [moved("a.pile", "a.hand", "a:H7")],
        [Owed("draw", "a.deck", 0, "Take a:H7 to your hand")],
    ),
    "a card destroyed": (
        [moved("b.m1", "b.grave", "b:C3")],
        [Owed("show", "b.grave", 0, "b:C3 face-up on the Graveyard")],
    ),
    "a card banished": (
        [moved("a.grave", "a.banished", "a:C3")],
        [Owed("show", "a.banished", 0, "on the banished pile")],
    ),
    "a Synchro going back": (
        [moved("a.m1", "a.extra", "a:SQ")],
        [Owed("show", "a.extra", 0, "on the Extra Deck")],
    ),
    "an unseen card sent away": ([moved("a.hand", "a.grave", None)], []),
    "a card back from the Graveyard": (
        [moved("a.grave", "a.hand", "a:C3")],
        [Owed("fetch", "a.grave", 0, "face-up beside its pile, then take it into your hand")],
    ),
    "a look at the Deck": (
        [Looked(seat=Seat(0), place=ZoneName("a.pile"), pieces=(Piece(1, Seat(0)),) * 3)],
        [Owed("look", "a.deck", 3, "Look at the top 3")],
    ),
}


@pytest.mark.parametrize("name", CASES)
def test_what_events_leave_for_the_hands(name: str) -> None:
    """Kind, place, how many, and what is said."""
    events, wanted = CASES[name]
    found = obligations_of(events, ZONES, str)
    assert [(o.kind.value, o.zone, o.count) for o in found] == [
        (o.kind, o.zone, o.cards) for o in wanted
    ]
    for obligation, owed in zip(found, wanted, strict=True):
        assert owed.says in obligation.text
        assert obligation.text.endswith(".")
        assert obligation.seat == "ab".index(owed.zone[0])
