"""The event's time: nobody who sets a clock moves an end, and all hubs agree."""

from __future__ import annotations

import asyncio
import time
from pathlib import Path

import pytest

from duelmat_hub import clocks
from duelmat_hub.event_time import ClockStep, EventTime
from duelmat_hub.store import Store
from duelmat_tournament.clock import remaining
from duelmat_tournament.names import TimeMs
from duelmat_tournament.roles import Role
from hub.asked_app import asked
from hub.stores import OpenStore

BEGAN_MS = 1_790_000_000_000
MINUTE_MS = 60_000
HOUR_MS = 60 * MINUTE_MS


class Computer:
    """A computer with its two clocks."""

    def __init__(self, wall_ms: int = BEGAN_MS, steady_ms: int = 5_000) -> None:
        self.wall_ms = wall_ms
        self.steady_ms = steady_ms

    def wait(self, ms: int) -> None:
        self.wall_ms += ms
        self.steady_ms += ms

    def open(self, store: Store) -> EventTime:
        """Begin a hub on this computer."""
        opened = EventTime(store, lambda: self.wall_ms, lambda: self.steady_ms)
        opened.compare()
        return opened


@pytest.mark.parametrize("by_ms", [HOUR_MS, -HOUR_MS, 3_000, -3_000])
def test_a_clock_that_is_set_moves_nothing_and_is_noticed(
    open_store: OpenStore, by_ms: int
) -> None:
    """The time goes on steadily, also between two looks at the clocks, and the step is kept."""
    computer = Computer()
    now = computer.open(open_store())
    computer.wait(MINUTE_MS)
    computer.wall_ms += by_ms
    assert now.now_ms() == BEGAN_MS + MINUTE_MS
    assert now.compare()
    assert now.step == ClockStep(BEGAN_MS + MINUTE_MS, by_ms)
    computer.wait(MINUTE_MS)
    assert not now.compare()
    assert now.now_ms() == BEGAN_MS + 2 * MINUTE_MS
    assert computer.open(open_store()).step == now.step


def test_small_differences_are_no_step(open_store: OpenStore) -> None:
    """A clock that is kept right by the network wanders a little."""
    computer = Computer()
    now = computer.open(open_store())
    for _ in range(100):
        computer.wait(MINUTE_MS)
        computer.wall_ms += 20
        assert not now.compare()
    assert now.now_ms() == BEGAN_MS + 100 * MINUTE_MS


def test_a_hub_that_begins_again_goes_on_after_a_step(open_store: OpenStore) -> None:
    """Its time is that of before, with what has passed meanwhile."""
    computer = Computer()
    now = computer.open(open_store())
    computer.wall_ms += HOUR_MS
    now.compare()
    computer.wait(MINUTE_MS)
    computer.steady_ms = 7  # it was started anew
    assert computer.open(open_store()).now_ms() == BEGAN_MS + MINUTE_MS


def test_a_clock_set_back_while_no_hub_ran_takes_no_time_back(open_store: OpenStore) -> None:
    """The time is never before what was noted last, and the desk is told."""
    computer = Computer()
    now = computer.open(open_store())
    computer.wait(20 * MINUTE_MS)
    now.compare()
    computer.wall_ms -= HOUR_MS
    again = computer.open(open_store())
    assert again.now_ms() == BEGAN_MS + 20 * MINUTE_MS
    assert again.step == ClockStep(BEGAN_MS + 20 * MINUTE_MS, -HOUR_MS)


def test_two_hubs_on_one_store_agree(open_store: OpenStore) -> None:
    """One notices the step, both tell of it, and the time of neither moves."""
    one, other = Computer(), Computer(steady_ms=999_000)
    times = one.open(open_store()), other.open(open_store())
    for each in one, other:
        each.wait(MINUTE_MS)
        each.wall_ms += HOUR_MS  # the clock of the database that they share
    assert [each.compare() for each in times] == [True, True]
    assert {each.now_ms() for each in times} == {BEGAN_MS + MINUTE_MS}
    assert times[0].step == times[1].step == ClockStep(BEGAN_MS + MINUTE_MS, HOUR_MS)
    assert not any(each.compare() for each in times)


def test_a_clock_that_is_slow_to_read_is_read_again(open_store: OpenStore) -> None:
    """Both clocks are of one moment: else the time of this hub would be behind for good."""
    computer = Computer()
    waits_ms = [5_000, 0]

    def slow_wall_ms() -> int:
        found = computer.wall_ms
        computer.wait(waits_ms.pop(0) if waits_ms else 0)
        return found

    now = EventTime(open_store(), slow_wall_ms, lambda: computer.steady_ms)
    now.compare()
    assert now.now_ms() == BEGAN_MS + 5_000
    assert not waits_ms


def test_a_step_in_a_round_is_said_at_the_desk(tmp_path: Path) -> None:
    """The round ends when it would have ended, and the desk's page says what was noticed."""
    asyncio.run(_step_in_a_round(tmp_path))


async def _step_in_a_round(folder: Path) -> None:
    computer = Computer()
    async with asked(
        folder, wall_ms=lambda: computer.wall_ms, clock_ms=lambda: computer.steady_ms
    ) as asker:
        hub = asker.started.hub
        assert hub.event is not None
        assert hub.event.round is not None
        clock = hub.event.round.clock
        assert clock is not None
        left_ms = remaining(clock, TimeMs(hub.clock_ms()))
        assert "clock was set" not in (await asker.browsers[Role.ORGANISER].get("/desk")).text
        computer.wall_ms -= HOUR_MS
        computer.wait(MINUTE_MS)
        await asker.started.time.look()
        assert remaining(clock, TimeMs(hub.clock_ms())) == left_ms - MINUTE_MS
        page = (await asker.browsers[Role.ORGANISER].get("/desk")).text
        assert "clock was set 1:00:00 back." in page


def test_a_clock_that_is_put_right_ends_no_link(tmp_path: Path) -> None:
    """A small computer without a clock of its own has the right year once it finds the network."""
    asyncio.run(_links_after_a_step(tmp_path))


async def _links_after_a_step(folder: Path) -> None:
    computer = Computer()
    async with asked(
        folder, wall_ms=lambda: computer.wall_ms, clock_ms=lambda: computer.steady_ms
    ) as asker:
        people = asker.started.people
        secret = await people.make_link(Role.JUDGE, "Jon")
        computer.wall_ms += 365 * 24 * HOUR_MS
        await asker.started.time.look()
        people.forget()
        assert (await asker.browsers[Role.ORGANISER].get("/desk")).status_code == 200
        assert await people.invited(secret) is not None
        assert await people.links()
        computer.wait(15 * 24 * HOUR_MS)
        assert await people.invited(secret) is None


def test_the_hub_has_the_time_of_its_store(open_store: OpenStore) -> None:
    """It is the time of day, from this computer or from the database."""
    now = EventTime(open_store())
    now.compare()
    assert abs(now.now_ms() - clocks.utc_ms()) < MINUTE_MS
    assert now.step is None


def test_a_sleep_of_the_computer_is_time_as_any_other(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The steady clock is one that goes on in a suspend."""
    awake = getattr(time, "CLOCK_BOOTTIME", time.CLOCK_MONOTONIC)
    monkeypatch.setattr(time, "clock_gettime_ns", {awake: 7_000_000}.__getitem__)
    assert clocks.steady_ms() == 7
