"""Views of results, for the scorekeeper: tables to enter, results to correct, slips to print."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec
from msgspec import Struct

from duelmat_hub.pages import views_known as known
from duelmat_hub.pages.views_calls import last_ruling
from duelmat_hub.pages.views_floor import (
    STATUS_WORDS,
    MatchStatus,
    match_words,
    score_of,
    status_of,
)
from duelmat_message import say
from duelmat_tournament.event import Event, Match, Round, Stage, Step
from duelmat_tournament.names import PlayerId, RoundNumber, TableNumber
from duelmat_tournament.results import Result, describe, played


class SeatView(Struct, frozen=True):
    """A seat of a match of teams."""

    letter: str
    first: str
    second: str
    won: str
    """first, second or none; empty: it is not told."""


def seat_views(event: Event, match: Match) -> Iterator[SeatView]:
    """Yield who meets at each seat of a match of teams, and who has won there, as far as told."""
    result = match.result or (match.report.result if match.report else None)
    told = result.seats if result else ()
    for first, second in zip(*event.lineups(match), strict=False):
        seat = first.seat
        won = told[seat.place].value if told else ""
        yield SeatView(seat.value, first.name, second.name, won)


class ScoreRow(Struct, frozen=True):
    """A table with its result."""

    table: int
    first: str
    second: str
    first_player: int
    second_player: int
    state: str
    words: str
    """The state, what was reported, or how the result came about."""
    score: str
    seats: tuple[tuple[str, str], ...]
    """Who meets at each seat of a match of teams."""
    ruling: str
    """The ruling on a dispute, by which the result is entered; empty: there is none yet."""


class ScoresView(Struct, frozen=True):
    """The tables of the newest round."""

    round: int
    title: str
    is_open: bool
    """Whether results can be entered."""
    is_over: bool
    """Whether nothing can be corrected any more."""
    tables: int
    open: tuple[ScoreRow, ...]
    """Disputed and reported ones first."""
    done: tuple[ScoreRow, ...]
    no_show_ms: int
    """The moment from which a player who is not there is a no-show."""


_ORDER = {"disputed": 0, "reported": 1, "playing": 2}


def scores_view(event: Event) -> ScoresView | None:
    """Return the tables of the newest round with their results; None before the first."""
    held = known.published(event)
    if held is None:
        return None
    rows = [_row(event, held, match) for match in known.by_table(held)]
    left = [row for row in rows if row.state != "finished"]
    left.sort(key=lambda row: (_ORDER.get(row.state, 3), row.table))
    late_ms = 1000 * event.policy.lateness.match_loss_after_s
    return ScoresView(
        held.number,
        known.title_of(event, held),
        held.step in (Step.PLAYING, Step.TIME_CALLED),
        event.stage is Stage.FINISHED,
        len(rows),
        tuple(left),
        tuple(row for row in rows if row.state == "finished"),
        held.began_ms + late_ms if held.began_ms else 0,
    )


def _row(event: Event, held: Round, match: Match) -> ScoreRow:
    state = status_of(held, match)
    if match.result is not None or match.report is not None:
        words = match_words(event, held, match)
    else:
        words = STATUS_WORDS[state]
    return ScoreRow(
        match.table,
        event.name_of(match.first),
        event.name_of(match.second),
        match.first,
        match.second,
        state.value,
        words,
        score_of(match),
        tuple((each.first, each.second) for each in seat_views(event, match)),
        last_ruling(event, held, match) if _is_ruled(event, state, match) else "",
    )


def _is_ruled(event: Event, state: MatchStatus, match: Match) -> bool:
    """Whether a judge has ruled on a dispute whose result is still to be entered."""
    return state is MatchStatus.DISPUTED and not any(event.open_calls(match.table))


class EntryView(Struct, frozen=True):
    """The results that can be entered for a match."""

    best_of: int
    most: int
    """Duels that a player wins at most, or seats of a team."""
    team_size: int
    """1: there are no teams."""
    scores: tuple[tuple[int, int], ...]
    """The usual ones, the first player's duels before the second's."""
    may_draw: bool
    may_agree_draw: bool
    may_lose_both: bool


def entry_view(event: Event, held: Round | None) -> EntryView:
    """Return the results that can be entered in a round; None: a round of Swiss."""
    policy = event.policy
    is_cut = held is not None and held.is_cut
    best_of = policy.cut_best_of if is_cut else policy.best_of
    most = best_of // 2 + 1
    won = tuple((most, lost) for lost in range(most))
    may_draw = policy.may_draw and not is_cut
    drawn = ((most - 1, most - 1),) if may_draw and most > 1 else ()
    lost = tuple((own, most) for own in reversed(range(most)))
    return EntryView(
        best_of,
        most if policy.team_size == 1 else policy.team_size,
        policy.team_size,
        won + drawn + lost,
        may_draw,
        may_draw and policy.may_agree_draw,
        not is_cut,
    )


class ResultChoice(Struct, frozen=True):
    """A usual result, from the side of one of the players."""

    label: str
    """From the player's side: `2-1`."""
    tone: str
    """won, lost or drawn."""
    fields: dict[str, Any]
    """The fields of the command that reports or enters it."""


