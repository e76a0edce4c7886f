"""Commands that follow for an event from what its tables report: calls, results, rulings."""

from __future__ import annotations

from collections.abc import Iterator

from duelmat_tournament import commands, floor_commands
from duelmat_tournament.bounds import LONGEST_TEXT
from duelmat_tournament.commands import AnyCommand
from duelmat_tournament.entries import RulingOutcome
from duelmat_tournament.event import Event, Match
from duelmat_tournament.names import NO_PLAYER, PlayerId, RoundNumber, RulingId, TableNumber
from duelmat_tournament.results import double_loss, played
from duelmat_venue.reports import Batch, read_parts
from duelmat_venue.texts import Said, text_of

SEATS = "ab"
"""The seats of a match: its first player sits at a, its second at b."""


def commands_of(
    event: Event, batch: Batch, n: int, table: TableNumber
) -> Iterator[tuple[AnyCommand, str]]:
    """Yield the commands that follow from the kept reports of a batch, each with its request's id.

    n: the newest report that is kept. From those that retell what another table has played nothing
    follows.
    """
    number = RoundNumber(batch.round)
    match = event.find_match(number, table)
    if match is None or event.round is None or event.round.number != number:
        return
    for report in batch.reports:
        if report.n > n:
            return
        if report.n <= batch.retold:
            continue
        request = f"{batch.stream}-{report.n}"
        parts = read_parts(report.changes)
        player = _caller(match, parts.judge.by) if parts.judge else None
        if parts.judge and player is not None:
            about = str(text_of(parts.judge.text))[:LONGEST_TEXT]
            yield floor_commands.CallJudge(table, about, player), f"{request}-call"
        if parts.result and {*parts.result.confirmed} >= {*SEATS}:
            won = {
                player: parts.result.wins.get(seat, 0)
                for seat, player in zip(SEATS, match.sides, strict=True)
            }
            first, second = (won[player] for player in match.players)
            end = double_loss if parts.result.is_double_loss else played
            result = end(first, second, parts.result.draws)
            yield commands.SettleAtTable(number, table, result), f"{request}-result"


def ruling_commands_of(
    event: Event, batch: Batch, n: int, table: TableNumber
) -> Iterator[tuple[AnyCommand, str]]:
    """Yield the commands that say what has become of rulings which a table knows of.

    n: the newest report that is kept.
    """
    for report in batch.reports:
        ruled = read_parts(report.changes).ruled if report.n <= n else None
        for number in ruled or []:
            yield from _answer(event, table, number, RulingOutcome.DONE, "")
    for answer in batch.state.answers:
        if answer.outcome:
            outcome = RulingOutcome(answer.outcome)
            yield from _answer(event, table, answer.ruling, outcome, answer.reason)


def _answer(
    event: Event, table: TableNumber, number: int, outcome: RulingOutcome, reason: Said
) -> Iterator[tuple[AnyCommand, str]]:
    known = event.rulings.get(RulingId(number))
    if known is None or known.table != table or known.outcome is not None:
        return
    if known.is_open or outcome is RulingOutcome.DONE:
        request = f"ruling-{number:06}-{outcome.value}"
        yield floor_commands.AnswerRuling(known.id, outcome, reason), request


def _caller(match: Match, seat: str) -> PlayerId | None:
    """Return who calls a judge: no player for the table itself; None: nobody of this match."""
    if not seat:
        return NO_PLAYER
    return match.sides[SEATS.index(seat)] if seat in SEATS else None
