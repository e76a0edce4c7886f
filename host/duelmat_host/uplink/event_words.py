"""The sentences by which a table's pages tell where the table is at in its event."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from duelmat_host.showing.match_types import EventLineView, EventView
from duelmat_message import say, say_count
from duelmat_venue.texts import text_of
from duelmat_venue.wanted import Wanted, WantedCall, WantedClock

MOST_ANNOUNCED: Final = 2
"""The newest announcements that are shown: more would push the duel off a phone."""


def event_view(
    wanted: Wanted | None,
    notes: tuple[str, ...],
    trouble: str | None,
    waiting: int,
    *,
    is_time_up: bool = False,
    leads_end: bool = False,
    side_ends_ms: int | None = None,
) -> EventView:
    """Return the table's place in its event, from the newest wanted state.

    notes: the hub's sentences for the people at the table.
    trouble: the reason why the hub is away; None: it answers.
    waiting: the number of reports that the hub has not acknowledged.
    is_time_up: whether time is up at this table.
    leads_end: whether the table leads the end of the match, and so says itself that time is up.
    side_ends_ms: the moment at which side decking has to be over; None: no time for it runs.
    """
    tells_time = is_time_up and not leads_end
    lines = [] if wanted is None else list(_wanted_lines(wanted, tells_time=tells_time))
    lines += [EventLineView("note", note) for note in notes]
    if trouble is not None:
        lines.append(EventLineView("alone", _alone(trouble, waiting)))
    if wanted is None:
        return EventView("", None, lines)
    is_played = wanted.is_playing and not is_time_up and not wanted.result
    ends_ms = wanted.clock.ends_ms if is_played else None
    return EventView(_title(wanted), ends_ms, lines, side_ends_ms)


def _title(wanted: Wanted) -> str:
    if wanted.match is None:
        return say("{event} · Table {table}", event=wanted.event, table=wanted.table)
    return say(
        "{event} · {round} · Table {table}",
        event=wanted.event,
        round=text_of(wanted.match.title),
        table=wanted.table,
    )


def _wanted_lines(wanted: Wanted, *, tells_time: bool) -> Iterator[EventLineView]:
    if wanted.result:
        text = say("{result}. Another match follows here.", result=text_of(wanted.result))
        yield EventLineView("result", text)
    elif wanted.gone is not None:
        text = say(
            "The match of this table has gone to table {table} and is played on there. The "
            "journal stays on this computer for the judge.",
            table=wanted.gone.table,
        )
        yield EventLineView("result", text)
    elif wanted.match is None:
        yield EventLineView("result", say("This table waits for its next match."))
    else:
        if tells_time:
            yield EventLineView("clock", say("Time was called."))
        yield from _clock_lines(wanted.clock)
        if wanted.takes_over is not None and wanted.takes_over.stream:
            text = say(
                "The match was begun at table {table}, and goes on as that table has reported it. "
                "Bring decks, hands and piles along as they are; what the log does not have was "
                "lost: do it again, or call a judge.",
                table=wanted.takes_over.table,
            )
            yield EventLineView("note", text)
    if wanted.call is not None and (step := _call_step(wanted.call)):
        yield EventLineView("call", step)
    for announced in wanted.announcements[:MOST_ANNOUNCED]:
        yield EventLineView("announcement", announced)


def _clock_lines(clock: WantedClock) -> Iterator[EventLineView]:
    if clock.left_s is not None:
        text = say("The clock stands still, with {time} left.", time=_minutes(clock.left_s))
        yield EventLineView("clock", text)
    if clock.extension_s:
        text = say("{time} of lost time were added.", time=_minutes(clock.extension_s))
        yield EventLineView("clock", text)


def _call_step(call: WantedCall) -> str:
    """Return the step that a judge call has reached; empty: the call itself is shown already."""
    match call.step:
        case "taken":
            return say("{judge} is coming.", judge=call.judge)
        case "attended":
            return say("{judge} is there.", judge=call.judge)
        case "ruled":
            return say("Ruling of {judge}: {ruling}", judge=call.judge, ruling=call.ruling)
        case "appealed":
            return say(
                "A ruling is appealed, the head judge decides: {ruling}", ruling=call.ruling
            )
        case "decided":
            return say("The head judge has decided: {ruling}", ruling=call.ruling)
    return ""


def _alone(trouble: str, waiting: int) -> str:
    if not waiting:
        return say("The table plays on alone: {trouble:bare}.", trouble=trouble)
    return say_count(
        "The table plays on alone, and {count} report waits: {trouble:bare}.",
        "The table plays on alone, and {count} reports wait: {trouble:bare}.",
        waiting,
        trouble=trouble,
    )


def _minutes(seconds: int) -> str:
    return f"{seconds // 60}:{seconds % 60:02}"
