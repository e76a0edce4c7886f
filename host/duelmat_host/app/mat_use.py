"""The use of a mat: whose hands move its cards, as far as that is known."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, Protocol

from duelmat_engine import Seat
from duelmat_host.players.hands import Hands
from duelmat_host.players.mover import Mover
from duelmat_host.sensing.layout import Layout
from duelmat_host.table.zone_map import PadName


class MatUse(Protocol):
    """A table's knowledge about the hands at its mat."""

    can_hold: ClassVar[bool]
    """Whether fingers can hold a button: simulated ones press, however long that takes."""

    def whose_touch(self, pad: PadName) -> Seat | None:
        """Return the seat whose finger touches a pad; None where that is unknown."""

    def takes_touch(self, pad: PadName) -> bool:
        """Take a touch before the referee does; False if it is meant for the referee."""

    def gate(self, lying: Layout, now_ms: int) -> Layout:
        """Return the part of what lies on the mat that the referee may judge."""


class PeoplesMat:
    """A real mat, at which people play."""

    can_hold: ClassVar = True

    def whose_touch(self, _pad: PadName) -> Seat | None:
        """Return None: nobody knows whose finger touches a real mat."""
        return None

    def takes_touch(self, _pad: PadName) -> bool:
        """Return False: no touch is meant for anybody but the referee."""
        return False

    def gate(self, lying: Layout, _now_ms: int) -> Layout:
        """Return the whole layout: nothing is kept from the referee."""
        return lying


@dataclass(frozen=True, slots=True)
class SimulatedMatUse(PeoplesMat):
    """A simulated mat, whose hands know whose they are."""

    hands: Hands
    can_hold: ClassVar = False

    def whose_touch(self, pad: PadName) -> Seat | None:
        """Return the seat whose simulated finger touches a pad."""
        return self.hands.whose_touch(pad)


@dataclass(frozen=True, slots=True)
class MoverMatUse(PeoplesMat):
    """A real mat, at which a person moves the cards of an opponent too."""

    mover: Mover

    def takes_touch(self, pad: PadName) -> bool:
        """Take a touch by which the person confirms what they were asked to do."""
        return self.mover.takes_touch(pad)

    def gate(self, lying: Layout, now_ms: int) -> Layout:
        """Return the layout without the unasked movements of hidden cards."""
        return self.mover.gate(lying, now_ms)
