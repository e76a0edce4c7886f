"""Refusals around rounds: pairing, the clock, closing, the cut and the end."""

from __future__ import annotations

import pytest

from duelmat_tournament import commands, floor_commands, results
from duelmat_tournament.errors import NoPairingError
from duelmat_tournament.names import RoundNumber
from duelmat_tournament.policy import Penalty
from tournament.deciding.moments import Moment, event_at
from tournament.staged_event import HEAD_JUDGE, JUDGE, TRUMP_KING, StagedEvent, changed

FOUR = ("Ana", "Ben", "Cleo", "Dan")


def playing(*names: str, rounds: int = 3, cut: int = 0) -> StagedEvent:
    event = StagedEvent(*(names or FOUR))
    event.start(rounds, cut)
    event.play()
    return event


# Pairing


def test_nothing_is_paired_while_results_are_open() -> None:
    event = playing()
    assert event.refusal(commands.PairRound()) == (
        "Round 1 is not closed (2 results are missing): close it first."
    )
    event.enter(event.round.open_matches[0], event.won())
    assert event.refusal(commands.PairRound()) == (
        "Round 1 is not closed (1 result is missing): close it first."
    )
    event.enter(event.round.open_matches[0], event.won())
    assert event.refusal(commands.PairRound()) == "Round 1 is not closed: close it first."


def test_a_field_that_has_met_is_refused_with_the_proof_and_with_what_can_be_given_up() -> None:
    event = StagedEvent("Ana", "Ben")
    event.start(rounds=2)
    event.play()
    event.close()
    with pytest.raises(NoPairingError) as refused:
        event.do(commands.PairRound())
    assert str(refused.value) == "Nobody is left with whom Ana and Ben can be paired."
    assert refused.value.remedies == (("rematch",),)
    event.do(commands.PairRound(("rematch",)))
    assert event.round.given_up == ("rematch",)
    assert event.is_proven()


def test_a_pairing_that_has_decided_a_match_by_a_penalty_is_not_thrown_away() -> None:
    policy = changed(TRUMP_KING)
    event = StagedEvent(*FOUR, policy=policy)
    event.start(rounds=2)
    event.pair()
    given = floor_commands.GivePenalty(event.id("Ana"), "slow-play", "Thinks.")
    event.do(given, JUDGE)
    number = event.event.penalties[-1].record.id
    event.do(floor_commands.DecideUpgrade(number, Penalty.MATCH_LOSS, "Third time."), HEAD_JUDGE)
    table = event.match("Ana").table
    assert event.refusal(commands.UnpairRound()) == (
        f"The match at table {table} was lost by a penalty, which another pairing would take "
        "back: play the round as it is paired."
    )


# The clock


def test_a_clock_is_stopped_once_and_goes_on_once() -> None:
    event = playing()
    event.do(commands.PauseClock(), HEAD_JUDGE)
    assert event.refusal(commands.PauseClock(), HEAD_JUDGE) == "The clock stands still already."
    event.wait(60)
    event.do(commands.ResumeClock(), HEAD_JUDGE)
    assert event.refusal(commands.ResumeClock(), HEAD_JUDGE) == "The clock is running already."
    assert event.is_proven()


@pytest.mark.parametrize(
    ("passed_s", "left"), [(0, "30:00"), (1, "29:59"), (1799, "0:01"), (1799.999, "0:01")]
)
def test_time_is_called_when_it_is_up_and_not_earlier(passed_s: float, left: str) -> None:
    event = playing()
    event.wait(passed_s)
    assert event.refusal(commands.CallTime()) == f"The round has {left} left."
    event.wait(1800 - passed_s)
    event.do(commands.CallTime())


def test_a_clock_that_stands_still_has_the_same_time_left_for_ever() -> None:
    event = playing()
    event.wait(600)
    event.do(commands.PauseClock(), HEAD_JUDGE)
    event.wait(86_400)
    assert event.refusal(commands.CallTime()) == "The round has 20:00 left."


