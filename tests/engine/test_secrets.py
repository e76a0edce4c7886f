from __future__ import annotations

import pytest

from duelmat_bench.engine.secrets import leaks
from duelmat_bench.engine.twins import twins
from examples import seeds

TABLES = [
    ("trump_king", 2),
    ("ocg", 2),
    ("trigamon", 2),
    ("resummoned", 2),
    ("resummoned", 3),
    ("resummoned", 4),
]


@pytest.mark.parametrize(("ruleset", "players"), TABLES)
@pytest.mark.parametrize("seed", seeds([61, 62]))
def test_cards_that_a_seat_cannot_know_change_nothing_for_it(
    ruleset: str, players: int, seed: int
) -> None:
    """View, legal actions, verdicts, public events and who is asked next are equal to the byte."""
    compared = list(leaks(seed, ruleset, players, limit=200))
    assert len(compared) > 3
    assert [leak for leak in compared if leak is not None] == []


@pytest.mark.parametrize(("ruleset", "players"), TABLES)
def test_duels_that_differ_in_unseen_cards_tell_the_same_story(ruleset: str, players: int) -> None:
    """Events, views, who is asked next and the public record are equal from the first act on."""
    found = [twins(seed, ruleset, players, limit=40) for seed in range(70, 73)]
    assert [told.differs for told in found] == ["", "", ""]
    assert sum(told.alike for told in found) > 40
