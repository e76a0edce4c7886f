"""The clocks of this computer: one that people set, and one that nobody sets."""

from __future__ import annotations

import time
from typing import Final

_STEADY: Final = getattr(time, "CLOCK_BOOTTIME", time.CLOCK_MONOTONIC)
"""Linux' monotonic clock stands still while the computer sleeps; other systems' goes on."""


def utc_ms() -> int:
    """Return the present time by a clock that may be set: milliseconds of UTC since 1970."""
    return time.time_ns() // 1_000_000


def steady_ms() -> int:
    """Return milliseconds of a clock that nobody sets, and that goes on while the computer sleeps;
    only differences mean something.
    """
    return time.clock_gettime_ns(_STEADY) // 1_000_000
