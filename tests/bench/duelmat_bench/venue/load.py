"""The speed of a hall: from a table's report to a judge's feed, and from a call to its ring.

Tables report at an even rate to one hub while one more table sends reports whose time is taken:
from the moment a request is sent to the moment a feed of the floor has its bytes. The rates are
raised step by step: a hub sustains the largest at which it keeps what is sent and is in time.
Its memory is that of its process, by the tables that have played a duel and by spectators.
"""

from __future__ import annotations

import asyncio
import itertools
import os
import secrets
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final

import httpx
import msgspec
from msgspec import Struct

from duelmat_bench.demo.latency import percentile
from duelmat_bench.event_demo.person import Person
from duelmat_bench.event_demo.story import SIX_O_CLOCK_MS
from duelmat_bench.hub.postgres import postgres
from duelmat_bench.venue.hall import Hall
from duelmat_bench.venue.light_tables import ROUND
from duelmat_bench.venue.senders import Order
from duelmat_hub.report_store import ReportStore
from duelmat_hub.store import open_database, open_file
from duelmat_tournament.roles import Role
from duelmat_venue.reports import Batch, Report

RATES: Final = (250, 500, 1_000, 2_000)
"""Reports a second of all tables together; five of each are players who hurry."""
TABLES: Final = 200
CALLERS: Final = 10
"""Tables that call a judge, once each."""
IN_TIME_MS: Final = 250
"""A judge sees a report sooner, of a hundred all but one, or the rate is too high."""
SPECTATORS: Final = (100, 200, 400)
"""Spectators of one table; a hub lets in 437 from one address."""
KEPT_SHARE: Final = 0.95
"""Of the reports that are sent; the last ones are still under way when they are counted."""
_PROBE_S: Final = 0.1
_MEMORY_RATE: Final = 250
"""Reports a second at which a hub is not behind."""
_DUEL_REPORTS: Final = 120
"""A recorded duel has about so many."""
_PATIENCE_S: Final = 30.0
_TICKS_A_SECOND: Final = os.sysconf("SC_CLK_TCK")


class _Load(Struct, frozen=True):
    """The load of a hub."""

    tables: int
    """The tables that report, from table 1 on; the next one's reports are timed."""
    rate: int
    callers: tuple[int, ...]
    """Tables whose calls are timed: a second call of one would wait for the first."""


def measure_venue(
    rates: Sequence[int] = RATES,
    *,
    tables: int = TABLES,
    seconds: int = 10,
    say: Callable[[str], None],
) -> dict[str, Any]:
    """Return the figures of `duelmat bench venue`, by database and rate."""
    found: dict[str, Any] = {}
    with postgres(is_durable=True) as server:
        for name in ("sqlite", "postgresql"):
            url = server.new_database() if name == "postgresql" else ""
            by_rate = {}
            with _hall(tables + 1 + CALLERS * len(rates), url) as hall:
                callers = iter(range(tables + 2, len(hall.links) + 1))
                for rate in rates:
                    say(f"{name}, {rate} reports a second of {tables} tables")
                    load = _Load(tables, rate, tuple(itertools.islice(callers, CALLERS)))
                    by_rate[rate] = _measure(hall, load, seconds, url)
            found[name] = {"tables": tables, "by_rate": by_rate, "sustained": _sustained(by_rate)}
    say("memory of the hub")
    found["memory"] = measure_memory(tables)
    return found


def measure_memory(tables: int, spectators: Sequence[int] = SPECTATORS) -> dict[str, Any]:
    """Return the memory of a hub in KB, before and after tables report, and with spectators."""
    with _hall(tables, "") as hall:
        pid = hall.hubs[0].pid
        by_tables = {0: _memory_kb(pid)}
        for count in (tables // 2, tables):
            with _sending(hall, _Load(count, _MEMORY_RATE, ())):
                time.sleep(count * _DUEL_REPORTS / _MEMORY_RATE)
            by_tables[count] = _memory_kb(pid)
        by_spectators = asyncio.run(_memory_by_spectators(hall, spectators))
    return {"kb_by_tables": by_tables, "kb_by_spectators": by_spectators}


async def _memory_by_spectators(hall: Hall, counts: Sequence[int]) -> dict[int, int]:
    """Return the memory of a hub with so many spectators of table 1."""
    feeds: list[_Feed] = []
    found = {}
    for count in counts:
        while len(feeds) < count:
            feeds.append(await _Feed.opened(hall.hubs[0].order.port, "", "/feed/watch?table=1"))
        found[count] = _memory_kb(hall.hubs[0].pid)
    for feed in feeds:
        feed.close()
    return found


def _sustained(by_rate: dict[int, dict[str, Any]]) -> int:
    """Return the reports a second that were kept at the largest rate that the hub sustains."""
    kept = [
        found["kept_a_second"]
        for rate, found in by_rate.items()
        if found["report_to_judge_ms"]["p99"] < IN_TIME_MS
        and found["kept_a_second"] >= KEPT_SHARE * rate
    ]
    return max(kept, default=0)


@contextmanager
def _hall(tables: int, database: str) -> Iterator[Hall]:
    with tempfile.TemporaryDirectory(prefix="duelmat-hall-") as folder:
        hall = Hall(
            Path(folder),
            tables=0,
            idle=tables,
            reports_a_second=1,
            database=database,
            hubs=1,
            processes=0,
            seed="bench",
        )
        try:
            yield hall
        finally:
            hall.close()


@contextmanager
def _sending(hall: Hall, load: _Load) -> Iterator[None]:
    """Let the tables of a hall report at a rate."""
    links = [hall.links[number] for number in range(1, load.tables + 1)]
    rate = load.rate / load.tables
    order = Order(links, str(hall.home / "record.json"), rate, SIX_O_CLOCK_MS)
    process = subprocess.Popen(
        [sys.executable, "-m", "duelmat_bench.venue.senders"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)},  # what tests import
    )
    assert process.stdin is not None
    assert process.stdout is not None
    try:
        process.stdin.write(msgspec.json.encode(order) + b"\n")
        process.stdin.flush()
        if process.stdout.readline() != b"sending\n":
            raise SystemExit("the tables do not send")
        yield
    finally:
        process.kill()
        process.communicate()


