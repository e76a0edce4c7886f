"""Decisions about results: reported by players, confirmed, disputed, entered, corrected."""

from __future__ import annotations

from collections.abc import Iterator

from duelmat_message import listed, say
from duelmat_tournament.commands import (
    ConfirmResult,
    CorrectResult,
    DisputeResult,
    EnterResult,
    MarkNoShow,
    ReportResult,
    SettleAtTable,
)
from duelmat_tournament.consequences import consequences, consequences_digest
from duelmat_tournament.deciding.asked import ON, Asked
from duelmat_tournament.deciding.floor import new_call
from duelmat_tournament.entries import (
    AnyHappening,
    CallKind,
    ResultCorrected,
    ResultDisputed,
    ResultReported,
    ResultSettled,
    Settling,
)
from duelmat_tournament.errors import ChangedError, RefusedError
from duelmat_tournament.event import Event, Match, Round, Step
from duelmat_tournament.names import RoundNumber, TableNumber
from duelmat_tournament.registration_entries import PlayerDropped
from duelmat_tournament.results import Ending, Result, describe, no_show, result_faults

_BY_STAFF = frozenset({Ending.NO_SHOW, Ending.FORFEIT, Ending.DOUBLE_LOSS})
_NEVER_ENTERED = frozenset({Ending.BYE, Ending.MISSED})


def report_result(asked: Asked, command: ReportResult) -> Iterator[AnyHappening]:
    match = _open_match(asked, command.round, command.table, is_own=True)
    _check(asked.event, asked.event.rounds[command.round - 1], command.result)
    if command.result.ending in _BY_STAFF:
        raise RefusedError(say("Only the staff enter a result that was not played: call a judge."))
    is_ruled = match.is_disputed and not any(asked.event.open_calls(match.table))
    if match.report is not None and match.report.by != asked.by.player and not is_ruled:
        by = asked.event.words_for(match.report.by, match.report.who)
        raise RefusedError(
            say(
                "{player} has reported: {result}. Confirm it, or disagree, and a judge comes.",
                player=by,
                result=_words(asked.event, match, match.report.result),
            )
        )
    yield ResultReported(command.round, command.table, asked.by.player, command.result)


def confirm_result(asked: Asked, command: ConfirmResult) -> Iterator[AnyHappening]:
    match = _open_match(asked, command.round, command.table, is_own=True)
    if match.report is None:
        raise RefusedError(say("There is nothing to confirm: no result has been reported."))
    if match.report.by == asked.by.player:
        other = asked.event.name_of(match.other(asked.by.player))
        raise RefusedError(
            say("You have reported this result yourself: {player} confirms it.", player=other)
        )
    if match.report.result != command.result:
        now = _words(asked.event, match, match.report.result)
        raise ChangedError(
            say("The reported result has changed: it is now {result}. Read it again.", result=now)
        )
    yield ResultSettled(command.round, command.table, command.result, Settling.CONFIRMED)


def dispute_result(asked: Asked, command: DisputeResult) -> Iterator[AnyHappening]:
    match = _open_match(asked, command.round, command.table, is_own=True)
    if match.report is None:
        raise RefusedError(say("There is nothing to disagree with: no result has been reported."))
    if match.report.by == asked.by.player:
        raise RefusedError(
            say("You have reported this result yourself: report another one instead.")
        )
    if match.is_disputed:
        raise RefusedError(say("A judge has been called about this result already."))
    yield ResultDisputed(command.round, command.table, asked.by.player)
    if any(asked.event.open_calls(match.table)):
        return  # the judge who comes, or is there, hears this as well
    about = command.about or f"Reported: {_words(asked.event, match, match.report.result)}."
    now = asked.event.rounds[command.round - 1]
    yield new_call(asked, now, match, CallKind.DISPUTE, asked.by.player, about)


def enter_result(asked: Asked, command: EnterResult) -> Iterator[AnyHappening]:
    _open_match(asked, command.round, command.table)
    _check(asked.event, asked.event.rounds[command.round - 1], command.result)
    yield ResultSettled(command.round, command.table, command.result, Settling.ENTERED)


