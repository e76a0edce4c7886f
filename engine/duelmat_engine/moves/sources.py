"""Sources: the places in which moves look for cards."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache, wraps
from itertools import repeat
from typing import Final, TypeVar

from duelmat_engine.board.scope import row_zones
from duelmat_engine.names import Seat, ZoneName, zone
from duelmat_engine.ruleset.game import Question
from duelmat_engine.state import Located, Piece

Found = TypeVar("Found")


def cached_on_board(find: Callable[[Question], Found]) -> Callable[[Question], Found]:
    """Return the same function, asked once a player as long as no card moves.

    It goes by nothing but where the cards lie.
    """

    @wraps(find)
    def kept(q: Question) -> Found:
        found: Found | None = q.board.found.get((q.seat, find))
        if found is None:
            found = q.board.found[q.seat, find] = find(q)
        return found

    return kept


def pile(q: Question, kind: str) -> tuple[Located, ...]:
    """The player's own cards in a zone that holds any number, top first.

    Of the unseen ones in a hand, which are all alike, it is one.
    """
    found = q.board.found.get((q.seat, kind))
    if found is None:
        name = zone(q.seat, kind)
        pieces = q.duel.zones.get(name, ())
        if kind == "hand" and not q.duel.closed:
            unseen = [piece for piece in pieces if piece.key is None]
            pieces = (*[piece for piece in pieces if piece.key is not None], *unseen[:1])
        found = q.board.found[q.seat, kind] = tuple(zip(repeat(name), pieces))
    return found


def hand(q: Question) -> tuple[Located, ...]:
    """The cards of the hand, as `pile` gives them."""
    found: tuple[Located, ...] | None = q.board.found.get((q.seat, "hand"))
    return pile(q, "hand") if found is None else found


def known(q: Question, kind: str) -> tuple[Located, ...]:
    """Those of the cards of such a zone that are known."""
    found = pile(q, kind)
    return found if q.duel.closed else tuple(at for at in found if at[1].key is not None)


def row(q: Question, kind: str) -> tuple[Located, ...]:
    """The player's own cards in a row."""
    found = q.board.found.get((q.seat, kind))
    return row_of(q, q.seat, kind) if found is None else found


def row_of(q: Question, seat: Seat, kind: str) -> tuple[Located, ...]:
    found = q.board.found.get((seat, kind))
    if found is None:
        zones = q.duel.zones
        cards: list[Located] = []
        for name in row_zones(q.duel, q.game, seat, kind):
            pieces = zones.get(name)
            if pieces:
                cards.append((name, pieces[0]))
        found = q.board.found[seat, kind] = tuple(cards)
    return found


def lying_in(*kinds: str, face_up: bool) -> Callable[[Question], tuple[Located, ...]]:
    """Return the source of the own cards that lie so in zones of these kinds."""

    @cached_on_board
    def sources(q: Question) -> tuple[Located, ...]:
        found: list[Located] = []
        zones, rows = q.duel.zones, q.game.rules.zones.rows
        for kind, name in _zones_of(q.seat, kinds):
            if kind in rows or zones.get(name):
                there = row(q, kind) if kind in rows else pile(q, kind)
                for at in there:
                    if at[1].face_up is face_up:
                        found.append(at)
        return tuple(found)

    return sources


@cache
def _zones_of(seat: Seat, kinds: tuple[str, ...]) -> list[tuple[str, ZoneName]]:
    """Return the player's zones of these kinds, as if none of them were a row."""
    return [(kind, zone(seat, kind)) for kind in kinds]


own_set: Final = lying_in("s", face_up=False)
"""Function that returns the own cards that lie face-down among spells and traps."""
own_face_up: Final = lying_in("m", face_up=True)
"""Function that returns the own monsters that lie face-up."""


@cached_on_board
def hand_and_set(q: Question) -> tuple[Located, ...]:
    return hand(q) + own_set(q)


@cached_on_board
def own_field(q: Question) -> tuple[Located, ...]:
    return row(q, "m") + row(q, "s")


def nothing(q: Question) -> tuple[tuple[str, Piece], ...]:
    """Return no card: the source of moves that are made without one, once."""
    return (("", Piece(0, q.seat)),)
