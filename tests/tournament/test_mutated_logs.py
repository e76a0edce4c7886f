"""Whoever changes an event file is found out: by its bytes, its chain, its rules, a checkpoint.

A truncation that was written with a new head is a log that may have ended there. It is found only
if it lies before a checkpoint that was noted, so the skilful ones here do; one without a new head
is found by the head.
"""

from __future__ import annotations

from collections import Counter

import pytest

from duelmat_tournament.check import check_event
from duelmat_tournament.exchange import format_event
from tournament.log_mutations import NAIVE, SKILFUL, mutation, originals

FEW = 300
MANY = 10_000
CHUNK = 500


def find(seeds: range) -> Counter[str]:
    """Return how many mutations of each kind there were; all were found."""
    kinds: Counter[str] = Counter()
    for seed in seeds:
        original = originals()[seed // 2 % len(originals())]
        mutated = mutation(original, seed)
        checked = check_event(mutated.content, [original.noted])
        assert checked.faults, f"seed {seed}, {mutated.kind}"
        assert all(fault.isprintable() for fault in checked.faults), checked.faults
        kinds[mutated.kind] += 1
    return kinds


def test_the_originals_have_no_faults() -> None:
    for original in originals():
        checked = check_event(original.content, [original.noted])
        assert checked.faults == ()
        assert checked.noted == (original.noted_entries,)


def test_every_mutation_is_found() -> None:
    kinds = find(range(FEW))
    assert set(kinds) == {each.__name__ for each in (*NAIVE, *SKILFUL)}


@pytest.mark.long
@pytest.mark.parametrize("first", range(FEW, MANY, CHUNK))
def test_ten_thousand_mutations_are_found(first: int) -> None:
    find(range(first, min(first + CHUNK, MANY)))


def test_without_a_checkpoint_naive_changes_are_found_and_most_skilful_ones() -> None:
    """The rest are changes after which everything could have happened so."""
    found = Counter(
        (seed % 2 == 1, bool(check_event(mutation(original, seed).content).faults))
        for seed in range(FEW)
        for original in (originals()[seed // 2 % len(originals())],)
    )
    assert found[True, False] == 0
    assert found[False, True] > 3 * found[False, False]


@pytest.mark.parametrize("number", range(len(originals())))
def test_a_cut_end_with_a_new_head_is_found_only_before_the_checkpoint(number: int) -> None:
    original = originals()[number]
    for end in range(1, len(original.log), 7):
        cut = format_event(original.log[:end], original.decks)
        faults = check_event(cut, [original.noted]).faults
        is_noted = f"the checkpoint {original.noted} was noted and is none of this log"
        assert any(fault.startswith(is_noted) for fault in faults) == (
            end < original.noted_entries
        )


def test_a_public_file_without_lists_is_proven_and_one_with_some_is_not() -> None:
    original = next(each for each in originals() if each.decks)
    assert check_event(format_event(original.log)).faults == ()
    some = dict(list(original.decks.items())[1:])
    (fault,) = check_event(format_event(original.log, some)).faults
    assert fault.endswith("its deck list is not in the file, which has others")
    (other,) = check_event(format_event(originals()[0].log, some)).faults[:1]
    assert other.startswith("no entry is about the deck list ")
