"""The heap: garbage is collected while nobody waits for the board.

A collection holds everything for about 20 ms, and MicroPython makes one by itself as soon as
memory runs out, in the midst of whatever happens then. The scan makes no garbage; messages do, a
kilobyte or two a second, of the 135 that are free. So whenever it has been quiet for a second, and
the last collection was some time ago, there is one.
"""

import gc

from duelmat_wire import elapsed
from micropython import const

_QUIET_MS = const(1000)
_EVERY_MS = const(15_000)


class Heap:
    """Collects at quiet moments."""

    def __init__(self, ticks_ms):
        self._ticks_ms = ticks_ms
        self.free_bytes = 0
        """The bytes that were free after the last collection. To count them takes milliseconds,
        so it is done then only.
        """
        self._busy_ms = ticks_ms()
        self._collect(self._busy_ms)

    def step(self, is_quiet):
        """Collects if it is time to; `is_quiet` when nothing waits just now."""
        now_ms = self._ticks_ms()
        if not is_quiet:
            self._busy_ms = now_ms
        elif (
            elapsed(now_ms, self._collected_ms) >= _EVERY_MS
            and elapsed(now_ms, self._busy_ms) >= _QUIET_MS
        ):
            self._collect(now_ms)

    def _collect(self, now_ms):
        gc.collect()
        self.free_bytes = gc.mem_free()
        self._collected_ms = now_ms
