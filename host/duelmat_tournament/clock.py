"""A round's clock: the moment at which time is up, never a counter, so that it cannot jump.

Moments come from outside, in UTC; one that lies before an earlier one counts as the earlier one.
"""

from __future__ import annotations

from msgspec import Struct
from msgspec.structs import replace

from duelmat_tournament.names import TimeMs


class Pause(Struct, frozen=True):
    """A time in which the clock was paused."""

    began_ms: TimeMs
    ended_ms: TimeMs
    """At or after the beginning."""


class Clock(Struct, frozen=True):
    """A clock that runs, or is paused since a moment."""

    ends_ms: TimeMs
    """The moment at which time is up; of a clock that stands still, as if it ran on."""
    paused_at_ms: TimeMs | None = None
    """The moment since which it stands still; None while it runs."""
    pauses: tuple[Pause, ...] = ()
    """The pauses that are over, the earliest first."""

    @property
    def is_paused(self) -> bool:
        return self.paused_at_ms is not None


def start(now_ms: TimeMs, seconds: int) -> Clock:
    """Return a clock that runs for so many seconds."""
    return Clock(TimeMs(now_ms + 1000 * seconds))


def pause(clock: Clock, now_ms: TimeMs) -> Clock:
    """Return the clock paused, if it is not yet."""
    if clock.paused_at_ms is not None:
        return clock
    if clock.pauses:
        now_ms = max(now_ms, clock.pauses[-1].ended_ms)
    return replace(clock, paused_at_ms=now_ms)


def resume(clock: Clock, now_ms: TimeMs) -> Clock:
    """Return the clock running, with as much time left as when it was paused.

    Its `pauses` are then those up to this moment, for the arithmetic of extensions.
    """
    if clock.paused_at_ms is None:
        return clock
    now_ms = max(now_ms, clock.paused_at_ms)
    return Clock(
        TimeMs(clock.ends_ms + now_ms - clock.paused_at_ms),
        pauses=(*clock.pauses, Pause(clock.paused_at_ms, now_ms)),
    )


def add(clock: Clock, seconds: int) -> Clock:
    """Return the clock with so many seconds more, or fewer if it is a negative number."""
    return replace(clock, ends_ms=TimeMs(clock.ends_ms + 1000 * seconds))


def remaining(clock: Clock, now_ms: TimeMs) -> int:
    """Return the milliseconds left, 0 once time is up."""
    at_ms = now_ms if clock.paused_at_ms is None else clock.paused_at_ms
    return max(0, clock.ends_ms - at_ms)
