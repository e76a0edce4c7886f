"""Defenders: the monsters and players that an attack may be on."""

from __future__ import annotations

from duelmat_engine.board import columns
from duelmat_engine.board.scope import still_in
from duelmat_engine.names import Seat, zone
from duelmat_engine.state import World


def defenders(world: World, seat: Seat) -> list[str]:
    """Return all that this player may battle: monsters by zone, then players without by pile."""
    monsters: list[str] = []
    players: list[str] = []
    for other in still_in(world):
        if other != seat:
            row = columns.held(world.zones, other, "m")
            monsters += row
            if not row:
                players.append(zone(other, "pile"))
    return monsters + players
