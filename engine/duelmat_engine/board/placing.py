"""Placing a card that an effect brings to the field: the zone, face and position it may have."""

from __future__ import annotations

from typing import Final

from duelmat_engine.board.scope import free_zones, is_on_field
from duelmat_engine.effects import ops
from duelmat_engine.names import Seat, ZoneName, zone_kind
from duelmat_engine.ruleset.game import Game
from duelmat_engine.state import Local, Piece, World

Located = tuple[ZoneName, Piece]
"""A card and where it lies before."""
PLACED: Final = Local("placed", tuple[int, ...], default=())
"""The cards, of several, that have been put on the field already, by number."""


def row_for(game: Game, op: ops.PutOnField, lying: Located) -> str:
    """The row to which the card goes: the one named, or the one that fits it."""
    name, piece = lying
    if op.row:
        return op.row
    if not piece.face_up and is_on_field(game, name):
        return zone_kind(name)
    card = None if piece.key is None else game.rules.card(piece.key)
    return "m" if card is None or "monster" in card.kinds else "s"


def wanted_zones(
    world: World, game: Game, op: ops.PutOnField, seat: Seat, lying: Located
) -> list[ZoneName]:
    return free_zones(world, game, seat, row_for(game, op, lying))


def faces(op: ops.PutOnField) -> tuple[bool, ...]:
    return {"up": (True,), "down": (False,), "either": (True, False)}[op.face]


def positions(op: ops.PutOnField, kind: str) -> tuple[bool, ...]:
    if kind in op.upright_rows:
        return (True,)
    return {"attack": (True,), "defense": (False,), "either": (True, False)}[op.position]


def stays_up(game: Game, piece: Piece) -> bool:
    """Whether the card is of the kind that never lies face-down."""
    kind = game.rules.in_play.never_down
    if not kind or piece.key is None or not game.is_on(game.rules.citations.never_down[0]):
        return False
    return kind in game.rules.card(piece.key).kinds
