"""The tables of an event as their reports have them: kept first, then shown.

Batches that come in while others are written are written together in the next commit. Every
process of the hub reads all reports in the order of their commits, its own as well, so that all
of them show the same.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Mapping
from typing import Any, Final

from msgspec import Struct
from msgspec.structs import replace

from duelmat_hub.errors import ForeignStreamError, StoreError
from duelmat_hub.report_store import Kept, Read, Received, ReportStore, Stream
from duelmat_message import say
from duelmat_venue.reports import MatState, applied

STALE_MS: Final = 2_400
"""A table that was not heard for so long is silent, which is shown within three seconds: it speaks
once a second."""
MOST_WAITING: Final = 2_000
"""The most batches that wait for a commit: ten of each of 200 tables, half a minute's reports."""
LOOK_S: Final = 0.5
_log = logging.getLogger(__name__)


class TableNow(Struct, frozen=True):
    """A table as its newest duel has been reported."""

    table: int
    round: int = 0
    duel: int = 0
    stream: str = ""
    """The duel's stream; empty: the table has a link and has reported nothing yet."""
    n: int = 0
    """The number of the newest report."""
    view: Mapping[str, Any] = {}
    """The public view after it."""
    heard_ms: int = 0
    """The moment at which the table was heard last."""
    state: MatState = MatState()
    thought_ms: Mapping[str, int] = {}
    """Milliseconds of this duel in which each seat had to decide."""
    is_silent: bool = False
    """Whether the table was not heard for STALE_MS."""