def test_a_round_without_a_limit_has_no_clock() -> None:
    policy = changed(TRUMP_KING, cut_round_s=0, cut_end_of_match=())
    event = StagedEvent(*FOUR, policy=policy)
    event.start(rounds=1, cut=4)
    event.play()
    event.close()
    event.do(commands.StartCut())
    event.play()
    assert event.refusal(commands.PauseClock()) == (
        "Round 2 has no time limit: there is no clock to stop."
    )
    assert event.refusal(commands.CallTime()) == "Round 2 has no time limit."
    assert event.refusal(commands.ResumeClock()) == "The clock is running already."


# Closing and finishing


def test_a_round_is_closed_when_all_results_are_in_and_no_call_is_open() -> None:
    event = playing(*(f"P{number}" for number in range(14)))
    assert event.refusal(commands.CloseRound()) == (
        "Results are missing: table 1, 2, 3, 4, 5 and 2 more. Enter them first."
    )
    call = event.call("P0")
    for match in event.round.open_matches:
        event.enter(match, event.won())
    assert event.refusal(commands.CloseRound()) == (
        f"A call is open at table {call.table}: end it first."
    )
    event.rule(call)
    event.close()


def test_an_event_is_not_finished_before_the_last_round() -> None:
    event = playing()
    assert event.refusal(commands.FinishEvent()) == "Round 1 is not closed yet."
    event.close()
    assert event.refusal(commands.FinishEvent()) == "Round 2 of 3 is still to be played."
    assert event.refusal(commands.StartCut()) == "This event has no cut: finish it."


def test_an_event_is_not_finished_while_the_head_judge_has_to_decide() -> None:
    event = playing(rounds=1)
    for _ in range(2):
        given = floor_commands.GivePenalty(event.id("Ana"), "extra-card", "Saw two.")
        event.do(given, JUDGE)
    event.close()
    assert event.refusal(commands.FinishEvent()) == (
        "The head judge still has to decide about the upgrades for Ana."
    )
    decided = floor_commands.DecideUpgrade(
        event.event.penalties[1].record.id, Penalty.WARNING, "First."
    )
    event.do(decided, HEAD_JUDGE)
    event.do(commands.FinishEvent())


def test_a_cut_needs_all_its_players() -> None:
    event = playing(rounds=1, cut=4)
    event.close()
    event.drop("Ana")
    assert event.refusal(commands.StartCut()) == (
        "The cut needs 4 players who have not dropped, and has 3. Finish the event after Swiss."
    )
    event.do(commands.FinishEvent())
    assert event.is_proven()


def test_a_cut_is_not_decided_by_its_first_semi_final() -> None:
    """With one winner of two, the other semi-final is still to be played."""
    event = event_at(Moment.SEMI_FINALS)
    event.enter(event.round.open_matches[0], event.won())
    assert event.refusal(commands.FinishEvent()) == "Round 3 is not closed yet."
    event.close()
    refused = event.refusal(commands.FinishEvent())
    assert refused == "The bracket is not decided yet: play its rounds."


def test_a_cut_is_finished_when_its_final_is_closed_and_is_not_paired_on() -> None:
    event = event_at(Moment.SEMI_FINALS)
    event.close()
    event.play()
    event.enter(event.round.open_matches[0], event.won())
    assert event.refusal(commands.FinishEvent()) == "Round 4 is not closed yet."
    event.close()
    assert event.refusal(commands.PairRound()) == "The bracket is decided: finish the event."
    event.do(commands.FinishEvent())


@pytest.mark.parametrize(
    "result",
    [results.played(1, 1), results.agreed_draw(), results.double_loss(), results.played(0, 0, 1)],
)
def test_a_match_of_the_cut_has_a_winner(result: results.Result) -> None:
    event = event_at(Moment.SEMI_FINALS)
    match = event.round.open_matches[0]
    command = commands.EnterResult(RoundNumber(3), match.table, result)
    assert "In the cut one player goes on" in event.refusal(command)
