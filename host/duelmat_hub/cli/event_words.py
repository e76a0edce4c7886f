"""An event as rows of words: places, standings with their tie-breaks, rounds, penalties."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from duelmat_command.output import counted
from duelmat_hub.cli.event_file import visible
from duelmat_hub.exports import rank_words
from duelmat_tournament.event import Event, Match, Round, Stage, Step, teams_or_players
from duelmat_tournament.names import PlayerId
from duelmat_tournament.penalties import describe_penalty, penalty_words
from duelmat_tournament.places import Place
from duelmat_tournament.policy import LADDER, Bracket
from duelmat_tournament.results import Ending, Side, describe
from duelmat_tournament.standings import Row
from duelmat_tournament.tiebreaks import Measure, TieBreak

Cells = tuple[str, ...]


class Line(NamedTuple):
    """A line about a player."""

    words: str
    is_detail: bool = False
    """Whether it says more about the line before."""


def stage_words(event: Event) -> str:
    """Return a sentence about the progress of an event."""
    noun = teams_or_players(event, "team", "player")
    players = counted(len(event.registered), noun)
    waiting = sum(each.waits_for is not None for each in event.registered)
    gone = len(event.registered) - len(event.active) - waiting
    if gone:
        players = (
            f"{players}, of whom 1 has left"
            if gone == 1
            else f"{players}, of whom {gone} have left"
        )
    if waiting:
        players = f"{players}; {counted(waiting, noun)} on the waiting list"
    rounds = _rounds_words(event)
    match event.stage:
        case Stage.REGISTRATION:
            return f"{players}; registration is open."
        case Stage.FINISHED:
            return f"{players}; {rounds}; the event is over."
    now = event.round
    if now is None:
        return f"{players}; {rounds}; no round is paired yet."
    state: str = _STEPS[now.step]
    left = len(now.open_matches)
    if left and now.step in _OPEN:
        missing = counted(left, "result")
        state = f"{state}, {missing} missing"
    return f"{players}; {rounds}; round {now.number} is {state}."


def _rounds_words(event: Event) -> str:
    if not event.swiss_rounds:
        return f"a bracket of {event.cut_size}"
    rounds = counted(event.swiss_rounds, "round")
    early = (
        f"{rounds} in {counted(len(event.pods), 'pod')}" if event.pods else f"{rounds} of Swiss"
    )
    return f"{early} and a cut to {event.cut_size}" if event.cut_size else f"{early}, no cut"


_OPEN = (Step.PLAYING, Step.TIME_CALLED)
_STEPS = {
    Step.PAIRED: "paired and not published",
    Step.PUBLISHED: "published",
    Step.PLAYING: "being played",
    Step.TIME_CALLED: "being finished",
    Step.CLOSED: "closed",
}


def place_words(event: Event, place: Place) -> str:
    """Return how a player came to a final place."""
    if not place.in_cut:
        return points_words(place.row)
    won = "won the cut" if event.swiss_rounds else "won the bracket"
    how = won if place.last == 1 else _lost_words(event.policy.bracket, place.first, place.last)
    return f"{how}; {rank_words(event)} {place.row.rank}"


def _lost_words(bracket: Bracket, first: int, last: int) -> str:
    match last:
        case 2:
            return "lost the grand final" if bracket.is_double else "lost the final"
        case _ if bracket.is_double:
            return "lost in the losers' bracket"
        case 3:
            return "won the match for the 3rd place"
        case 4:
            return "lost the semi-final" if first < last else "lost the match for the 3rd place"
        case 8:
            return "lost the quarter-final"
    return f"lost the round of {last}"


def points_words(row: Row) -> str:
    """Return the points and record of a player in words: "12 points: 4 won, 1 lost"."""
    parts = [f"{row.won} won"]
    if row.drawn:
        parts.append(f"{row.drawn} drawn")
    parts.append(f"{row.lost} lost")
    if row.byes:
        parts.append(counted(row.byes, "bye"))
    points = counted(row.points, "point")
    return f"{points}: {', '.join(parts)}"


def closed_rounds(event: Event) -> list[Round]:
    """Return the rounds after which there are standings."""
    return [held for held in event.rounds if held.step is Step.CLOSED and not held.is_cut]


def name_column(event: Event) -> str:
    """Return the head of the column of names: players or teams are ranked."""
    return teams_or_players(event, "Team", "Player")


def standing_columns(event: Event, rows: Sequence[Row]) -> Cells:
    """Return the heads of the standings' columns."""
    measures = (each.measure.value for each in measured(rows[0])) if rows else ()
    number = ("Number",) if rows and rows[0].number else ()
    counts = ("Points", "Won", "Drawn", "Lost", "Byes")
    return ("Rank", name_column(event), *counts, *measures, *number)


