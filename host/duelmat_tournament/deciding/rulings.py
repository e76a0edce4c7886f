"""Decisions about rulings that judges give tables with a mat from afar."""

from __future__ import annotations

from collections.abc import Iterator

from duelmat_message import say
from duelmat_tournament.deciding.asked import ON, Asked, no_such
from duelmat_tournament.entries import (
    AnyHappening,
    RulingAnswered,
    RulingConfirmed,
    RulingOutcome,
    RulingProposed,
    RulingWithdrawn,
)
from duelmat_tournament.errors import NotAllowedError, RefusedError
from duelmat_tournament.event import TableRuling
from duelmat_tournament.floor_commands import (
    AnswerRuling,
    ConfirmRuling,
    ProposeRuling,
    WithdrawRuling,
)
from duelmat_tournament.names import RulingId


def propose_ruling(asked: Asked, command: ProposeRuling) -> Iterator[AnyHappening]:
    now = asked.round(*ON)
    match = asked.match(now.number, command.table)
    if match.result is not None:
        raise RefusedError(say("The match at table {table} is over.", table=command.table))
    for other in asked.event.rulings_at(now.number, command.table):
        if other.is_open:
            raise RefusedError(
                say(
                    "A ruling of {judge} waits at table {table}: it is confirmed or withdrawn "
                    "first.",
                    judge=other.judge,
                    table=command.table,
                )
            )
    number = RulingId(len(asked.event.rulings) + 1)
    yield RulingProposed(
        number, now.number, command.table, command.stream, command.seen, command.ruling
    )


def confirm_ruling(asked: Asked, command: ConfirmRuling) -> Iterator[AnyHappening]:
    ruling = _open(asked, command.ruling)
    now = asked.round(*ON)
    if now.number != ruling.round or asked.match(ruling.round, ruling.table).result is not None:
        raise RefusedError(say("The match at table {table} is over.", table=ruling.table))
    if ruling.judge != asked.by.name:
        raise NotAllowedError(
            say("This ruling is {judge}'s to confirm; others may withdraw it.", judge=ruling.judge)
        )
    if ruling.effect:
        raise RefusedError(say("Ruling {ruling} is confirmed already.", ruling=ruling.id))
    yield RulingConfirmed(ruling.id, command.effect)


def withdraw_ruling(asked: Asked, command: WithdrawRuling) -> Iterator[AnyHappening]:
    ruling = _known(asked, command.ruling)
    yield RulingWithdrawn(ruling.id if ruling.is_wanted else _open(asked, command.ruling).id)


def answer_ruling(asked: Asked, command: AnswerRuling) -> Iterator[AnyHappening]:
    ruling = _known(asked, command.ruling)
    asked.check_table(ruling.table)
    is_done = command.outcome is RulingOutcome.DONE  # perhaps before it was withdrawn
    if ruling.outcome is not None or (ruling.is_withdrawn and not is_done):
        raise RefusedError(say("Ruling {ruling} waits no longer.", ruling=ruling.id))
    yield RulingAnswered(ruling.id, command.outcome, command.reason)


def _open(asked: Asked, number: RulingId) -> TableRuling:
    found = _known(asked, number)
    if found.outcome is RulingOutcome.DONE:
        raise RefusedError(say("Ruling {ruling} was carried out already.", ruling=number))
    if not found.is_open:
        raise RefusedError(say("Ruling {ruling} waits no longer.", ruling=number))
    return found


def _known(asked: Asked, number: RulingId) -> TableRuling:
    found = asked.running().rulings.get(number)
    if found is None:
        raise RefusedError(no_such(say("ruling"), number, len(asked.event.rulings)))
    return found
