from __future__ import annotations

import sys
from collections.abc import Callable
from dataclasses import replace
from random import Random
from typing import TypeVar

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from duelmat_bench.engine.followed_duels import PACKS
from duelmat_engine import (
    Deck,
    Duel,
    NotationError,
    Record,
    apply,
    legal_actions,
    new_record,
    public_record,
    read_record,
    replay,
    roll,
    write_duel,
    write_record,
)
from duelmat_engine.events import AnyEvent
from duelmat_engine.ruleset.build import default_readings
from duelmat_engine.ruleset.registry import find_ruleset, game_of, ruleset_names
from examples import seeds

Read = TypeVar("Read")

SHARDS = 4
DUELS_A_SHARD = 8


def played(seed: int) -> tuple[Record, Duel, list[AnyEvent]]:
    """A random duel with its record."""
    chance = Random(seed)
    record = new_record("trump_king", PACKS, seed=seed)
    duel, begun = record.begin()
    events = list(begun)
    while duel.decision is not None:
        dice = duel.decision.kind == "chance"
        action = roll(duel) if dice else chance.choice(list(legal_actions(duel)))
        record = record.with_entry(duel, action)
        duel, told = apply(duel, action)
        events += told
    return replace(record, outcome=duel.outcome), duel, events


def check(seed: int) -> None:
    """The record of a random duel, written and read, replays byte for byte."""
    record, duel, events = played(seed)
    text = write_record(record)
    again = read_record(text)
    assert again == record
    assert write_record(again) == text
    replayed = replay(again)
    assert write_duel(replayed.duel) == write_duel(duel)
    assert replayed.events == tuple(events)


def check_many(first: int, count: int) -> int:
    """So many records replayed; run this file with a number to do it."""
    for seed in range(first, first + count):
        check(seed)
    return count


@pytest.mark.parametrize("shard", seeds(range(SHARDS)))
def test_records_replay_byte_for_byte(shard: int) -> None:
    """Duel and events are equal to what was played."""
    assert check_many(1000 * shard, DUELS_A_SHARD) == DUELS_A_SHARD


@pytest.mark.parametrize("seed", seeds(range(3)))
def test_a_public_record_replays_and_holds_no_secret(seed: int) -> None:
    """It has no seed, ends alike, and names no card that the table never saw."""
    record, duel, _ = played(seed)
    public = public_record(record)
    text = write_record(public)
    assert "seed" not in text
    assert read_record(text) == public
    seen = replay(public).duel
    assert seen.chance == 0
    assert [p.life for p in seen.players] == [p.life for p in duel.players]
    body = text.partition("\n\n")[2]
    unseen = {p.key for _, p in duel.pieces() if not p.shown}
    for key in unseen:
        assert key is not None
        owner, code = key[0], key[2:]
        assert f" {owner} {code}>" not in body
        assert not any(
            line.startswith(f"{owner} ={code}") and line.split()[1] == f"={code}"
            for line in body.splitlines()
        )


def test_a_public_record_is_the_same_for_duels_that_look_the_same() -> None:
    """Nothing of the seed or of hidden cards is in it: the decks are, which all know."""
    record, _, _ = played(2)
    text = write_record(public_record(record))
    assert all(str(number) not in text for number in (record.begin().duel.chance,))


RECORD = write_record(played(3)[0])


def test_a_record_is_readable() -> None:
    """Headers, one action a line, comments with turn and phase, the result."""
    lines = RECORD.splitlines()
    assert lines[:2] == ["duelmat record 1", "ruleset trump_king"]
    assert 'reading G-44 "legal"' in lines
    assert "; turn 1, a, main1" in lines
    assert lines[-1].startswith("result ")


def test_names_dates_and_free_decks_are_kept() -> None:
    """What people add to a record comes back."""
    decks = [Deck(("S7", "H5", "C5", "D5", "X1", "S2"), ("SQ",)), Deck(("S1",) * 1 + ("H9",))]
    record = replace(
        new_record("trump_king", decks, seed=None, readings={"G-44": "must stay above 0"}),
        any_decks=True,
        players=('Ada "A"', "Grace"),
        date="2026-02-01",
    )
    assert read_record(write_record(record)) == record


