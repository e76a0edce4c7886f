"""MatConnection: a mat on a line, and time that passes: real, or that of the simulated mat."""

from __future__ import annotations

import time
from abc import ABC, abstractmethod
from typing import Final

from duelmat_hardware import AntennaIndex
from duelmat_host.link.boardlog import BoardLog
from duelmat_host.link.events import BoardEvent, Health, HealthState, Status
from duelmat_host.link.line import BoardLine
from duelmat_host.link.session import BoardSession
from duelmat_host.link.virtual_time import VirtualTime

_STEP_MS: Final = 10


class MatConnection(ABC):
    """A mat under examination, and its time."""

    def __init__(self, line: BoardLine) -> None:
        self.line = line
        self.health: dict[AntennaIndex, HealthState] = {}
        """The states of the readers that have reported."""
        self.log = BoardLog()
        self.status: Status | None = None
        """The last one."""
        self.board_bad_before = 0
        """The bad frames that the board had counted when it first reported."""

    @property
    def session(self) -> BoardSession:
        return self.line.session

    def step(self) -> list[BoardEvent]:
        """Let a moment pass; return the board's events in it."""
        events = self._pass(_STEP_MS)
        for event in events:
            self.log.take(event)
            if isinstance(event, Health):
                self.health[event.index] = event.state
            elif isinstance(event, Status):
                if self.status is None:
                    self.board_bad_before = event.bad_frames
                self.status = event
        return events

    def wait(self, for_ms: int) -> list[BoardEvent]:
        """Let time pass; return all events of the board in it."""
        return [event for _ in range(for_ms // _STEP_MS) for event in self.step()]

    @property
    @abstractmethod
    def now_ms(self) -> int: ...

    @abstractmethod
    def _pass(self, for_ms: int) -> list[BoardEvent]: ...


class RealConnection(MatConnection):
    """A mat of wood and wire."""

    @property
    def now_ms(self) -> int:
        return time.monotonic_ns() // 1_000_000

    def _pass(self, for_ms: int) -> list[BoardEvent]:
        end_s = time.monotonic() + for_ms / 1000
        events = self.line.turn(self.now_ms)
        time.sleep(max(end_s - time.monotonic(), 0))
        return events


class VirtualConnection(MatConnection):
    """A simulated mat in virtual time."""

    def __init__(self, line: BoardLine, clock: VirtualTime) -> None:
        super().__init__(line)
        self._clock = clock

    @property
    def now_ms(self) -> int:
        return self._clock.now_ms

    def _pass(self, for_ms: int) -> list[BoardEvent]:
        return self._clock.step(for_ms)
