"""Everything that a table learns of its mat: what lies there once it has settled, and readers."""

from __future__ import annotations

from duelmat_hardware import Mat
from duelmat_host.link.boardlog import BoardLog
from duelmat_host.link.events import (
    BoardEvent,
    BoardLost,
    BoardReady,
    Health,
    Log,
    LogLevel,
    Sighting,
    Snapshot,
    WrongBoard,
)
from duelmat_host.sensing.tracker import Settled, Tracker

SETTLE_MS = 60
"""The time that a zone must have shown the same before it counts."""
FIRST_LOOK_MS = 2_000
"""After a stop, the mat is compared once all zones have been read, or after this time."""


class MatSense:
    """The reports of a mat: the cards on it, the health of its readers, its log."""

    def __init__(self, mat: Mat, tracker: Tracker) -> None:
        self.mat = mat
        self.tracker = tracker
        self.board_log = BoardLog()
        self.version = 0
        """Changes with the readers' health and the log."""
        self._map_since_ms: int | None = None
        """The time since which the mat's zones have been known; None: not yet."""

    def take(self, event: BoardEvent, now_ms: int) -> None:
        """Take a board's report of its mat; touches and presses are ignored here."""
        match event:
            case Sighting() | Snapshot():
                self.tracker.take(event, now_ms)
            case Health():
                self.tracker.take(event, now_ms)
                self.version += 1
            case BoardReady():
                self.tracker.take(event, now_ms)
                self.board_log.take(event)
                self.version += 1
            case Log() | BoardLost() | WrongBoard():
                self.board_log.take(event)
                self.version += 1
            case _:
                pass

    def note(self, warning: str) -> None:
        """Add a warning to the board's log, about a report that could not be used."""
        self.take(Log(LogLevel.WARNING, warning), 0)

    def settled(self, now_ms: int) -> Settled:
        """Return the layout that has settled on the mat."""
        return self.tracker.settled(now_ms, SETTLE_MS)

    def is_whole(self, settled: Settled, now_ms: int) -> bool:
        """Whether all zones have been read since the mat was there, or long enough waited for."""
        if self._map_since_ms is None:
            self._map_since_ms = now_ms
        return not settled.pending or now_ms - self._map_since_ms >= FIRST_LOOK_MS
