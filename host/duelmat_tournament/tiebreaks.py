"""Tie-breaks: the order of players with equal points, with the parts of every value.

docs/tie-breaks.md explains the profiles to players. What holds for all of them:

- Two players met if they were paired and both came: matches that were played, agreed drawn,
  forfeited, or lost by both. A bye is no opponent, and a match to which one player did not come
  counts for neither of the two.
- A match-win share is the points from matches divided by the most that these could have given. A
  missed round that the policy counts as a loss is in it; a player who has dropped is measured over
  the rounds until then.
- All values are exact; only their texts are rounded.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from enum import Enum
from fractions import Fraction
from functools import cache
from math import lcm
from typing import Final

from msgspec import Struct

from duelmat_message import Text, filled, say, slot
from duelmat_tournament.names import PlayerId, RoundNumber
from duelmat_tournament.policy import Points, TieBreaks
from duelmat_tournament.results import Ending

FLOOR: Final = Fraction(1, 3)
"""The least that a share counts for in FLOOR_33."""
NOT_MET: Final = {
    Ending.BYE: say("a bye is no opponent"),
    Ending.MISSED: say("the round was missed"),
    Ending.NO_SHOW: say("the match was not played"),
}
"""The endings after which two players have not met, and the reason in words."""
_UNSHARED: Final = frozenset({Ending.BYE, Ending.NO_SHOW})
"""The endings that are in nobody's match-win share."""


class Outcome(Enum):
    """The outcome of a round for a player."""

    WON = "won"
    DRAWN = "drawn"
    LOST = "lost"


class Meeting(Struct, frozen=True):
    """A round as one player sees it."""

    round: RoundNumber
    opponent: PlayerId
    """NO_PLAYER for a bye or a missed round."""
    ending: Ending
    outcome: Outcome
    duels_won: int
    duels_drawn: int
    duels_lost: int

    @property
    def has_met(self) -> bool:
        return self.ending not in NOT_MET


class Score(Struct, frozen=True):
    """All results of a player."""

    player: PlayerId
    name: str
    points: int
    meetings: tuple[Meeting, ...]
    """In the order of the rounds."""


class Measure(Enum):
    """The measure of a tie-break, as it stands above its column."""

    OPPONENTS_MATCHES = "Opponents' match wins"
    OPPONENTS_OPPONENTS = "Opponents' opponents' match wins"
    OWN_DUELS = "Own duel wins"
    OPPONENTS_DUELS = "Opponents' duel wins"
    OPPONENTS_POINTS = "Opponents' points"
    BEATEN_POINTS = "Points of beaten opponents"
    DRAWN = "Drawn"
    """Chance has decided, because all else is equal."""


class Part(Struct, frozen=True):
    """The part that one round adds to a tie-break."""

    round: RoundNumber
    opponent: PlayerId
    """NO_PLAYER for a bye or a missed round."""
    name: str
    """The opponent's name; empty without one."""
    value: Fraction | None
    """The value that it adds; None: it does not count."""
    text: str
    """The value as it is shown; empty if it does not count."""
    why: str
    """The calculation of the value, or the reason why it does not count."""


class TieBreak(Struct, frozen=True):
    """One tie-break of a player."""

    measure: Measure
    value: Fraction
    """The higher one stands before the lower one."""
    text: str
    """The value as it is shown, rounded."""
    summary: str
    """The calculation from the parts, in words."""
    how: tuple[Part, ...]
    """Its parts, by round."""


Scores = Mapping[PlayerId, Score]
Profile = Callable[[Scores, Points], dict[PlayerId, tuple[TieBreak, ...]]]
"""Returns the tie-breaks of every player, the decisive one first."""
_NOBODY: Final = say("no opponent counts")
_Valued = tuple[Fraction, str]
"""A value with words about it."""


def xxyyyzzz(scores: Scores, points: Points) -> dict[PlayerId, tuple[TieBreak, ...]]:
    """Return the mean of the opponents' match-win shares, and the mean of their means."""
    shares = {player: _match_share(score, points) for player, score in scores.items()}
    nobody = Fraction(0)
    first = _means(Measure.OPPONENTS_MATCHES, scores, shares, nobody)
    of_opponents = {player: (each.value, each.summary) for player, each in first.items()}
    second = _means(Measure.OPPONENTS_OPPONENTS, scores, of_opponents, nobody)
    return {player: (first[player], second[player]) for player in scores}


