"""What spectators are shown of a report: it is read of whatever a table of any ruleset reports."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from msgspec import UNSET, convert

from direct_mat import do, practice_deck, seat_down
from duelmat_engine.actions import Cancel
from duelmat_engine.judging.listing import legal_actions
from duelmat_engine.play import apply, new_duel, roll
from duelmat_host.uplink.report_maker import shown
from duelmat_venue.reports import Report, changes_between, read_parts
from duelmat_venue.shown_parts import ShownParts
from hub.shown import watched

ACTIONS = 40


@pytest.mark.parametrize("ruleset", ["trump_king", "ocg", "resummoned", "trigamon"])
def test_every_view_of_a_table_can_be_shown(ruleset: str) -> None:
    chance = Random(3)
    deck = practice_deck(ruleset)
    duel = new_duel(ruleset, [deck, deck], seed=3).duel
    performance, _, dice = seat_down(duel)
    views = [shown(performance.table.state)]
    for _ in range(ACTIONS):
        if duel.decision is None:
            break
        actions = [each for each in legal_actions(duel) if not isinstance(each, Cancel)]
        action = roll(duel) if duel.decision.kind == "chance" else chance.choice(actions)
        after = apply(duel, action).duel
        if after.decision is not None and after.decision.kind == "chance":
            dice.ready.append(roll(after).values)
        for step in performance.perform(duel, action, after):
            do(performance, step)
        duel = after
        views.append(shown(performance.table.state))
    for view in views:
        parts = convert(view, ShownParts)
        assert UNSET not in (parts.zones, parts.piles, parts.aside, parts.chain)
        read_parts(view)
    before: dict[str, Any] = {}
    reports = []
    for n, view in enumerate(views, 1):
        reports.append(Report(n, 0, changes_between(before, view)))
        before = view
    assert "Turn " in watched(reports)
