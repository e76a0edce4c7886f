"""Wishes: what a person is asked to do next with an opponent's card, and how it is seen done."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass

from duelmat_engine import CardKey
from duelmat_host.sensing.layout import Face, Layout, MatZone, Orientation, Sight, Way
from duelmat_host.table.inputs import Instruction


@dataclass(frozen=True, slots=True)
class Aim:
    """A card that is to lie on the mat in one way."""

    zone: MatZone
    keys: Collection[CardKey]
    """The cards of which one is to lie there."""
    face_up: bool
    upright: bool | None = None
    """None where the zone does not sense it."""

    @property
    def way(self) -> Way:
        """Return how the card is to lie."""
        turn = Orientation.UNKNOWN
        if self.upright is not None:
            turn = Orientation.UPRIGHT if self.upright else Orientation.SIDEWAYS
        return Way(Face.UP if self.face_up else Face.DOWN, turn)

    def holds(self, zone: MatZone, sight: Sight | None) -> bool:
        """Whether one of the cards lies in the zone, however it lies."""
        return zone == self.zone and sight is not None and sight.key in self.keys

    def is_met_by(self, zone: MatZone, sight: Sight | None) -> bool:
        """Whether a sight in a zone meets the aim."""
        if sight is None or not self.holds(zone, sight):
            return False
        is_turned_so = self.upright is None or sight.orientation is self.way.orientation
        return is_turned_so and sight.face is self.way.face


@dataclass(frozen=True, slots=True)
class Wish:
    """One act that a person is asked for; the last four fields say when it is done."""

    instruction: Instruction
    aim: Aim | None = None
    """Done when a card lies so, and no longer where it is taken from."""
    reads: Collection[CardKey] = ()
    """Done when one of these cards lies on the zone that it goes to."""
    leaves: CardKey | None = None
    """Done when this card no longer lies where it is taken from."""
    by_touch: bool = False
    """Done when the deck is touched; with an aim, the touch tells that the card lies so."""

    def is_done(self, lying: Layout) -> bool:
        """Whether the layout shows that the act is done."""
        if self.aim is not None:
            is_there = self.aim.is_met_by(self.aim.zone, lying.get(self.aim.zone))
            return is_there and self._has_left(lying, self.aim.keys)
        if self.reads:
            return self.awaits(lying)
        return self.leaves is not None and self._has_left(lying, (self.leaves,))

    def _has_left(self, lying: Layout, keys: Collection[CardKey]) -> bool:
        """Whether none of these cards still lies where it is taken from."""
        source = self.instruction.source
        if source is None or source == self.instruction.goes_to:
            return True
        sight = lying.get(source)
        return sight is None or sight.key not in keys

    def awaits(self, lying: Layout) -> bool:
        """Whether a card that is to be read lies where it is read."""
        return any(self.may_lie(zone, lying[zone]) for zone in lying) if self.reads else False

    def may_lie(self, zone: MatZone, sight: Sight) -> bool:
        """Whether a hidden card may lie there meanwhile, without being played."""
        if self.reads:
            return zone == self.instruction.goes_to and sight.key in self.reads
        if zone != self.instruction.source:
            return False
        about = self.aim.keys if self.aim is not None else (self.leaves,)
        return sight.key in about
