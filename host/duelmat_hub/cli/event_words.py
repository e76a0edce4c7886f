"""An event as rows of words: places, standings with their tie-breaks, rounds, penalties."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from duelmat_hub.cli.event_file import visible
from duelmat_message import Text, listed, named, say, say_as, say_count
from duelmat_tournament import bracket
from duelmat_tournament.event import Event, Match, Round, Stage, Step
from duelmat_tournament.names import PlayerId
from duelmat_tournament.penalties import describe_penalty, penalty_words
from duelmat_tournament.policy import LADDER
from duelmat_tournament.results import Ending, Side, describe
from duelmat_tournament.standings import Row
from duelmat_tournament.tiebreaks import Measure, TieBreak

Cells = tuple[str, ...]


class Line(NamedTuple):
    """A line about a player."""

    words: str
    is_detail: bool = False
    """Whether it says more about the line before."""


class Place(NamedTuple):
    """A final place."""

    first: int
    last: int
    """The same as the first unless several players share the place."""
    player: PlayerId
    why: str

    @property
    def text(self) -> str:
        return str(self.first) if self.first == self.last else f"{self.first}-{self.last}"


def stage_words(event: Event) -> Text:
    """Return how far an event has come, as a sentence."""
    players = say_count("1 player", "{count} players", len(event.players))
    gone = len(event.players) - len(event.active)
    if gone:
        players = say_count(
            "{players}, of whom 1 has left",
            "{players}, of whom {count} have left",
            gone,
            players=players,
        )
    swiss = say_count("1 round of Swiss", "{count} rounds of Swiss", event.swiss_rounds)
    rounds = (
        say("{rounds} and a cut to {count}", rounds=swiss, count=event.cut_size)
        if event.cut_size
        else say("{rounds}, no cut", rounds=swiss)
    )
    match event.stage:
        case Stage.REGISTRATION:
            return say("{players}; registration is open.", players=players)
        case Stage.FINISHED:
            return say("{players}; {rounds}; the event is over.", players=players, rounds=rounds)
    now = event.round
    if now is None:
        return say("{players}; {rounds}; no round is paired yet.", players=players, rounds=rounds)
    state: Text = _STEPS[now.step]
    left = len(now.open_matches)
    if left and now.step in _OPEN:
        missing = say_count("1 result", "{count} results", left)
        state = say("{state}, {results} missing", state=state, results=missing)
    return say(
        "{players}; {rounds}; round {number} is {state}.",
        players=players,
        rounds=rounds,
        number=now.number,
        state=state,
    )


_OPEN = (Step.PLAYING, Step.TIME_CALLED)
_STEPS = {
    Step.PAIRED: say("paired and not published"),
    Step.PUBLISHED: say_as("round", "published"),
    Step.PLAYING: say("being played"),
    Step.TIME_CALLED: say("being finished"),
    Step.CLOSED: say_as("round", "closed"),
}


def final_places(event: Event) -> list[Place]:
    """Return where everybody stands in the end: by the cut, then by the standings after Swiss.

    Places that are still open are left out; without a cut, all are open until the event is over.
    """
    rows = last_standings(event)
    if not event.seeds:
        if event.stage is not Stage.FINISHED:
            return []
        return [Place(row.rank, row.rank, row.player, points_words(row)) for row in rows]
    ranks = {row.player: row.rank for row in rows}
    groups = bracket.placed(event)
    at = 1 + len(event.seeds) - sum(map(len, groups))
    found = []
    for group in groups:
        last = at + len(group) - 1
        found += [
            Place(at, last, player, _cut_words(at, last, ranks[player]))
            for player in sorted(group, key=ranks.__getitem__)
        ]
        at = last + 1
    others = [row for row in rows if row.player not in event.seeds]
    found += [
        Place(number, number, row.player, points_words(row))
        for number, row in enumerate(others, start=at)
    ]
    return found


def _cut_words(first: int, last: int, rank: int) -> Text:
    seeded = say("after Swiss {rank}", rank=rank)
    if first > 1:
        match last:
            case 2:
                lost = say("lost the final")
            case 4:
                lost = say("lost the semi-final")
            case 8:
                lost = say("lost the quarter-final")
            case _:
                lost = say("lost the round of {count}", count=last)
        return say("{outcome}; {rank}", outcome=lost, rank=seeded)
    return (
        say("{outcome}; {rank}", outcome=say("won the cut"), rank=seeded) if last == 1 else seeded
    )


def points_words(row: Row) -> Text:
    """Return what a player has reached: "12 points: 4 won, 1 lost"."""
    parts = [say("{count} won", count=row.won)]
    if row.drawn:
        parts.append(say("{count} drawn", count=row.drawn))
    parts.append(say("{count} lost", count=row.lost))
    if row.byes:
        parts.append(say_count("1 bye", "{count} byes", row.byes))
    return say(
        "{points}: {results}",
        points=say_count("1 point", "{count} points", row.points),
        results=listed(parts, ","),
    )


def last_standings(event: Event) -> tuple[Row, ...]:
    """Return the standings after the last round of Swiss that was closed; none before that."""
    closed = closed_rounds(event)
    return closed[-1].standings if closed else ()


def closed_rounds(event: Event) -> list[Round]:
    """Return the rounds after which there are standings."""
    return [held for held in event.rounds if held.step is Step.CLOSED and not held.is_cut]


STANDING_COLUMNS = (
    say("Rank"),
    say("Player"),
    say("Points"),
    say("Won"),
    say("Drawn"),
    say("Lost"),
    say("Byes"),
)


def standing_columns(rows: Sequence[Row]) -> Cells:
    """Return the heads of the standings' columns."""
    measures = (_measure(each) for each in measured(rows[0])) if rows else ()
    number = (say("Number"),) if rows and rows[0].number else ()
    return (*STANDING_COLUMNS, *measures, *number)


