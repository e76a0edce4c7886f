"""Defenders: the monsters and players that an attack may be on."""

from __future__ import annotations

from collections.abc import Iterator

from duelmat_engine.board import columns
from duelmat_engine.board.scope import still_in
from duelmat_engine.names import Seat, zone
from duelmat_engine.state import World


def opponents(world: World, seat: Seat) -> list[Seat]:
    """Return the other players who are still in the duel."""
    return [other for other in still_in(world) if other != seat]


def defenders(world: World, seat: Seat) -> Iterator[str]:
    """Yield all that this player may battle: monsters by zone, players without any by pile."""
    others = opponents(world, seat)
    rows = [columns.held(world.zones, other, "m") for other in others]
    for row in rows:
        yield from row
    for other, row in zip(others, rows, strict=True):
        if not row:
            yield zone(other, "pile")
