"""What follows at once from a card that leaves the field, without any Chain (Ruleset.reactions).

It is noted as the card moves and carried out before the next operation.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from duelmat_engine.names import ZoneName, zone_kind, zone_seat
from duelmat_engine.state import Piece, Value

if TYPE_CHECKING:
    from duelmat_engine.running.machine import Machine


def react(machine: Machine) -> None:
    """Begin what is due."""
    due, machine.due = machine.due, []
    for block, bound in reversed(due):
        machine.push(block, bound)


def note_departure(machine: Machine, piece: Piece, source: ZoneName, to: ZoneName) -> None:
    """A card has left a zone of the field."""
    for reaction in machine.game.rules.reactions:
        if reaction.kind == "attached":
            there = _has_attached(machine, piece)
        else:
            there = piece.face_up and machine.has_kind(piece, reaction.kind)
        if there:
            bound: dict[str, Value] = {
                "seat": zone_seat(source),
                "self": (piece,),
                "to": zone_kind(to),
            }
            machine.due.append((reaction.block, bound))


def note_turned_down(machine: Machine, piece: Piece, place: ZoneName) -> None:
    """A card was turned face-down where it lies; others may be equipped to it."""
    for reaction in machine.game.rules.reactions:
        if reaction.kind == "attached-down" and _has_attached(machine, piece):
            bound: dict[str, Value] = {"seat": zone_seat(place), "self": (piece,)}
            machine.due.append((reaction.block, bound))


def _has_attached(machine: Machine, piece: Piece) -> bool:
    hidden = machine.game.rules.hidden_kinds
    for name, pieces in machine.zones.items():
        if pieces and zone_kind(name) not in hidden:
            for other in pieces:
                if other.attached == piece.oid:
                    return True
    return False
