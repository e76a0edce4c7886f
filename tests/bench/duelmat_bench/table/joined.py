"""The table's measure with the rest of its program: the pages of two seats, and an event's hub.

What they do in the event loop comes between two turns of the table. Here the loop's clock is the
board's, and the loop goes round after every slice of time: what an uplink does in a second of real
play it does in a second of the board's. The longest round since the last turn is what a card would
have waited for, and is added to the host's time.
"""

from __future__ import annotations

import asyncio
import subprocess
import sys
from collections.abc import Coroutine, Iterator, Sequence
from contextlib import contextmanager
from random import Random
from time import perf_counter_ns, thread_time_ns, time_ns
from typing import Any, Final, Literal

import httpx

from duelmat_bench.demo.latency import spread
from duelmat_bench.table.latency import Measured, Parts, figures_of, run_table
from duelmat_engine import Seat, seat_letter
from duelmat_hardware import Mat
from duelmat_host.app.table_loop import Work
from duelmat_host.app.table_service import TableService
from duelmat_host.uplink.event_table import EventTable
from duelmat_host.uplink.hub_client import HubClient
from duelmat_host.uplink.uplink import Uplink
from duelmat_serving.server import free_port

Hub = Literal["away", "slow", "flooding"]
"""A hub that refuses connections, that answers after SLOW_S, or that answers immediately and wants
something new every time."""
SLOW_S: Final = 5.0
ROUNDS: Final = 10
"""The loop goes round so often after a slice: an answer of the hub is taken and replied to."""


class BoardTimeLoop(asyncio.SelectorEventLoop):
    """An event loop whose clock is the board's, and that goes round when it is asked to."""

    def __init__(self) -> None:
        self._now_ms = 0
        super().__init__()

    def time(self) -> float:
        return self._now_ms / 1000

    def go_round(self, now_ms: int) -> Work:
        """Do what is due at this time; return the longest that a table would wait for its turn."""
        self._now_ms = now_ms
        real_ns = cpu_ns = 0
        for _ in range(ROUNDS):
            before_real_ns, before_cpu_ns = perf_counter_ns(), thread_time_ns()
            self.call_soon(self.stop)
            self.run_forever()
            real_ns = max(real_ns, perf_counter_ns() - before_real_ns)
            cpu_ns = max(cpu_ns, thread_time_ns() - before_cpu_ns)
        return Work(real_ns, cpu_ns)


class _Network(httpx.AsyncBaseTransport):
    """The network to a hub, on which everything takes some time of the board's."""

    def __init__(self, delay_s: float) -> None:
        self._delay_s = delay_s
        self._inner = httpx.AsyncHTTPTransport()
        self.requests = 0

    async def handle_async_request(self, request: httpx.Request) -> httpx.Response:
        self.requests += 1
        await asyncio.sleep(self._delay_s)
        return await self._inner.handle_async_request(request)

    async def aclose(self) -> None:
        await self._inner.aclose()


@contextmanager
def _hub(hub: Hub) -> Iterator[int]:
    """Yield the port of a hub; of one that is away nobody listens there."""
    if hub == "away":
        yield free_port(0)
        return
    command = [sys.executable, "-m", "duelmat_bench.table.stub_hub"]
    with subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        try:
            yield int(process.stdout.readline())
        finally:
            process.stdin.close()


class _Program:
    """What runs in the event loop beside a table, between the slices of its stage."""

    def __init__(self, parts: Parts) -> None:
        self.waits: list[Work] = []
        """The longest round of the loop after each slice."""
        self._stage, self._work = parts.stage, parts.work
        self._service = TableService(parts.stage.table_loop, duels=parts.duels)
        self._loop = BoardTimeLoop()
        asyncio.set_event_loop(self._loop)
        self._tasks: list[asyncio.Task[None]] = []
        self._version: object = None
        self._wait = Work(0, 0)
        self.start(self._service.views.run())
        for seat in parts.stage.table_loop.table.state.duel.seats:
            self.start(self._show(seat_letter(Seat(seat))))
        parts.stage.turned = self._turned
        parts.stage.table_loop.on_work = self._take

    def join(self, client: HubClient, parts: Parts) -> None:
        """Have the table play at an event."""
        directory = parts.duels.options.directory
        uplink = Uplink(client, directory, _utc_ms, random=Random(parts.seed))
        self.start(EventTable(self._service, parts.duels, uplink, directory).run())

    def start(self, part: Coroutine[None, None, None]) -> None:
        self._tasks.append(self._loop.create_task(part))

    async def _show(self, seat: str) -> None:
        async for _ in self._service.subscribe(seat):
            pass

    def _turned(self) -> None:
        """Show the pages what has changed, as TableRunner does, and let the loop go round."""
        version = self._stage.table_loop.version
        if version != self._version:
            self._version = version
            self._service.views.renew()
        self._wait = self._loop.go_round(self._stage.now_ms)
        self.waits.append(self._wait)
        for task in self._tasks:
            if task.done():
                task.result()

    def _take(self, work: Work) -> None:
        """Note the work of a turn, with what it may have waited for."""
        wait, self._wait = self._wait, Work(0, 0)
        self._work.take(Work(work.real_ns + wait.real_ns, work.cpu_ns + wait.cpu_ns))

    def close(self) -> None:
        for task in self._tasks:
            task.cancel()
        self._loop.run_until_complete(asyncio.gather(*self._tasks, return_exceptions=True))
        self._loop.run_until_complete(self._loop.shutdown_asyncgens())
        asyncio.set_event_loop(None)
        self._loop.close()


