"""Many tables' reports over plain sockets: what a hub can take, not what its clients can send.

The one line of input is an Order; a line `sending` is printed when all tables are connected. As a
table does, each has one request under way, and whatever has come up meanwhile goes in the next.
"""

from __future__ import annotations

import asyncio
import secrets
import sys
from pathlib import Path
from random import Random
from urllib.parse import urlsplit

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from duelmat_bench.venue.light_tables import ROUND
from duelmat_bench.venue.records import read_record
from duelmat_host.uplink.uplink import GATHER_S
from duelmat_venue.reports import LONGEST_BATCH, Ack, Batch, Report


class Order(Struct, frozen=True):
    """The order to send a recorded duel's reports for some tables, again and again."""

    links: list[str]
    """The tables' links."""
    record: str
    """The file of the recorded duel."""
    reports_a_second: float
    """Of each table."""
    now_ms: int
    """The hub's clock, which stands still."""


class Sender:
    """One table."""

    def __init__(self, order: Order, link: str, reports: list[Report]) -> None:
        parts = urlsplit(link)
        self._host, self._port = parts.hostname, parts.port
        self._secret = parts.path.rpartition("/")[2]
        self._order = order
        self._reports = reports
        self._chance = Random(link)
        self._stream = secrets.token_hex(16)
        self._acked = 0

    async def run(self) -> None:
        """Send until it is cancelled."""
        loop = asyncio.get_running_loop()
        self._reader, self._writer = await asyncio.open_connection(self._host, self._port)
        began_s = loop.time() - self._chance.random() / self._order.reports_a_second
        done = 0
        while True:
            due = int((loop.time() - began_s) * self._order.reports_a_second)
            if due == done:
                next_s = began_s + (due + 1) / self._order.reports_a_second
                await asyncio.sleep(next_s - loop.time() + GATHER_S)
                continue
            done += await self._send(min(due - done, LONGEST_BATCH))

    async def _send(self, count: int) -> int:
        """Send so many reports or those left of the duel, and return how many they were."""
        sent = self._reports[self._acked : self._acked + count]
        batch = Batch(self._stream, ROUND, 1, self._order.now_ms, tuple(sent))
        body = msgspec.json.encode(batch)
        head = (
            f"POST /table/reports HTTP/1.1\r\nhost: {self._host}:{self._port}\r\n"
            f"authorization: Bearer {self._secret}\r\ncontent-type: application/json\r\n"
            f"content-length: {len(body)}\r\n\r\n"
        )
        self._writer.write(head.encode() + body)
        answer = (await self._reader.readuntil(b"\r\n\r\n")).lower()
        length = int(answer.partition(b"content-length:")[2].split(b"\r\n")[0])
        ack = msgspec.json.decode(await self._reader.readexactly(length), type=Ack)
        self._acked = ack.n
        if self._acked == len(self._reports):
            self._stream, self._acked = secrets.token_hex(16), 0
        return len(sent)


def _without_call(report: Report) -> Report:
    """Return a report that calls no judge: a hall of tables does not call one every second."""
    changes = {name: part for name, part in report.changes.items() if name != "judge"}
    return replace(report, changes=changes)


async def run() -> None:
    order = msgspec.json.decode(sys.stdin.readline(), type=Order)
    record = read_record(Path(order.record))
    reports = [_without_call(each.report) for each in record if each.report is not None]
    async with asyncio.TaskGroup() as group:
        for link in order.links:
            group.create_task(Sender(order, link, reports).run())
        await asyncio.sleep(1)
        print("sending", flush=True)


if __name__ == "__main__":
    asyncio.run(run())
