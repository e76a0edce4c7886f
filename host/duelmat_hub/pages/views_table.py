"""The view of one table, for judges: its players, what is going on, and what can be done."""

from __future__ import annotations

from msgspec import Struct

from duelmat_hub.pages import views_known as known
from duelmat_hub.pages.texts import minutes
from duelmat_hub.pages.views_calls import CallView, call_view, is_owed
from duelmat_hub.pages.views_floor import checked_tables, match_words, status_of
from duelmat_hub.pages.views_penalties import Choice, PenaltyView, choices_view, penalty_view
from duelmat_hub.pages.views_public import record_of
from duelmat_hub.pages.views_scores import ResultChoice, SeatView, result_choices, seat_views
from duelmat_message import say
from duelmat_tournament.entries import CallKind
from duelmat_tournament.event import Call, CallStep, Event, Match, Round, Step
from duelmat_tournament.names import PlayerId, TableNumber
from duelmat_tournament.seats import SEATS


class Seated(Struct, frozen=True):
    """A player at a table, as judges see them."""

    id: int
    name: str
    chair: str
    """A or B; empty: either."""
    members: tuple[tuple[str, str], ...]
    """The seats and players of a team."""
    is_active: bool
    has_deck: bool
    record: str
    penalties: tuple[PenaltyView, ...]
    choices: tuple[Choice, ...]


class TableView(Struct, frozen=True):
    """One table, with all actions of a judge there."""

    round: int
    table: int
    title: str
    state: str
    words: str
    """The state or the result, as a sentence."""
    ends_ms: int | None
    left_s: int | None
    extension: str
    procedure: str
    """The end-of-match procedure, once time was called."""
    is_playing: bool
    """Whether calls, deck checks and penalties are at hand."""
    is_over: bool
    is_chosen: bool
    is_featured: bool
    may_feature: bool
    """Whether it can be featured, or no longer be."""
    players: tuple[Seated, ...]
    names: tuple[str, ...]
    """The names of both players, and of the players of teams."""
    now: CallView | None
    """The call that is open, or the last one while something can still be done about it."""
    may_appeal: bool
    choices: tuple[ResultChoice, ...]
    """The results that settle a dispute, once it is ruled on."""
    seats: tuple[SeatView, ...]
    """The seats of a match of teams whose winners settle such a dispute."""
    history: tuple[CallView, ...]
    """The other calls of the round at this table, the newest first."""


def table_view(event: Event, table: TableNumber) -> TableView | None:
    """Return a table of the newest round; None if the round has no such table."""
    held = event.round
    match = held.matches.get(table) if held else None
    if held is None or match is None:
        return None
    calls = [c for c in event.calls.values() if (c.round, c.table) == (held.number, table)]
    newest = calls[-1] if calls else None
    may_appeal = newest is not None and _may_appeal(held, newest)
    is_now = newest is not None and (newest.is_open or is_owed(event, newest) or may_appeal)
    older = calls[:-1] if is_now else calls
    is_on = held.step in (Step.PLAYING, Step.TIME_CALLED)
    may_settle = _may_settle(match, newest)
    is_team = event.policy.team_size > 1
    return TableView(
        held.number,
        table,
        known.title_of(event, held),
        status_of(held, match).value,
        match_words(event, held, match),
        known.ends_ms(held, match),
        known.left_s(held, match),
        minutes(match.extension_s) if match.extension_s else "",
        known.procedure(event, held)
        if held.step is Step.TIME_CALLED and match.result is None
        else "",
        is_on,
        match.result is not None,
        table in held.deck_checks and table not in checked_tables(event, held),
        match.is_featured,
        held.step is not Step.CLOSED,
        tuple(_seated(event, match, each) for each in match.players),
        (
            *map(event.name_of, match.players),
            *(each.name for lineup in event.lineups(match) for each in lineup),
        ),
        call_view(event, newest) if newest and is_now else None,
        may_appeal,
        tuple(result_choices(event, held, match)) if may_settle and not is_team else (),
        tuple(seat_views(event, match)) if may_settle and is_team else (),
        tuple(call_view(event, each) for each in older[::-1]),
    )


def _may_appeal(held: Round, call: Call) -> bool:
    return (
        call.step is CallStep.RULED
        and call.kind is not CallKind.DECK_CHECK
        and not call.granted_s
        and held.step in (Step.PLAYING, Step.TIME_CALLED)
    )


def _may_settle(match: Match, newest: Call | None) -> bool:
    """Whether a judge has ruled on a disputed result, which is entered here."""
    return match.is_disputed and newest is not None and not newest.is_open


def _seated(event: Event, match: Match, number: PlayerId) -> Seated:
    player = event.players[number]
    row = known.row_of(known.frozen(event), number)
    return Seated(
        number,
        player.name,
        known.chair_letter(match, number),
        tuple(zip((seat.value for seat in SEATS), player.members, strict=False)),
        player.is_active,
        any(player.decks),
        say("{points} points, {record}", points=row.points, record=record_of(row)) if row else "",
        tuple(penalty_view(event, e) for e in event.penalties if e.record.player == number),
        choices_view(event, number),
    )
