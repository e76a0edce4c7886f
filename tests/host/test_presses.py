"""The presses of an own turn, as `duelmat bench questions` counts them."""

from __future__ import annotations

from collections import Counter
from itertools import islice

from duelmat_bench.presses import own_turns


def test_each_own_turn_takes_a_press_and_what_hands_owe_takes_none() -> None:
    """Cards, attacks, answers and phases are presses; obligations and questions are not."""
    turns = list(islice(own_turns("trump_king", 1), 6))
    presses = [turn.total() - turn["obligations"] - turn["questions"] for turn in turns]
    assert min(presses) >= 1
    total = sum(turns, Counter[str]())
    assert total["cards"]
    assert total["obligations"]
    assert total["phases"] <= 2 * len(turns)
