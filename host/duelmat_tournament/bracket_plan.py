"""The plan of a bracket: its matches, each with the seeds, winners or losers who meet in it.

A plan follows from the number of players alone, and knows nobody. Where a seed is missing, the
other side goes on without a match, so that a plan has no byes, only matches.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from enum import Enum
from functools import lru_cache
from itertools import groupby

from msgspec import Struct

from duelmat_tournament.policy import Bracket


class Part(Enum):
    """The part of a bracket to which a match belongs, in the order of the tables of a round."""

    WINNERS = 1
    """Between players who have not lost; without a losers' bracket, all but the last."""
    FINAL = 2
    THIRD = 3
    """The match for places 3 and 4."""
    LOSERS = 4
    """Between players who have lost once."""
    GRAND_FINAL = 5
    RESET = 6
    """The grand final again, if the player who had not lost has lost the first one."""


class From(Enum):
    """The way in which a player comes into a match."""

    SEED = "seed"
    WON = "won"
    LOST = "lost"


class Source(Struct, frozen=True):
    """The player who comes into a match."""

    by: From
    number: int
    """The seed, from 1; else the match that was won or lost, by its place in the plan from 0."""


class Planned(Struct, frozen=True):
    """A match of a plan."""

    number: int
    """Its place in the plan, from 0."""
    round: int
    """From 1, the round of the bracket in which it is played."""
    part: Part
    of: int
    """The matches that its part has in this round, with those of missing seeds."""
    first: Source
    second: Source


def seed_order(size: int) -> list[int]:
    """Return the seeds of a full bracket in the order of the first round: neighbours meet.

    Of eight: 1 8, 4 5, 2 7, 3 6, so that the best two can meet in the final only.
    """
    order = [1]
    while len(order) < size:
        total = 2 * len(order) + 1
        order = [each for seed in order for each in (seed, total - seed)]
    return order


@lru_cache(maxsize=64)  # every page of a bracket asks for it
def plan_of(players: int, bracket: Bracket) -> tuple[tuple[Planned, ...], ...]:
    """Return the matches of a bracket by rounds, those of a round in the order of its tables."""
    if players < 2:
        return ()
    found = sorted(_Planner(players).run(bracket), key=lambda each: (each.round, each.part.value))
    return tuple(tuple(held) for _, held in groupby(found, key=lambda each: each.round))


_Line = list[Source | None]
"""The places of a round from above; None: a seed is missing."""


class _Planner:
    def __init__(self, players: int) -> None:
        self.players = players
        self.made: list[Planned] = []

    def run(self, bracket: Bracket) -> Iterable[Planned]:
        size = 1
        while size < self.players:
            size *= 2
        line: _Line = [
            Source(From.SEED, seed) if seed <= self.players else None for seed in seed_order(size)
        ]
        lower: _Line = []
        number = 0
        while len(line) > 1:
            number += 1
            part = Part.FINAL if len(line) == 2 and not bracket.is_double else Part.WINNERS
            before = lower
            line, lost = self.meet(number, part, line[::2], line[1::2])
            if bracket.is_double:
                lower = self.drop(number, before, lost) if number > 1 else lost
                if len(lower) > 1:
                    lower, _ = self.meet(2 * number, Part.LOSERS, lower[::2], lower[1::2])
            elif part is Part.FINAL and bracket is Bracket.SINGLE_THIRD and len(before) == 2:
                self.meet(number, Part.THIRD, before[:1], before[1:])
            else:
                lower = lost
        if bracket.is_double:
            line, lost = self.meet(2 * number, Part.GRAND_FINAL, line, lower)
        if bracket is Bracket.DOUBLE_RESET:
            self.meet(2 * number + 1, Part.RESET, line, lost)
        return self.made

    def drop(self, number: int, lower: _Line, lost: _Line) -> _Line:
        """Return the losers' bracket after it was joined by the losers of a winners' round.

        They come in another order each time: backwards, with the halves changed, with each half
        backwards, as they are. Of such orders these let two who have met meet again latest.
        """
        half = len(lost) // 2
        one, other = lost[:half], lost[half:]
        orders: list[_Line] = [
            [*other[::-1], *one[::-1]],
            [*other, *one],
            [*one[::-1], *other[::-1]],
            lost,
        ]
        coming = orders[(number - 2) % len(orders)]
        joined, _ = self.meet(2 * number - 1, Part.LOSERS, lower, coming)
        return joined

    def meet(
        self, number: int, part: Part, ones: Sequence[Source | None], others: _Line
    ) -> tuple[_Line, _Line]:
        """Let two lines meet place by place, and return the winners and the losers."""
        pairs = list(zip(ones, others, strict=True))
        results = [self.match(number, part, len(pairs), *pair) for pair in pairs]
        return [won for won, _ in results], [lost for _, lost in results]

    def match(
        self, number: int, part: Part, of: int, one: Source | None, other: Source | None
    ) -> tuple[Source | None, Source | None]:
        """Plan a match, unless a side is missing: then the other one goes on."""
        if one is None or other is None:
            return one or other, None
        at = len(self.made)
        self.made.append(Planned(at, number, part, of, one, other))
        return Source(From.WON, at), Source(From.LOST, at)


def loses_on(plan: Iterable[Iterable[Planned]]) -> set[int]:
    """Return the matches whose losers play on."""
    return {
        source.number
        for each in matches_of(plan)
        for source in (each.first, each.second)
        if source.by is From.LOST
    }


def matches_of(plan: Iterable[Iterable[Planned]]) -> Iterator[Planned]:
    """Yield the matches of a plan, round by round."""
    for held in plan:
        yield from held
