"""Reactions: blocks that follow immediately from a card that leaves the field, without any Chain.

They are found as the card moves, and carried out before the next operation.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from duelmat_engine.board.scope import SEAT, SELF
from duelmat_engine.names import ZoneName, zone_kind, zone_seat
from duelmat_engine.ruleset.game import Game
from duelmat_engine.state import Local, Piece, Value, World

Due = tuple[str, dict[str, Value]]
"""A block that follows, with what is bound in it."""
NEGATED: Final = frozenset(("summon-negated", "activation-negated"))
"""The causes of moves of cards that were never in play: what has left the field was."""
WHERE_TO: Final = Local("to", str)
"""The kind of zone that the card has gone to."""


def on_departure(
    world: World, game: Game, piece: Piece, source: ZoneName, to: ZoneName, cause: str
) -> Iterator[Due]:
    """Yield what follows from a card that has left a zone of the field."""
    for reaction in game.rules.in_play.reactions:
        if reaction.kind == "attached":
            there = _has_attached(world, game, piece)
        else:
            kinds = () if piece.key is None else game.rules.card(piece.key).kinds
            there = cause not in NEGATED and piece.face_up and reaction.kind in kinds
        if there:
            seat, kind = zone_seat(source), zone_kind(to)
            yield reaction.block, SEAT(seat) | SELF((piece,)) | WHERE_TO(kind)


def on_turned_down(world: World, game: Game, piece: Piece, place: ZoneName) -> Iterator[Due]:
    """Yield what follows from a card turned face-down, to which others may be equipped."""
    for reaction in game.rules.in_play.reactions:
        if reaction.kind == "attached-down" and _has_attached(world, game, piece):
            yield reaction.block, SEAT(zone_seat(place)) | SELF((piece,))


def _has_attached(world: World, game: Game, piece: Piece) -> bool:
    hidden = game.rules.zones.hidden
    for name, pieces in world.zones.items():
        if pieces and zone_kind(name) not in hidden:
            for other in pieces:
                if other.attached == piece.oid:
                    return True
    return False
