"""The table's measure at an event: the event loop goes by the board's clock."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import httpx
import pytest

from duelmat_bench.demo.latency import WorkMeter
from duelmat_bench.demo.stage import Stage
from duelmat_bench.table.joined import BoardTimeLoop, Hub, Trials
from duelmat_bench.table.latency import Parts
from duelmat_host.app.table_loop import Work
from venue.venue_table import VenueTable

SLICE_MS = 5
NEVER_MS = 1_000_000
"""A hub's process that has not answered by then never does: some minutes of real time."""


class _Run:
    """A table without electronics, whose time passes when the test says so."""

    def __init__(self, table: VenueTable) -> None:
        loop = table.service.table_loop
        made: Any = SimpleNamespace(table_loop=loop, now_ms=0, turned=lambda: None)
        self.stage: Stage = made
        self.work = WorkMeter()
        self.parts = Parts(self.stage, table.duels, self.work, seed=1)

    def until(self, is_done: Callable[[], bool], most_ms: int = NEVER_MS) -> int:
        """Let time pass until something is so, and return the time."""
        while not is_done() and self.stage.now_ms < most_ms:
            self.stage.now_ms += SLICE_MS
            self.stage.turned()
        return self.stage.now_ms

    def rest(self, end_ms: int) -> None:
        self.until(lambda: False, end_ms)


@contextmanager
def _table(tmp_path: Path) -> Iterator[_Run]:
    unused = httpx.MockTransport(lambda _: httpx.Response(500))
    table = VenueTable(tmp_path, "http://hub/in/unused", unused)
    try:
        yield _Run(table)
    finally:
        table.close()


def test_a_pause_in_the_loop_is_one_of_the_boards_time() -> None:
    """However long a round takes, a task that sleeps for 0.1 s sleeps until the board's 100 ms."""
    loop = BoardTimeLoop()
    try:
        task = loop.create_task(asyncio.sleep(0.1))
        loop.go_round(0)
        loop.go_round(95)
        assert not task.done()
        loop.go_round(100)
        assert task.done()
    finally:
        loop.close()


@pytest.mark.parametrize(
    ("hub", "least", "most"),
    [
        ("away", 4, 50),  # pauses of 0.25 s to 5 s
        ("slow", 1, 1),  # what is wanted, which is not answered yet
    ],
)
def test_a_hub_that_does_not_answer_is_asked_seldom(
    hub: Hub, least: int, most: int, tmp_path: Path
) -> None:
    trials = Trials(hub)
    with _table(tmp_path) as run, trials.beside(run.parts):
        run.rest(4_900 if hub == "slow" else 12_000)
        assert least <= trials.requests <= most


def test_a_hub_that_floods_is_asked_ten_times_a_second_at_most(tmp_path: Path) -> None:
    trials = Trials("flooding")
    with _table(tmp_path) as run, trials.beside(run.parts):
        took_ms = run.until(lambda: trials.requests >= 60)
    assert trials.requests >= 60
    assert took_ms >= 2_000  # and reports every 50 ms


def test_a_turn_of_the_table_is_charged_with_what_it_waited_for(tmp_path: Path) -> None:
    """Once: the second turn of a slice waits for nothing any more."""
    trials = Trials(None)
    with _table(tmp_path) as run, trials.beside(run.parts):
        run.rest(SLICE_MS)
        for _ in range(2):
            run.stage.table_loop.on_work(Work(1_000_000, 1_000_000))
    waited_ns = trials.waits[0].real_ns
    assert waited_ns > 0
    assert run.work.real_ms[0] == (1_000_000 + waited_ns) / 1e6
    assert run.work.real_ms[1] == 1
