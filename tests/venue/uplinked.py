"""A hub that is asked without a server, and the uplink of its table 1."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import httpx
import pytest

from duelmat_engine import Seat
from duelmat_host.journal.journal import Journal
from duelmat_host.uplink import uplink as uplink_module
from duelmat_host.uplink.hub_client import HubClient
from duelmat_host.uplink.report_maker import ReportMaker
from duelmat_host.uplink.uplink import Uplink
from duelmat_hub.clocks import utc_ms
from duelmat_hub.reporting import TableNow
from duelmat_tournament.names import TableNumber
from duelmat_tournament.roles import Role
from duelmat_venue.reports import Report, applied
from host.journals import write
from hub.asked_app import HOST, Asker, asked
from venue.reported import start_of

TABLE = TableNumber(1)
ANA = Seat(0)


class Cable(httpx.AsyncBaseTransport):
    """The network between table and hub, which can be cut, before a request or behind it."""

    def __init__(self, app: Any) -> None:
        self._inner = httpx.ASGITransport(app=app)
        self.is_cut = False
        self.answers_are_lost = False
        self.wanted_is_cut = False
        self.requests = 0

    def go_to(self, app: Any) -> None:
        """Lead to another hub from now on."""
        self._inner = httpx.ASGITransport(app=app)

    async def handle_async_request(self, request: httpx.Request) -> httpx.Response:
        self.requests += 1
        if self.is_cut or (self.wanted_is_cut and request.method == "GET"):
            raise httpx.ConnectError("the cable is cut")
        answer = await self._inner.handle_async_request(request)
        if self.answers_are_lost and request.method == "POST":
            raise httpx.ReadError("the answer is lost")
        return answer


class Venue:
    """A hub, and the uplink of its table 1."""

    def __init__(self, asker: Asker, folder: Path) -> None:
        self.asker = asker
        self.folder = folder
        self.cable = Cable(asker.app)
        secret = asker.browsers[Role.TABLE].headers["authorization"].removeprefix("Bearer ")
        self.link = f"{HOST}/in/{secret}"
        self.uplink = self.new_uplink()

    def new_uplink(self) -> Uplink:
        client = HubClient(self.link, transport=self.cable)
        return Uplink(client, self.folder, utc_ms)

    @property
    def has_all(self) -> bool:
        """Whether the hub has all that the table's present uplink has made."""
        return (
            bool(self.uplink._outbox.duels)
            and self.uplink._outbox.duels[-1].acked > 0
            and not self.uplink.waiting
        )

    @property
    def announced(self) -> tuple[str, ...]:
        """What the table knows of announcements."""
        return () if self.uplink.wanted is None else self.uplink.wanted.announcements

    @property
    def calls(self) -> list[int]:
        """The tables of all judge calls of the event."""
        event = self.asker.started.hub.event
        assert event is not None
        return [call.table for call in event.calls.values()]

    @property
    def now(self) -> TableNow:
        found = self.asker.started.reporting.table(TABLE)
        assert found is not None
        return found


@asynccontextmanager
async def venue(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Venue]:
    monkeypatch.setattr(uplink_module, "RETRY_S", (0.01, 0.02))
    monkeypatch.setattr(uplink_module, "GATHER_S", 0.0)
    monkeypatch.setattr(uplink_module, "ASK_EVERY_S", 0.0)
    monkeypatch.setattr(uplink_module, "BEAT_S", 0.05)
    (tmp_path / "hub").mkdir()
    (tmp_path / "table").mkdir()
    async with asked(tmp_path / "hub") as asker:
        yield Venue(asker, tmp_path / "table")


@asynccontextmanager
async def running(uplink: Uplink) -> AsyncIterator[None]:
    task = asyncio.create_task(uplink.run())
    try:
        yield
    finally:
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)


def run(story: Callable[[], Awaitable[None]]) -> None:
    async def bounded() -> None:
        async with asyncio.timeout(60):
            await story()

    asyncio.run(bounded())


async def until(condition: Callable[[], bool]) -> None:
    while not condition():  # noqa: ASYNC110  (a test looks from outside)
        await asyncio.sleep(0.01)


def reports_of(journal: Journal) -> list[Report]:
    maker = ReportMaker(start_of(journal))
    return [report for each in journal.entries() if (report := maker.take(each)) is not None]


def view_of(reports: list[Report]) -> dict[str, object]:
    view: dict[str, object] = {}
    for report in reports:
        view = applied(view, report.changes)
    return view


def play_two(at: Venue, uplink: Uplink) -> tuple[list[Report], list[Report]]:
    """Follow two duels one after the other, and return the reports of each."""
    made = []
    for number, most in ((1, 9), (2, 5)):
        with Journal.open(write(at.folder / f"duel-{number:04}.jsonl", most=most)) as journal:
            uplink.follow(journal, start_of(journal), 1, number)
            made.append(reports_of(journal))
    return made[0], made[1]


def kept_of(at: Venue) -> list[tuple[int, list[Report]]]:
    """Return each stream that the hub has: the number of its duel, and its reports."""
    store = at.asker.started.reporting._store
    return [
        (
            each.duel,
            [Report(r.n, r.took_ms, r.changes) for r in store.read_stream(each.id)],
        )
        for each in store.heard_since(0)
    ]