class Reporting:
    """The reports of all tables, as one process of the hub has them."""

    def __init__(self, store: ReportStore, clock_ms: Callable[[], int]) -> None:
        """`clock_ms` gives milliseconds of UTC."""
        self._show_change: Callable[[set[int]], None] = lambda _: None
        self._pass_on: Callable[[Read], None] = lambda _: None
        self._store = store
        self._clock_ms = clock_ms
        self._newest = 0
        """The number of the newest report that was read, over all tables."""
        self._streams: dict[int, Stream] = {}
        """The newest streams by their numbers; a report of an older one is shown nowhere."""
        self._tables: dict[int, TableNow] = {}
        self._waiting: list[tuple[Received, asyncio.Future[int | None]]] = []
        self._work = asyncio.Event()
        self._reading = asyncio.Lock()

    def notify(
        self,
        change: Callable[[set[int]], None],
        read: Callable[[Read], None] = lambda _: None,
    ) -> None:
        """Call `change` from now on with the numbers of tables of which something has changed.

        read: called with all that is read of the store.
        """
        self._show_change, self._pass_on = change, read

    def table(self, number: int) -> TableNow | None:
        """Return a table as it was reported last; None: it has neither reports nor a link."""
        return self._tables.get(number)

    @property
    def tables(self) -> Mapping[int, TableNow]:
        return self._tables

    async def start(self) -> None:
        """Read what was reported before this process began. Raises StoreError."""
        found = await asyncio.to_thread(self._store.read_present)
        self._newest = found.newest
        self._show(found)
        await self._read_links()

    async def take(self, received: Received) -> int:
        """Keep a batch, and return the number of the newest report of its stream.

        It returns after the commit, when this process shows it. Raises: StoreError; the batch
        may have been kept, and is to be sent again. ForeignStreamError for another table's.
        """
        batch, known = received.batch, self._tables.get(received.table)
        is_known = known is not None and known.stream == batch.stream
        is_beat = not (batch.reports or batch.keys or self._store.is_shared)
        if known is not None and is_known and is_beat:
            self._hear(received.table, received.at_ms, batch.state)
            return known.n
        if len(self._waiting) >= MOST_WAITING:
            raise StoreError(say("more reports come than can be written"))
        kept: asyncio.Future[int | None] = asyncio.get_running_loop().create_future()
        self._waiting.append((received, kept))
        self._work.set()
        newest = await kept
        if newest is None:
            raise ForeignStreamError
        now = self._tables.get(received.table)
        if now is not None and now.stream == batch.stream:
            self._hear(received.table, received.at_ms, batch.state)
        return newest

    async def run(self) -> None:
        """Write what comes in, and notice silent tables, until it is cancelled."""
        async with asyncio.TaskGroup() as group:
            group.create_task(self._write(), name="reports")
            group.create_task(self._look(), name="silent tables")

    async def _write(self) -> None:
        while True:
            await self._work.wait()
            self._work.clear()
            waiting, self._waiting = self._waiting, []
            try:
                newest = await asyncio.to_thread(self._store.keep, [each for each, _ in waiting])
                await self._read()
            except StoreError as error:
                for _, kept in waiting:
                    if not kept.done():
                        kept.set_exception(error)
                continue
            for (_, kept), n in zip(waiting, newest, strict=True):
                if not kept.done():  # the table may have gone meanwhile
                    kept.set_result(n)

    async def _look(self) -> None:
        """Notice tables that have fallen silent, and read what other processes have heard."""
        while True:
            await asyncio.sleep(LOOK_S)
            now_ms = self._clock_ms()
            await self._read_links()
            if self._store.is_shared:
                await self.refresh()
                await self._read_heard(now_ms - STALE_MS)
            for number, now in list(self._tables.items()):
                if now.stream and not now.is_silent and now_ms - now.heard_ms > STALE_MS:
                    self._tables[number] = replace(now, is_silent=True)
                    self._show_change({number})

    async def _read_links(self) -> None:
        """Note the tables that were given a link and have reported nothing."""
        try:
            linked = await asyncio.to_thread(self._store.linked_tables, self._clock_ms())
        except StoreError as error:
            _log.debug("cannot read the links of tables: %s", error)
            return
        added = linked - self._tables.keys()
        ended = {each for each, now in self._tables.items() if not now.stream} - linked
        for number in ended:
            del self._tables[number]
        self._tables |= {number: TableNow(number) for number in added}
        if changed := {*added, *ended}:
            self._show_change(changed)

    async def _read_heard(self, since_ms: int) -> None:
        try:
            heard = await asyncio.to_thread(self._store.heard_since, since_ms)
        except StoreError as error:
            _log.debug("cannot read who was heard: %s", error)
            return
        for stream in heard:
            now = self._tables.get(stream.table)
            if now is not None and now.stream == stream.id:
                self._hear(stream.table, stream.heard_ms, stream.state)

    async def refresh(self) -> None:
        """Read what was reported since, if the store can be read."""
        try:
            await self._read()
        except StoreError as error:
            _log.debug("cannot read reports: %s", error)

    async def _read(self) -> None:
        async with self._reading:
            newest_stream = max(self._streams, default=0)
            found = await asyncio.to_thread(self._store.read_after, newest_stream, self._newest)
            self._newest = found.newest
            self._show(found)

    def _show(self, found: Read) -> None:
        """Show streams and reports that were read."""
        self._pass_on(found)
        changed = set()
        for stream in found.streams:
            self._streams[stream.number] = stream
            self._tables[stream.table] = TableNow(
                stream.table,
                stream.round,
                stream.duel,
                stream.id,
                heard_ms=stream.heard_ms,
                state=stream.state,
            )
            changed.add(stream.table)
        for report in found.reports:
            of = self._streams.get(report.stream)
            now = None if of is None else self._tables[of.table]
            if of is not None and now is not None and now.stream == of.id:
                self._tables[of.table] = _after(now, report)
                changed.add(of.table)
        if changed:
            self._show_change(changed)

    def _hear(self, number: int, at_ms: int, state: MatState) -> None:
        """Note that a table was heard."""
        now = self._tables[number]
        heard = replace(now, heard_ms=max(at_ms, now.heard_ms), state=state, is_silent=False)
        self._tables[number] = heard
        if (heard.state, heard.is_silent) != (now.state, now.is_silent):
            self._show_change({number})


def _after(now: TableNow, report: Kept) -> TableNow:
    """Return a table after one more report; the time before it was that of whoever decided."""
    decision = now.view.get("decision")
    seat = decision.get("seat", "") if isinstance(decision, dict) else ""
    thought_ms = now.thought_ms
    if seat:
        thought_ms = {**thought_ms, seat: thought_ms.get(seat, 0) + report.took_ms}
    view = applied(now.view, report.changes)
    return replace(now, n=report.n, view=view, thought_ms=thought_ms)
