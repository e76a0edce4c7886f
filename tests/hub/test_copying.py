"""Backups of a running event and what becomes of them, from and to SQLite and PostgreSQL."""

import asyncio
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from duelmat_bench.hub.postgres import Postgres
from duelmat_hub import tables
from duelmat_hub.copying import Copied, copy_event
from duelmat_hub.errors import CopyError
from duelmat_hub.hub import Hub
from duelmat_hub.report_store import Received, ReportStore
from duelmat_hub.store import Link, Store, open_database, open_file
from duelmat_tournament import floor_commands
from duelmat_venue.reports import Batch, Report
from hub.asking import ORGANISER, ask, round_one
from hub.stores import OpenStore

STREAM = "1" * 32
LINK = Link("a" * 64, "table", "Table 1", 0, 10**13, 1)
OpenAt = Callable[[str], Store]


@pytest.fixture(params=["sqlite", "postgresql"])
def open_place(request: pytest.FixtureRequest, tmp_path: Path) -> OpenAt:
    """Opens places by name, each in a database of its own."""
    urls: dict[str, str] = {}

    def opened(name: str) -> Store:
        if request.param == "sqlite":
            return open_file(tmp_path / f"place-{name}")
        server: Postgres = request.getfixturevalue("server")
        return open_database(urls.setdefault(name, server.new_database()))

    return opened


def received(first: int, last: int) -> Received:
    reports = tuple(Report(n, n, {"turn": n}) for n in range(first, last + 1))
    return Received(1, LINK.digest, 1_000, Batch(STREAM, 1, 1, 0, reports))


async def begun(store: Store) -> Hub:
    hub = Hub(store)
    await hub.refresh()
    if hub.event is None:
        await round_one(hub, 8)
    return hub


def numbers(store: Store) -> list[int]:
    return [each.n for each in ReportStore(store).read_stream(STREAM)]


def test_a_restored_event_goes_on_where_the_backup_was_taken(
    open_store: OpenStore, open_place: OpenAt, tmp_path: Path
) -> None:
    """With its log, deck lists, links and reports; numbers that count themselves go on."""
    store = open_store()
    hub = asyncio.run(begun(store))
    store.add_link(LINK)
    ReportStore(store).keep([received(1, 3)])
    backup = open_file(tmp_path / "backup")
    assert copy_event(store, backup, 6_000) == Copied(len(hub.log), 3)
    ReportStore(store).keep([received(4, 6)])
    asyncio.run(ask(hub, floor_commands.Announce("Lunch is served."), ORGANISER))

    target = open_place("other")
    copy_event(backup, target, 7_000)
    again = asyncio.run(begun(target))
    assert (again.log, again.mark) == (hub.log[:-1], hub.mark)
    assert target.links() == [LINK]
    assert ReportStore(target).keep([received(4, 5)]) == [5]
    assert numbers(target) == [1, 2, 3, 4, 5]
    asyncio.run(ask(again, floor_commands.Announce("We go on."), ORGANISER))
    for each in (backup, target):
        each.close()
    backup, target = open_file(tmp_path / "backup"), open_place("other")
    assert (store.copied_ms, backup.copied_ms, target.copied_ms) == (0, 6_000, 7_000)
    for each in (backup, target):
        each.close()


def test_nothing_is_copied_from_nowhere_or_over_an_event(
    open_store: OpenStore, open_place: OpenAt
) -> None:
    store, other = open_store(), open_place("other")
    with pytest.raises(CopyError, match="expected an event to copy"):
        copy_event(store, other, 1)
    asyncio.run(begun(store))
    copy_event(store, other, 1)
    with pytest.raises(CopyError, match="expected an empty place for the copy"):
        copy_event(store, other, 2)
    other.close()


def test_a_copy_is_of_one_moment(
    open_store: OpenStore, open_place: OpenAt, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What comes in while it is taken is in all of its tables, or in none; nobody waits."""
    store, target = open_store(), open_place("other")
    asyncio.run(begun(store))
    reports = ReportStore(store)
    reports.keep([received(1, 2)])
    copied = []

    def copy_slowly(*how: Any) -> None:
        copied.append(how[2])
        if len(copied) == 1:
            reports.keep([received(3, 4)])
        original(*how)

    import duelmat_hub.copying as module

    original = module._copy
    monkeypatch.setattr(module, "_copy", copy_slowly)
    assert copy_event(store, target, 1).reports == 2
    assert set(copied) == {*tables.metadata.sorted_tables} - {tables.schema, tables.event_time}
    assert numbers(target) == [1, 2]
    target.close()
