"""References to cards in actions: by place on the field, by key elsewhere, by zone if unseen."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from duelmat_engine.names import SEATS, CardKey, Seat, ZoneName, is_key, zone, zone_kind
from duelmat_engine.ruleset.game import Game
from duelmat_engine.state import Located, Piece, World


def ref_of(game: Game, name: str, piece: Piece) -> str:
    """The shortest name by which an action can mean this card."""
    if piece.key is None or zone_kind(name) in game.rules.zones.field:
        return name
    return piece.key


HANDS: Final = {name[0]: name for name in [zone(seat, "hand") for seat in SEATS]}
"""The hands by the letter of their player."""
FEW: Final = 10
"""Zones with more cards are looked through last."""


def lookup(world: World, ref: str) -> Located | None:
    """The card that a reference means now.

    A zone stands for the unseen card in it, else for one that lies face-down: those that lie
    open there, as in a hand that has to show them, go by their names.
    """
    if is_key(ref):
        hand = HANDS.get(ref[0])
        if hand is None:
            return None
        for piece in world.zones.get(hand, ()):  # where most are that go by their key
            if piece.key == ref:
                return hand, piece
        for in_piles in (False, True):
            for name, pieces in world.zones.items():
                for piece in pieces if (len(pieces) > FEW) is in_piles else ():
                    if piece.key == ref:
                        return name, piece
        return None
    name = ZoneName(ref)
    pieces = world.zones.get(name, ())
    covered = None
    for piece in pieces:
        if piece.key is None:
            return name, piece
        if covered is None and not piece.face_up:
            covered = piece
    return (name, covered or pieces[0]) if pieces else None


def top_of(world: World, name: str) -> Piece | None:
    return next(iter(world.zones.get(ZoneName(name), ())), None)


def is_unseen(world: World, piece: Piece) -> bool:
    """Whether those whose knowledge the world holds have not seen which card it is."""
    return piece.key is None or (world.closed and not piece.shown)


def public_pool(world: World, owner: Seat) -> frozenset[CardKey]:
    """Return the cards of an owner that not everybody has seen, also in what one player knows."""
    pool = world.hidden[owner].pool
    if world.closed:
        return pool
    known: list[CardKey] = []
    for pieces in world.zones.values():
        for piece in pieces:
            if piece.owner == owner and piece.key is not None and not piece.shown:
                known.append(piece.key)
    return pool.union(known) if known else pool


def unseen_of(owner: int, pieces: Iterable[Piece], *, closed: bool) -> list[Piece]:
    """Those of some cards that are an owner's and unseen, in a closed duel or an open one."""
    return [p for p in pieces if p.owner == owner and (not p.key or (closed and not p.shown))]


def unseen_counts(world: World, owner: int) -> dict[ZoneName, int]:
    """Return the number of unseen cards of an owner in each zone that holds any."""
    closed = world.closed
    return {
        name: len(unseen)
        for name, pieces in world.zones.items()
        if (unseen := unseen_of(owner, pieces, closed=closed))
    }
