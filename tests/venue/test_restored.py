"""A hub that was restored from a backup: its tables report again what it lacks, and follow it."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from msgspec.structs import replace

from direct_mat import MAT
from duelmat_host.app.duel_series import CurrentDuel
from duelmat_host.app.journal_fold import duel_begun
from duelmat_host.journal.journal import Journal
from duelmat_host.table.entries import JudgeCalled
from duelmat_host.table.entry_form import to_data
from duelmat_host.uplink.event_table import EventTable
from duelmat_host.uplink.stream_file import keep_streams, new_stream, read_streams
from duelmat_hub.copying import copy_event
from duelmat_hub.report_store import Received, ReportStore
from duelmat_hub.running import running as hub_running
from duelmat_hub.store import open_file
from duelmat_tournament import floor_commands
from duelmat_venue.lives import Life
from duelmat_venue.reports import Batch, Report
from host.journals import write
from hub.asking import ORGANISER
from hub.asking import ask as tell
from venue.reported import start_of
from venue.uplinked import ANA, TABLE, Venue, reports_of, run, until, venue

COPIED_MS = 1_000


class Table:
    """A table at an event whose duels are journals."""

    def __init__(self, at: Venue) -> None:
        self._at = at
        self.journals: list[Journal] = []
        self.opened: list[Any] = []
        """The players of the matches that it was made to begin."""
        self._duels: Any = SimpleNamespace(mat=MAT)
        self.begin(1, 5)
        state = start_of(self.journals[0])
        now = SimpleNamespace(state=state, layout={}, seen=SimpleNamespace(problems=()))
        live = SimpleNamespace(subscribe=lambda _: None, state=state, now=now)
        views = SimpleNamespace(show_event=lambda _: None)
        loop = SimpleNamespace(table=live)
        service = SimpleNamespace(table_loop=loop, views=views, open_match=self._open)
        self.joined = EventTable(service, self._duels, at.uplink, at.folder, report=print)  # type: ignore[arg-type]

    async def _open(self, setup: Any) -> None:
        self.opened.append(setup.names)

    def begin(self, duel: int, most: int) -> None:
        """Begin another duel, with some entries."""
        path = write(self._at.folder / f"duel-{duel:04}.jsonl", most=most)
        for each in self.journals:
            each.close()
        journal = Journal.open(path)
        self.journals.append(journal)
        self._duels.current = CurrentDuel(journal, 1, duel_begun(journal).setup)

    def call_judge(self) -> None:
        for is_called in (True, False):
            self.journals[-1].append(*to_data(JudgeCalled(ANA, called=is_called)))
        self._at.uplink.notice()


@asynccontextmanager
async def playing(table: Table) -> AsyncIterator[None]:
    task = asyncio.create_task(table.joined.run())
    try:
        yield
    finally:
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)
        table.journals[-1].close()


def back_up(at: Venue, folder: Path) -> None:
    """Copy the hub's event into a folder."""
    store = open_file(folder)
    copy_event(at.asker.started.hub.store, store, COPIED_MS)
    store.close()


@asynccontextmanager
async def restored(at: Venue, folder: Path) -> AsyncIterator[None]:
    """Let a hub that goes on with a copy answer instead of the one before."""
    at.cable.is_cut = True
    at.asker.started.close()
    store = open_file(folder)
    async with hub_running(store) as at.asker.started:
        at.cable.is_cut = False
        at.cable.go_to(at.asker.started.make_app(hosts=("127.0.0.1",)))
        yield
        at.cable.is_cut = True
    store.close()


def reported(at: Venue) -> list[list[Report]]:
    """Return the reports of each stream of the match that the hub has any of."""
    store = at.asker.started.reporting._store
    streams = [store.read_stream(each.id) for each in store.heard_since(0) if each.round]
    return [[Report(r.n, r.took_ms, r.changes) for r in kept] for kept in streams if kept]


async def until_all(at: Venue, table: Table) -> list[list[Report]]:
    """Wait until the hub has all that was played, and return what that is."""
    due = [reports_of(journal) for journal in table.journals]
    await until(lambda: reported(at) == due)
    return due


@pytest.mark.parametrize(
    ("backup_after", "is_told_by_ack"), [(0, True), (1, False), (2, True), (3, False)]
)
def test_tables_report_again_what_a_restored_hub_lacks(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, backup_after: int, *, is_told_by_ack: bool
) -> None:
    """Of two duels nothing, a part of the first, that whole, or a part of the second: in order,
    each once, and with the call that followed."""

    async def story() -> None:
        async with venue(tmp_path, monkeypatch) as at:
            table = Table(at)
            steps: list[Callable[[], None]] = [
                table.call_judge,
                lambda: table.begin(2, 5),
                table.call_judge,
            ]
            if backup_after == 0:
                back_up(at, tmp_path / "copy")
            async with playing(table):
                await until_all(at, table)
                for number, step in enumerate(steps, start=1):
                    if number == backup_after:
                        back_up(at, tmp_path / "copy")
                    step()
                    due = await until_all(at, table)
                await until(lambda: at.calls == [TABLE])
                at.cable.wanted_is_cut = is_told_by_ack
                async with restored(at, tmp_path / "copy"):
                    await until(lambda: at.uplink.life.copied_ms == COPIED_MS)
                    at.cable.wanted_is_cut = False
                    await until(lambda: reported(at) == due)
                    await until(lambda: at.calls == [TABLE])
                    await until(lambda: at.now.n == len(due[-1]))
                    assert len(table.opened) == 1

    run(story)


def test_what_follows_from_reports_is_asked_for_again_of_a_restored_hub(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The backup was taken after a call was kept, and before the judge was called; and what the
    table had heard of the event since then is no longer so."""

    async def story() -> None:
        async with venue(tmp_path, monkeypatch) as at:
            table = Table(at)
            async with playing(table):
                await until_all(at, table)
                back_up(at, tmp_path / "copy")
                table.call_judge()
                (due,) = await until_all(at, table)
                await until(lambda: at.calls == [TABLE])
                await tell(at.asker.started.hub, floor_commands.Announce("Lunch."), ORGANISER)
                await until(lambda: at.announced == ("Lunch.",))
                copy = open_file(tmp_path / "copy")
                batch = Batch(at.now.stream, 1, 1, 0, tuple(due))
                assert ReportStore(copy).keep([Received(TABLE, "", 0, batch)]) == [len(due)]
                copy.close()
                async with restored(at, tmp_path / "copy"):
                    await until(lambda: at.calls == [TABLE] and at.announced == ())
                    assert reported(at) == [due]

    run(story)


def test_duels_of_another_event_are_kept_from_this_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What waits from last week would be taken for a match of this round."""

    async def story() -> None:
        async with venue(tmp_path, monkeypatch) as at:
            Journal.open(write(at.folder / "duel-0009.jsonl", most=9)).close()
            earlier = replace(new_stream("duel-0009.jsonl", 1, 1), life=Life("another"))
            keep_streams(at.folder, [earlier])
            at.uplink = at.new_uplink()
            table = Table(at)
            async with playing(table):
                await until_all(at, table)
                assert len(table.opened) == 1, "and the round's match is begun"
            assert [each.journal for each in read_streams(at.folder)] == ["duel-0001.jsonl"]

    run(story)
