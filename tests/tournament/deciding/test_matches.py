"""Refusals around results: reported, confirmed, disputed, entered, corrected."""

from __future__ import annotations

from typing import Final

import pytest

from duelmat_tournament import commands, floor_commands, results
from duelmat_tournament.consequences import consequences_digest
from duelmat_tournament.errors import ChangedError
from duelmat_tournament.event import Match
from duelmat_tournament.names import CallId, PlayerId, RoundNumber, TableNumber
from duelmat_tournament.results import Result
from tournament.deciding.moments import Moment, event_at
from tournament.staged_event import (
    HEAD_JUDGE,
    JUDGE,
    ORGANISER,
    SCOREKEEPER,
    TRUMP_KING,
    StagedEvent,
    changed,
)

ONE: Final = RoundNumber(1)
WON: Final = results.played(2, 0)


@pytest.fixture
def event() -> StagedEvent:
    """Four players in their first round of three."""
    found = StagedEvent("Ana", "Ben", "Cleo", "Dan")
    found.start(rounds=3)
    found.play()
    return found


@pytest.fixture
def match(event: StagedEvent) -> Match:
    return event.match("Ana")


def report(
    event: StagedEvent, match: Match, result: Result = WON, *, by_first: bool = True
) -> None:
    player = event.event.name_of(match.first if by_first else match.second)
    command = commands.ReportResult(ONE, match.table, result)
    event.do(command, event.actor(player))


def names(event: StagedEvent, match: Match) -> tuple[str, str]:
    return event.event.name_of(match.first), event.event.name_of(match.second)


# Which match


def test_there_are_only_the_tables_of_a_round(event: StagedEvent) -> None:
    for table in (0, 3, -1, 10**9):
        command = commands.EnterResult(ONE, TableNumber(table), WON)
        assert event.refusal(command, SCOREKEEPER) == (
            f"There is no table {table} in round 1: round 1 has the tables 1-2."
        )


def test_there_are_only_the_rounds_that_are_paired(event: StagedEvent) -> None:
    for number in (0, 2, -1):
        command = commands.EnterResult(RoundNumber(number), TableNumber(1), WON)
        assert event.refusal(command, SCOREKEEPER) == (
            f"There is no table 1 in round {number}: round {number} is not paired."
        )


def test_a_round_without_tables_says_so() -> None:
    event = StagedEvent("Ana", "Ben")
    event.start(rounds=1)
    for name in ("Ana", "Ben"):
        event.do(commands.AwardBye(event.id(name), ONE))
    event.play()
    command = commands.EnterResult(ONE, TableNumber(1), WON)
    assert event.refusal(command, SCOREKEEPER) == (
        "There is no table 1 in round 1: round 1 has no tables."
    )


def test_a_result_for_a_round_that_is_over_is_no_news(event: StagedEvent) -> None:
    event.close()
    event.play()
    first, second = names(event, event.event.rounds[0].matches[TableNumber(1)])
    command = commands.EnterResult(ONE, TableNumber(1), WON)
    assert event.refusal(command, SCOREKEEPER) == (
        f"Table 1 of round 1 has a result: {first} beats {second} 2-0."
    )


# Which result


@pytest.mark.parametrize(
    ("result", "sentence"),
    [
        (results.played(3, 0), "In a best of 3 a player wins 2 at most: the first player has 3."),
        (
            results.played(2, 2),
            "Whoever wins 2 of a best of 3 first ends the match: both players cannot have 2.",
        ),
        (results.played(0, 0), "A match that was played has at least one duel."),
        (Result(first_won=2), "At 2-0 the first player wins, not nobody."),
        (results.bye(), "A bye and a missed round are no result of a match."),
        (results.missed(), "A bye and a missed round are no result of a match."),
        (results.played(-1, 2), "A number of duels is at least 0: got -1-2."),
        (results.agreed_draw(2, 0), "The match is won: there is no draw left to agree to."),
    ],
)
def test_a_result_that_cannot_be_is_refused(
    event: StagedEvent, match: Match, result: Result, sentence: str
) -> None:
    assert sentence in event.refusal(commands.EnterResult(ONE, match.table, result), SCOREKEEPER)
    assert sentence in event.refusal(
        commands.ReportResult(ONE, match.table, result), event.actor("Ana")
    )


