"""`event check` refuses forged entries whose hashes are right, in events of every format."""

from __future__ import annotations

import random
from functools import cache

import pytest
from msgspec.structs import replace

from duelmat_bench.tournament.lively_event import Lively, lively_event
from duelmat_bench.tournament.oracle import Oracle
from duelmat_tournament.check import check_event
from duelmat_tournament.exchange import format_event
from tournament import forgeries
from tournament.forgeries import FORGERIES, Forgery

EVENTS = 90
ENOUGH = 3
"""Events in which each forgery is tried, at most; one has to have something to forge."""


@cache
def events() -> tuple[Lively, ...]:
    return tuple(lively_event(f"forged {seed}", 6 + seed % 7) for seed in range(EVENTS))


@pytest.mark.parametrize("forge", FORGERIES, ids=lambda forge: forge.__name__)
def test_a_forged_entry_is_refused(forge: Forgery) -> None:
    forged = 0
    for made in events():
        log = list(made.log)
        if not forge(log):
            continue
        log = [replace(each, number=at) for at, each in enumerate(log, start=1)]
        faults = check_event(format_event(log, made.decks)).faults
        assert len(faults) == 1, (forge.__name__, made.event.name)
        assert faults[0].startswith("entry "), faults
        forged += 1
        if forged == ENOUGH:
            break
    assert forged


UNKNOWN_TO_THE_ORACLE = {
    forgeries.pair_set_at_another_cost,
    forgeries.drop_undone_without_a_reason,
    forgeries.places_of_standings_changed,
    forgeries.number_of_another_player,
    forgeries.seed_left_out,
    forgeries.extension_longer,
    forgeries.extension_of_another_table,
}
"""Digests, reasons, numbers and seconds: these the oracle takes as they are."""


@pytest.mark.parametrize(
    "forge",
    [each for each in FORGERIES if each not in UNKNOWN_TO_THE_ORACLE],
    ids=lambda forge: forge.__name__,
)
def test_the_oracle_of_random_events_finds_it_as_well(forge: Forgery) -> None:
    """An oracle that never says no would prove nothing."""
    for made in events():
        log = list(made.log)
        if forge(log):
            content = format_event([replace(each, number=at) for at, each in enumerate(log, 1)])
            if is_found(content):
                return
    raise AssertionError(forge.__name__)


def is_found(content: bytes) -> bool:
    """Whether the oracle finds a fault in a file, or cannot follow it at all."""
    try:
        return any(Oracle(content, random.Random(0)).faults())
    except (LookupError, ValueError):
        return True


def test_the_events_themselves_are_proven() -> None:
    for made in events()[:ENOUGH]:
        assert check_event(format_event(made.log, made.decks)).faults == ()
