"""Tie-breaks: the order of players with equal points, with the parts of every value.

docs/tie-breaks.md explains the profiles to players. What holds for all of them:

- Two players met if they were paired and both came: matches that were played, agreed drawn,
  forfeited, or lost by both. A bye is no opponent, and a match to which one player did not come
  counts for neither of the two, unless the profile says otherwise.
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
from duelmat_tournament.names import NO_PLAYER, PlayerId, RoundNumber
from duelmat_tournament.policy import Points, TieBreaks
from duelmat_tournament.results import Ending

NOT_MET: Final = {
    Ending.BYE: say("a bye is no opponent"),
    Ending.MISSED: say("the round was missed"),
    Ending.NO_SHOW: say("the match was not played"),
}
"""The endings after which two players have not met, and the reason in words."""
_ABSENT: Final = say("not there")
_UNSHARED: Final = frozenset({Ending.BYE, Ending.NO_SHOW})
"""The endings that are in a share only where a profile counts them as 2-0."""


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


class Profile(Struct, frozen=True):
    """The tie-breaks of an event, and what rounds that were not played count for in them."""

    measures: tuple[Measure, ...]
    """The decisive one first."""
    floor: Fraction = Fraction(0)
    """The least that a share counts for, and the mean of whoever has no opponent."""
    is_unplayed_2_0: bool = False
    """Whether a bye counts in the own shares, and a no-show in those of both, as a match of 2-0;
    whoever did not come is an opponent then. Else neither counts in any share."""
    has_dummies: bool = False
    """Whether in sums every round without an opponent is one against somebody with the own points,
    and the rounds after an opponent's last one are drawn for that opponent. Else the own points
    stand in only for rounds that were won, and opponents have the points that they have."""


Scores = Mapping[PlayerId, Score]
_NOBODY: Final = say("no opponent counts")
_Valued = tuple[Fraction, str]
"""A value with words about it."""
_SHARES: Final = (Measure.OPPONENTS_MATCHES, Measure.OWN_DUELS, Measure.OPPONENTS_DUELS)
_SUMS: Final = (Measure.OPPONENTS_POINTS, Measure.BEATEN_POINTS)

PROFILES: Final[Mapping[TieBreaks, Profile]] = {
    TieBreaks.XXYYYZZZ: Profile((Measure.OPPONENTS_MATCHES, Measure.OPPONENTS_OPPONENTS)),
    TieBreaks.FLOOR_33: Profile(_SHARES, floor=Fraction(1, 3)),
    TieBreaks.MTR: Profile(_SHARES, floor=Fraction(33, 100), is_unplayed_2_0=True),
    TieBreaks.OPPONENTS_SCORES: Profile(_SUMS),
    TieBreaks.BUCHHOLZ: Profile(_SUMS, has_dummies=True),
}


def tie_breaks_of(
    profile: Profile, scores: Scores, points: Points, after: RoundNumber
) -> dict[PlayerId, tuple[TieBreak, ...]]:
    """Return the tie-breaks of every player after a round, the decisive one first."""
    columns: dict[Measure, dict[PlayerId, TieBreak]] = {}
    for measure in profile.measures:
        match measure:
            case Measure.OPPONENTS_MATCHES:
                values = _floored_shares(_match_share, profile, scores, points)
                columns[measure] = _means(measure, profile, scores, values)
            case Measure.OPPONENTS_OPPONENTS:
                means = columns[Measure.OPPONENTS_MATCHES].items()
                values = {player: (each.value, each.summary) for player, each in means}
                columns[measure] = _means(measure, profile, scores, values)
            case Measure.OPPONENTS_DUELS:
                values = _floored_shares(_duel_share, profile, scores, points)
                columns[measure] = _means(measure, profile, scores, values)
            case Measure.OWN_DUELS:
                columns[measure] = {
                    player: _own_duels(score, scores, points, profile)
                    for player, score in scores.items()
                }
            case _:
                columns[measure] = _sums(measure, profile, scores, points, after)
    return {player: tuple(column[player] for column in columns.values()) for player in scores}


def number_text(points: int, opponents: Fraction, opponents_opponents: Fraction) -> str:
    """Return a player's number: points in two digits or more, then two shares in three each.

    It is for reading only. Shares are rounded half up to thousandths, and a whole share is 999, so
    that different results may have the same number.
    """
    shares = (min(_rounded(share, 1000), 999) for share in (opponents, opponents_opponents))
    return f"{points:02d}" + "".join(f"{share:03d}" for share in shares)


def _floored_shares(
    share: Callable[[Score, Points, Profile], _Valued],
    profile: Profile,
    scores: Scores,
    points: Points,
) -> dict[PlayerId, _Valued]:
    return {
        player: _floored(share(score, points, profile), profile.floor)
        for player, score in scores.items()
    }


def _match_share(score: Score, points: Points, profile: Profile) -> _Valued:
    found = [
        each.outcome
        for each in score.meetings
        if profile.is_unplayed_2_0 or each.ending not in _UNSHARED
    ]
    won, drawn, lost = (found.count(each) for each in Outcome)
    return _share(won, drawn, lost, points)


def _duel_share(score: Score, points: Points, profile: Profile) -> _Valued:
    counted = (_duels_of(each, profile) for each in score.meetings)
    found = [each for each in counted if each is not None]
    won, drawn, lost = (sum(each[at] for each in found) for at in range(3))
    return _share(won, drawn, lost, points)


def _duels_of(meeting: Meeting, profile: Profile) -> tuple[int, int, int] | None:
    """Return the duels of a round that are won, drawn and lost; None: it does not count."""
    if meeting.has_met:
        return meeting.duels_won, meeting.duels_drawn, meeting.duels_lost
    if profile.is_unplayed_2_0 and meeting.ending in _UNSHARED:
        return (2, 0, 0) if meeting.outcome is Outcome.WON else (0, 0, 2)
    return None


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


def _floored(valued: _Valued, floor: Fraction) -> _Valued:
    value, why = valued
    return valued if value >= floor else (floor, say("{why}, raised to the floor", why=why))


def _means(
    measure: Measure, profile: Profile, scores: Scores, values: Mapping[PlayerId, _Valued]
) -> dict[PlayerId, TieBreak]:
    """Return for every player the mean of the opponents' values, or the floor without any."""
    found = {}
    texts = {player: _percent(value) for player, (value, _) in values.items()}
    for player, score in scores.items():
        parts = []
        for each in score.meetings:
            if each.has_met or (profile.is_unplayed_2_0 and each.ending is Ending.NO_SHOW):
                value, why = values[each.opponent]
                parts.append(_part(each, scores, value, texts[each.opponent], why))
            else:
                parts.append(_part(each, scores, None, "", NOT_MET[each.ending]))
        counted = [each.value for each in parts if each.value is not None]
        mean = _mean(counted) if counted else profile.floor
        summary = say("mean of {count}", count=len(counted)) if counted else _NOBODY
        found[player] = TieBreak(measure, mean, _percent(mean), summary, tuple(parts))
    return found