def standing_rows(event: Event, rows: Sequence[Row]) -> Iterator[Cells]:
    """Yield where each player stands."""
    for row in rows:
        counts = (row.points, row.won, row.drawn, row.lost, row.byes)
        breaks = (each.text for each in measured(row))
        rank = say("{rank} (drawn)", rank=row.rank) if row.is_drawn else str(row.rank)
        number = (row.number,) if row.number else ()
        name = visible(event.name_of(row.player))
        yield rank, name, *map(str, counts), *breaks, *number


def measured(row: Row) -> list[TieBreak]:
    """Return the tie-breaks that every player has, without the lots that some have drawn."""
    return [each for each in row.tie_breaks if each.measure is not Measure.DRAWN]


def _measure(each: TieBreak) -> Text:
    return named("tie-break", each.measure.value)


def tie_break_lines(row: Row) -> Iterator[Line]:
    """Yield how a player's tie-breaks came about, line by line."""
    for each in row.tie_breaks:
        yield Line(
            say(
                "{measure}: {value} ({summary})",
                measure=_measure(each),
                value=each.text,
                summary=visible(each.summary),
            )
        )
        for part in each.how:
            yield Line(
                say(
                    "round {number}, {player}: {value} ({why})",
                    number=part.round,
                    player=visible(part.name) or say("nobody"),
                    value=part.text or say("does not count"),
                    why=visible(part.why),
                ),
                is_detail=True,
            )


ROUND_COLUMNS = (
    say("Round"),
    say("Tables"),
    say("Byes"),
    say("Drawn"),
    say("No-shows"),
    say("Corrected"),
    say("Checkpoint"),
)


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
        number = say("{number} (cut)", number=held.number) if held.is_cut else str(held.number)
        yield number, *map(str, counts), held.checkpoint or say("not published")


def match_words(event: Event, match: Match) -> str:
    """Return a match and its result, without a full stop."""
    first, second = visible(event.name_of(match.first)), visible(event.name_of(match.second))
    if match.result is None:
        return say("{first} against {second}", first=first, second=second)
    result = describe(match.result, first, second)
    return say("{result}, corrected", result=result) if match.corrected else result


def player_lines(event: Event, player: PlayerId) -> Iterator[Line]:
    """Yield a player's rounds with the reason for each, and the penalties."""
    for held in event.rounds:
        match = held.match_of(player)
        bye = next((each for each in held.byes if each.player == player), None)
        if match is not None:
            yield Line(
                say(
                    "Round {number}, table {table}: {match}.",
                    number=held.number,
                    table=match.table,
                    match=match_words(event, match),
                )
            )
            yield Line(visible(match.reason), is_detail=True)
        elif bye is not None:
            yield Line(say("Round {number}: bye.", number=held.number))
            yield Line(visible(bye.reason), is_detail=True)
    for given in event.penalties:
        if given.record.player == player:
            infraction = event.policy.find_infraction(given.record.infraction)
            title = (
                given.record.infraction
                if infraction is None
                else named("policy", infraction.title)
            )
            words = describe_penalty(given.record, event.name_of(player), title)
            yield Line(say("Penalty: {penalty}.", penalty=visible(words)))


def penalty_rows(event: Event) -> Iterator[Cells]:
    """Yield how often each penalty was given for each infraction, the heaviest first."""
    found = Counter((each.record.penalty, each.record.infraction) for each in event.penalties)
    for (penalty, infraction), times in sorted(
        found.items(), key=lambda item: (-LADDER.index(item[0][0]), item[0][1])
    ):
        known = event.policy.find_infraction(infraction)
        title = infraction if known is None else named("policy", known.title)
        yield penalty_words(penalty), str(times), title
