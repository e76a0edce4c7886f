"""Whatever hands do at a simulated mat, no card is lost, drawn twice or without a way back."""

from __future__ import annotations

import pytest

from clumsy import Clumsy
from duelmat_engine import ruleset_names
from examples import seeds

ACTS = 60


@pytest.mark.parametrize("seed", seeds(range(30), quick=2))
@pytest.mark.parametrize("ruleset", ruleset_names())
def test_every_card_is_in_one_place_and_has_a_way_back(ruleset: str, seed: int) -> None:
    clumsy = Clumsy(ruleset, seed)
    clumsy.check()
    for act in range(ACTS):
        clumsy.act()
        clumsy.check()
        if act % 10 == 9:
            clumsy.go_back()
            clumsy.check()