def result_choices(
    event: Event, held: Round, match: Match, *, is_first: bool = True
) -> Iterator[ResultChoice]:
    """Yield the usual results of a match from the side of one of its players."""
    for own, theirs in entry_view(event, held).scores:
        result = played(own, theirs) if is_first else played(theirs, own)
        tone = "drawn" if own == theirs else ("won" if own > theirs else "lost")
        yield ResultChoice(f"{own}-{theirs}", tone, result_fields(held, match, result))


def result_fields(held: Round, match: Match, result: Result) -> dict[str, Any]:
    """Return the fields of a command about a result of a match."""
    return {
        "round": held.number,
        "table": match.table,
        "result": msgspec.to_builtins(result),
    }


class CorrectionView(Struct, frozen=True):
    """A result with the form to correct it."""

    round: int
    title: str
    table: int
    first: str
    second: str
    words: str
    """The result as it stands."""
    how: str
    entry: EntryView
    seats: tuple[SeatView, ...]
    """Of a match of teams, as it stands."""


_HOW_WORDS = {
    "confirmed": say("reported by one player, confirmed by the other"),
    "entered": say("entered"),
    "no-show": say("a no-show"),
    "dropped": say("a player left the event"),
    "penalty": say("a penalty"),
}


def correction_view(
    event: Event, number: RoundNumber, table: TableNumber
) -> CorrectionView | None:
    """Return the view of a result to correct; None if there is no such result."""
    held, match = event.find_round(number), event.find_match(number, table)
    if held is None or match is None or match.result is None or match.settled is None:
        return None
    names = event.name_of(match.first), event.name_of(match.second)
    how = _HOW_WORDS[match.settled.value]
    if match.corrected:
        how = say("{how}; corrected by {person}", how=how, person=match.settled_by)
    else:
        how = say("{how} (by {person})", how=how, person=match.settled_by)
    return CorrectionView(
        number,
        known.title_of(event, held),
        table,
        *names,
        say("{result}.", result=describe(match.result, *names)),
        how,
        entry_view(event, held),
        tuple(seat_views(event, match)),
    )


class SlipView(Struct, frozen=True):
    """A result slip."""

    table: int
    first: str
    second: str
    first_player: PlayerId
    second_player: PlayerId
    chairs: tuple[str, ...]
    """The chair of each, A or B; empty: they sit as they like."""
    members: tuple[tuple[str, ...], ...]
    """The players of both, if they are teams."""


class SlipsView(Struct, frozen=True):
    """The slips of a round, four a page."""

    title: str
    best_of: int
    boxes: int
    """Boxes to tick for a player's duels, or a team's seats."""
    team_size: int
    """1: there are no teams."""
    may_draw: bool
    checkpoint: str
    pages: tuple[tuple[SlipView | None, ...], ...]
    """In such an order that the four piles of cut pages lie in the order of the tables."""


SLIPS_A_PAGE = 4


def slips_view(event: Event) -> SlipsView | None:
    """Return the slips of the newest round; None before the first."""
    held = event.round
    if held is None:
        return None
    slips = [
        SlipView(
            m.table,
            event.name_of(m.first),
            event.name_of(m.second),
            *m.players,
            tuple(known.chair_letter(m, each) for each in m.players),
            tuple(tuple(each.name for each in lineup) for lineup in event.lineups(m)),
        )
        for m in known.by_table(held)
    ]
    entry = entry_view(event, held)
    sheets = -(-len(slips) // SLIPS_A_PAGE)
    padded = [*slips, *[None] * (SLIPS_A_PAGE * sheets - len(slips))]
    return SlipsView(
        known.title_of(event, held),
        entry.best_of,
        entry.most,
        entry.team_size,
        entry.may_draw,
        held.checkpoint,
        tuple(tuple(padded[sheet::sheets]) for sheet in range(sheets)),
    )
