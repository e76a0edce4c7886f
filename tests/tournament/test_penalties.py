"""Penalties: by the book, and upgrades of repeated ones."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from duelmat_tournament.names import PenaltyId, PlayerId, RoundNumber, TableNumber, TimeMs
from duelmat_tournament.penalties import (
    PenaltyRecord,
    Proposal,
    describe_penalty,
    penalty_words,
    proposed,
)
from duelmat_tournament.policy import Infraction, Penalty

ANA, BEN = PlayerId(1), PlayerId(2)
SLOW = Infraction("slow-play", "Slow play", Penalty.WARNING, Penalty.DUEL_LOSS, upgrade_after=2)
LATE = Infraction("late", "Late", Penalty.CAUTION, Penalty.WARNING)
CHEATING = Infraction(
    "cheating", "Cheating", Penalty.DISQUALIFICATION, Penalty.DISQUALIFICATION, upgrade_after=1
)


def given_to(player: PlayerId, number: int, infraction: str = "slow-play") -> PenaltyRecord:
    """Return a warning of round `number` at table 10 + `number`."""
    return PenaltyRecord(
        PenaltyId(number),
        player,
        infraction,
        Penalty.WARNING,
        RoundNumber(number),
        TableNumber(10 + number),
        "Kim",
        TimeMs(1000 * number),
        "",
    )


def test_the_book_has_a_penalty_for_each_level() -> None:
    assert proposed((), ANA, SLOW, strict=False) == Proposal(Penalty.WARNING)
    assert proposed((), ANA, SLOW, strict=True) == Proposal(Penalty.DUEL_LOSS)


@pytest.mark.parametrize(
    ("earlier", "upgrade"),
    [(0, None), (1, None), (2, Penalty.DUEL_LOSS), (3, Penalty.DUEL_LOSS), (9, Penalty.DUEL_LOSS)],
)
def test_after_so_many_the_next_step_is_proposed(earlier: int, upgrade: Penalty | None) -> None:
    records = [given_to(ANA, number + 1) for number in range(earlier)]
    found = proposed(records, ANA, SLOW, strict=False)
    assert (found.penalty, found.upgrade) == (Penalty.WARNING, upgrade)
    assert bool(found.reason) == (upgrade is not None)


def test_the_reason_names_the_earlier_ones() -> None:
    duel_loss = replace(given_to(ANA, 3), penalty=Penalty.DUEL_LOSS)
    found = proposed([duel_loss, given_to(ANA, 1)], ANA, SLOW, strict=True)
    assert found == Proposal(
        Penalty.DUEL_LOSS,
        Penalty.MATCH_LOSS,
        "Slow play, 2 times before (round 1, table 11: warning; round 3, table 13: duel loss).",
    )


def test_others_and_other_infractions_do_not_count() -> None:
    records = [given_to(BEN, 1), given_to(BEN, 2), given_to(ANA, 3, "late"), given_to(ANA, 4)]
    assert proposed(records, ANA, SLOW, strict=False).upgrade is None


def test_what_is_never_upgraded_stays() -> None:
    records = [given_to(ANA, number, "late") for number in range(1, 9)]
    assert proposed(records, ANA, LATE, strict=False) == Proposal(Penalty.CAUTION)


def test_nothing_is_heavier_than_a_disqualification() -> None:
    found = proposed([given_to(ANA, 1, "cheating")], ANA, CHEATING, strict=False)
    assert found == Proposal(Penalty.DISQUALIFICATION)


def test_the_order_of_records_changes_nothing() -> None:
    records = [given_to(ANA, number) for number in (1, 2, 3)]
    assert proposed(records, ANA, SLOW, strict=False) == proposed(
        records[::-1], ANA, SLOW, strict=False
    )


def test_a_penalty_is_told_in_words() -> None:
    assert [penalty_words(each) for each in Penalty] == [
        "caution",
        "warning",
        "duel loss",
        "match loss",
        "disqualification",
    ]
    record = replace(given_to(ANA, 2), note="Nine minutes for one turn.")
    assert describe_penalty(record, "Ana", "Slow play") == (
        "Ana: warning for slow play (round 2, table 12, by Kim): Nine minutes for one turn."
    )
