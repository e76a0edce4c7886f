"""Cards that come to an ordered zone simultaneously: their controller says which comes first.

The machine notes every card that reaches such a zone; before the next operation those that came
together are put in order, where the ruleset wants that.
"""

from __future__ import annotations

from typing import Final

from duelmat_engine.board.scope import SEAT
from duelmat_engine.names import Seat, ZoneName
from duelmat_engine.ruleset.build import NEXT
from duelmat_engine.running.machine import Machine
from duelmat_engine.state import Local, Piece

BLOCK: Final = "order"
"""The block of the ruleset that has a player order AMONG."""
AMONG: Final = Local("among", tuple[Piece, ...])
"""The cards that are to be put in order yet."""
PLACE: Final = Local("zone", ZoneName)
"""The zone in which they lie."""
LAID: Final = Local("laid", tuple[Piece, ...])
"""The cards whose place in the order is known, the lowest first."""


def arrange(machine: Machine) -> None:
    """Have those who sent several cards to one zone simultaneously say in which order they lie."""
    arrivals, machine.arrivals = machine.arrivals, []
    rules = machine.game.rules.citations.order
    if len(arrivals) < 2 or not rules or not machine.game.is_on(rules[0]):
        return
    groups: dict[tuple[Seat, ZoneName], list[Piece]] = {}
    for name, seat, piece in arrivals:
        if any(p.oid == piece.oid for p in machine.at(name)) and not machine.players[seat].lost:
            groups.setdefault((seat, name), []).append(piece)
    for (seat, name), pieces in reversed(groups.items()):
        if len(pieces) > 1:
            order = AMONG(tuple(pieces)) | PLACE(name) | LAID(()) | NEXT(())
            machine.push(BLOCK, SEAT(seat) | order)
