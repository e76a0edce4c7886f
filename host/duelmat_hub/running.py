"""Running a hub: store, hub, topics and pages put together, and served until it is stopped."""

from __future__ import annotations

import asyncio
import fcntl
import os
import secrets
from collections.abc import AsyncIterator, Callable, Iterator, Sequence
from collections.abc import Set as AbstractSet
from contextlib import asynccontextmanager, contextmanager
from functools import partial
from pathlib import Path
from typing import Any

from msgspec import Struct
from starlette.applications import Starlette

from duelmat_decks import Library
from duelmat_files import make_directory, open_own
from duelmat_hub.app import make_app
from duelmat_hub.check_in import CheckIn
from duelmat_hub.clocks import steady_ms
from duelmat_hub.day import Day, HeldEvent
from duelmat_hub.deck_pages import DeckPages
from duelmat_hub.delayed_tables import DelayedTables
from duelmat_hub.doors import Doors
from duelmat_hub.errors import TakenError, UnfitDirectoryError
from duelmat_hub.event_time import EventTime
from duelmat_hub.handlers import Handlers, Parts
from duelmat_hub.hub import Hub
from duelmat_hub.joining import Joining
from duelmat_hub.listening import listen
from duelmat_hub.mat_pages import MatPages
from duelmat_hub.pages import Pages
from duelmat_hub.pages.topic_list import shows_tables, tells_step, tells_trouble, tells_webhooks
from duelmat_hub.people import People
from duelmat_hub.report_store import ReportStore
from duelmat_hub.reporting import Reporting
from duelmat_hub.sealed_journals import SealedJournals
from duelmat_hub.sealed_store import SealedStore
from duelmat_hub.sleeve_store import SleeveStore
from duelmat_hub.store import Store
from duelmat_hub.table_handlers import TableHandlers
from duelmat_hub.topics import Topics
from duelmat_hub.webhooks import ProgressStore, Webhook, Webhooks
from duelmat_message import words_of
from duelmat_serving.feed_response import BEAT_S
from duelmat_serving.language.catalogs import language_or_english
from duelmat_serving.language.titles import ENGLISH_CODE
from duelmat_tournament.entries import Entry
from duelmat_tournament.event import Event
from duelmat_tournament.names import TableNumber


class Running(Struct, frozen=True):
    """A hub that runs."""

    hub: Hub
    people: People
    topics: Topics
    pages: Pages
    tables: TableHandlers
    check_in: CheckIn
    mats: MatPages
    reporting: Reporting
    time: EventTime
    beat_s: float
    event: HeldEvent
    day: Day
    library: Library
    """The cards of the organiser's own database, which name numbers in deck lists."""

    def close(self) -> None:
        """Answer all that waits: feeds end, and tables are told that nothing has changed."""
        self.topics.close()
        self.tables.close()

    def make_app(
        self,
        *,
        hosts: tuple[str, ...],
        address: str = "",
        language: str = ENGLISH_CODE,
        others: Sequence[Running] = (),
    ) -> Starlette:
        """Return the app, made with the arguments of a table's pages.

        others: the other events of the day, each below its root.
        """
        doors = Doors(self.event, self.day, self.pages)
        handlers = Handlers(
            self.hub,
            self.people,
            self.topics,
            self.pages,
            doors,
            Parts(
                self.tables,
                self.check_in,
                Joining(self.hub, self.people, self.pages, self.library),
                DeckPages(self.hub, self.pages, self.library),
            ),
            self.mats,
            beat_s=self.beat_s,
        )
        told: dict[str, Any] = {"hosts": hosts, "address": address, "language": language}
        below = {each.event.root: each.make_app(**told) for each in others}
        return make_app(handlers, doors, self.pages, **told, others=below)


