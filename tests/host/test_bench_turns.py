"""Of the program's turns alone it is measured how long they take, from the first decision."""

from __future__ import annotations

import pytest

from duelmat_bench.turns import figures_of, measure_turns, turn_times
from duelmat_host.app.pace import thought_s
from duelmat_opponent import Level

pytestmark = pytest.mark.tools


def test_the_programs_own_turns_are_counted_as_long_as_they_are() -> None:
    """Each has a decision at least; a duel counts no more than are wanted."""
    times = turn_times("trump_king", Level.EASY, 1, 3)
    assert len(times) == 3
    assert min(times) > thought_s(0)


def test_figures_are_those_of_all_duels_of_a_level() -> None:
    said: list[str] = []
    found = measure_turns(["trump_king"], [Level.EASY], 2, 2, say=said.append)
    assert found == {
        "trump_king": {"easy": {**found["trump_king"]["easy"], "duels": 2, "turns": 4}}
    }
    assert [line.partition(":")[0] for line in said] == ["trump_king, easy"] * 2


def test_half_of_the_turns_take_no_longer_than_the_median() -> None:
    """Quantiles lie within what was measured."""
    assert figures_of([1.0, 2.0, 3.0]) == {"turns": 3, "p50_s": 2.0, "p95_s": 2.9, "most_s": 3.0}
    assert figures_of([1.5])["p95_s"] == 1.5
