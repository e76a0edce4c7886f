"""Deck checks by chance: how many, and which."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from duelmat_tournament.deck_checks import chosen_tables
from duelmat_tournament.names import RoundNumber, TableNumber
from duelmat_tournament.policy import DeckChecks

ROUND = RoundNumber(3)


def tables(count: int) -> list[TableNumber]:
    return [TableNumber(number) for number in range(1, count + 1)]


@pytest.mark.parametrize(
    ("percent", "count", "chosen"),
    [
        (10, 40, 4),
        (10, 41, 5),  # 4.1: at least so many
        (10, 3, 1),
        (1, 1, 1),
        (0, 40, 0),
        (10, 0, 0),
        (100, 7, 7),
        (50, 7, 4),
    ],
)
def test_the_share_is_rounded_up(percent: int, count: int, chosen: int) -> None:
    assert len(chosen_tables(DeckChecks(percent), "seed", ROUND, tables(count))) == chosen


@given(seed=st.text(max_size=9), count=st.integers(1, 40), percent=st.integers(1, 100))
def test_chosen_tables_are_tables_of_the_round_in_order(
    seed: str, count: int, percent: int
) -> None:
    chosen = chosen_tables(DeckChecks(percent), seed, ROUND, tables(count))
    assert list(chosen) == sorted(set(chosen))
    assert set(chosen) <= set(tables(count))
    assert chosen == chosen_tables(DeckChecks(percent), seed, ROUND, tables(count)[::-1])


def test_other_rounds_and_seeds_have_other_tables() -> None:
    rules = DeckChecks(10)
    rounds = {chosen_tables(rules, "seed", RoundNumber(n), tables(50)) for n in range(1, 9)}
    seeds = {chosen_tables(rules, str(n), ROUND, tables(50)) for n in range(8)}
    assert len(rounds) == len(seeds) == 8


def test_every_table_is_chosen_as_often_as_others() -> None:
    """2 of 20 tables in 1000 rounds: 100 times each, with a deviation of 9.5."""
    times = dict.fromkeys(tables(20), 0)
    for number in range(1000):
        for table in chosen_tables(DeckChecks(10), "seed", RoundNumber(number), tables(20)):
            times[table] += 1
    assert sum(times.values()) == 2000
    assert all(50 < count < 150 for count in times.values())
