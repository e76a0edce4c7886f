"""Caches by the very object keep few things, however long is played."""

import inspect

import pytest

from duelmat_engine import find_ruleset, play_random, practice_duel
from duelmat_engine.candidates import possible


@pytest.mark.parametrize("ruleset", ["trump_king", "ocg"])
def test_what_an_announcement_demands_is_kept_once_for_each_block(ruleset: str) -> None:
    """A block made anew for each question would be kept each time, for ever."""
    kept = inspect.getclosurevars(possible._demands).nonlocals["kept"]
    for seed in range(1, 4):
        for _ in play_random(practice_duel(ruleset, seed=seed), seed=seed):
            pass
    effects = find_ruleset(ruleset).effects.values()
    blocks = {id(block) for block, _ in kept.values()}
    assert blocks & {id(effect.announce) for effect in effects}
    equal = {repr(block) for block, _ in kept.values()}
    assert len(kept) <= 2 * len(equal)