def settle_at_table(asked: Asked, command: SettleAtTable) -> Iterator[AnyHappening]:
    asked.check_table(command.table)
    if asked.event.policy.team_size > 1:
        raise RefusedError(say("A mat counts one player's duels: report the match of teams."))
    _open_match(asked, command.round, command.table)
    _check(asked.event, asked.event.rounds[command.round - 1], command.result)
    yield ResultSettled(command.round, command.table, command.result, Settling.AT_TABLE)


def mark_no_show(asked: Asked, command: MarkNoShow) -> Iterator[AnyHappening]:
    match = _open_match(asked, command.round, command.table)
    asked.check_plays(command.player, match)
    now = asked.event.rounds[command.round - 1]
    late_s = asked.event.policy.lateness.match_loss_after_s
    gone_s = (asked.at_ms - (now.began_ms or asked.at_ms)) // 1000
    if gone_s < late_s:
        raise RefusedError(
            say(
                "By the policy a player is a no-show {late} after the round's start; {gone} have "
                "passed.",
                late=f"{late_s // 60}:{late_s % 60:02d}",
                gone=f"{gone_s // 60}:{gone_s % 60:02d}",
            )
        )
    result = no_show(absent_is_first=command.player == match.first)
    yield ResultSettled(command.round, command.table, result, Settling.NO_SHOW)
    if asked.event.players[command.player].is_active:
        yield PlayerDropped(command.player)


def correct_result(asked: Asked, command: CorrectResult) -> Iterator[AnyHappening]:
    match = asked.match(command.round, command.table)
    check_correction(asked.event, asked.event.rounds[command.round - 1], match, command.result)
    assert match.result is not None
    shown = consequences(asked.event, command.round, command.table, command.result)
    digest = consequences_digest(shown)
    if digest != command.consequences:
        raise ChangedError(
            say(
                "The consequences are no longer those that were shown: look at them again, then "
                "confirm."
            )
        )
    yield ResultCorrected(
        command.round, command.table, match.result, command.result, command.consequences
    )


def check_correction(event: Event, held: Round, match: Match, result: Result) -> None:
    """Raise RefusedError unless this result may replace that of the match."""
    if match.result is None:
        raise RefusedError(say("The match has no result yet: enter it instead."))
    if match.result == result:
        raise RefusedError(say("The match has this very result: nothing would change."))
    if held.is_cut and held.number < len(event.rounds):
        is_next = held.number == len(event.rounds) - 1
        begun = not is_next or event.rounds[-1].step not in (Step.PAIRED, Step.PUBLISHED)
        after = held.number + 1
        raise RefusedError(
            say("Round {round} of the cut has begun: the result stands.", round=after)
            if begun
            else say("Round {round} of the cut is paired by this result: unpair it.", round=after)
        )
    if not held.is_cut and event.seeds:
        raise RefusedError(say("The cut was seeded by this result: it stands since then."))
    _check(event, held, result)


def _open_match(
    asked: Asked, number: RoundNumber, table: TableNumber, *, is_own: bool = False
) -> Match:
    """Return a match of the present round that has no result yet. Raises RefusedError."""
    match = asked.own_match(number, table) if is_own else asked.match(number, table)
    if match.result is not None:
        raise RefusedError(
            say(
                "Table {table} of round {round} has a result: {result}.",
                table=table,
                round=number,
                result=_words(asked.event, match, match.result),
            )
        )
    now = asked.round(*ON)
    if now.number != number:
        raise RefusedError(
            say("Round {now} is being played, not round {round}.", now=now.number, round=number)
        )
    return match


def _check(event: Event, held: Round, result: Result) -> None:
    policy = event.policy
    if result.ending in _NEVER_ENTERED:
        raise RefusedError(say("A bye and a missed round are no result of a match."))
    faults = result_faults(
        result,
        policy.cut_best_of if held.is_cut else policy.best_of,
        may_draw=policy.may_draw and not held.is_cut,
        may_agree_draw=policy.may_agree_draw and not held.is_cut,
        is_cut=held.is_cut,
        team_size=policy.team_size,
    )
    if faults:
        raise RefusedError(listed(faults, " "))


def _words(event: Event, match: Match, result: Result) -> str:
    return describe(result, event.name_of(match.first), event.name_of(match.second))
