from __future__ import annotations

from random import Random

import pytest

from worlds import Table

HOT = (
    "S9 H9 C9 D9 X1 X2 S2 H2 C3 C4 H5 H3 S8 D1 D5 C2 S3 S4 D3 C10 S10 H10 C5 C6".split()  # noqa: SIM905
)
"""Cards that return, draw, look and set unseen, and some that a Set cannot be."""

MOST_WORLDS = 1200


def packs(chance: Random) -> tuple[tuple[str, ...], tuple[str, ...]]:
    own = tuple(chance.sample(HOT, chance.choice((6, 7, 7, 8))))
    return own, tuple(chance.sample(HOT, 5 if len(own) > 6 else 6))


def explore(seed: int, steps: int) -> Table:
    """A random duel of two small decks, checked against all deals at every step."""
    table = Table(packs(Random(seed)), seed)
    for _ in range(steps):
        if len(table.worlds) <= 150:
            table.check()
        if len(table.worlds) > MOST_WORLDS or not table.step():
            break
    return table


@pytest.mark.parametrize("seed", range(500, 512))
def test_an_act_is_legal_in_the_open_exactly_when_some_deal_allows_it(seed: int) -> None:
    """With every deal that the table may be looking at enumerated, nothing is refused or
    allowed wrongly."""
    table = explore(seed, 30)
    assert table.counted > 50
    assert table.wide == []