BROKEN = [
    ("duelmat record 1", "duelmat record 9", 0, "'duelmat record 1'"),
    ("ruleset trump_king", "ruleset trump", 0, "that is known"),
    ('reading G-40 "frees"', 'reading G-40 "other"', 0, "that is known"),
    ('reading G-40 "frees"', 'reading G-40 "frees', 0, "a text in quotes"),
    ("deck a S1", "deck a S99", 0, "a card of trump_king"),
    ("deck b", "deck e", 0, "a seat letter"),
    ("seed 3", "seed three", 0, "a number"),
    ("seed 3", "speed 3", 0, "one of"),
    ("seed 3", "seed 3\nab pass", 1, "one of"),
    ("seed 3", "seed 3\nseed 4", 1, "one line with the seed"),
    ("ruleset trump_king", "ruleset ocg\nruleset trump_king", 1, "one line with the ruleset"),
    ("seed 3", "date 2026-02-01\ndate 2026-02-01\nseed 3", 1, "one line with the date"),
    ("seed 3", "decks any\ndecks any\nseed 3", 1, "one line with the decks"),
    ('reading G-40 "frees"', 'reading G-40 "frees"\n' * 2, 1, "one choice of G-40"),
    ("result", "outcome", 0, "one of"),
]


@pytest.mark.parametrize(("old", "new", "below", "expected"), BROKEN)
def test_a_broken_record_says_line_expected_and_got(
    old: str, new: str, below: int, expected: str
) -> None:
    """Each fault is found on its line, so many below the one that was changed."""
    with pytest.raises(NotationError) as caught:
        read_record(RECORD.replace(old, new, 1), "duel.txt")
    assert expected in caught.value.expected
    assert caught.value.line == RECORD[: RECORD.index(old)].count("\n") + 1 + below
    assert str(caught.value).startswith(f"duel.txt:{caught.value.line}:")


def first_action_line() -> int:
    lines = RECORD.splitlines()
    return next(i for i, text in enumerate(lines) if i > 30 and ">" in text)


def test_an_illegal_action_in_a_record_names_its_line() -> None:
    """Replay stops at the action that the rules refuse, with the rules."""
    lines = RECORD.splitlines()
    at = first_action_line()
    seat = lines[at][0]
    lines[at] = f"{seat} m1*"
    with pytest.raises(NotationError, match="TK-") as caught:
        replay(read_record("\n".join(lines)), "duel.txt")
    assert caught.value.line == at + 1


def test_a_record_with_another_result_or_more_actions_is_refused() -> None:
    """The duel has to end as the record says, and not before its last action."""
    head, _, _ = RECORD.rpartition("result ")
    for wrong in ('result draw "so it was"\n', f"{head[-1:]}a pass\n"):
        with pytest.raises(NotationError):
            replay(read_record(head + wrong))


def or_fault(read: Callable[[], Read]) -> Read | NotationError:
    try:
        return read()
    except NotationError as error:
        return error


@settings(deadline=None)
@given(st.integers(0, len(RECORD)), st.text(max_size=3), st.integers(0, 6))
def test_a_record_broken_anywhere_is_a_notation_error(at: int, put: str, cut: int) -> None:
    """The error has its place; where it still reads, every action has its own."""
    broken = RECORD[:at] + put + RECORD[at + cut :]
    last = broken.count("\n") + 1
    found = or_fault(lambda: read_record(broken))
    if isinstance(found, NotationError):
        assert 1 <= found.line <= last
    else:
        assert len(found.lines) == len(found.entries)
        assert all(1 <= line <= last for line in found.lines)


@settings(deadline=None)
@given(st.integers(0, len(RECORD)), st.text(max_size=2))
def test_replaying_a_damaged_record_is_a_notation_error_too(at: int, put: str) -> None:
    """It stops at the first line that does not fit; what fits is replayed alike once written."""
    broken = RECORD[:at] + put + RECORD[at + 1 :]
    step = or_fault(lambda: replay(read_record(broken)))
    if isinstance(step, NotationError):
        assert step.expected
        assert 1 <= step.line <= broken.count("\n") + 1
    else:
        again = replay(read_record(write_record(read_record(broken))))
        assert write_duel(again.duel) == write_duel(step.duel)


if __name__ == "__main__":
    print(f"{check_many(0, int(sys.argv[1]))} records replayed byte for byte")


@pytest.mark.parametrize("ruleset", ruleset_names())
def test_readings_make_the_same_game_in_whatever_order_they_come(ruleset: str) -> None:
    """A duel that was decoded has them in another order than one that was begun."""
    readings = default_readings(find_ruleset(ruleset))
    turned = dict(reversed(list(readings.items())))
    assert game_of(ruleset, turned) is game_of(ruleset, readings)