class Trials:
    """The runs of a table whose hub is of one kind; None: it plays at no event."""

    def __init__(self, hub: Hub | None) -> None:
        self._hub = hub
        self.measured: list[Measured] = []
        self.waits: list[Work] = []
        self._networks: list[_Network] = []

    @property
    def requests(self) -> int:
        """Return the number of requests that all runs have sent to the hub."""
        return sum(each.requests for each in self._networks)

    @contextmanager
    def beside(self, parts: Parts) -> Iterator[None]:
        """Run the rest of the program beside a table that is measured."""
        program = _Program(parts)
        try:
            if self._hub is None:
                yield
            else:
                with _hub(self._hub) as port:
                    network = _Network(SLOW_S if self._hub == "slow" else 0.0)
                    self._networks.append(network)
                    link = f"http://127.0.0.1:{port}/in/bench"
                    program.join(HubClient(link, transport=network), parts)
                    yield
        finally:
            program.close()
            self.waits += program.waits

    def figures(self) -> dict[str, Any]:
        return {
            **figures_of(self.measured),
            "hub_requests": self.requests,
            "loop_held_ms": spread([each.real_ns / 1e6 for each in self.waits], 2),
            "loop_held_cpu_ms": spread([each.cpu_ns / 1e6 for each in self.waits], 2),
            "loop_held_longest_cpu_ms": round(max(w.cpu_ns for w in self.waits) / 1e6, 2),
        }


def measure_joined(
    hubs: Sequence[Hub],
    *,
    micropython: Literal["1.28", "1.29"] = "1.29",
    seed: int = 1,
    seeds: int = 2,
    count: int = 200,
    mat: Mat | None = None,
) -> dict[str, Any]:
    """Return the figures of `duelmat bench table --event`: alone, with each hub, and the ratios.

    Every seed is played without an event and with each hub, beginning with another one each time.
    """
    trials = {str(hub or "alone"): Trials(hub) for hub in (None, *hubs)}
    for number in range(seeds):
        order = list(trials.values())
        order = order[number % len(order) :] + order[: number % len(order)]
        for each in order:
            each.measured.append(
                run_table(
                    micropython=micropython,
                    seed=seed + number,
                    count=count,
                    mat=mat,
                    beside=each.beside,
                )
            )
    found = {name: each.figures() for name, each in trials.items()}
    ratios = {str(hub): _ratios(found[hub], found["alone"]) for hub in hubs}
    return {
        "micropython": micropython,
        "seeds": [*range(seed, seed + seeds)],
        **found,
        "ratio": ratios,
    }


def _ratios(joined: dict[str, Any], alone: dict[str, Any]) -> dict[str, dict[str, float]]:
    """Return how many times as long everything takes with an event."""
    lights, lights_alone = joined["placed_to_light_ms"]["any"], alone["placed_to_light_ms"]["any"]
    return {
        "placed_to_light": _ratio(lights, lights_alone),
        "host": _ratio(joined["host_ms"], alone["host_ms"]),
        "host_cpu": _ratio(joined["host_cpu_ms"], alone["host_cpu_ms"]),
    }


def _ratio(these: dict[str, float], those: dict[str, float]) -> dict[str, float]:
    return {name: round(these[name] / those[name], 3) for name in these if those[name]}


def _utc_ms() -> int:
    return time_ns() // 1_000_000
