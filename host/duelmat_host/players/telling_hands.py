"""Telling hands: simulated hands say what they have done where the mat does not sense it."""

from __future__ import annotations

from collections.abc import Iterator

from duelmat_engine import CardKey, Seat, key_seat
from duelmat_host.players.hands import Hands
from duelmat_host.sensing.layout import Face, Orientation, Way
from duelmat_host.table.commands import Tell, Touch
from duelmat_host.table.live import LiveTable
from duelmat_host.table.obligations import Obligation, ObligationKind
from duelmat_host.table.telling import sight_as_told, tell


def tells_of(table: LiveTable, hands: Hands, seat: Seat) -> Iterator[Tell | Touch]:
    """Yield what a seat's hands have to tell: how cards lie, and which are put on piles."""
    for key, lies in hands.lying.items():
        sight = table.layout.get(lies.zone)
        if key_seat(key) != seat or sight is None or sight.key != key:
            continue  # of cards on each other the mat senses the lowest
        way = Way(
            Face.UP if lies.face_up else Face.DOWN,
            Orientation.SIDEWAYS if lies.turn else Orientation.UPRIGHT,
        )
        if not sight_as_told(table.state, lies.zone, sight, way).is_like(sight):
            yield tell(lies.zone, way)
    for each in table.state.obligations:
        if each.seat == seat and _is_done_unseen(each, table, hands):
            yield Touch(each.zone)


def _is_done_unseen(each: Obligation, table: LiveTable, hands: Hands) -> bool:
    """Whether hands have done what is to be done at a pile that is not sensed."""
    is_of_pile = each.kind in (ObligationKind.SHOW, ObligationKind.FETCH)
    if not is_of_pile or not each.key or table.state.zones.is_sensed(each.zone):
        return False
    lies = hands.where(CardKey(each.key))
    if each.kind is ObligationKind.SHOW:
        return lies in (each.zone, each.zone.partition(".")[2])
    return lies != each.zone.partition(".")[2]
