"""Views of players who come without the desk: the code in the hall, who waits, who is missing."""

from __future__ import annotations

from msgspec import Struct

from duelmat_message import say
from duelmat_tournament.deciding.registration import check_can_enter
from duelmat_tournament.errors import RefusedError
from duelmat_tournament.event import Event, Player, Stage
from duelmat_tournament.registration_entries import WaitsFor
from duelmat_tournament.seats import SEATS


class CodeView(Struct, frozen=True):
    """The code by which players register themselves, for the hall's screen."""

    code: str
    """Empty: nobody may."""
    is_full: bool


def code_view(event: Event) -> CodeView:
    """Return the code, as long as somebody may enter."""
    return CodeView(event.join_code if _may_enter(event) else "", event.free_places == 0)


class JoinView(Struct, frozen=True):
    """The page on which players register themselves."""

    code: str
    event: str
    needs_deck: bool
    """Whether a deck list may be handed in here; teams do so later."""
    needs_approval: bool
    is_full: bool
    seats: tuple[str, ...]
    """The letters of a team's seats; empty: everybody plays alone."""


def join_view(event: Event) -> JoinView:
    """Return what a player has to know and to enter."""
    policy = event.policy
    return JoinView(
        event.join_code,
        event.name,
        policy.deck_lists and policy.team_size == 1,
        policy.entering.needs_approval,
        event.free_places == 0,
        tuple(seat.value for seat in SEATS) if policy.team_size > 1 else (),
    )


class WaitingRow(Struct, frozen=True):
    """A player who does not take part yet."""

    id: int
    name: str
    external_id: str
    members: str
    """The players of a team, with their ids."""
    words: str
    """The reason for which the player waits."""
    is_new: bool
    """Whether the desk has not approved the player."""
    may_admit: bool


class AbsentRow(Struct, frozen=True):
    """A player who has not checked in."""

    id: int
    name: str


class JoiningView(Struct, frozen=True):
    """The desk's view of players who come."""

    may_change: bool
    """Whether anybody may still enter."""
    code: str
    needs_approval: bool
    places: int
    """0: as many as come."""
    active: int
    waiting: tuple[WaitingRow, ...]
    """Those whom the desk has to approve first."""
    needs_decks: bool
    decks_close_ms: int
    """The moment after which players hand in no deck lists themselves; 0: no end."""
    is_check_in_open: bool
    """Whether check-in is open, and round 1 is not paired."""
    may_check_in: bool
    absent: tuple[AbsentRow, ...]


def joining_view(event: Event) -> JoiningView:
    """Return who comes, who waits and who is missing."""
    waiting = [*event.waiting(WaitsFor.APPROVAL), *event.waiting(WaitsFor.PLACE)]
    return JoiningView(
        _may_enter(event),
        event.join_code,
        event.policy.entering.needs_approval,
        event.policy.entering.places,
        len(event.active),
        tuple(
            WaitingRow(
                each.id,
                each.name,
                each.external_id,
                members_words(each),
                waiting_words(each.waits_for),
                each.waits_for is WaitsFor.APPROVAL,
                each.waits_for is WaitsFor.APPROVAL or event.free_places != 0,
            )
            for each in waiting
        ),
        event.policy.deck_lists,
        event.decks_close_ms,
        event.is_check_in_open and not event.rounds,
        not event.rounds and event.stage is not Stage.FINISHED,
        tuple(AbsentRow(each.id, each.name) for each in event.absent),
    )


def members_words(team: Player) -> str:
    """Return the players of a team at seats A to C, with their ids: `Ana (123), Ben, Cleo`."""
    return ", ".join(
        f"{each.name} ({each.external_id})" if each.external_id else each.name
        for each in team.lineup
    )


def waiting_words(waits_for: WaitsFor | None) -> str:
    """Return what a player waits for; empty: the player takes part."""
    match waits_for:
        case WaitsFor.APPROVAL:
            return say("waits for approval")
        case WaitsFor.PLACE:
            return say("waits for a place")
    return ""


def _may_enter(event: Event) -> bool:
    try:
        check_can_enter(event)
    except RefusedError:
        return False
    return True
