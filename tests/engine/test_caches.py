"""Caches keep few things, however long is played, and do not mix duels of several threads."""

import inspect
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from itertools import islice
from types import FrameType
from typing import Any

import pytest

from duelmat_engine import Action, apply, caches, find_ruleset, play_random, practice_duel
from duelmat_engine.board import derive
from duelmat_engine.candidates import possible
from duelmat_engine.judging import listing, precheck


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


CACHES = {module.__file__ for module in (caches, derive, listing, precheck)}


def give_way(frame: FrameType, _event: str, _: Any) -> Any:
    """Let the other thread go on at every line of the modules that keep something."""
    if frame.f_code.co_filename not in CACHES:
        return None
    time.sleep(0)
    return give_way


def played(ruleset: str, seed: int) -> list[Action]:
    """Return the first actions of a random duel, each carried out by those who may be asked."""
    actions: list[Action] = []
    for each in islice(play_random(practice_duel(ruleset, seed), seed), 40):
        apply(each.before, each.action)
        actions.append(each.action)
    return actions


def test_duels_in_two_threads_are_played_as_each_alone() -> None:
    """The caches of the last duel hold one duel each, whichever thread has asked last."""

    def traced(asked: tuple[str, int]) -> list[Action]:
        sys.settrace(give_way)
        try:
            return played(*asked)
        finally:
            sys.settrace(None)

    duels = [(name, seed) for seed in range(2) for name in ("ocg", "trigamon")]
    alone = [played(*each) for each in duels]
    with ThreadPoolExecutor(2) as threads:
        assert list(threads.map(traced, duels)) == alone
