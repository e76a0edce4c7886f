from __future__ import annotations

import pytest

from engine.soak import TABLES, Soaked, follow_one, soak


@pytest.mark.parametrize(("ruleset", "players"), TABLES)
def test_random_duels_end_by_rule_and_can_be_taken_back_and_replayed(
    ruleset: str, players: int
) -> None:
    """No exception, no stuck state, no cut-off; every state is hash-equal when come back to."""
    found = soak(9, ruleset, players, (9, 9))
    assert found.faults == []
    assert found.duels == 1
    assert sum(found.ends.values()) == 1


@pytest.mark.parametrize(("ruleset", "players"), TABLES)
def test_a_followed_duel_is_what_may_be_seen_of_the_closed_one(ruleset: str, players: int) -> None:
    found = Soaked()
    follow_one(found, 77, ruleset, players)
    assert found.faults == []
