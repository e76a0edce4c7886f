"""Telling hands: simulated hands say how they have laid a card where the mat does not sense it."""

from __future__ import annotations

from collections.abc import Iterator

from duelmat_engine import Seat, key_seat
from duelmat_host.players.hands import Hands
from duelmat_host.sensing.layout import Face, Orientation, Way
from duelmat_host.table.commands import Tell
from duelmat_host.table.live import LiveTable
from duelmat_host.table.telling import lying, tell


def tells_of(table: LiveTable, hands: Hands, seat: Seat) -> Iterator[Tell]:
    """Yield what a seat's hands have to tell: each card of which the table does not know the way.

    A card beneath others is told of as it lies too: the mat senses the lowest.
    """
    for key, lies in hands.lying.items():
        sight = table.layout.get(lies.zone)
        if key_seat(key) != seat or sight is None or sight.key != key:
            continue
        way = Way(
            Face.UP if lies.face_up else Face.DOWN,
            Orientation.SIDEWAYS if lies.turn else Orientation.UPRIGHT,
        )
        if not lying(table.state, lies.zone, sight, way).is_like(sight):
            yield tell(lies.zone, way)
