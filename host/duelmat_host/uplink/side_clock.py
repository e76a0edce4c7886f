"""The time that players have for side decking, by the clock of the event."""

from __future__ import annotations

from typing import Final

from duelmat_host.table.side_decking import SIDE_S, are_siding
from duelmat_host.table.state import TableState

_MS: Final = 1000


class SideClock:
    """The clock of side decking; a program that was started anew gives the time anew."""

    def __init__(self) -> None:
        self._duel = 0
        """The number of the duel after which cards are exchanged; 0: none are."""
        self._ends_ms = 0

    def ends_ms(self, state: TableState, now_ms: int) -> int | None:
        """Return the moment at which the time is over; None: none runs, or a judge was called."""
        if not are_siding(state):
            self._duel = 0
            return None
        if self._duel != state.number:
            self._duel, self._ends_ms = state.number, now_ms + SIDE_S * _MS
        return None if state.ends.is_side_late else self._ends_ms
