"""Duels by chance: the same seed is the same duel, and every duel ends."""

from __future__ import annotations

from itertools import islice, pairwise

import pytest

from duelmat_engine import (
    EngineError,
    legal_actions,
    play_random,
    practice_duel,
    ruleset_names,
    view_for,
    write_duel,
)


@pytest.mark.parametrize("ruleset", ruleset_names())
def test_a_seed_is_a_duel(ruleset: str) -> None:
    """Played twice it is the same, with another seed another; what is played is legal."""
    begun = practice_duel(ruleset, seed=1)
    first = list(islice(play_random(begun, seed=7), 60))
    again = list(islice(play_random(begun, seed=7), 60))
    other = list(islice(play_random(begun, seed=8), 60))
    assert [each.action for each in first] == [each.action for each in again]
    assert write_duel(first[-1].step.duel) == write_duel(again[-1].step.duel)
    assert [each.action for each in first] != [each.action for each in other]
    for each, following in pairwise(first):
        assert each.action in list(legal_actions(each.before))
        assert each.step.duel == following.before


def test_a_duel_is_played_until_it_is_over() -> None:
    """Its last action ends it, and nothing is played in a duel that is over."""
    *_, last = play_random(practice_duel("trump_king", seed=3), seed=3)
    assert last.step.duel.is_over()
    assert list(play_random(last.step.duel, seed=3)) == []


def test_an_open_duel_is_not_played_by_chance() -> None:
    """Nobody knows the cards that are drawn."""
    with pytest.raises(EngineError, match="expected a closed duel"):
        next(play_random(view_for(practice_duel("ocg", seed=1)), seed=1))
