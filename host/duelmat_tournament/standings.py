"""Standings: who stands where after a round, and how it came about.

They follow from the results up to that round and from who had entered by then, and from nothing
else: a later drop, a late entry or a penalty for a later round changes nothing.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from fractions import Fraction

from msgspec import Struct
from msgspec.structs import replace

from duelmat_message import say, say_as
from duelmat_tournament.names import NO_PLAYER, PlayerId, RoundNumber, TableNumber, drawn
from duelmat_tournament.policy import Points, TieBreaks
from duelmat_tournament.results import ALONE, Ending, Result, Side, points_of
from duelmat_tournament.tiebreaks import (
    PROFILES,
    Measure,
    Meeting,
    Outcome,
    Score,
    TieBreak,
    number_text,
    tie_breaks_of,
)


class Entrant(Struct, frozen=True):
    """A player of the event, who after a drop keeps the earlier results."""

    player: PlayerId
    name: str
    entered: RoundNumber
    """The first round for which the player was there to be paired."""


class MatchRecord(Struct, frozen=True):
    """A match, a bye or a missed round that has its result."""

    round: RoundNumber
    table: TableNumber
    """0 for a bye and a missed round."""
    first: PlayerId
    second: PlayerId
    """NO_PLAYER for a bye and a missed round."""
    result: Result

    def __post_init__(self) -> None:
        is_alone = self.second == NO_PLAYER
        if self.first in (self.second, NO_PLAYER) or is_alone != (self.result.ending in ALONE):
            raise ValueError(
                f"expected two players, or one with a bye or a missed round, got {self}"
            )


class Row(Struct, frozen=True):
    """One player's place in the standings."""

    rank: int
    """From 1; no two players share one, since the cut is seeded by it."""
    player: PlayerId
    points: int
    won: int
    """Matches, without byes."""
    drawn: int
    lost: int
    """Matches, with those that both players lost and missed rounds that count as losses."""
    byes: int
    tie_breaks: tuple[TieBreak, ...]
    """The tie-breaks of the profile, the decisive first; last, where it was needed, the draw."""
    number: str = ""
    """Points and shares as one number, in the profile XXYYYZZZ; else empty."""

    @property
    def is_drawn(self) -> bool:
        """Whether chance has decided the rank among players who are equal in everything."""
        return bool(self.tie_breaks) and self.tie_breaks[-1].measure is Measure.DRAWN


def standings(
    records: Iterable[MatchRecord],
    entrants: Iterable[Entrant],
    after: RoundNumber,
    *,
    points: Points,
    tie_breaks: TieBreaks,
    seed: str,
) -> tuple[Row, ...]:
    """Return the standings after a round of Swiss, the best first.

    Players are ordered by their points, then by the profile's tie-breaks as exact fractions, not
    as they are printed: two shares may look alike in three digits and differ, and then chance
    would decide what the results have decided. Players who are equal in all of it draw lots from
    the seed, anew after every round, so that nobody can count on theirs.

    The records may have any order. Those of later rounds are passed over, and rounds that count
    as missed by somebody who had not entered yet; matches of the cut do not belong here. Before
    the first round, it is the order of the lots of those who are there for it.

    Raises ValueError if a match has a player who had not entered, or a player two results in a
    round.
    """
    present = {each.player: each for each in entrants if each.entered <= max(after, 1)}
    scores = _scores([each for each in records if each.round <= after], present, points)
    found = tie_breaks_of(PROFILES[tie_breaks], scores, points, after)
    tied: defaultdict[tuple[Fraction, ...], list[PlayerId]] = defaultdict(list)
    for player, score in scores.items():
        tied[Fraction(score.points), *(each.value for each in found[player])].append(player)
    rows: list[Row] = []
    for key in sorted(tied, reverse=True):
        for lot, player in _lots(seed, after, tied[key]):
            row = _row(len(rows) + 1, scores[player], found[player])
            if len(tied[key]) > 1:
                row = replace(row, tie_breaks=(*row.tie_breaks, _draw(lot, len(tied[key]))))
            if tie_breaks is TieBreaks.XXYYYZZZ:
                row = replace(row, number=number_text(row.points, key[1], key[2]))
            rows.append(row)
    return tuple(rows)


def _lots(seed: str, after: RoundNumber, players: list[PlayerId]) -> list[tuple[int, PlayerId]]:
    """Draw lots among players who are equal in all else, and return them from the highest down."""
    if len(players) == 1:
        return [(0, players[0])]
    return sorted(
        ((drawn(seed, "standings", after, each), each) for each in players), reverse=True
    )


def _scores(
    records: list[MatchRecord], present: Mapping[PlayerId, Entrant], points: Points
) -> dict[PlayerId, Score]:
    meetings: dict[PlayerId, dict[RoundNumber, Meeting]] = {player: {} for player in present}
    reached = dict.fromkeys(present, 0)
    for record in sorted(records, key=lambda each: (each.round, each.table, each.first)):
        if record.result.ending is Ending.MISSED and record.first not in present:
            continue
        gained = points_of(record.result, points)
        for (player, meeting), more in zip(_meetings(record), gained, strict=False):
            if player not in present or record.round in meetings[player]:
                raise ValueError(f"expected one result a round of each entrant, got {record}")
            meetings[player][record.round] = meeting
            reached[player] += more
    return {
        player: Score(player, entrant.name, reached[player], tuple(meetings[player].values()))
        for player, entrant in sorted(present.items())
    }


def _meetings(record: MatchRecord) -> Iterator[tuple[PlayerId, Meeting]]:
    """Yield the record as each of its players sees it."""
    result = record.result
    first_won, second_won = result.first_won, result.second_won
    sides = (
        (Side.FIRST, record.first, record.second, first_won, second_won),
        (Side.SECOND, record.second, record.first, second_won, first_won),
    )
    for side, player, opponent, won, lost in sides:
        if player != NO_PLAYER:
            outcome = _outcome(result, side)
            yield (
                player,
                Meeting(record.round, opponent, result.ending, outcome, won, result.drawn, lost),
            )


def _outcome(result: Result, side: Side) -> Outcome:
    if result.winner is side:
        return Outcome.WON
    if result.winner is Side.NONE and result.ending in (Ending.PLAYED, Ending.AGREED_DRAW):
        return Outcome.DRAWN
    return Outcome.LOST


def _row(rank: int, score: Score, tie_breaks: tuple[TieBreak, ...]) -> Row:
    outcomes = [each.outcome for each in score.meetings if each.ending is not Ending.BYE]
    won, drawn_matches, lost = (outcomes.count(each) for each in Outcome)
    byes = len(score.meetings) - len(outcomes)
    return Row(rank, score.player, score.points, won, drawn_matches, lost, byes, tie_breaks)


def _draw(lot: int, players: int) -> TieBreak:
    summary = say(
        "lots were drawn between {count} players who are equal in everything else", count=players
    )
    return TieBreak(Measure.DRAWN, Fraction(lot), say_as("lots", "drawn"), summary, ())
