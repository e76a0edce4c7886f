"""The heap: garbage is collected while nobody waits for the board.

A collection holds everything for about 20 ms, and MicroPython makes one by itself as soon as
memory runs out, in the midst of whatever happens then. The scan makes no garbage; messages do, two
kilobytes a second at rest and up to a dozen in play, of the 140 that are free. So whenever nothing
waits for a moment, and the last collection was some time ago, there is one.
"""

import gc

from duelmat_wire import elapsed
from micropython import const

_QUIET_MS = const(100)  # some rounds of all jobs
_EVERY_MS = const(8000)  # a dozen kilobytes a second leave a third of the heap by then


class Heap:
    """Collects at quiet moments."""

    def __init__(self, ticks_ms):
        self._ticks_ms = ticks_ms
        self.free_bytes = 0
        """The bytes that were free after the last collection."""
        self.is_due = True  # what the start has left
        """Whether the next turn of the loop is for a step."""
        self._busy_ms = self._collected_ms = ticks_ms()
        self._is_counted = True

    def look(self, is_quiet):
        """Sees whether it is time for a step; `is_quiet` when nothing waits just now."""
        now_ms = self._ticks_ms()
        if not is_quiet:
            self._busy_ms = now_ms
            return
        self.is_due = not self._is_counted or (
            elapsed(now_ms, self._collected_ms) >= _EVERY_MS
            and elapsed(now_ms, self._busy_ms) >= _QUIET_MS
        )

    def step(self):
        """Collects, or counts what that has freed: both take nearly all that a turn may."""
        self.is_due = False
        if self._is_counted:
            gc.collect()
            self._collected_ms = self._ticks_ms()
        else:
            self.free_bytes = gc.mem_free()
        self._is_counted = not self._is_counted
