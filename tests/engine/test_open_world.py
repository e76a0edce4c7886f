"""The open world against every deal that fits what the table saw."""

from __future__ import annotations

import pytest

from duelmat_bench.engine.open_world import TABLES, explore

OFTEN = ("ocg", "resummoned")


@pytest.mark.parametrize(
    ("ruleset", "players"),
    [
        pytest.param(*table, marks=() if table[0] in OFTEN else pytest.mark.long)
        for table in TABLES
    ],
)
def test_an_act_is_legal_in_the_open_exactly_when_some_deal_allows_it(
    ruleset: str, players: int
) -> None:
    """With every deal that the table may be looking at enumerated, nothing is refused or
    allowed wrongly."""
    tables = [explore(ruleset, players, seed) for seed in range(500, 504)]
    assert [table.wide for table in tables] == [[]] * 4
    assert sum(table.checked for table in tables) > 40
