"""Decisions about players who come without the desk: the code, approval, places, check-in."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from duelmat_message import listed, say, say_count
from duelmat_tournament.commands import DropPlayer, RegisterPlayer
from duelmat_tournament.deciding.asked import Asked
from duelmat_tournament.deciding.places import after, check_has_place, moved_up, waiting_reason
from duelmat_tournament.deciding.registration import (
    check_can_enter,
    drop_player,
    has_id,
    registered,
)
from duelmat_tournament.entries import AnyHappening
from duelmat_tournament.errors import NotAllowedError, RefusedError
from duelmat_tournament.event import Event, teams_or_players
from duelmat_tournament.joining import (
    JOINS_A_MINUTE,
    MOST_UNAPPROVED,
    AdmitPlayer,
    CheckInPlayer,
    Join,
    SetCheckIn,
    SetDeckDeadline,
    SetJoinCode,
)
from duelmat_tournament.names import NO_PLAYER
from duelmat_tournament.registration_entries import (
    CheckInSet,
    DeckDeadlineSet,
    JoinCodeSet,
    PlayerAdmitted,
    PlayerCheckedIn,
    WaitsFor,
)

_MINUTE_MS: Final = 60_000
_SHOWN: Final = 5


def set_deck_deadline(asked: Asked, command: SetDeckDeadline) -> Iterator[AnyHappening]:
    asked.check_not_over()
    if command.closes_ms == asked.event.decks_close_ms:
        raise RefusedError(say("Deck lists close at this moment already."))
    yield DeckDeadlineSet(command.closes_ms)


def set_join_code(asked: Asked, command: SetJoinCode) -> Iterator[AnyHappening]:
    asked.check_not_over()
    if command.code == asked.event.join_code:
        raise RefusedError(
            say("This code is in use already: nothing would change.")
            if command.code
            else say("Nobody can register themselves as it is.")
        )
    yield JoinCodeSet(command.code)


def join(asked: Asked, command: Join) -> Iterator[AnyHappening]:
    event, by = asked.event, asked.by
    if (by.player, by.name) != (NO_PLAYER, command.name):
        raise NotAllowedError(say("{name} can register nobody else.", name=by.name))
    asked.check_not_over()
    if command.code != event.join_code:
        raise RefusedError(
            say("This code is no longer in use: photograph the one that hangs in the hall now.")
            if event.join_code
            else say("Nobody can register themselves now: ask at the desk.")
        )
    last = event.joined_ms[-JOINS_A_MINUTE:]
    if len(last) == JOINS_A_MINUTE and asked.at_ms - last[0] < _MINUTE_MS:
        raise RefusedError(
            say("Very many people are registering: try again in a minute, or ask at the desk.")
        )
    needs_approval = event.policy.entering.needs_approval
    if needs_approval and len(event.waiting(WaitsFor.APPROVAL)) >= MOST_UNAPPROVED:
        raise RefusedError(
            say("{count} people wait for the desk already: ask there.", count=MOST_UNAPPROVED)
        )
    waits_for = WaitsFor.APPROVAL if needs_approval else waiting_reason(event)
    is_known = has_id(event, (command.external_id, *command.member_ids))
    one = RegisterPlayer(
        command.name,
        command.team,
        external_id="" if is_known else command.external_id,
        members=command.members,
        member_ids=() if is_known else command.member_ids,
    )
    found = registered(event, one, waits_for)
    if is_known:  # whose the id is, the desk alone is told
        raise RefusedError(say("This id is registered already: if it is yours, ask at the desk."))
    yield found


def admit_player(asked: Asked, command: AdmitPlayer) -> Iterator[AnyHappening]:
    event, player = asked.event, asked.player(command.player)
    check_can_enter(event)
    if player.waits_for is None:
        raise RefusedError(say("{player} does not wait for anything.", player=player.name))
    waits_for = waiting_reason(event)
    if player.waits_for is WaitsFor.PLACE:
        check_has_place(event, player)
    yield PlayerAdmitted(player.id, waits_for)


def set_check_in(asked: Asked, command: SetCheckIn) -> Iterator[AnyHappening]:
    event = asked.event
    _check_before_rounds(event)
    if command.is_open == event.is_check_in_open:
        raise RefusedError(
            say("Check-in is open already.")
            if command.is_open
            else say("Check-in is not open: nobody has to check in.")
        )
    opened = CheckInSet(command.is_open)
    yield opened
    yield from moved_up(asked, opened)


def check_in_player(asked: Asked, command: CheckInPlayer) -> Iterator[AnyHappening]:
    event, player = asked.event, asked.player(command.player)
    _check_before_rounds(event)
    if not event.is_check_in_open:
        raise RefusedError(say("Check-in is not open: nobody has to check in."))
    if player.is_checked_in:
        raise RefusedError(say("{player} has checked in already.", player=player.name))
    if not player.is_active and player.waits_for is None:
        raise RefusedError(
            say("{player} has dropped: let the player come back first.", player=player.name)
        )
    came = PlayerCheckedIn(player.id)
    yield came
    yield from moved_up(asked, came)


def leave_out_absent(asked: Asked) -> Iterator[AnyHappening]:
    _check_before_rounds(asked.event)
    absent = asked.event.absent
    if not absent:
        raise RefusedError(say("Nobody is missing who has to check in."))
    for player in absent:
        for happened in drop_player(asked, DropPlayer(player.id)):
            yield happened
            asked = after(asked, happened)


def _check_before_rounds(event: Event) -> None:
    if event.rounds:
        raise RefusedError(say("Round 1 is paired: check-in is over."))


def check_presence(event: Event) -> None:
    """Raise RefusedError before round 1 while somebody has not checked in."""
    absent = event.absent
    if not absent:
        return
    names = [player.name for player in absent]
    shown = listed(names[:_SHOWN], ",")
    if len(names) > _SHOWN:
        shown = say("{shown} and {more} more", shown=shown, more=len(names) - _SHOWN)
    count = len(names)
    raise RefusedError(
        teams_or_players(
            event,
            say_count(
                "{count} team has not checked in: {teams}. Leave the team out, or check in.",
                "{count} teams have not checked in: {teams}. Leave them out, or check them in.",
                count,
                teams=shown,
            ),
            say_count(
                "{count} player has not checked in: {players}. Leave the player out, or check in.",
                "{count} players have not checked in: {players}. "
                "Leave them out, or check them in.",
                count,
                players=shown,
            ),
        )
    )
