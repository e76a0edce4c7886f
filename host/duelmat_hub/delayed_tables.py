"""The tables of an event as spectators are shown them: some time later than they were reported.

Each table has one state for all its spectators. It is made of reports alone, each of which waits
here until it is as old as the table's delay, by the running time of the event. What was shown is
never taken back: a longer delay holds what comes next, a shorter one goes forward.
"""

from __future__ import annotations

import asyncio
import logging
from collections import deque
from collections.abc import Callable, Iterable, Mapping
from typing import Any, Final

from msgspec import Struct
from msgspec.structs import replace

from duelmat_hub.errors import StoreError
from duelmat_hub.report_store import Kept, Read, ReportStore, Stream
from duelmat_venue.reports import applied

TICK_S: Final = 0.5
"""Seconds between two looks for reports that are old enough to be shown."""
_APART_MS: Final = 2_000
"""The running times of two programs differ by less: each is noted twice a second."""
_log = logging.getLogger(__name__)


class ShownTable(Struct, frozen=True):
    """A table as spectators are shown it."""

    table: int
    round: int = 0
    """The round of the match that is shown; 0: nothing is shown yet."""
    duel: int = 0
    stream: int = 0
    """The number of the duel's stream."""
    view: Mapping[str, Any] = {}
    """The public view."""
    is_silent: bool = False
    """Whether the table was not heard at the moment that is shown."""


class _Happened(Struct, frozen=True):
    """A report of a table, or that it has fallen silent or was heard again."""

    at_ms: int
    """The moment in running time."""
    what: Kept | bool
    """The report, or whether the table is silent."""


class DelayedTables:
    """The tables as spectators of one process of the hub are shown them."""

    def __init__(self, store: ReportStore, delay_s: Callable[[int], int]) -> None:
        """`delay_s` gives the seconds by which a table is shown later than it plays."""
        self._store = store
        self._delay_s = delay_s
        self._show_change: Callable[[set[int]], None] = lambda _: None
        self._newest = 0
        """The number of the newest report that was taken, over all tables."""
        self._streams: dict[int, Stream] = {}
        self._waiting: dict[int, deque[_Happened]] = {}
        """The reports that are not shown yet, by table, the oldest first."""
        self._silent: set[int] = set()
        """The tables that are silent now, whatever is shown."""
        self._tables: dict[int, ShownTable] = {}

    def notify(self, change: Callable[[set[int]], None]) -> None:
        """Call `change` from now on with the numbers of tables that are shown otherwise."""
        self._show_change = change

    @property
    def tables(self) -> Mapping[int, ShownTable]:
        """The tables that are shown, by number."""
        return self._tables

    async def start(self) -> None:
        """Take what was reported before this process began. Raises StoreError."""
        found = await asyncio.to_thread(
            self._store.read_delayed, lambda table: 1000 * self._delay_s(table)
        )
        apart_ms = _APART_MS if self._store.is_shared else 0
        self._take(found, [each.received_ms + apart_ms for each in found.reports])

    def take(self, found: Read) -> None:
        """Take what was read of the store just now, and show what may be shown."""
        now_ms = self._store.time.now_ms()
        self._take(found, (now_ms for _ in found.reports))

    def _take(self, found: Read, received_ms: Iterable[int]) -> None:
        self._streams |= {each.number: each for each in found.streams}
        for report, at_ms in zip(found.reports, received_ms, strict=True):
            if report.number > self._newest:
                self._newest = report.number
                self._wait(self._streams[report.stream].table, _Happened(at_ms, report))
        self.release()

    def note_silence(self, table: int, *, is_silent: bool) -> None:
        """Take note that a table has fallen silent, or is heard again."""
        if is_silent == (table in self._silent):
            return
        (self._silent.add if is_silent else self._silent.discard)(table)
        self._wait(table, _Happened(self._store.time.now_ms(), is_silent))
        self.release()

    def _wait(self, table: int, happened: _Happened) -> None:
        self._waiting.setdefault(table, deque()).append(happened)

    def release(self) -> None:
        """Show what is old enough."""
        now_ms = self._store.time.now_ms()
        changed = set()
        for table, waiting in self._waiting.items():
            shown_ms = now_ms - 1000 * self._delay_s(table)
            while waiting and waiting[0].at_ms <= shown_ms:
                self._show(table, waiting.popleft().what)
                changed.add(table)
        for table in changed:
            if not self._waiting[table]:
                del self._waiting[table]
        if changed:
            self._show_change(changed)

    def _show(self, table: int, what: Kept | bool) -> None:
        now = self._tables.get(table, ShownTable(table))
        if isinstance(what, bool):
            self._tables[table] = replace(now, is_silent=what)
            return
        stream = self._streams[what.stream]
        if stream.number < now.stream:
            return  # a program that another one has taken the place of
        if stream.number > now.stream:
            now = ShownTable(table, stream.round, stream.duel, stream.number, {}, now.is_silent)
        self._tables[table] = replace(now, view=applied(now.view, what.changes))

    async def run(self) -> None:
        """Show what becomes old enough, until it is cancelled."""
        while True:
            await asyncio.sleep(TICK_S)
            if self._waiting or self._store.is_shared:
                try:
                    await asyncio.to_thread(self._store.note_time)
                except StoreError as error:
                    _log.debug("cannot note the running time: %s", error)
            self.release()
