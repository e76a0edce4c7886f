"""The round's clock: it never jumps, however often it is paused."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from duelmat_tournament.clock import (
    Clock,
    Pause,
    add,
    pause,
    remaining,
    resume,
    start,
)
from duelmat_tournament.names import TimeMs

NOON = TimeMs(1_800_000_000_000)


def at(seconds: float) -> TimeMs:
    return TimeMs(NOON + round(1000 * seconds))


def test_a_clock_runs_down_to_nothing() -> None:
    clock = start(NOON, 3000)
    assert clock == Clock(at(3000))
    assert [remaining(clock, at(s)) for s in (0, 0.001, 2999.999, 3000, 4000)] == [
        3_000_000,
        2_999_999,
        1,
        0,
        0,
    ]


def test_a_pause_moves_the_end_by_its_length() -> None:
    """50 minutes, stopped after 10 for 4: time is up after 54."""
    stopped = pause(start(NOON, 3000), at(600))
    assert stopped.is_paused
    assert remaining(stopped, at(700)) == remaining(stopped, at(99_999)) == 2_400_000
    going = resume(stopped, at(840))
    assert not going.is_paused
    assert going.ends_ms == at(3240)
    assert going.pauses == (Pause(at(600), at(840)),)


def test_asking_twice_changes_nothing() -> None:
    running = start(NOON, 60)
    assert resume(running, at(5)) == running
    stopped = pause(running, at(10))
    assert pause(stopped, at(20)) == stopped


@pytest.mark.parametrize("moment", [0, 5, 9.999])
def test_a_moment_before_the_pause_counts_as_its_beginning(moment: float) -> None:
    """A machine whose clock is behind can take no time from anybody."""
    stopped = pause(start(NOON, 60), at(10))
    going = resume(stopped, at(moment))
    assert going == Clock(at(60), pauses=(Pause(at(10), at(10)),))


def test_seconds_are_added_while_it_runs_and_while_it_stands() -> None:
    assert add(start(NOON, 60), 30) == start(NOON, 90)
    stopped = add(pause(start(NOON, 60), at(10)), -20)
    assert remaining(stopped, at(500)) == 30_000
    assert resume(stopped, at(40)).ends_ms == at(70)


STEPS = st.lists(
    st.tuples(st.sampled_from(("wait", "pause", "resume", "add")), st.integers(0, 90)),
    max_size=30,
)


@given(steps=STEPS)
def test_the_time_left_is_the_time_given_less_the_time_run(
    steps: list[tuple[str, int]],
) -> None:
    """A counter that is stepped every second agrees, and pausing or resuming shows the same."""
    now_s, counter_s, runs = 0, 3600, True
    clock = start(NOON, 3600)
    for do, amount in steps:
        match do:
            case "wait":
                now_s += amount
                counter_s -= amount if runs else 0
            case "pause":
                clock, runs = pause(clock, at(now_s)), False
            case "resume":
                clock, runs = resume(clock, at(now_s)), True
            case _:
                clock, counter_s = add(clock, amount), counter_s + amount
        assert remaining(clock, at(now_s)) == 1000 * max(0, counter_s)
    spans = [(each.began_ms, each.ended_ms) for each in resume(clock, at(now_s)).pauses]
    assert spans == sorted(spans)
    assert all(began <= ended for began, ended in spans)