def floor_33(scores: Scores, points: Points) -> dict[PlayerId, tuple[TieBreak, ...]]:
    """Return three tie-breaks for every player, in which no share counts as less than a third.

    They are the mean of the opponents' match-win shares, the player's own share of duels, and the
    mean of the opponents' shares of duels.
    """
    matches = {player: _floored(_match_share(score, points)) for player, score in scores.items()}
    duels = {player: _floored(_duel_share(score, points)) for player, score in scores.items()}
    first = _means(Measure.OPPONENTS_MATCHES, scores, matches, FLOOR)
    third = _means(Measure.OPPONENTS_DUELS, scores, duels, FLOOR)
    return {
        player: (first[player], _own_duels(score, scores, points), third[player])
        for player, score in scores.items()
    }


def opponents_scores(scores: Scores, _points: Points) -> dict[PlayerId, tuple[TieBreak, ...]]:
    """Return the sum of the opponents' points, and the sum over the opponents who were beaten.

    A draw gives half of the opponent's points to the second sum. A round without an opponent
    would cost a whole summand: for a bye, and for an opponent who did not come, the player's own
    points stand in, as if an equal had been beaten.
    """
    return {
        player: (
            _sum(Measure.OPPONENTS_POINTS, score, scores, _POINTS_HALVES),
            _sum(Measure.BEATEN_POINTS, score, scores, _BEATEN_HALVES),
        )
        for player, score in scores.items()
    }


PROFILES: Final[Mapping[TieBreaks, Profile]] = {
    TieBreaks.XXYYYZZZ: xxyyyzzz,
    TieBreaks.FLOOR_33: floor_33,
    TieBreaks.OPPONENTS_SCORES: opponents_scores,
}


def number_text(points: int, opponents: Fraction, opponents_opponents: Fraction) -> str:
    """Return a player's number: points in two digits or more, then two shares in three each.

    It is for reading only. Shares are rounded half up to thousandths, and a whole share is 999, so
    that different results may have the same number.
    """
    shares = (min(_rounded(share, 1000), 999) for share in (opponents, opponents_opponents))
    return f"{points:02d}" + "".join(f"{share:03d}" for share in shares)


def _match_share(score: Score, points: Points) -> _Valued:
    found = [each.outcome for each in score.meetings if each.ending not in _UNSHARED]
    won, drawn, lost = (found.count(each) for each in Outcome)
    return _share(won, drawn, lost, points)


def _duel_share(score: Score, points: Points) -> _Valued:
    met = [each for each in score.meetings if each.has_met]
    return _share(
        sum(each.duels_won for each in met),
        sum(each.duels_drawn for each in met),
        sum(each.duels_lost for each in met),
        points,
    )


def _share(won: int, drawn: int, lost: int, points: Points) -> _Valued:
    """Return the points for so many wins, draws and losses as a share of the most possible."""
    most = points.win * (won + drawn + lost)
    if not most:
        return Fraction(0), say("nothing was played")
    reached = points.win * won + points.draw * drawn + points.loss * lost
    values = {"won": won, "lost": lost, "reached": reached, "most": most}
    if drawn:
        return Fraction(reached, most), say(
            "{won} won, {drawn} drawn, {lost} lost: {reached} of {most} points",
            drawn=drawn,
            **values,
        )
    return Fraction(reached, most), say(
        "{won} won, {lost} lost: {reached} of {most} points", **values
    )


def _floored(valued: _Valued) -> _Valued:
    value, why = valued
    return valued if value >= FLOOR else (FLOOR, say("{why}, raised to the floor", why=why))


def _means(
    measure: Measure, scores: Scores, values: Mapping[PlayerId, _Valued], nobody: Fraction
) -> dict[PlayerId, TieBreak]:
    """Return for every player the mean of the opponents' values, or `nobody` without any."""
    found = {}
    texts = {player: _percent(value) for player, (value, _) in values.items()}
    for player, score in scores.items():
        parts = []
        for each in score.meetings:
            if each.has_met:
                value, why = values[each.opponent]
                parts.append(_part(each, scores, value, texts[each.opponent], why))
            else:
                parts.append(_part(each, scores, None, "", NOT_MET[each.ending]))
        counted = [each.value for each in parts if each.value is not None]
        mean = _mean(counted) if counted else nobody
        summary = say("mean of {count}", count=len(counted)) if counted else _NOBODY
        found[player] = TieBreak(measure, mean, _percent(mean), summary, tuple(parts))
    return found


