"""Ratings: the published examples, and a second implementation that finds volatility otherwise."""

from __future__ import annotations

import math
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from duelmat_tournament.ratings import Game, Glicko, elo_after, glicko_after
from examples import examples

UNRATED = Glicko(1500, 350, 0.06)


def test_the_published_example_of_glicko_2() -> None:
    """Glickman's player of 1500 beats one of 1400, and loses to 1550 and 1700."""
    before = {
        "own": Glicko(1500, 200, 0.06),
        "a": Glicko(1400, 30, 0.06),
        "b": Glicko(1550, 100, 0.06),
        "c": Glicko(1700, 300, 0.06),
    }
    games = [Game("own", "a", 1), Game("b", "own", 1), Game("own", "c", 0)]
    after = glicko_after(before, games, start=UNRATED, tau=0.5)["own"]
    assert after.rating == pytest.approx(1464.06, abs=0.01)
    assert after.deviation == pytest.approx(151.52, abs=0.01)
    assert after.volatility == pytest.approx(0.05999, abs=0.00001)


def test_the_published_example_of_elo() -> None:
    """A player of 1613 scores 2.5 of 5 where 2.88 are expected, and comes to 1601."""
    before = {"own": 1613.0, "a": 1609.0, "b": 1477.0, "c": 1388.0, "d": 1586.0, "e": 1720.0}
    scores = {"a": 0, "b": 0.5, "c": 1, "d": 1, "e": 0}
    games = [Game("own", other, score) for other, score in scores.items()]
    after = elo_after(before, games, start=1500, k=32)
    assert round(after["own"]) == 1601
    assert sum(after.values()) == pytest.approx(sum(before.values()))


def test_whoever_plays_nothing_becomes_less_sure() -> None:
    """By the volatility, on the internal scale."""
    before = {"own": Glicko(1600, 100, 0.06)}
    (after,) = glicko_after(before, [], start=UNRATED, tau=0.5).values()
    assert (after.rating, after.volatility) == (1600, 0.06)
    assert after.deviation == pytest.approx(math.hypot(100, 0.06 * 173.7178))


def second(own: Glicko, games: list[tuple[Glicko, float]], tau: float) -> Glicko:
    """Glicko-2 written once more, with a search for the volatility by halves."""
    k = 173.7178
    mu, phi = (own.rating - 1500) / k, own.deviation / k
    g = [1 / math.sqrt(1 + 3 * (o.deviation / k / math.pi) ** 2) for o, _ in games]
    e = [
        1 / (1 + math.exp(-gj * (mu - (o.rating - 1500) / k)))
        for gj, (o, _) in zip(g, games, strict=True)
    ]
    v = 1 / sum(gj * gj * ej * (1 - ej) for gj, ej in zip(g, e, strict=True))
    surprise = sum(gj * (s - ej) for gj, ej, (_, s) in zip(g, e, games, strict=True))
    delta = v * surprise

    def f(x: float) -> float:
        ex = math.exp(x)
        return ex * (delta**2 - phi**2 - v - ex) / (2 * (phi**2 + v + ex) ** 2) - (
            x - 2 * math.log(own.volatility)
        ) / (tau**2)

    low, high = -40.0, 40.0  # f falls from plus to minus
    for _ in range(200):
        middle = (low + high) / 2
        low, high = (middle, high) if f(middle) > 0 else (low, middle)
    sigma = math.exp(low / 2)
    star = phi**2 + sigma**2
    new = 1 / math.sqrt(1 / star + 1 / v)
    return Glicko(1500 + k * (mu + new**2 * surprise), k * new, sigma)


@settings(max_examples=examples(400))
@given(seed=st.integers(0, 10**9), tau=st.sampled_from((0.3, 0.5, 1.2)))
def test_both_implementations_agree(seed: int, tau: float) -> None:
    """Also far from 1500, where a deviation and a rating that are confused would show."""
    chance = Random(seed)
    names = [f"P{number}" for number in range(chance.randint(2, 8))]
    centre = chance.uniform(600, 2800)
    ratings = {
        name: Glicko(
            centre + chance.uniform(-300, 300), chance.uniform(30, 350), chance.uniform(0.03, 0.1)
        )
        for name in names
    }
    games = [
        Game(first, second_, chance.choice((0.0, 0.5, 1.0)))
        for _ in range(chance.randint(1, 12))
        for first, second_ in (chance.sample(names, 2),)
    ]
    after = glicko_after(ratings, games, start=UNRATED, tau=tau)
    for name in names:
        own = [(ratings[g.second], g.score) for g in games if g.first == name]
        own += [(ratings[g.first], 1 - g.score) for g in games if g.second == name]
        if own:
            found, expected = after[name], second(ratings[name], own, tau)
            assert found.rating == pytest.approx(expected.rating, abs=0.01)
            assert found.deviation == pytest.approx(expected.deviation, abs=0.01)
            assert found.volatility == pytest.approx(expected.volatility, rel=1e-4)
