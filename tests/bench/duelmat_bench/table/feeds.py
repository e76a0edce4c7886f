"""The time that a change takes to a player's page and to the public ones, by number of viewers.

Three processes and the simulated mat in real time: the table with its pages, the public feeds, and
this one, which is the player's page. A change is seat a's life, corrected by its own page; times
begin when its request is sent and end when a feed's socket has the view.
"""

from __future__ import annotations

import asyncio
import json
import sys
import tempfile
from asyncio.subprocess import PIPE, Process
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from random import Random
from time import monotonic_ns
from typing import Any, Final

from duelmat_bench.demo.latency import percentile
from duelmat_bench.table.feed_reader import FIRST_LIFE, FeedReader
from duelmat_host.errors import HostError

PUBLIC_FEEDS: Final = (0, 100, 300)
PAUSE_MS: Final = (80, 240)
"""The time between two changes: no step is kept with anything."""
PATIENCE_S: Final = 60.0
QUIET_S: Final = 4.0
"""The time without a change, to learn what lights and looking on take alone."""
LINE_BYTES: Final = 1 << 26


class FeedBenchError(HostError):
    """A part of the measure did not do what it must; the text names it."""


def measure_feeds(
    counts: Sequence[int] = PUBLIC_FEEDS, *, changes: int = 200, seed: int = 1
) -> dict[str, Any]:
    """Return the figures of `duelmat bench feeds`, by the number of public feeds."""
    return {str(count): asyncio.run(_measure(count, changes, seed)) for count in counts}


async def _measure(count: int, changes: int, seed: int) -> dict[str, Any]:
    with tempfile.TemporaryDirectory(prefix="duelmat-bench-") as directory:
        async with _started("served_table", directory) as table:
            about = json.loads(await _line_of(table))
            async with _started("spectators", str(about["port"]), str(count)) as spectators:
                await _line_of(spectators)
                return await _changes(table, spectators, about, Trial(count, changes, seed))


class Trial:
    """A trial: the number of public feeds, the changes, and chance."""

    def __init__(self, feeds: int, changes: int, seed: int) -> None:
        self.feeds = feeds
        self.lives = range(FIRST_LIFE, FIRST_LIFE + changes)
        self.chance = Random(seed)


async def _changes(
    table: Process, spectators: Process, about: dict[str, Any], trial: Trial
) -> dict[str, Any]:
    port, cookie = about["port"], about["cookie"]
    loop = asyncio.get_running_loop()
    transport, own = await loop.create_connection(
        lambda: FeedReader("/seat/a/events", cookie), "127.0.0.1", port
    )
    page = await _Page.opened(port, cookie)
    began_ns = monotonic_ns()
    before_ns = await _cpu_ns(table)
    await asyncio.sleep(QUIET_S)
    quiet_share = (await _cpu_ns(table) - before_ns) / (monotonic_ns() - began_ns)
    before_ns, first_ns = await _cpu_ns(table), monotonic_ns()
    sent_ns: dict[int, int] = {}
    for life in trial.lives:
        await asyncio.sleep(trial.chance.uniform(*PAUSE_MS) / 1000)
        sent_ns[life] = monotonic_ns()
        await page.correct_life(life)
        async with asyncio.timeout(PATIENCE_S):
            await own.until(life)
    await asyncio.sleep(1)
    cpu_ns, taken_ns = await _cpu_ns(table) - before_ns, monotonic_ns() - first_ns
    assert spectators.stdin is not None
    spectators.stdin.write(b"\n")
    told = json.loads(await _line_of(spectators))
    if told["lost"]:
        raise FeedBenchError(
            f"Expected {trial.feeds} public feeds to the end, {told['lost']} of them were lost: "
            "a higher `ulimit -n` allows more."
        )
    transport.close()
    page.close()
    lit_s = (monotonic_ns() - began_ns) / 1e9
    public_ms = [
        (at_ns - sent_ns[life]) / 1e6
        for life in trial.lives
        for at_ns in told["arrived_ns"].get(str(life), ())
    ]
    own_ms = [(own.arrived_ns[life] - sent_ns[life]) / 1e6 for life in trial.lives]
    return {
        "changes": len(trial.lives),
        "own_page_ms": _spread(own_ms),
        "change_to_page_ms": _spread(public_ms) if public_ms else None,
        "public_views": len(public_ms),
        "public_lights_per_s": round(told["lights"] / max(trial.feeds, 1) / lit_s, 1),
        "server_quiet_percent": round(100 * quiet_share, 1),
        "server_cpu_ms": round((cpu_ns - quiet_share * taken_ns) / 1e6 / len(trial.lives), 2),
    }


def _spread(values: Sequence[float]) -> dict[str, float]:
    return {name: round(percentile(values, s), 1) for name, s in (("p50", 0.5), ("p99", 0.99))}


class _Page:
    """The requests of seat a's page, over one connection that is kept."""

    def __init__(
        self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, cookie: str
    ) -> None:
        self._reader = reader
        self._writer = writer
        self._cookie = cookie

    @classmethod
    async def opened(cls, port: int, cookie: str) -> _Page:
        return cls(*await asyncio.open_connection("127.0.0.1", port), cookie)

    async def correct_life(self, life: int) -> None:
        asked = {"do": "life", "player": "a", "life": life, "reason": "measured"}
        body = json.dumps(asked).encode()
        head = (
            "POST /seat/a/command HTTP/1.1\r\nHost: 127.0.0.1\r\n"
            f"Cookie: {self._cookie}\r\n"
            f"Content-Type: application/json\r\nContent-Length: {len(body)}\r\n\r\n"
        )
        self._writer.write(head.encode() + body)
        answer = await self._reader.readuntil(b"\r\n\r\n")
        fields = dict(line.lower().split(b": ", 1) for line in answer.splitlines()[1:-1])
        said = await self._reader.readexactly(int(fields[b"content-length"]))
        if not answer.startswith(b"HTTP/1.1 200"):
            raise FeedBenchError(f"Expected the table to correct a life, got {said.decode()}")

    def close(self) -> None:
        self._writer.close()


@asynccontextmanager
async def _started(module: str, *words: str) -> AsyncIterator[Process]:
    """A part in a process of its own; it ends with its standard input."""
    process = await asyncio.create_subprocess_exec(
        sys.executable,
        "-m",
        f"duelmat_bench.table.{module}",
        *words,
        stdin=PIPE,
        stdout=PIPE,
        limit=LINE_BYTES,
    )
    assert process.stdin is not None
    try:
        yield process
    finally:
        process.stdin.close()
        await process.wait()


async def _line_of(process: Process) -> bytes:
    assert process.stdout is not None
    async with asyncio.timeout(PATIENCE_S):
        line = await process.stdout.readline()
    if not line:
        raise FeedBenchError("Expected a part of the measure to go on, it ended: see above.")
    return line


async def _cpu_ns(table: Process) -> int:
    assert table.stdin is not None
    table.stdin.write(b"cpu\n")
    return int(await _line_of(table))