def _mean(values: Sequence[Fraction]) -> Fraction:
    """Return the mean, over a common denominator, since adding fractions one by one is slow."""
    common = lcm(*(value.denominator for value in values))
    total = sum(value.numerator * (common // value.denominator) for value in values)
    return Fraction(total, common * len(values))


def _own_duels(score: Score, scores: Scores, points: Points) -> TieBreak:
    parts = []
    for each in score.meetings:
        if not each.has_met:
            parts.append(_part(each, scores, None, "", NOT_MET[each.ending]))
            continue
        won, drawn, lost = each.duels_won, each.duels_drawn, each.duels_lost
        reached = points.win * won + points.draw * drawn + points.loss * lost
        _, why = _share(won, drawn, lost, points)
        parts.append(_part(each, scores, Fraction(reached), str(reached), why))
    value, why = _floored(_duel_share(score, points))
    return TieBreak(Measure.OWN_DUELS, value, _percent(value), why, tuple(parts))


_POINTS_HALVES: Final = dict.fromkeys(Outcome, 2)
_BEATEN_HALVES: Final = {Outcome.WON: 2, Outcome.DRAWN: 1, Outcome.LOST: 0}
"""The number of halves of the opponent's points for which an outcome counts."""
_AMOUNTS: Final = {
    Outcome.WON: (
        say("won: none of {points} points", points=slot("points")),
        say("won: half of {points} points", points=slot("points")),
        say("won: all of {points} points", points=slot("points")),
    ),
    Outcome.DRAWN: (
        say("drawn: none of {points} points", points=slot("points")),
        say("drawn: half of {points} points", points=slot("points")),
        say("drawn: all of {points} points", points=slot("points")),
    ),
    Outcome.LOST: (
        say("lost: none of {points} points", points=slot("points")),
        say("lost: half of {points} points", points=slot("points")),
        say("lost: all of {points} points", points=slot("points")),
    ),
}
"""The words for the part of an opponent's points that counts, by outcome and halves."""


@cache
def _amount(outcome: Outcome, halves: int, points: int) -> Text:
    return filled(_AMOUNTS[outcome][halves], points=str(points))


def _sum(
    measure: Measure, score: Score, scores: Scores, counted: Mapping[Outcome, int]
) -> TieBreak:
    """Return the sum of the opponents' points, each times what its outcome counts for."""
    parts = []
    summands = []
    for each in score.meetings:
        if each.has_met:
            theirs, factor = scores[each.opponent].points, counted[each.outcome]
            halves = theirs * factor
            why: str = _amount(each.outcome, factor, theirs)
        elif each.outcome is Outcome.WON:
            halves = 2 * score.points
            why = say(
                "{reason}: the own {points} points stand in",
                reason=NOT_MET[each.ending],
                points=score.points,
            )
        else:
            parts.append(_part(each, scores, None, "", NOT_MET[each.ending]))
            continue
        summands.append(halves)
        parts.append(_part(each, scores, *_of_halves(halves), why))
    summary = say("sum of {count}", count=len(summands))
    return TieBreak(measure, *_of_halves(sum(summands)), summary, tuple(parts))


@cache
def _of_halves(halves: int) -> _Valued:
    """Return a number of halves, with the text that shows it."""
    return Fraction(halves, 2), f"{halves // 2}{'.5' if halves % 2 else ''}"


def _part(meeting: Meeting, scores: Scores, value: Fraction | None, text: str, why: str) -> Part:
    name = scores[meeting.opponent].name if meeting.opponent in scores else ""
    return Part(meeting.round, meeting.opponent, name, value, text, why)


def _rounded(value: Fraction, parts: int) -> int:
    """Convert a value to units of 1 / `parts`, rounded half up."""
    return (2 * value.numerator * parts + value.denominator) // (2 * value.denominator)


def _percent(value: Fraction) -> str:
    tenths = _rounded(value, 1000)
    return f"{tenths // 10}.{tenths % 10} %"
