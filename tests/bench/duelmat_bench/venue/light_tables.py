"""Many light tables in one process: real journals and real uplinks, duels replayed from a record.

The first line of input is an Order. Later lines are `cut SECONDS FIRST LAST` for these tables,
and `end`: nothing more is played, and a line `done` is printed when the hub has everything.
"""

from __future__ import annotations

import asyncio
import sys
from pathlib import Path
from random import Random
from time import monotonic
from typing import Final

import httpx
import msgspec
from msgspec import Struct

from direct_mat import MAT
from duelmat_bench.venue.records import Recorded, RecordedReports, entry_of, read_record, start_of
from duelmat_host.journal.journal import Journal
from duelmat_host.uplink.event_table import follow_earlier
from duelmat_host.uplink.hub_client import HubClient
from duelmat_host.uplink.uplink import Uplink

ROUND: Final = 1
_POLL_S: Final = 0.05


class Order(Struct, frozen=True):
    """The order to play at some tables."""

    folder: str
    links: dict[int, str]
    """The link of each table."""
    hubs: list[str]
    """The addresses of the hub's processes."""
    record: str
    """The file of the recorded duel."""
    reports_a_second: float
    now_ms: int
    """The hub's clock, which stands still."""
    seed: str


class Cable(httpx.AsyncBaseTransport):
    """The network to a hub of several processes: the next one is asked if one is away."""

    def __init__(self, hubs: list[str], at: int) -> None:
        self._hubs = [httpx.URL(each) for each in hubs]
        self._at = at
        self._inner = httpx.AsyncHTTPTransport()
        self.is_cut_until_s = 0.0

    async def handle_async_request(self, request: httpx.Request) -> httpx.Response:
        self._check(request)
        hub = self._hubs[self._at % len(self._hubs)]
        request.url = request.url.copy_with(host=hub.host, port=hub.port)
        request.headers["host"] = hub.netloc.decode()
        try:
            answer = await self._inner.handle_async_request(request)
            await answer.aread()
        except httpx.TransportError:
            self._at += 1
            raise
        if answer.status_code >= 500:
            self._at += 1
        self._check(request)
        return answer

    def _check(self, request: httpx.Request) -> None:
        if monotonic() < self.is_cut_until_s:
            raise httpx.ConnectError("the cable is cut", request=request)

    async def aclose(self) -> None:
        await self._inner.aclose()


class LightTable:
    """One table, which plays the recorded duel again and again."""

    def __init__(self, order: Order, number: int, record: list[Recorded]) -> None:
        self.folder = Path(order.folder) / f"table-{number}"
        self.folder.mkdir(exist_ok=True)
        self._number = number
        self._record = record
        self._pause_s = 1 / order.reports_a_second
        self._random = Random(f"{order.seed}-{number}")
        self.cable = Cable(order.hubs, number)
        self.uplink = Uplink(
            HubClient(order.links[number], transport=self.cable),
            self.folder,
            lambda: order.now_ms,
            random=self._random,
            make_maker=lambda _: RecordedReports(record),
        )
        known = sorted(self.folder.glob("duel-*.jsonl"))
        self._duel = len(known) or 1
        self._journal = self._open(self._duel)
        follow_earlier(self.uplink, self.folder, MAT, self._journal.path.name, sys.exit)
        self._follow()

    def _open(self, duel: int) -> Journal:
        journal = Journal.open(self.folder / f"duel-{duel:04}.jsonl")
        if not len(journal):
            journal.append(*entry_of(self._record[0], self._number))
        return journal

    def _follow(self) -> None:
        self.uplink.follow(self._journal, start_of(self._journal.entry(0)), ROUND, self._duel)

    @property
    def has_all(self) -> bool:
        """Whether the hub has everything that the table has played."""
        return self.uplink.trouble is None and self.uplink.is_even

    async def play(self) -> None:
        """Play until it is cancelled."""
        await asyncio.sleep(self._pause_s * self._random.random())
        while True:
            await asyncio.sleep(self._pause_s * self._random.uniform(0.8, 1.2))
            if len(self._journal) == len(self._record):
                self._journal.close()
                self._duel += 1
                self._journal = self._open(self._duel)
                self._follow()
            recorded = self._record[len(self._journal)]
            self._journal.append(*entry_of(recorded, self._number))
            self.uplink.notice()


async def run() -> None:
    lines: asyncio.Queue[str] = asyncio.Queue()
    loop = asyncio.get_running_loop()
    loop.add_reader(sys.stdin, lambda: lines.put_nowait(sys.stdin.readline()))
    order = msgspec.json.decode(await lines.get(), type=Order)
    record = read_record(Path(order.record))
    tables = {number: LightTable(order, number, record) for number in order.links}
    uplinks = [asyncio.create_task(each.uplink.run()) for each in tables.values()]
    playing = [asyncio.create_task(each.play()) for each in tables.values()]
    print("playing", flush=True)
    while (line := await lines.get()).startswith("cut"):
        seconds, first, last = line.split()[1:]
        for number, table in tables.items():
            if int(first) <= number <= int(last):
                table.cable.is_cut_until_s = monotonic() + float(seconds)
    for task in playing:
        task.cancel()
    while line and not all(table.has_all for table in tables.values()):
        await asyncio.sleep(_POLL_S)
        ended = [task for task in (*uplinks, *playing) if task.done() and not task.cancelled()]
        if ended:
            await ended[0]
    print("done", flush=True)
    for task in uplinks:
        task.cancel()


if __name__ == "__main__":
    asyncio.run(run())
