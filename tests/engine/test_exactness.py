from __future__ import annotations

import pytest

from engine.exactness import ENOUGH, SYSTEMS, measure, report


@pytest.mark.parametrize("ruleset", SYSTEMS)
def test_refusals_cite_exactly_what_refuses_and_say_what_helps(ruleset: str) -> None:
    """Of changed legal actions: the cited rules, all of them and no other, keep each from being
    legal, and bringing its remedies about makes nearly each legal."""
    found = measure(ruleset, 2, seed=40, per_state=1)
    assert found.refusals > 150
    assert found.exact == found.refusals, report(ruleset, found)
    assert found.remedied >= 0.9 * (found.refusals - found.open), report(ruleset, found)
    assert all(f.exact >= ENOUGH * f.refusals for f in found.by_rule.values())