def test_draws_are_as_the_policy_has_them() -> None:
    policy = changed(
        TRUMP_KING,
        may_draw=False,
        may_agree_draw=False,
        end_of_match=(*TRUMP_KING.end_of_match[:-1], TRUMP_KING.cut_end_of_match[-1]),
    )
    event = StagedEvent("Ana", "Ben", policy=policy)
    event.start(rounds=1)
    event.play()
    table = event.match("Ana").table
    for result, sentence in (
        (results.played(1, 1), "By the policy a match cannot end drawn."),
        (results.agreed_draw(), "By the policy the players cannot agree to a draw."),
    ):
        command = commands.EnterResult(ONE, table, result)
        assert event.refusal(command, SCOREKEEPER) == sentence


@pytest.mark.parametrize(
    "result",
    [
        results.no_show(absent_is_first=False),
        results.forfeit(loser_is_first=False),
        results.double_loss(),
    ],
)
def test_players_report_only_what_was_played(
    event: StagedEvent, match: Match, result: Result
) -> None:
    command = commands.ReportResult(ONE, match.table, result)
    assert event.refusal(command, event.actor("Ana")) == (
        "Only the staff enter a result that was not played: call a judge."
    )
    event.enter(match, result)


# Both players


def test_the_second_report_is_a_confirmation_or_a_dispute(
    event: StagedEvent, match: Match
) -> None:
    report(event, match)
    first, second = names(event, match)
    command = commands.ReportResult(ONE, match.table, results.played(0, 2))
    assert event.refusal(command, event.actor(second)) == (
        f"{first} has reported: {first} beats {second} 2-0. Confirm it, or disagree, and a judge "
        "comes."
    )


def test_nobody_confirms_or_disputes_the_own_report(event: StagedEvent, match: Match) -> None:
    report(event, match)
    first, second = names(event, match)
    confirmed = commands.ConfirmResult(ONE, match.table, WON)
    assert event.refusal(confirmed, event.actor(first)) == (
        f"You have reported this result yourself: {second} confirms it."
    )
    disputed = commands.DisputeResult(ONE, match.table)
    assert event.refusal(disputed, event.actor(first)) == (
        "You have reported this result yourself: report another one instead."
    )


def test_a_report_that_has_changed_meanwhile_is_read_again(
    event: StagedEvent, match: Match
) -> None:
    report(event, match)
    report(event, match, results.played(2, 1))
    first, second = names(event, match)
    confirmed = commands.ConfirmResult(ONE, match.table, WON)
    assert event.refusal(confirmed, event.actor(second), ChangedError) == (
        f"The reported result has changed: it is now {first} beats {second} 2-1. Read it again."
    )


def test_a_result_is_confirmed_once(event: StagedEvent, match: Match) -> None:
    report(event, match)
    first, second = names(event, match)
    confirmed = commands.ConfirmResult(ONE, match.table, WON)
    event.do(confirmed, event.actor(second))
    said = f"Table {match.table} of round 1 has a result: {first} beats {second} 2-0."
    assert event.refusal(confirmed, event.actor(second)) == said
    assert event.refusal(confirmed, event.actor(first)) == said
    for command in (
        commands.ReportResult(ONE, match.table, WON),
        commands.DisputeResult(ONE, match.table),
    ):
        assert event.refusal(command, event.actor(first)) == said


def test_a_result_is_disputed_once(event: StagedEvent, match: Match) -> None:
    report(event, match)
    _, second = names(event, match)
    disputed = commands.DisputeResult(ONE, match.table, "I have won.")
    event.do(disputed, event.actor(second))
    assert event.refusal(disputed, event.actor(second)) == (
        "A judge has been called about this result already."
    )


def test_a_disputed_result_is_reported_by_either_player_after_the_ruling(
    event: StagedEvent, match: Match
) -> None:
    """What was ruled may be what neither reported; a new report is confirmed as any other."""
    report(event, match)
    _, second = names(event, match)
    event.do(commands.DisputeResult(ONE, match.table), event.actor(second))
    other = commands.ReportResult(ONE, match.table, results.played(1, 2))
    assert "Confirm it, or disagree" in event.refusal(other, event.actor(second))
    event.do(floor_commands.RuleCall(CallId(1), "1-2."), JUDGE)
    event.do(other, event.actor(second))
    assert not event.match("Ana").is_disputed
    confirmed = commands.ConfirmResult(ONE, match.table, results.played(1, 2))
    event.do(confirmed, event.actor(names(event, match)[0]))
    assert event.match("Ana").result == results.played(1, 2)


