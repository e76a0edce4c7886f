"""Views of the floor, for judges: every table of the round as a tile."""

from __future__ import annotations

from enum import Enum

from msgspec import Struct

from duelmat_hub.pages import views_known as known
from duelmat_hub.pages.texts import minutes
from duelmat_hub.pages.views_calls import need_of
from duelmat_message import say
from duelmat_tournament.entries import CallKind
from duelmat_tournament.event import Call, Event, Match, Round, Step
from duelmat_tournament.names import TableNumber
from duelmat_tournament.results import describe


class MatchStatus(Enum):
    """The status of a match, as a tile shows it."""

    WAITING = "waiting"
    """The round has not started."""
    PLAYING = "playing"
    REPORTED = "reported"
    """One player has reported a result."""
    DISPUTED = "disputed"
    """The other one does not agree."""
    FINISHED = "finished"


STATUS_WORDS = {
    MatchStatus.WAITING: say("not started"),
    MatchStatus.PLAYING: say("playing"),
    MatchStatus.REPORTED: say("reported"),
    MatchStatus.DISPUTED: say("disputed"),
    MatchStatus.FINISHED: say("finished"),
}


class Tile(Struct, frozen=True):
    """A table on the floor."""

    table: int
    first: str
    second: str
    state: str
    words: str
    """The state in words, or the score."""
    need: str = ""
    """The need of a judge: call, taken, there, appeal or deck-check; empty: none."""
    need_words: str = ""
    since_ms: int = 0
    extension: str = ""
    """The added time in minutes and seconds: `3:20`."""
    is_late: bool = False
    """Whether time was called and the match goes on."""
    is_chosen: bool = False
    """Whether chance has chosen its decks, and nobody has checked them yet."""
    is_featured: bool = False
    """Whether spectators are shown it."""
    marks: str = ""
    """The filters that show it."""


class FloorView(Struct, frozen=True):
    """All tables of the round."""

    title: str
    is_published: bool
    open: int
    tiles: tuple[Tile, ...]


def floor_view(event: Event) -> FloorView | None:
    """Return the tables of the newest round; None before the first."""
    held = event.round
    if held is None:
        return None
    open_calls = {call.table: call for call in event.open_calls()}
    checked = checked_tables(event, held)
    tiles = tuple(
        _tile(event, held, match, open_calls.get(match.table), checked)
        for match in known.by_table(held)
    )
    published = held.step is not Step.PAIRED
    return FloorView(known.title_of(event, held), published, len(held.open_matches), tiles)


def checked_tables(event: Event, held: Round) -> set[TableNumber]:
    """Return the tables whose decks were checked in a round."""
    return {
        call.table
        for call in event.calls.values()
        if call.round == held.number and call.kind is CallKind.DECK_CHECK
    }


def status_of(held: Round, match: Match) -> MatchStatus:
    """Classify the state of a match."""
    if match.result is not None:
        return MatchStatus.FINISHED
    if held.step not in (Step.PLAYING, Step.TIME_CALLED):
        return MatchStatus.WAITING
    if match.is_disputed:
        return MatchStatus.DISPUTED
    return MatchStatus.PLAYING if match.report is None else MatchStatus.REPORTED


def _tile(
    event: Event, held: Round, match: Match, call: Call | None, checked: set[TableNumber]
) -> Tile:
    state = status_of(held, match)
    need, words, since_ms = need_of(call)
    is_late = held.step is Step.TIME_CALLED and match.result is None
    is_chosen = match.table in held.deck_checks and match.table not in checked
    marks = [state.value, need or ""]
    marks += ["open"] if match.result is None else []
    marks += ["need"] if need else []
    marks += ["extended"] if match.extension_s else []
    marks += ["deck-check"] if is_chosen else []
    marks += ["featured"] if match.is_featured else []
    return Tile(
        match.table,
        event.name_of(match.first),
        event.name_of(match.second),
        state.value,
        score_of(match) or STATUS_WORDS[state],
        need,
        words,
        since_ms,
        minutes(match.extension_s) if match.extension_s else "",
        is_late,
        is_chosen,
        match.is_featured,
        " ".join(filter(None, marks)),
    )


def score_of(match: Match) -> str:
    """Return the duels of a match that is over: `2-1`."""
    result = match.result
    if result is None:
        return ""
    if not result.duels:
        return result.ending.value.replace("-", " ")
    return f"{result.first_won}-{result.second_won}"


def match_words(event: Event, held: Round, match: Match) -> str:
    """Return a sentence about the state of a match."""
    names = event.name_of(match.first), event.name_of(match.second)
    if match.result is not None:
        result = describe(match.result, *names)
        if match.corrected:
            return say(
                "{result} (by {person}, corrected).", result=result, person=match.settled_by
            )
        return say("{result} (by {person}).", result=result, person=match.settled_by)
    if match.report is not None:
        by = event.words_for(match.report.by, match.report.who)
        said = say(
            "{by} has reported: {result}.", by=by, result=describe(match.report.result, *names)
        )
        return (
            say("{said} The other player does not agree.", said=said)
            if match.is_disputed
            else said
        )
    return say("{state:capital}.", state=STATUS_WORDS[status_of(held, match)])
