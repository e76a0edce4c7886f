"""An event as rows of words: places, standings with their tie-breaks, rounds, penalties."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from duelmat_hub.cli.event_file import visible
from duelmat_hub.cli.policy_words import counted
from duelmat_tournament import bracket
from duelmat_tournament.event import Event, Match, Round, Stage, Step
from duelmat_tournament.names import PlayerId
from duelmat_tournament.penalties import describe_penalty, penalty_words
from duelmat_tournament.policy import LADDER
from duelmat_tournament.results import Ending, Side, describe
from duelmat_tournament.standings import Row
from duelmat_tournament.tiebreaks import Measure, TieBreak

Cells = tuple[str, ...]


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


def stage_words(event: Event) -> str:
    """Return how far an event has come, as a sentence."""
    players = counted(len(event.players), "player")
    gone = len(event.players) - len(event.active)
    if gone:
        have = "has" if gone == 1 else "have"
        players = f"{players}, of whom {gone} {have} left"
    cut = f" and a cut to {event.cut_size}" if event.cut_size else ", no cut"
    rounds = f"{counted(event.swiss_rounds, 'round')} of Swiss{cut}"
    match event.stage:
        case Stage.REGISTRATION:
            return f"{players}; registration is open."
        case Stage.FINISHED:
            return f"{players}; {rounds}; the event is over."
    now = event.round
    if now is None:
        return f"{players}; {rounds}; no round is paired yet."
    left = len(now.open_matches)
    missing = f", {counted(left, 'result')} missing" if left and now.step in _OPEN else ""
    return f"{players}; {rounds}; round {now.number} is {_STEPS[now.step]}{missing}."


_OPEN = (Step.PLAYING, Step.TIME_CALLED)
_STEPS = {
    Step.PAIRED: "paired and not published",
    Step.PUBLISHED: "published",
    Step.PLAYING: "being played",
    Step.TIME_CALLED: "being finished",
    Step.CLOSED: "closed",
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


def _cut_words(first: int, last: int, rank: int) -> str:
    seeded = f"after Swiss {rank}"
    if last == 1:
        return f"won the cut; {seeded}"
    match last:
        case 2:
            lost = "the final"
        case 4:
            lost = "the semi-final"
        case 8:
            lost = "the quarter-final"
        case _:
            lost = f"the round of {last}"
    return f"lost {lost}; {seeded}" if first > 1 else seeded


def points_words(row: Row) -> str:
    """Return what a player has reached: "12 points: 4 won, 1 lost"."""
    parts = [f"{row.won} won"]
    if row.drawn:
        parts.append(f"{row.drawn} drawn")
    parts.append(f"{row.lost} lost")
    if row.byes:
        parts.append(counted(row.byes, "bye"))
    return f"{counted(row.points, 'point')}: {', '.join(parts)}"


def last_standings(event: Event) -> tuple[Row, ...]:
    """Return the standings after the last round of Swiss that was closed; none before that."""
    closed = closed_rounds(event)
    return closed[-1].standings if closed else ()


def closed_rounds(event: Event) -> list[Round]:
    """Return the rounds after which there are standings."""
    return [held for held in event.rounds if held.step is Step.CLOSED and not held.is_cut]


def standing_columns(rows: Sequence[Row]) -> Cells:
    """Return the heads of the standings' columns."""
    measures = (each.measure.value for each in measured(rows[0])) if rows else ()
    number = ("Number",) if rows and rows[0].number else ()
    return ("Rank", "Player", "Points", "Won", "Drawn", "Lost", "Byes", *measures, *number)


def standing_rows(event: Event, rows: Sequence[Row]) -> Iterator[Cells]:
    """Yield where each player stands."""
    for row in rows:
        counts = (row.points, row.won, row.drawn, row.lost, row.byes)
        breaks = (each.text for each in measured(row))
        lots = " (drawn)" if row.is_drawn else ""
        number = (row.number,) if row.number else ()
        name = visible(event.name_of(row.player))
        yield f"{row.rank}{lots}", name, *map(str, counts), *breaks, *number


def measured(row: Row) -> list[TieBreak]:
    """Return the tie-breaks that every player has, without the lots that some have drawn."""
    return [each for each in row.tie_breaks if each.measure is not Measure.DRAWN]


def tie_break_lines(row: Row) -> Iterator[str]:
    """Yield how a player's tie-breaks came about, line by line."""
    for each in row.tie_breaks:
        yield f"{each.measure.value}: {each.text} ({visible(each.summary)})"
        for part in each.how:
            name = visible(part.name) or "nobody"
            value = part.text or "does not count"
            yield f"  round {part.round}, {name}: {value} ({visible(part.why)})"


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
        number = f"{held.number}{' (cut)' if held.is_cut else ''}"
        yield number, *map(str, counts), held.checkpoint or "not published"


def match_words(event: Event, match: Match) -> str:
    """Return a match and its result, without a full stop."""
    names = visible(event.name_of(match.first)), visible(event.name_of(match.second))
    if match.result is None:
        return f"{names[0]} against {names[1]}"
    corrected = ", corrected" if match.corrected else ""
    return f"{describe(match.result, *names)}{corrected}"


def player_lines(event: Event, player: PlayerId) -> Iterator[str]:
    """Yield a player's rounds with the reason for each, and the penalties."""
    for held in event.rounds:
        match = held.match_of(player)
        bye = next((each for each in held.byes if each.player == player), None)
        if match is not None:
            yield f"Round {held.number}, table {match.table}: {match_words(event, match)}."
            yield f"  {visible(match.reason)}"
        elif bye is not None:
            yield f"Round {held.number}: bye."
            yield f"  {visible(bye.reason)}"
    for given in event.penalties:
        if given.record.player == player:
            infraction = event.policy.find_infraction(given.record.infraction)
            title = given.record.infraction if infraction is None else infraction.title
            words = describe_penalty(given.record, event.name_of(player), title)
            yield f"Penalty: {visible(words)}."


def penalty_rows(event: Event) -> Iterator[Cells]:
    """Yield how often each penalty was given for each infraction, the heaviest first."""
    found = Counter((each.record.penalty, each.record.infraction) for each in event.penalties)
    for (penalty, infraction), times in sorted(
        found.items(), key=lambda item: (-LADDER.index(item[0][0]), item[0][1])
    ):
        known = event.policy.find_infraction(infraction)
        yield penalty_words(penalty), str(times), infraction if known is None else known.title
