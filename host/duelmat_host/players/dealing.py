"""Dealing again: simulated hands hold what a duel has in hands, decks and piles.

The places of unseen cards are as chance has shuffled them. Cards that belong on the mat are in
hand, to be laid there.
"""

from __future__ import annotations

from collections.abc import Iterator

from duelmat_engine import CardKey, Piece, Seat, zone
from duelmat_host.players.hands import Hands, Side
from duelmat_host.table.obligations import ObligationKind
from duelmat_host.table.state import TableState


def deal_again(hands: Hands, state: TableState) -> None:
    """Let hands with full decks hold what a duel goes on with, on a mat without cards."""
    known = {key for _, piece in state.duel.pieces() for key in _keys(state, piece)}
    for number in state.duel.seats:
        _deal(hands.sides[number], Seat(number), state, known)


def _deal(side: Side, seat: Seat, state: TableState, known: set[CardKey]) -> None:
    own = [*side.deck, *side.extra]
    decks = [[key for key in part if key not in known] for part in (side.deck, side.extra)]

    def held(kind: str, unseen: list[CardKey]) -> list[CardKey]:
        pieces = state.duel.at(zone(seat, kind))
        return [next(_keys(state, piece), None) or unseen.pop() for piece in pieces]

    main, extra = decks
    undrawn = sum(
        each.count
        for each in state.obligations
        if each.kind is ObligationKind.DRAW and each.seat == seat
    )
    hand = held("hand", main)
    drawn = len(hand) - undrawn  # the duel has the others in the hand already
    side.hand, side.deck = hand[:drawn], [*hand[drawn:], *held("pile", main)]
    side.extra = held("extra", extra)
    side.grave, side.banished = held("grave", main), held("banished", main)
    placed = {*side.hand, *side.deck, *side.extra, *side.grave, *side.banished}
    side.hand += [key for key in own if key not in placed]


def _keys(state: TableState, piece: Piece) -> Iterator[CardKey]:
    """Yield the known cards of a piece, the topmost first."""
    key = piece.key or state.secrets.get(piece.oid)
    if key is not None:
        yield key
    for lower in piece.beneath:
        yield from _keys(state, lower)