@asynccontextmanager
async def running(
    store: Store,
    *,
    wall_ms: Callable[[], int] | None = None,
    clock_ms: Callable[[], int] = steady_ms,
    beat_s: float = BEAT_S,
    webhooks: Sequence[Webhook] = (),
    day: Day | None = None,
    root: str = "",
    library: Library | None = None,
) -> AsyncIterator[Running]:
    """Yield a hub on an open store, which notices other processes until the end.

    wall_ms: gives milliseconds of UTC by a clock that may be set; None: the right one.
    clock_ms: gives milliseconds of a steady clock.
    webhooks: the programs that are told what is published: a new one from now on, one that the
        store knows from where it was told last.
    day: the events among which it is served; None: it is alone.
    root: the beginning of its addresses.
    library: names the cards of numbers in deck lists; None: it knows none.

    Raises: StoreError, BrokenStoreError.
    """
    now = EventTime(store, wall_ms, clock_ms)
    await asyncio.to_thread(now.compare)
    hub = Hub(store, clock_ms=now.now_ms)
    people = People(store, now.now_ms)
    day = day or Day()
    held = HeldEvent(root, hub, people)
    reports = ReportStore(store)
    reporting = Reporting(reports, now.now_ms)

    def delay_s(table: int) -> int:
        return hub.event.delay_s(TableNumber(table)) if hub.event is not None else 0

    delayed = DelayedTables(reports, delay_s)
    sealed = SealedJournals(SealedStore(store), now.now_ms)
    pages = Pages(
        lambda: hub.event,
        lambda: hub.checkpoint,
        lambda: hub.trouble,
        now.now_ms,
        lambda: reporting.tables,
        lambda: delayed.tables,
        lambda: sealed.keys,
        lambda: now.step,
    )
    pages.set_place(day.place_of(held))

    def make_topic(name: str, code: str) -> str:
        return pages.topic(name, language_or_english(code))

    topics = Topics(make_topic, secrets.token_hex(4), now.now_ms, lambda: len(hub.log))
    tables = TableHandlers(hub, reporting, sealed)
    mats = MatPages(hub, pages, reports)

    told = Webhooks(webhooks, ProgressStore(store), now.now_ms)
    pages.follow_webhooks(lambda: told.states)

    def show(_: Event, added: Sequence[Entry]) -> None:
        topics.change(lambda name: pages.concerns(name, added))
        tables.change()

    def show_and_tell(event: Event, added: Sequence[Entry]) -> None:
        show(event, added)
        told.take(event, added, hub.mark)

    def show_tables(numbers: AbstractSet[int]) -> None:
        for table in numbers & reporting.tables.keys():
            delayed.note_silence(table, is_silent=reporting.tables[table].is_silent)
        held = hub.event and hub.event.round
        gone = {held.goes_on_at(TableNumber(each)) for each in numbers} if held else set()
        shown = {each for each in (*numbers, *gone) if each}
        topics.change(lambda name: shows_tables(name, shown))

    def show_keys(numbers: AbstractSet[int]) -> None:
        show_tables(numbers)
        tables.change()

    def show_delayed(numbers: AbstractSet[int]) -> None:
        topics.change(lambda name: pages.shows_delayed(name, numbers))

    def show_trouble() -> None:
        topics.change(tells_trouble)

    def show_step() -> None:
        topics.change(tells_step)

    hub.notify(show, show_trouble)
    now.notify(show_step)
    reporting.notify(show_tables, delayed.take)
    delayed.notify(show_delayed)
    sealed.notify(show_keys)
    told.notify(lambda: topics.change(tells_webhooks))
    hub.follow_up(partial(day.follow, held))
    await hub.refresh()
    await delayed.start()
    await reporting.start()
    await sealed.refresh()
    hub.notify(show_and_tell, show_trouble)
    await told.start(hub.event, hub.log, hub.mark)
    day.add(held)  # not before it can be read: the others would ask one that is not served
    tasks = (
        asyncio.create_task(listen(hub, people, reporting, store), name="listening"),
        asyncio.create_task(reporting.run(), name="reporting"),
        asyncio.create_task(delayed.run(), name="spectators"),
        asyncio.create_task(sealed.run(), name="keys of tables"),
        asyncio.create_task(now.run(), name="clocks"),
        asyncio.create_task(told.run(), name="webhooks"),
    )
    check_in = CheckIn(hub, SleeveStore(store))
    started = Running(
        hub,
        people,
        topics,
        pages,
        tables,
        check_in,
        mats,
        reporting,
        now,
        beat_s,
        held,
        day,
        library or Library(),
    )
    try:
        yield started
    finally:
        started.close()
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


@contextmanager
def locked(directory: Path) -> Iterator[None]:
    """Keep a directory to this process.

    Raises: TakenError if another one has it, UnfitDirectoryError.
    """
    try:
        make_directory(directory)
        descriptor = open_own(directory / "hub.lock")
    except OSError as error:
        raise UnfitDirectoryError(directory, words_of(error)) from error
    try:
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError as error:
            raise TakenError(directory) from error
        except OSError as error:
            raise UnfitDirectoryError(directory, words_of(error)) from error
        yield
    finally:
        os.close(descriptor)
