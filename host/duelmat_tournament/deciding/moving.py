"""Decisions about matches that are moved to other tables."""

from __future__ import annotations

from collections.abc import Iterator

from duelmat_message import say
from duelmat_tournament.deciding.asked import BEFORE_CLOSE, Asked
from duelmat_tournament.entries import AnyHappening, MatchMoved, RulingAnswered, RulingOutcome
from duelmat_tournament.errors import RefusedError
from duelmat_tournament.floor_commands import MoveMatch
from duelmat_venue.texts import text_form


def move_match(asked: Asked, command: MoveMatch) -> Iterator[AnyHappening]:
    match = asked.match(command.round, command.table)
    now = asked.round(*BEFORE_CLOSE)
    if now.number != command.round:
        raise RefusedError(say("Round {round} is over.", round=command.round))
    if match.result is not None:
        raise RefusedError(say("The match at table {table} is over.", table=match.table))
    if command.to in now.matches:
        raise RefusedError(
            say(
                "Table {table} has a match of this round: move it to a table that has none.",
                table=command.to,
            )
        )
    yield MatchMoved(command.round, command.table, command.to, command.stream, command.n)
    moved = text_form(say("The match has gone to table {table}.", table=command.to))
    for ruling in asked.event.rulings_at(command.round, command.table):
        if ruling.is_open:  # its judge has seen the duel as far as the old table had come
            yield RulingAnswered(ruling.id, RulingOutcome.MOVED_ON, moved)
