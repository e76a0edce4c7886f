"""Ratings of players from their games: Elo, and Glicko-2.

Glicko-2 is that of Mark Glickman, "Example of the Glicko-2 system" (2012), cited below as G2; the
numbers of its steps stand beside them. Ratings are given from outside and returned anew.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping
from math import exp, log, pi, sqrt
from typing import Final

from msgspec import Struct

SCALE: Final = 173.7178
"""G2, step 2: points of a rating for one of the internal scale."""
_CENTRE: Final = 1500
"""G2, step 2: the rating that is 0 on the internal scale, whatever a league begins with."""
_PRECISION: Final = 1e-6
"""G2, step 5: the width at which the search for the volatility ends."""


class Game(Struct, frozen=True):
    """A match that is rated."""

    first: str
    second: str
    score: float
    """1: the first player won, 0.5: drawn, 0: the second one won."""


class Glicko(Struct, frozen=True):
    """A rating with how sure it is."""

    rating: float
    deviation: float
    volatility: float


def elo_after(
    before: Mapping[str, float], games: Iterable[Game], *, start: float, k: float
) -> dict[str, float]:
    """Return the ratings after games that were played at once, each from those before."""
    after = dict(before)
    for game in games:
        first, second = before.get(game.first, start), before.get(game.second, start)
        gain = k * (game.score - 1 / (1 + 10 ** ((second - first) / 400)))
        after[game.first] = after.get(game.first, start) + gain
        after[game.second] = after.get(game.second, start) - gain
    return after


def glicko_after(
    before: Mapping[str, Glicko], games: Iterable[Game], *, start: Glicko, tau: float
) -> dict[str, Glicko]:
    """Return the ratings after a rating period; those who played nothing become less sure."""
    played: defaultdict[str, list[tuple[Glicko, float]]] = defaultdict(list)
    for game in games:
        played[game.first].append((before.get(game.second, start), game.score))
        played[game.second].append((before.get(game.first, start), 1 - game.score))
    return {
        player: _after_period(before.get(player, start), played[player], tau)
        for player in dict.fromkeys((*before, *played))
    }


def _after_period(own: Glicko, games: list[tuple[Glicko, float]], tau: float) -> Glicko:
    deviation = own.deviation / SCALE
    if not games:  # step 6 alone
        grown = sqrt(deviation**2 + own.volatility**2)
        return Glicko(own.rating, grown * SCALE, own.volatility)
    rating = (own.rating - _CENTRE) / SCALE
    information = gain = 0.0
    for other, score in games:  # steps 3 and 4
        weight = 1 / sqrt(1 + 3 * (other.deviation / SCALE) ** 2 / pi**2)
        expected = 1 / (1 + exp(-weight * (rating - (other.rating - _CENTRE) / SCALE)))
        information += weight**2 * expected * (1 - expected)
        gain += weight * (score - expected)
    variance = 1 / information
    volatility = _volatility(own.volatility, deviation, variance, variance * gain, tau)
    before_games = deviation**2 + volatility**2  # step 6
    deviation = 1 / sqrt(1 / before_games + information)  # step 7
    rating += deviation**2 * gain
    return Glicko(rating * SCALE + _CENTRE, deviation * SCALE, volatility)  # step 8


def _volatility(
    before: float, deviation: float, variance: float, improvement: float, tau: float
) -> float:
    """Return the new volatility, G2, step 5."""
    begin = log(before**2)

    def slope(x: float) -> float:
        total = deviation**2 + variance + exp(x)
        return exp(x) * (improvement**2 - total) / (2 * total**2) - (x - begin) / tau**2

    low = begin
    if improvement**2 > deviation**2 + variance:
        high = log(improvement**2 - deviation**2 - variance)
    else:
        steps = 1
        while slope(begin - steps * tau) < 0:
            steps += 1
        high = begin - steps * tau
    at_low, at_high = slope(low), slope(high)
    while abs(high - low) > _PRECISION:
        middle = low + (low - high) * at_low / (at_high - at_low)
        at_middle = slope(middle)
        if at_middle * at_high <= 0:
            low, at_low = high, at_high
        else:
            at_low /= 2
        high, at_high = middle, at_middle
    return exp(low / 2)
