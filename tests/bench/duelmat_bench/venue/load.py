"""The speed of a hall: from a table's report to a judge's feed, and from a call to its ring.

Light tables report at an even rate to one hub while one more table sends reports whose time is
taken: from the moment a request is sent to the moment a feed of the floor has its bytes.
"""

from __future__ import annotations

import asyncio
import tempfile
import time
from collections.abc import Callable, Sequence
from hashlib import sha256
from pathlib import Path
from typing import Any, Final

import httpx
import msgspec

from duelmat_bench.demo.latency import percentile
from duelmat_bench.event_demo.person import Person
from duelmat_bench.event_demo.story import SIX_O_CLOCK_MS
from duelmat_bench.hub.postgres import postgres
from duelmat_bench.venue.hall import Hall
from duelmat_bench.venue.light_tables import ROUND
from duelmat_hub.report_store import ReportStore
from duelmat_hub.store import open_database, open_file
from duelmat_tournament.roles import Role
from duelmat_venue.reports import Batch, Report

TABLES: Final = (20, 100, 200)
REPORTS_A_SECOND: Final = 5.0
"""Of one table: players who hurry, with every step of a resolving effect."""
CALLERS: Final = 10
"""Tables that call a judge, once each."""
_PROBE_S: Final = 0.1
_PATIENCE_S: Final = 30.0


def measure_venue(
    counts: Sequence[int] = TABLES, *, seconds: int = 10, say: Callable[[str], None]
) -> dict[str, Any]:
    """Return the figures of `duelmat bench venue`, by database and number of tables."""
    found: dict[str, Any] = {"sqlite": {}, "postgresql": {}}
    with postgres(is_durable=True) as server:
        for count in counts:
            say(f"sqlite, {count} tables")
            found["sqlite"][str(count)] = _measure(count, seconds, "")
            say(f"postgresql, {count} tables")
            found["postgresql"][str(count)] = _measure(count, seconds, server.new_database())
    return found


def _measure(tables: int, seconds: int, database: str) -> dict[str, Any]:
    with tempfile.TemporaryDirectory(prefix="duelmat-hall-") as folder:
        hall = Hall(
            Path(folder),
            tables=tables,
            idle=CALLERS,
            reports_a_second=REPORTS_A_SECOND,
            database=database,
            hubs=1,
            processes=1,
            seed="bench",
        )
        try:
            asked: dict[str, Any] = {"role": Role.JUDGE.value, "name": "Judge", "player": 0}
            judge = Person([hall.hubs[0].base], Role.JUDGE, "Judge")
            judge.enter(hall.organiser.post("/links", asked)["address"])
            hall.processes[0].start()
            before, began_s = _kept(hall, database), time.monotonic()
            report_ms, call_ms = asyncio.run(_probe(hall, judge.cookie, seconds))
            kept = (_kept(hall, database) - before) / (time.monotonic() - began_s)
            judge.close()
            memory_kb = _memory_kb(hall.hubs[0].pid)
        finally:
            hall.close()
    return {
        "entries_a_second": tables * REPORTS_A_SECOND,
        "kept_a_second": round(kept),
        "report_to_judge_ms": _percentiles(report_ms),
        "call_to_ring_ms": _percentiles(call_ms),
        "hub_memory_kb": memory_kb,
    }


def _percentiles(late_ms: list[float]) -> dict[str, float]:
    ordered = sorted(late_ms)
    return {f"p{p}": round(percentile(ordered, p / 100), 1) for p in (50, 99)}


def _kept(hall: Hall, database: str) -> int:
    """Return the number of reports that are kept."""
    store = open_database(database) if database else open_file(hall.home / "event")
    try:
        return ReportStore(store).read_after(0, 0).newest
    finally:
        store.close()


async def _probe(hall: Hall, cookie: str, seconds: int) -> tuple[list[float], list[float]]:
    """Return the times of reports and of calls."""
    table = hall.tables + 1
    port = hall.hubs[0].order.port
    async with httpx.AsyncClient(base_url=hall.hubs[0].base) as http:
        feed = await _Feed.opened(port, cookie, f"/feed/floor?table={table}")
        reports: list[float] = []
        for n in range(1, int(seconds / _PROBE_S)):
            life = 100_000 + n
            changes: dict[str, Any] = {"life": {"a": life, "b": 8_000}}
            reports.append(await _timed(http, hall.links[table], n, changes, feed, f"{life}"))
            await asyncio.sleep(_PROBE_S)
        feed.close()
        feed = await _Feed.opened(port, cookie, "/feed/floor")
        calls = []
        for caller in range(table, table + CALLERS):
            text = f"Call of table {caller} for the bench"
            n = len(reports) + 1 if caller == table else 1
            changes = {"judge": {"by": "a", "text": text}}
            calls.append(await _timed(http, hall.links[caller], n, changes, feed, text))
        feed.close()
    return reports, calls


async def _timed(
    http: httpx.AsyncClient, link: str, n: int, changes: dict[str, Any], feed: _Feed, mark: str
) -> float:
    """Send a report, and return the milliseconds until a feed shows its mark."""
    secret = link.rpartition("/")[2]
    stream = sha256(secret.encode()).hexdigest()[:32]
    batch = Batch(stream, ROUND, 1, SIX_O_CLOCK_MS, (Report(n, 0, changes),))
    began_s = time.monotonic()
    sending = asyncio.create_task(
        http.post(
            "/table/reports",
            content=msgspec.json.encode(batch),
            headers={"authorization": f"Bearer {secret}", "content-type": "application/json"},
        )
    )
    seen_s = await feed.see(mark.encode())
    (await sending).raise_for_status()
    return (seen_s - began_s) * 1_000


class _Feed:
    """A feed of the hub over a raw socket."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._reader, self._writer = reader, writer

    @classmethod
    async def opened(cls, port: int, cookie: str, path: str) -> _Feed:
        reader, writer = await asyncio.open_connection("127.0.0.1", port, limit=1 << 24)
        head = f"GET {path} HTTP/1.1\r\nhost: 127.0.0.1:{port}\r\ncookie: {cookie}\r\n\r\n"
        writer.write(head.encode())
        feed = cls(reader, writer)
        await feed.see(b"event: topic")
        return feed

    async def see(self, mark: bytes) -> float:
        """Return the moment at which a line with the mark came."""
        async with asyncio.timeout(_PATIENCE_S):
            while mark not in await self._reader.readline():
                pass
        return time.monotonic()

    def close(self) -> None:
        self._writer.close()


def _memory_kb(pid: int) -> int:
    """Return the memory that a process holds."""
    status = Path(f"/proc/{pid}/status").read_text(encoding="utf-8")
    return int(status.partition("VmRSS:")[2].split()[0])