def _measure(hall: Hall, load: _Load, seconds: int, database: str) -> dict[str, Any]:
    asked: dict[str, Any] = {"role": Role.JUDGE.value, "name": "Judge", "player": 0}
    judge = Person([hall.hubs[0].base], Role.JUDGE, "Judge")
    judge.enter(hall.organiser.post("/links", asked)["address"])
    pid = hall.hubs[0].pid
    with _sending(hall, load):
        kept, cpu_s, began_s = _kept(hall, database), _cpu_s(pid), time.monotonic()
        report_ms = asyncio.run(_probe_reports(hall, load.tables + 1, judge.cookie, seconds))
        kept, cpu_s = _kept(hall, database) - kept, _cpu_s(pid) - cpu_s
        took_s = time.monotonic() - began_s
        call_ms = asyncio.run(_probe_calls(hall, load.callers, judge.cookie))
    judge.close()
    return {
        "kept_a_second": round(kept / took_s),
        "report_to_judge_ms": _percentiles(report_ms),
        "call_to_ring_ms": _percentiles(call_ms),
        "hub_cpu_ms_a_report": round(1_000 * cpu_s / max(kept, 1), 2),
        "hub_cores": round(cpu_s / took_s, 2),
        "hub_memory_kb": _memory_kb(pid),
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


def _client(hall: Hall) -> httpx.AsyncClient:
    return httpx.AsyncClient(base_url=hall.hubs[0].base, timeout=_PATIENCE_S)


async def _probe_reports(hall: Hall, table: int, cookie: str, seconds: int) -> list[float]:
    """Return the times of reports."""
    port = hall.hubs[0].order.port
    async with _client(hall) as http:
        feed = await _Feed.opened(port, cookie, f"/feed/floor?table={table}")
        stream = secrets.token_hex(16)
        reports: list[float] = []
        end_s = time.monotonic() + seconds  # however late the reports of an overloaded hub are
        for n in itertools.count(1):
            if time.monotonic() >= end_s:
                break
            life = 100_000 + n
            changes: dict[str, Any] = {"life": {"a": life, "b": 8_000}}
            report = Report(n, 0, changes)
            reports.append(await _timed(http, hall.links[table], stream, report, feed, f"{life}"))
            await asyncio.sleep(_PROBE_S)
        feed.close()
    return reports


async def _probe_calls(hall: Hall, tables: Sequence[int], cookie: str) -> list[float]:
    """Return the times of calls."""
    port = hall.hubs[0].order.port
    calls = []
    async with _client(hall) as http:
        feed = await _Feed.opened(port, cookie, "/feed/floor")
        for table in tables:
            stream = secrets.token_hex(16)
            text = f"Call {stream[:8]} for the bench"
            report = Report(1, 0, {"judge": {"by": "a", "text": text}})
            calls.append(await _timed(http, hall.links[table], stream, report, feed, text))
        feed.close()
    return calls


async def _timed(
    http: httpx.AsyncClient, link: str, stream: str, report: Report, feed: _Feed, mark: str
) -> float:
    """Send a report, and return the milliseconds until a feed shows its mark."""
    secret = link.rpartition("/")[2]
    batch = Batch(stream, ROUND, 1, SIX_O_CLOCK_MS, (report,))
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


def _cpu_s(pid: int) -> float:
    """Return the processor time that a process has used."""
    fields = Path(f"/proc/{pid}/stat").read_text(encoding="utf-8").rpartition(")")[2].split()
    return sum(map(int, fields[11:13])) / _TICKS_A_SECOND


def _memory_kb(pid: int) -> int:
    """Return the memory that a process holds."""
    status = Path(f"/proc/{pid}/status").read_text(encoding="utf-8")
    return int(status.partition("VmRSS:")[2].split()[0])