# No-shows


def test_a_player_is_a_no_show_after_the_policys_time(event: StagedEvent, match: Match) -> None:
    gone = commands.MarkNoShow(ONE, match.table, event.id("Ana"))
    event.wait(599)
    assert event.refusal(gone, SCOREKEEPER) == (
        "By the policy a player is a no-show 10:00 after the round's start; 9:59 have passed."
    )
    event.wait(1)
    event.do(gone, SCOREKEEPER)
    assert event.is_proven()


def test_only_a_player_of_the_table_is_its_no_show(event: StagedEvent, match: Match) -> None:
    others = {PlayerId(1), PlayerId(2), PlayerId(3), PlayerId(4)} - set(match.players)
    event.wait(600)
    first, second = names(event, match)
    for player in (*others, PlayerId(0), PlayerId(9)):
        gone = commands.MarkNoShow(ONE, match.table, player)
        assert event.refusal(gone, SCOREKEEPER) == (
            f"{first} and {second} play at table {match.table}; player {player} does not."
        )


# Corrections


def correction(
    event: StagedEvent, result: Result, *, number: int = 1, digest: str = "", why: str = "Slip."
) -> commands.CorrectResult:
    table = TableNumber(1)
    if not digest:
        digest = consequences_digest(event.consequences(number, table, result))
    return commands.CorrectResult(RoundNumber(number), table, result, digest, why)


def test_a_correction_names_the_consequences_that_were_shown(event: StagedEvent) -> None:
    event.close()
    other = results.played(0, 2)
    for digest in ("nothing", "A" * 64, "0" * 63):
        assert event.refusal(correction(event, other, digest=digest), SCOREKEEPER) == (
            "Consequences: expected the digest of what was shown: 64 hex digits."
        )
    again = (
        "The consequences are no longer those that were shown: look at them again, then confirm."
    )
    wrong = correction(event, other, digest="0" * 64)
    assert event.refusal(wrong, SCOREKEEPER, ChangedError) == again
    shown = correction(event, other)
    event.play()  # a round more is paired by the result
    event.close()
    assert event.refusal(shown, SCOREKEEPER, ChangedError) == again
    event.do(correction(event, other), SCOREKEEPER)
    assert event.is_proven()


def test_a_correction_has_a_reason_and_changes_something(event: StagedEvent) -> None:
    event.close()
    other = results.played(0, 2)
    assert event.refusal(correction(event, other, why=" "), SCOREKEEPER) == (
        "Why: expected 1 to 2,000 characters and no control characters."
    )
    assert event.refusal(correction(event, WON), SCOREKEEPER) == (
        "The match has this very result: nothing would change."
    )
    too_much = results.played(3, 0)
    assert "a player wins 2 at most" in event.refusal(correction(event, too_much), HEAD_JUDGE)


def test_a_match_without_a_result_is_not_corrected(event: StagedEvent) -> None:
    wrong = correction(event, WON, digest="0" * 64)
    assert event.refusal(wrong, ORGANISER) == "The match has no result yet: enter it instead."


def test_a_result_by_which_the_cut_was_seeded_stands() -> None:
    event = event_at(Moment.SEEDED)
    wrong = correction(event, results.played(0, 2), number=2)
    assert event.refusal(wrong, SCOREKEEPER) == (
        "The cut was seeded by this result: it stands since then."
    )


def test_a_result_of_the_cut_is_corrected_until_the_next_round_has_begun() -> None:
    event = event_at(Moment.SEMI_FINALS)
    event.close()
    event.pair()
    other = results.played(1, 2)
    wrong = correction(event, other, number=3)
    assert event.refusal(wrong, SCOREKEEPER) == (
        "Round 4 of the cut is paired by this result: unpair it."
    )
    event.do(commands.UnpairRound())
    loser = event.event.rounds[2].matches[TableNumber(1)].first
    event.do(correction(event, other, number=3), SCOREKEEPER)
    event.play()
    assert event.round.match_of(loser) is None
    assert event.refusal(correction(event, WON, number=3), SCOREKEEPER) == (
        "Round 4 of the cut has begun: the result stands."
    )
    assert event.is_proven()
