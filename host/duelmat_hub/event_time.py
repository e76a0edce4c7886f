"""The event's time: the moments of its entries, and of the ends of its rounds.

It is UTC as the hub's clock, or the database's, had it when the event was first served; from then
on steady clocks count it. Somebody who sets a clock in the middle of a round moves no end. The
store keeps one pair of event's time and clock, so that all hubs on it, and those that begin
later, have the same time, and whoever of them sees first that a clock was set notes it for all.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from typing import Final

from msgspec import Struct
from sqlalchemy import Connection, insert, select, text, update

from duelmat_hub import tables
from duelmat_hub.clocks import steady_ms, utc_ms
from duelmat_hub.errors import StoreError
from duelmat_hub.store import Store

APART_MS: Final = 2_000
"""Clocks that are kept right by the network differ by less, and nobody notices as much."""
_EVERY_S: Final = 10.0
"""Seconds between two comparisons of the clocks: a hub that is killed loses no more of them."""
_READINGS: Final = 3
"""The most readings of both clocks at once."""
_AT_ONCE_MS: Final = 100
"""Two clocks that are read within this time are read at once."""
_log = logging.getLogger(__name__)


class ClockStep(Struct, frozen=True):
    """A clock was set, and the event's time did not follow it."""

    at_ms: int
    """The moment at which it was noticed, in event's time."""
    by_ms: int
    """Milliseconds by which the clock was set ahead; below 0: back."""


class EventTime:
    """The event's time as one process of the hub has it."""

    def __init__(
        self,
        store: Store,
        wall_ms: Callable[[], int] | None = None,
        clock_ms: Callable[[], int] = steady_ms,
    ) -> None:
        """Args:
        store: where the event is kept.
        wall_ms: gives milliseconds of UTC by a clock that may be set; None: this computer's, or
            the database's if hubs share it.
        clock_ms: gives milliseconds of a steady clock.

        """
        self.step: ClockStep | None = None
        """The last time that a clock was set; None: never."""
        self._show: Callable[[], None] = lambda: None
        self._store = store
        self._wall_ms = utc_ms if wall_ms is None else wall_ms
        self._asks_store = wall_ms is None and store.is_shared
        self._clock_ms = clock_ms
        self._zero_ms: int | None = None
        """The event's time at which the steady clock had 0; None: the store was not read yet."""

    def now_ms(self) -> int:
        if self._zero_ms is None:
            return self._wall_ms()
        return self._zero_ms + self._clock_ms()

    def compare(self) -> bool:
        """Compare the clocks, note their times in the store, and return whether one was set since.

        Raises: StoreError.
        """
        with self._store.transaction() as connection:
            self._store.take_turns(connection)
            wall_ms, clock_ms = self._read_clocks(connection)
            row = connection.execute(select(tables.event_time)).first()
            if self._zero_ms is None:
                kept_ms = 0 if row is None else row.event_ms
                ahead_ms = 0 if row is None else row.event_ms - row.wall_ms
                self._zero_ms = max(wall_ms + ahead_ms, kept_ms) - clock_ms
            now_ms = self._zero_ms + clock_ms
            noted = {"event_ms": now_ms, "wall_ms": wall_ms}
            if row is None:
                connection.execute(insert(tables.event_time), {**noted, "step_ms": 0, "by_ms": 0})
                return False
            step = ClockStep(row.step_ms, row.by_ms) if row.step_ms else None
            by_ms = (wall_ms - now_ms) - (row.wall_ms - row.event_ms)
            if abs(by_ms) > APART_MS:
                step = ClockStep(now_ms, by_ms)
                noted |= {"step_ms": now_ms, "by_ms": by_ms}
                _log.warning("a clock was set by %+d s; the event's time goes on", by_ms // 1000)
            connection.execute(update(tables.event_time).values(noted))
        is_new, self.step = step != self.step, step
        return is_new

    def notify(self, show: Callable[[], None]) -> None:
        """Call `show` whenever a clock was set, from now on."""
        self._show = show

    async def look(self) -> None:
        """Compare the clocks, unless the store fails."""
        try:
            if await asyncio.to_thread(self.compare):
                self._show()
        except StoreError as error:
            _log.debug("cannot note the event's time: %s", error)

    async def run(self) -> None:
        """Compare the clocks now and then, until it is cancelled."""
        while True:
            await asyncio.sleep(_EVERY_S)
            await self.look()

    def _read_clocks(self, connection: Connection) -> tuple[int, int]:
        """Return what the clock that may be set and the steady one had at one moment.

        Whoever reads the database's waits for it: what took long is read again.
        """
        for _ in range(_READINGS):
            before_ms = self._clock_ms()
            wall_ms = self._read_wall(connection)
            took_ms = self._clock_ms() - before_ms
            if took_ms <= _AT_ONCE_MS:
                break
        return wall_ms, before_ms + took_ms // 2

    def _read_wall(self, connection: Connection) -> int:
        if not self._asks_store:
            return self._wall_ms()
        asked = text("SELECT CAST(EXTRACT(EPOCH FROM clock_timestamp()) * 1000 AS BIGINT)")
        return int(connection.execute(asked).scalar_one())