def standing_rows(event: Event, rows: Sequence[Row]) -> Iterator[Cells]:
    """Yield the place of each player, line by line."""
    for row in rows:
        counts = (row.points, row.won, row.drawn, row.lost, row.byes)
        breaks = (each.text for each in measured(row))
        rank = f"{row.rank} (drawn)" if row.is_drawn else str(row.rank)
        number = (row.number,) if row.number else ()
        name = visible(event.name_of(row.player))
        yield rank, name, *map(str, counts), *breaks, *number


def measured(row: Row) -> list[TieBreak]:
    """Return the tie-breaks that every player has, without the lots that some have drawn."""
    return [each for each in row.tie_breaks if each.measure is not Measure.DRAWN]


def tie_break_lines(row: Row) -> Iterator[Line]:
    """Yield the calculation of a player's tie-breaks, line by line."""
    for each in row.tie_breaks:
        yield Line(f"{each.measure.value}: {each.text} ({visible(each.summary)})")
        for part in each.how:
            player, value = visible(part.name) or "nobody", part.text or "does not count"
            told = f"round {part.round}, {player}: {value} ({visible(part.why)})"
            yield Line(told, is_detail=True)


ROUND_COLUMNS = ("Round", "Tables", "Byes", "Drawn", "No-shows", "Corrected", "Checkpoint")


def round_rows(event: Event) -> Iterator[Cells]:
    """Yield each round in numbers."""
    for held in event.rounds:
        results = [match.result for match in held.matches.values() if match.result is not None]
        drawn = sum(
            each.winner is Side.NONE and each.ending is not Ending.DOUBLE_LOSS for each in results
        )
        counts = (
            len(held.matches),
            len(held.byes),
            drawn,
            sum(each.ending is Ending.NO_SHOW for each in results),
            sum(match.corrected for match in held.matches.values()),
        )
        number = f"{held.number} (cut)" if held.is_cut else str(held.number)
        yield number, *map(str, counts), held.checkpoint or "not published"


def match_words(event: Event, match: Match) -> str:
    """Return a match and its result, without a full stop."""
    first, second = visible(event.name_of(match.first)), visible(event.name_of(match.second))
    if match.result is None:
        return f"{first} against {second}"
    result = describe(match.result, first, second)
    return f"{result}, corrected" if match.corrected else result


def player_lines(event: Event, player: PlayerId) -> Iterator[Line]:
    """Yield a player's rounds with the reason for each, and the penalties."""
    for held in event.rounds:
        match = held.match_of(player)
        bye = next((each for each in held.byes if each.player == player), None)
        if match is not None:
            yield Line(f"Round {held.number}, table {match.table}: {match_words(event, match)}.")
            yield Line(visible(match.reason), is_detail=True)
        elif bye is not None:
            yield Line(f"Round {held.number}: bye.")
            yield Line(visible(bye.reason), is_detail=True)
    for given in event.penalties:
        if given.record.player == player:
            infraction = event.policy.find_infraction(given.record.infraction)
            title = given.record.infraction if infraction is None else infraction.title
            words = describe_penalty(
                given.record, event.words_for(player, given.record.who), title
            )
            yield Line(f"Penalty: {visible(words)}.")


def penalty_rows(event: Event) -> Iterator[Cells]:
    """Yield the count of each penalty for each infraction, the heaviest first."""
    found = Counter((each.record.penalty, each.record.infraction) for each in event.penalties)
    for (penalty, infraction), times in sorted(
        found.items(), key=lambda item: (-LADDER.index(item[0][0]), item[0][1])
    ):
        known = event.policy.find_infraction(infraction)
        title = infraction if known is None else known.title
        yield penalty_words(penalty), str(times), title
