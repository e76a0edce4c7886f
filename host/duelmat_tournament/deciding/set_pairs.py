"""Decisions about pairs that the organiser sets before the pairing is published."""

from __future__ import annotations

from collections.abc import Iterator

from duelmat_message import say
from duelmat_tournament import pair_changes
from duelmat_tournament.commands import SetPair
from duelmat_tournament.deciding.asked import Asked
from duelmat_tournament.entries import AnyHappening, PairSet
from duelmat_tournament.errors import RefusedError
from duelmat_tournament.event import Round, Step
from duelmat_tournament.names import NO_PLAYER, PlayerId
from duelmat_tournament.seating import with_chairs


def set_pair(asked: Asked, command: SetPair) -> Iterator[AnyHappening]:
    held = check_pair(asked, command.player, command.other)
    found = pair_changes.pair_change(asked.event, command.player, command.other)
    if found.digest != command.cost:
        raise RefusedError(
            say(
                "The pairing has changed since its cost was shown: look at it again, then confirm."
            )
        )
    tables = tuple(with_chairs(asked.event, each) for each in found.tables)
    yield PairSet(held.number, command.player, command.other, tables, found.byes, command.cost)


def check_pair(asked: Asked, player: PlayerId, other: PlayerId) -> Round:
    """Return the round in which two players may be set to meet. Raises RefusedError."""
    held = asked.round(Step.PAIRED)
    if held.is_cut:
        raise RefusedError(say("In the cut the seeds decide who meets."))
    if asked.event.pods:
        raise RefusedError(say("In pods everybody meets everybody: no pair is set."))
    if player == other:
        raise RefusedError(say("A pair is of two players: name two numbers."))
    asked.player(player)
    if other != NO_PLAYER:
        asked.player(other)
    meetings = [_meeting(asked, held, each) for each in (player, other)]
    if meetings[0] == meetings[1]:
        raise RefusedError(say("The round is paired so already: nothing would change."))
    return held


def _meeting(asked: Asked, held: Round, player: PlayerId) -> pair_changes.Meeting:
    """Return the meeting of a player that can be changed. Raises RefusedError."""
    found = pair_changes.meeting_of(asked.event, held, player)
    if found is None and player == NO_PLAYER:
        raise RefusedError(
            say("Nobody has a bye of this pairing in round {round}.", round=held.number)
        )
    if found is None:
        raise RefusedError(
            say(
                "{player} is not paired in round {round}.",
                player=asked.event.name_of(player),
                round=held.number,
            )
        )
    if found.table and held.matches[found.table].result is not None:
        raise RefusedError(
            say(
                "The match at table {table} has a result already: pair the round anew instead.",
                table=found.table,
            )
        )
    return found
