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
        self._busy_ms = self._collected_ms = ticks_ms()
        self._is_starting = True
        self._is_counted = True

    def step(self, is_quiet):
        """Collects if it is time to; `is_quiet` when nothing waits just now."""
        now_ms = self._ticks_ms()
        if self._is_starting:
            self._is_starting = False
            self._collect(now_ms)  # what the start has left
        elif not is_quiet:
            self._busy_ms = now_ms
        elif not self._is_counted:
            # As long as a collection, nearly: in a turn of its own.
            self.free_bytes = gc.mem_free()
            self._is_counted = True
        elif (
            elapsed(now_ms, self._collected_ms) >= _EVERY_MS
            and elapsed(now_ms, self._busy_ms) >= _QUIET_MS
        ):
            self._collect(now_ms)

    def _collect(self, now_ms):
        gc.collect()
        self._collected_ms = now_ms
        self._is_counted = False
