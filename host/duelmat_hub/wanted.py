"""The wanted state of each table, made from the event alone."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from msgspec.structs import replace

from duelmat_hub.pages import views_known as known
from duelmat_message import named
from duelmat_tournament.event import Call, Event, Match, Round, Step
from duelmat_tournament.first_player import first_chooser
from duelmat_tournament.names import TableNumber
from duelmat_tournament.policy import Penalty
from duelmat_tournament.results import describe
from duelmat_venue.rulings import as_sent
from duelmat_venue.sealed import Recipient
from duelmat_venue.texts import Said, text_form
from duelmat_venue.wanted import (
    Wanted,
    WantedCall,
    WantedClock,
    WantedGone,
    WantedLoss,
    WantedMatch,
    WantedPlayer,
    WantedRuling,
    WantedTakeOver,
)

_PLAYED = (Step.PLAYING, Step.TIME_CALLED)


def wanted_of(event: Event, table: TableNumber) -> Wanted:
    """Return what an event wants of a table: a pairing that is not published is nothing yet."""
    held = known.published(event)
    match = held.matches.get(table) if held is not None else None
    announced = tuple(each.text for each in reversed(event.announcements) if not each.is_over)
    if held is None or match is None or held.step is Step.CLOSED:
        gone = _gone(held, table)
        return Wanted(event.entries, event.name, table, announcements=announced, gone=gone)
    steps = event.policy.cut_end_of_match if held.is_cut else event.policy.end_of_match
    return Wanted(
        event.entries,
        event.name,
        table,
        _match(event, held, match) if event.policy.team_size == 1 else None,
        held.step in _PLAYED,
        held.step is Step.TIME_CALLED,
        tuple(step.value for step in steps),
        tuple(_losses(event, held, match)),
        WantedClock(known.ends_ms(held, match), known.left_s(held, match), match.extension_s),
        _call(event, held, table),
        _result(event, match),
        announced,
        tuple(
            WantedRuling(
                each.id, each.judge, each.stream, each.seen, as_sent(each.ruling), each.effect
            )
            for each in event.rulings_at(held.number, table)
            if each.is_wanted
        ),
        _takes_over(held, table),
    )


def with_recipients(wanted: Wanted, event: Event, keys: Mapping[int, str]) -> Wanted:
    """Return a wanted state with the tables that may take its match over: those without one.

    keys: the public keys that tables have told.
    """
    held = event.round
    if held is None or wanted.match is None:
        return wanted
    spare = sorted(keys.keys() - held.matches.keys())
    return replace(wanted, recipients=tuple(Recipient(each, keys[each]) for each in spare))


def _takes_over(held: Round, table: TableNumber) -> WantedTakeOver | None:
    move = held.move_to(table)
    return None if move is None else WantedTakeOver(move.table, move.stream, move.n)


def _gone(held: Round | None, table: TableNumber) -> WantedGone | None:
    to = None if held is None else held.goes_on_at(table)
    return None if held is None or to is None else WantedGone(held.number, to)


def _match(event: Event, held: Round, match: Match) -> WantedMatch:
    policy = event.policy
    first, second = (
        WantedPlayer(number, event.name_of(number), event.players[number].sleeves)
        for number in match.sides
    )
    return WantedMatch(
        held.number,
        text_form(known.title_of(event, held)),
        (first, second),
        policy.ruleset,
        {each.id: each.choice for each in policy.readings},
        policy.cut_best_of if held.is_cut else policy.best_of,
        held.is_cut,
        "a" if first_chooser(event, held, match) == match.sides[0] else "b",
        policy.event_format,
    )


def _losses(event: Event, held: Round, match: Match) -> Iterator[WantedLoss]:
    """Yield the duels that are lost by penalties of this round.

    A loss of the match holds at once, that of a duel when no upgrade is open.
    """
    for given in event.penalties:
        record = given.record
        ends_match = record.penalty in (Penalty.MATCH_LOSS, Penalty.DISQUALIFICATION)
        is_lost = given.upgrade is None and record.penalty is Penalty.DUEL_LOSS
        if (
            (ends_match or is_lost)
            and record.round == held.number
            and record.player in match.players
        ):
            seat = "a" if record.player == match.sides[0] else "b"
            found = event.policy.find_infraction(record.infraction)
            title = named("policy", found.title) if found else record.infraction
            yield WantedLoss(record.id, seat, text_form(title), ends_match)


def _result(event: Event, match: Match) -> Said:
    if match.result is None:
        return ""
    names = event.name_of(match.first), event.name_of(match.second)
    return text_form(describe(match.result, *names))


def _call(event: Event, held: Round, table: TableNumber) -> WantedCall | None:
    mine = [c for c in event.calls.values() if (c.round, c.table) == (held.number, table)]
    return _wanted_call(mine[-1]) if mine else None


def _wanted_call(call: Call) -> WantedCall:
    return WantedCall(call.id, call.step.value, call.judge, call.ruling)
