"""The running time of an event: the time for which its hubs have run, all programs together.

It counts by steady clocks and is kept in the store, and so it neither jumps nor steps back when
somebody sets a clock. It stands still while no hub runs. It may be behind the time that has really
passed, and is never ahead of it: whatever is old enough by it is old enough.
"""

from __future__ import annotations

from collections.abc import Callable

from duelmat_hub.clocks import steady_ms


class RunningTime:
    """The running time as one process of the hub has it."""

    def __init__(self, clock_ms: Callable[[], int] = steady_ms) -> None:
        """`clock_ms` gives milliseconds of a steady clock."""
        self._clock_ms = clock_ms
        self._zero_ms = clock_ms()
        """The moment by the steady clock at which the running time was 0."""

    def now_ms(self) -> int:
        return self._clock_ms() - self._zero_ms

    def reach(self, ms: int) -> None:
        """Be as late as this, which the store had a moment ago, at least."""
        self._zero_ms = min(self._zero_ms, self._clock_ms() - ms)
