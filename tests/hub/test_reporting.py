"""What tables report is kept, then shown by every process of the hub."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from typing import Any

import pytest

from duelmat_hub.errors import StoreError
from duelmat_hub.report_store import Received, ReportStore
from duelmat_hub.reporting import MOST_WAITING, STALE_MS, Reporting
from duelmat_venue.reports import Batch, MatState, Report
from hub.stores import OpenStore

ONE, OTHER = "1" * 32, "2" * 32


def received(
    stream: str, n: int, changes: dict[str, Any], at_ms: int = 0, took_ms: int = 0
) -> Received:
    batch = Batch(stream, 1, 1, at_ms, (Report(n, took_ms, changes),))
    return Received(7, "a" * 64, at_ms, batch)


class Clock:
    now_ms = 0

    def __call__(self) -> int:
        return self.now_ms


@asynccontextmanager
async def reporting(open_store: OpenStore, clock: Clock) -> AsyncIterator[Reporting]:
    found = Reporting(ReportStore(open_store()), clock)
    await found.start()
    running = asyncio.create_task(found.run())
    try:
        yield found
    finally:
        running.cancel()
        await asyncio.gather(running, return_exceptions=True)


def run(story: Callable[[], Awaitable[None]]) -> None:
    async def bounded() -> None:
        async with asyncio.timeout(60):
            await story()

    asyncio.run(bounded())


def test_a_table_is_shown_as_reported(open_store: OpenStore) -> None:
    """In the process that was asked and in those that read, also in one that begins later."""

    async def story() -> None:
        clock = Clock()
        async with reporting(open_store, clock) as one, reporting(open_store, clock) as other:
            assert await one.take(received(ONE, 1, {"turn": 1, "phase": "main1"})) == 1
            assert await other.take(received(ONE, 2, {"turn": 2})) == 2
            await one.refresh()
            async with reporting(open_store, clock) as late:
                for each in (one, other, late):
                    now = each.table(7)
                    assert now is not None
                    assert (now.n, dict(now.view)) == (2, {"turn": 2, "phase": "main1"})

    run(story)


def test_batches_that_come_together_are_one_commit(
    open_store: OpenStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    commits: list[int] = []
    keep = ReportStore.keep

    def counted(self: ReportStore, batches: list[Received]) -> list[int | None]:
        commits.append(len(batches))
        return keep(self, batches)

    monkeypatch.setattr(ReportStore, "keep", counted)

    async def story() -> None:
        async with reporting(open_store, Clock()) as one:
            sent = [received(f"{table:032x}", 1, {"turn": 1}) for table in range(1, 51)]
            assert await asyncio.gather(*map(one.take, sent)) == [1] * 50
            assert sum(commits) == 50
            assert len(commits) <= 3, commits

    run(story)


def test_a_new_stream_takes_the_place_of_the_one_before(open_store: OpenStore) -> None:
    """What the old one still sends is kept, and shown nowhere."""

    async def story() -> None:
        async with reporting(open_store, Clock()) as one:
            await one.take(received(ONE, 1, {"turn": 9}))
            await one.take(received(OTHER, 1, {"turn": 1}))
            assert await one.take(received(ONE, 2, {"turn": 10})) == 2
            now = one.table(7)
            assert now is not None
            assert (now.stream, now.view["turn"]) == (OTHER, 1)

    run(story)


def test_a_silent_table_is_shown_as_silent_until_it_is_heard(open_store: OpenStore) -> None:
    async def story() -> None:
        clock = Clock()
        async with reporting(open_store, clock) as one:
            changes: list[set[int]] = []
            await one.take(received(ONE, 1, {"turn": 1}))
            one.notify(changes.append)
            clock.now_ms = STALE_MS + 1
            while not changes:  # noqa: ASYNC110  (a test looks from outside)
                await asyncio.sleep(0.01)
            now = one.table(7)
            assert now is not None
            assert now.is_silent
            life = Batch(ONE, 1, 1, 0, (), MatState(link="up"))
            assert await one.take(Received(7, "a" * 64, clock.now_ms, life)) == 1
            now = one.table(7)
            assert now is not None
            assert (now.is_silent, now.state.link) == (False, "up")

    run(story)


def test_the_time_before_a_report_was_that_of_whoever_decided(open_store: OpenStore) -> None:
    async def story() -> None:
        async with reporting(open_store, Clock()) as one:
            await one.take(received(ONE, 1, {"decision": {"seat": "a"}}, took_ms=900))
            await one.take(received(ONE, 2, {"decision": {"seat": "b"}}, took_ms=4_000))
            await one.take(received(ONE, 3, {"decision": {"seat": ""}}, took_ms=700))
            await one.take(received(ONE, 4, {"turn": 2}, took_ms=50))
            now = one.table(7)
            assert now is not None
            assert dict(now.thought_ms) == {"a": 4_000, "b": 700}

    run(story)


def test_of_a_store_that_fails_every_table_learns(
    open_store: OpenStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nothing is acknowledged; what is sent again later is kept."""
    keep = ReportStore.keep

    def fail(*_: object) -> list[int]:
        raise StoreError("the disk is full")

    async def story() -> None:
        async with reporting(open_store, Clock()) as one:
            monkeypatch.setattr(ReportStore, "keep", fail)
            tries = [one.take(received(f"{table:032x}", 1, {})) for table in (1, 2, 3)]
            failed = await asyncio.gather(*tries, return_exceptions=True)
            assert [type(each) for each in failed] == [StoreError] * 3
            monkeypatch.setattr(ReportStore, "keep", keep)
            assert await one.take(received(ONE, 1, {"turn": 1})) == 1

    run(story)


def test_what_cannot_be_read_after_its_commit_is_not_acknowledged(
    open_store: OpenStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What follows from it is decided by what was read: the table sends it again."""
    read_after = ReportStore.read_after

    def fail(*_: object) -> None:
        raise StoreError("the server has ended")

    async def story() -> None:
        async with reporting(open_store, Clock()) as one:
            monkeypatch.setattr(ReportStore, "read_after", fail)
            with pytest.raises(StoreError):
                await one.take(received(ONE, 1, {"turn": 1}))
            monkeypatch.setattr(ReportStore, "read_after", read_after)
            assert await one.take(received(ONE, 1, {"turn": 1})) == 1
            now = one.table(7)
            assert now is not None
            assert now.n == 1

    run(story)


def test_more_than_can_be_written_is_refused(
    open_store: OpenStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The tables keep it and send it again: no memory fills up."""
    monkeypatch.setattr(Reporting, "_write", lambda _: asyncio.sleep(3600))

    async def story() -> None:
        async with reporting(open_store, Clock()) as one:
            tries = [
                asyncio.create_task(one.take(received(ONE, 1, {}))) for _ in range(MOST_WAITING)
            ]
            await asyncio.sleep(0)
            with pytest.raises(StoreError, match="more reports come"):
                await one.take(received(ONE, 1, {}))
            for each in tries:
                each.cancel()
            await asyncio.gather(*tries, return_exceptions=True)

    run(story)