def _mean(values: Sequence[Fraction]) -> Fraction:
    """Return the mean, over a common denominator, since adding fractions one by one is slow."""
    common = lcm(*(value.denominator for value in values))
    total = sum(value.numerator * (common // value.denominator) for value in values)
    return Fraction(total, common * len(values))


def _own_duels(score: Score, scores: Scores, points: Points, profile: Profile) -> TieBreak:
    parts = []
    for each in score.meetings:
        duels = _duels_of(each, profile)
        if duels is None:
            parts.append(_part(each, scores, None, "", NOT_MET[each.ending]))
            continue
        won, drawn, lost = duels
        reached = points.win * won + points.draw * drawn + points.loss * lost
        _, why = _share(won, drawn, lost, points)
        if not each.has_met:
            why = say("not played, counted as 2-0: {why}", why=why)
        parts.append(_part(each, scores, Fraction(reached), str(reached), why))
    value, why = _floored(_duel_share(score, points, profile), profile.floor)
    return TieBreak(Measure.OWN_DUELS, value, _percent(value), why, tuple(parts))


_POINTS_HALVES: Final = dict.fromkeys(Outcome, 2)
_BEATEN_HALVES: Final = {Outcome.WON: 2, Outcome.DRAWN: 1, Outcome.LOST: 0}
_HALVES: Final = {
    Measure.OPPONENTS_POINTS: _POINTS_HALVES,
    Measure.BEATEN_POINTS: _BEATEN_HALVES,
}
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


def _sums(
    measure: Measure, profile: Profile, scores: Scores, points: Points, after: RoundNumber
) -> dict[PlayerId, TieBreak]:
    """Return the sums of the opponents' points, each times what its outcome counts for."""
    factors = _HALVES[measure]
    gains = dict.fromkeys(scores, 0)
    if profile.has_dummies:
        gains = {player: _gain_as_drawn(score, points, after) for player, score in scores.items()}
    found = {}
    for player, score in scores.items():
        parts: list[Part] = []
        total = 0
        for each in score.meetings:
            if each.has_met:
                gain = gains[each.opponent]
                theirs = scores[each.opponent].points + gain
                halves = theirs * factors[each.outcome]
                why: str = _amount(each.outcome, factors[each.outcome], theirs)
                if gain:
                    why = say("{why}, {gain} for rounds after leaving", why=why, gain=gain)
            elif profile.has_dummies or each.outcome is Outcome.WON:
                halves = score.points * (factors[each.outcome] if profile.has_dummies else 2)
                why = _stand_in(NOT_MET[each.ending], halves)
            else:
                parts.append(_part(each, scores, None, "", NOT_MET[each.ending]))
                continue
            total += halves
            parts.append(_part(each, scores, *_of_halves(halves), why))
        if profile.has_dummies:
            absent = set(range(1, after + 1)) - {each.round for each in score.meetings}
            halves = score.points * factors[Outcome.LOST]
            for number in sorted(absent):
                total += halves
                why = _stand_in(_ABSENT, halves)
                parts.append(Part(RoundNumber(number), NO_PLAYER, "", *_of_halves(halves), why))
            parts.sort(key=lambda part: part.round)
        counted = sum(part.value is not None for part in parts)
        summary = say("sum of {count}", count=counted)
        found[player] = TieBreak(measure, *_of_halves(total), summary, tuple(parts))
    return found


def _gain_as_drawn(score: Score, points: Points, after: RoundNumber) -> int:
    """Return what a player's points gain if the rounds after the last one count as drawn.

    The last one is the last for which the player was there: a bye is, a no-show is not.
    """
    there = [each for each in score.meetings if not _is_absent(each)]
    last = there[-1].round if there else 0
    absent = sum(each.round > last for each in score.meetings)
    return (after - last) * points.draw - absent * points.loss


def _is_absent(meeting: Meeting) -> bool:
    missed = meeting.ending is Ending.MISSED
    return missed or (meeting.ending is Ending.NO_SHOW and meeting.outcome is Outcome.LOST)


def _stand_in(reason: str, halves: int) -> Text:
    text = _of_halves(halves)[1]
    return say("{reason}: the own {points} points stand in", reason=reason, points=text)


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
