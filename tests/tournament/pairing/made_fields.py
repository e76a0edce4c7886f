"""Fields for tests: written by hand in a few words, or by chance far from any real tournament."""

from __future__ import annotations

import random
from collections.abc import Iterable

from hypothesis import strategies as st

from duelmat_tournament.names import PlayerId, RoundNumber
from duelmat_tournament.pairing import Entrant, Field, Float

NAMES = ("Ana", "Ben", "Cem", "Dia", "Eli", "Fay", "Gus", "Hal", "Ida", "Jon", "Kim", "Leo")


def a_field(
    points: Iterable[int],
    met: Iterable[tuple[str, str]] = (),
    *,
    had_bye: Iterable[str] = (),
    floats: dict[str, Float] | None = None,
    teams: dict[str, str] | None = None,
    allow_rematches: bool = False,
    allow_second_bye: bool = False,
) -> Field:
    """A field of Ana, Ben, Cem and so on with these points."""
    pairs = [tuple(map(number, pair)) for pair in met]
    entrants = []
    for player, (name, each) in enumerate(zip(NAMES, points, strict=False), 1):
        others = [a + b - player for a, b in pairs if player in {a, b}]
        entrants.append(
            Entrant(
                PlayerId(player),
                name,
                each,
                tuple(PlayerId(other) for other in others),
                name in had_bye,
                (floats or {}).get(name, Float.NONE),
                (teams or {}).get(name, ""),
            )
        )
    return Field(
        RoundNumber(3), "seed", tuple(entrants), bool(teams), allow_rematches, allow_second_bye
    )


def number(name: str) -> PlayerId:
    return PlayerId(1 + NAMES.index(name))


def by_chance(players: int, seed: int, *, may_give_up: bool = False) -> Field:
    """A field that no tournament leads to: points, floats and who has met whom at random."""
    chance = random.Random(f"{players} {seed}")
    scores = chance.randint(1, max(1, players))
    closed = chance.choice((0.0, 0.2, 0.5, 0.8))
    met: list[list[PlayerId]] = [[] for _ in range(players)]
    for one in range(players):
        for other in range(one):
            if chance.random() < closed:
                met[one].append(PlayerId(1 + other))
                met[other].append(PlayerId(1 + one))
    entrants = [
        Entrant(
            PlayerId(1 + at),
            f"P{1 + at}",
            chance.randrange(scores) ** 2,
            tuple(met[at]),
            chance.random() < closed,
            chance.choice(tuple(Float)),
            chance.choice(("", "", "X", "Y")),
        )
        for at in range(players)
    ]
    gives_up = may_give_up and chance.random() < 0.7
    return Field(
        RoundNumber(1 + chance.randrange(9)),
        f"seed {seed}",
        tuple(entrants),
        chance.random() < 0.5,
        gives_up and chance.random() < 0.7,
        gives_up and chance.random() < 0.7,
    )


def fields(most: int = 14, *, may_give_up: bool = False) -> st.SearchStrategy[Field]:
    return st.builds(
        lambda players, seed: by_chance(players, seed, may_give_up=may_give_up),
        st.integers(0, most),
        st.integers(0, 10**6),
    )
