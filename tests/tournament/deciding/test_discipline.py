"""Penalties: what they do besides being written down, and what the head judge decides about."""

from __future__ import annotations

from typing import Final

import pytest
from msgspec.structs import replace

from duelmat_tournament import commands, floor_commands, results
from duelmat_tournament.entries import ResultSettled, Settling
from duelmat_tournament.names import PenaltyId, PlayerId
from duelmat_tournament.policy import LADDER, Infraction, Penalty
from duelmat_tournament.registration_entries import PlayerDropped
from tournament.staged_event import HEAD_JUDGE, JUDGE, TRUMP_KING, StagedEvent

POLICY: Final = replace(
    TRUMP_KING,
    infractions=(
        *TRUMP_KING.infractions,
        Infraction(
            "shoving", "Shoves somebody", Penalty.MATCH_LOSS, Penalty.MATCH_LOSS, upgrade_after=1
        ),
    ),
)


@pytest.fixture
def event() -> StagedEvent:
    """Four players in their first round of three."""
    found = StagedEvent("Ana", "Ben", "Cleo", "Dan", policy=POLICY)
    found.start(rounds=3)
    found.play()
    return found


def penalise(event: StagedEvent, name: str, infraction: str) -> PenaltyId:
    by = HEAD_JUDGE if infraction == "cheating" else JUDGE
    event.do(floor_commands.GivePenalty(event.id(name), infraction, "Seen."), by)
    return event.event.penalties[-1].record.id


def decide(event: StagedEvent, number: PenaltyId, holds: Penalty) -> tuple[object, ...]:
    added = event.do(floor_commands.DecideUpgrade(number, holds, "As seen."), HEAD_JUDGE)
    return tuple(type(each.what) for each in added)


def penalties(event: StagedEvent) -> list[Penalty]:
    return [each.record.penalty for each in event.event.penalties]


# Giving


def test_an_infraction_is_one_of_the_policys(event: StagedEvent) -> None:
    listed = ", ".join(each.id for each in POLICY.infractions)
    for word, hint in (("slowplay", " Did you mean slow-play?"), ("loud", "")):
        given = floor_commands.GivePenalty(event.id("Ana"), word)
        assert event.refusal(given, JUDGE) == (
            f'The policy has no infraction "{word}".{hint} It has: {listed}.'
        )


def test_only_a_player_of_the_event_is_penalised(event: StagedEvent) -> None:
    for number in (0, 5):
        given = floor_commands.GivePenalty(PlayerId(number), "slow-play")
        assert event.refusal(given, JUDGE) == f"There is no player {number}: there are 1 to 4."


def test_a_match_loss_ends_the_match_that_is_being_played(event: StagedEvent) -> None:
    penalise(event, "Ana", "shoving")
    match = event.match("Ana")
    assert match.settled is Settling.PENALTY
    assert match.result == results.forfeit(loser_is_first=match.first == event.id("Ana"))
    assert event.is_proven()


def test_a_match_loss_after_the_match_changes_no_result(event: StagedEvent) -> None:
    """Whether it counts for the next match is the head judge's to decide, who enters it."""
    event.wins("Ana")
    before = event.match("Ana")
    penalise(event, "Ana", "shoving")
    assert event.match("Ana") == before
    event.close()
    penalise(event, "Ana", "shoving")
    event.play()
    assert event.match("Ana").result is None


def test_a_disqualified_player_leaves_and_loses_the_match(event: StagedEvent) -> None:
    penalise(event, "Ana", "cheating")
    assert not event.event.players[event.id("Ana")].is_active
    match = event.match("Ana")
    assert match.settled is Settling.DROPPED
    assert match.result == results.forfeit(loser_is_first=match.first == event.id("Ana"))
    assert event.is_proven()


def test_whoever_has_left_can_still_be_disqualified(event: StagedEvent) -> None:
    event.drop("Ana")
    assert penalise(event, "Ana", "cheating") == PenaltyId(1)
    assert event.refusal(commands.ReturnPlayer(event.id("Ana"))) == (
        "Ana was disqualified, and cannot come back."
    )
    assert event.is_proven()


# Upgrades


def test_a_repeated_infraction_proposes_an_upgrade_that_is_accepted(event: StagedEvent) -> None:
    penalise(event, "Ana", "extra-card")
    number = penalise(event, "Ana", "extra-card")
    assert event.event.penalties[1].upgrade is Penalty.DUEL_LOSS
    assert penalties(event) == [Penalty.WARNING, Penalty.WARNING]
    decide(event, number, Penalty.DUEL_LOSS)
    assert penalties(event) == [Penalty.WARNING, Penalty.DUEL_LOSS]
    assert event.event.penalties[1].upgrade is None
    assert event.is_proven()


