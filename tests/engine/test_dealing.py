"""Deals of unseen cards: closed duels that whoever sees the open one may be looking at."""

from __future__ import annotations

from random import Random

import pytest

from duelmat_engine import (
    Duel,
    EngineError,
    deal_unseen,
    legal_actions,
    play_random,
    possible_at,
    practice_duel,
    ruleset_names,
    view_for,
)
from duelmat_engine.views.view import PUBLIC


def moments(ruleset: str) -> list[Duel]:
    """Decisions of players in a random duel, from its beginning to its end."""
    chance = Random(1)
    played = play_random(practice_duel(ruleset, 3), 3)
    duels = [each.before for each in played if chance.random() < 0.08]
    return [d for d in duels if d.decision and d.decision.kind != "chance"][:12]


@pytest.mark.parametrize("ruleset", ruleset_names())
def test_a_deal_fits_what_is_known(ruleset: str) -> None:
    """Every card lies once, what was known stays, and what was not is what it may be."""
    for duel in moments(ruleset):
        assert duel.decision is not None
        for viewer in (PUBLIC, *duel.seats):
            view = view_for(duel, viewer)
            dealt = deal_unseen(view, 7)
            assert dealt.closed
            keys = [p.key for _, p in dealt.pieces()]
            assert None not in keys
            assert sorted(map(str, keys)) == sorted(str(p.key) for _, p in duel.pieces())
            for name, piece in view.pieces():
                found = next(p for p in dealt.at(name) if p.oid == piece.oid)
                assert found.key == piece.key or found.key in possible_at(view, name)


@pytest.mark.parametrize("ruleset", ruleset_names())
def test_who_decides_may_do_the_same_in_every_deal(ruleset: str) -> None:
    """What a seat may do hangs on what it knows: the same actions are legal in every deal."""
    for duel in moments(ruleset):
        assert duel.decision is not None
        dealt = deal_unseen(view_for(duel, duel.decision.seat), 5)
        assert len(list(legal_actions(dealt))) == len(list(legal_actions(duel)))


@pytest.mark.parametrize("ruleset", ruleset_names())
def test_a_view_of_a_deal_knows_what_the_view_knew(ruleset: str) -> None:
    """A deal keeps the claims about unseen cards besides where they lie."""
    for duel in moments(ruleset):
        for viewer in (PUBLIC, *duel.seats):
            view = view_for(duel, viewer)
            assert view_for(deal_unseen(view, 7), viewer).hidden == view.hidden


def test_a_seed_gives_one_deal_and_others_give_others() -> None:
    view = view_for(moments("ocg")[0])
    assert deal_unseen(view, 1) == deal_unseen(view, 1)
    assert len({str(deal_unseen(view, seed).zones) for seed in range(4)}) == 4


def test_a_closed_duel_is_refused() -> None:
    with pytest.raises(EngineError, match="expected an open duel"):
        deal_unseen(practice_duel("ocg", 1), 1)
