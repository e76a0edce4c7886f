"""Where ways of playing look for cards."""

from __future__ import annotations

from collections.abc import Iterator

from duelmat_engine.evaluate import row_zones
from duelmat_engine.names import Seat, ZoneName, zone
from duelmat_engine.question import Question
from duelmat_engine.state import Piece


def hand(q: Question) -> Iterator[tuple[str, Piece]]:
    """The cards of the hand; of the unseen ones, which are all alike, one."""
    name = zone(q.seat, "hand")
    unseen = False
    for piece in q.duel.at(name):
        if piece.key is not None or not unseen:
            yield name, piece
        unseen = unseen or piece.key is None


def row(q: Question, kind: str) -> Iterator[tuple[ZoneName, Piece]]:
    """The player's own cards in a row."""
    return row_of(q, q.seat, kind)


def row_of(q: Question, seat: Seat, kind: str) -> Iterator[tuple[ZoneName, Piece]]:
    for name in row_zones(q.duel, q.game, seat, kind):
        piece = q.duel.top(name)
        if piece is not None:
            yield name, piece


def own_face_up(q: Question) -> Iterator[tuple[str, Piece]]:
    return ((name, piece) for name, piece in row(q, "m") if piece.face_up)
