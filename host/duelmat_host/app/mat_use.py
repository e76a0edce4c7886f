"""The hands at the mat: those that the table itself moves, and what it knows of them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, Protocol

from duelmat_engine import Seat
from duelmat_host.players.hands import Hands
from duelmat_host.players.mover import Mover
from duelmat_host.players.opponent import Opponent
from duelmat_host.sensing.layout import Layout
from duelmat_host.table.inputs import HelpWanted
from duelmat_host.table.zone_map import PadName


class MatUse(Protocol):
    """A table's knowledge about the hands at its mat."""

    can_hold: ClassVar[bool]
    """Whether fingers can hold a button: simulated ones press, however long that takes."""

    def whose_touch(self, pad: PadName) -> Seat | None:
        """Return the seat whose finger touches a pad; None where that is unknown."""

    def accept_touch(self, pad: PadName) -> bool:
        """Accept a touch before the referee does; return False if it is meant for the referee."""

    def follow(self, lying: Layout, now_ms: int) -> Layout:
        """Follow what lies on the mat, and return the part that the referee may judge."""

    @property
    def help(self) -> HelpWanted | None:
        """Return what a person is asked to do for another player; None: nobody plays so."""


class PeoplesMat:
    """A real mat, at which people play."""

    can_hold: ClassVar = True

    def whose_touch(self, _pad: PadName) -> Seat | None:
        """Return None: nobody knows whose finger touches a real mat."""
        return None

    def accept_touch(self, _pad: PadName) -> bool:
        """Return False: no touch is meant for anybody but the referee."""
        return False

    def follow(self, lying: Layout, _now_ms: int) -> Layout:
        """Return the whole layout: nothing is kept from the referee."""
        return lying

    @property
    def help(self) -> HelpWanted | None:
        """Return None: everybody moves their own cards."""
        return None


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

    def accept_touch(self, pad: PadName) -> bool:
        """Accept a touch by which the person confirms what they were asked to do."""
        return self.mover.accept_touch(pad)

    def follow(self, lying: Layout, now_ms: int) -> Layout:
        """Return the layout without the unasked movements of hidden cards."""
        return self.mover.follow(lying, now_ms)

    @property
    def help(self) -> HelpWanted:
        """Return the movement that the person is asked for now."""
        return self.mover.help


@dataclass(frozen=True, slots=True)
class MatPlayers:
    """The automatic movers of cards in one duel; none at a real mat with two players."""

    hands: Hands | None = None
    """The players' hands, where the mat is simulated."""
    opponent: Opponent | None = None
    """The player of the other seat, if no person plays it."""
    mover: Mover | None = None
    """The mover of the opponent's cards, by a person's hands, where the mat is real."""
    share_screen: bool = False
    """Whether the players share a screen, so that a curtain parts their pages."""

    def is_opponent(self, seat: Seat) -> bool:
        """Whether the practice opponent plays a seat."""
        return self.opponent is not None and self.opponent.seat == seat

    @property
    def use(self) -> MatUse:
        """The knowledge about the hands at the mat."""
        if self.mover is not None:
            return MoverMatUse(self.mover)
        return PeoplesMat() if self.hands is None else SimulatedMatUse(self.hands)
