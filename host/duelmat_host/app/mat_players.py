"""The players whose hands the table itself moves: simulated ones, and the practice opponent."""

from __future__ import annotations

from dataclasses import dataclass

from duelmat_engine import Seat
from duelmat_host.app.mat_use import MatUse, MoverMatUse, PeoplesMat, SimulatedMatUse
from duelmat_host.players.hands import Hands
from duelmat_host.players.mover import Mover
from duelmat_host.players.opponent import Opponent


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