def test_an_upgrade_that_is_declined_is_decided_as_well(event: StagedEvent) -> None:
    penalise(event, "Ana", "extra-card")
    number = penalise(event, "Ana", "extra-card")
    decide(event, number, Penalty.WARNING)
    assert penalties(event) == [Penalty.WARNING, Penalty.WARNING]
    assert event.event.penalties[1].upgrade is None


def test_an_upgrade_is_decided_once(event: StagedEvent) -> None:
    penalise(event, "Ana", "extra-card")
    number = penalise(event, "Ana", "extra-card")
    decide(event, number, Penalty.DUEL_LOSS)
    again = floor_commands.DecideUpgrade(number, Penalty.DUEL_LOSS, "As seen.")
    assert event.refusal(again, HEAD_JUDGE) == "Penalty 2 is a duel loss already."


def test_there_is_no_penalty_of_another_number(event: StagedEvent) -> None:
    penalise(event, "Ana", "slow-play")
    for number in (0, -1, 2):
        other = floor_commands.DecideUpgrade(PenaltyId(number), Penalty.WARNING, "As seen.")
        assert event.refusal(other, HEAD_JUDGE) == (
            f"There is no penalty {number}: there is 1 so far."
        )


def test_a_repeated_match_loss_is_upgraded_to_a_disqualification(event: StagedEvent) -> None:
    """The match is lost already; that the effect cannot be taken back hinders no more of it."""
    penalise(event, "Ana", "shoving")
    number = penalise(event, "Ana", "shoving")
    assert event.event.penalties[1].upgrade is Penalty.DISQUALIFICATION
    assert decide(event, number, Penalty.DISQUALIFICATION)[1:] == (PlayerDropped,)
    assert event.is_proven()


@pytest.mark.parametrize("infraction", ["shoving", "cheating"])
def test_what_a_heavy_penalty_has_done_stands_until_it_is_put_right_apart(
    event: StagedEvent, infraction: str
) -> None:
    """A lighter penalty takes back neither the result nor the drop of its own accord."""
    number = penalise(event, "Ana", infraction)
    lost, was_active = event.match("Ana").result, event.event.players[event.id("Ana")].is_active
    held = penalties(event)[0]
    for lighter in LADDER[: LADDER.index(held)]:
        assert decide(event, number, lighter)[1:] == ()
        assert event.match("Ana").result == lost
        assert event.event.players[event.id("Ana")].is_active is was_active
    assert event.is_proven()


def test_a_player_who_was_disqualified_by_mistake_plays_on(event: StagedEvent) -> None:
    number = penalise(event, "Ana", "cheating")
    undone = commands.UndoDrop(event.id("Ana"), "It was Anna.")
    assert event.refusal(undone, HEAD_JUDGE) == "Ana was disqualified, and cannot come back."
    decide(event, number, Penalty.CAUTION)
    event.do(undone, HEAD_JUDGE)
    assert event.match("Ana").result is None
    event.wins("Ana")
    event.close()
    event.play()
    assert event.round.match_of(event.id("Ana")) is not None
    assert event.is_proven()


def test_who_comes_back_has_lost_the_match_if_a_penalty_says_so(event: StagedEvent) -> None:
    number = penalise(event, "Ana", "cheating")
    decide(event, number, Penalty.MATCH_LOSS)
    lost = event.match("Ana").result
    event.do(commands.UndoDrop(event.id("Ana"), "No cheating."), HEAD_JUDGE)
    assert event.match("Ana").result == lost
    assert event.event.players[event.id("Ana")].is_active
    assert event.is_proven()


def test_a_match_that_was_lost_by_a_mistaken_penalty_gets_its_result(event: StagedEvent) -> None:
    number = penalise(event, "Ana", "shoving")
    decide(event, number, Penalty.WARNING)
    match = event.match("Ana")
    event.correct(1, match.table, results.played(2, 1))
    assert event.match("Ana").result == results.played(2, 1)
    assert event.is_proven()


def test_a_heavier_penalty_acts_on_the_match_in_which_it_was_given(event: StagedEvent) -> None:
    number = penalise(event, "Ana", "slow-play")
    assert decide(event, number, Penalty.MATCH_LOSS)[1:] == (ResultSettled,)
    assert event.match("Ana").settled is Settling.PENALTY


def test_a_penalty_of_an_earlier_round_loses_no_match_of_a_later_one(event: StagedEvent) -> None:
    number = penalise(event, "Ana", "slow-play")
    event.close()
    event.play()
    assert decide(event, number, Penalty.MATCH_LOSS)[1:] == ()
    assert event.match("Ana").result is None
    assert decide(event, number, Penalty.DISQUALIFICATION)[1:] == (PlayerDropped, ResultSettled)
    assert event.is_proven()
