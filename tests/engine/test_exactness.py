from __future__ import annotations

from itertools import islice

import pytest

from duelmat_bench.engine.exactness import PAGE, SYSTEMS, measure, report, without
from duelmat_bench.engine.exactness_page import excused, rows, short_in
from duelmat_bench.engine.random_duels import play
from duelmat_engine.actions import Choose
from duelmat_engine.judging.judge import judge
from duelmat_engine.names import Seat, zone
from duelmat_engine.play import apply
from duelmat_engine.ruleset.registry import find_ruleset

SEEN_OFTEN = 40
"""So many refusals by a rule make its share worth comparing in a small sample."""


@pytest.mark.long
@pytest.mark.parametrize("ruleset", SYSTEMS)
def test_refusals_cite_exactly_what_refuses_and_say_what_helps(ruleset: str) -> None:
    """Of changed legal actions: the cited rules, all of them and no other, keep each from being
    legal, and bringing its remedies about makes it legal, but for the rules that are listed."""
    found = measure(ruleset, 2, seed=40, per_state=1)
    assert found.refusals > 150
    assert found.exact == found.refusals, report(ruleset, found)
    assert not found.faults.total(), report(ruleset, found)
    assert found.remedied >= 0.97 * found.refusals, report(ruleset, found)
    listed = excused().get(ruleset, {})
    often = [row for row in rows(ruleset, found.by_rule) if row.refusals >= SEEN_OFTEN]
    assert [row.line for row in often if row.is_short and row.rule not in listed] == []


def test_an_open_card_is_taken_by_its_zone_once_no_rule_is_against_it() -> None:
    """A hidden choice among hand cards, carried out with a card of the field: that very card."""
    duel = next(islice(play(6), 112, None))[0]
    there = duel.at(zone(Seat(0), "m1"))[0]
    assert there.face_up
    verdict = judge(duel, Choose("a.m1"))
    assert not verdict.legal
    after = apply(duel, Choose("a.m1"), without(duel, frozenset(verdict.rules))).duel
    assert after.frames[-1].bound["picked"] == (there,)


def test_the_rules_that_fall_short_are_those_that_are_listed() -> None:
    """The committed page and the list of reasons name the same rules: none is listed in vain."""
    listed = {(find_ruleset(n).title, rule) for n, group in excused().items() for rule in group}
    assert short_in(PAGE.read_text()) == listed
    assert all(reason.strip() for group in excused().values() for reason in group.values())
