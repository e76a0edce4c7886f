"""Trigamon at random: every duel ends by rule, and tells nobody more than they may know."""

from __future__ import annotations

from random import Random

import pytest

from duelmat_engine import PUBLIC, Deck, Seat, encode_duel, judge, legal_actions, view_for
from duelmat_engine.actions import Activate, Advance, Pass
from duelmat_engine.forms.notation import format_action, parse_action
from duelmat_engine.forms.positiontext import format_position, parse_position
from duelmat_engine.play import apply
from duelmat_engine.position import Placed, position
from duelmat_engine.ruleset import find_ruleset
from duelmat_engine.sight.public import public_form
from engine.random_duels import play, replayed, soak
from followed_duels import moments, swapped

DECK = Deck(*find_ruleset("trigamon").practice_deck)


@pytest.mark.parametrize("seed", range(3))
def test_random_duels_end_by_rule_and_stay_sound(seed: int) -> None:
    """No exception, no state that cannot be, no duel that goes on for ever."""
    tally = soak(1, seed, check_every=4, ruleset="trigamon")
    assert (tally.cut_offs, tally.faults) == ([], [])
    assert tally.wins.total() + tally.draws.total() == 1


def test_a_replay_is_the_same_to_the_byte() -> None:
    """The actions and the seed are all there is to a duel."""
    one, other = replayed(2, "trigamon")
    assert one == other


@pytest.mark.parametrize("seed", range(4))
def test_the_public_view_is_the_open_duel_that_followed(seed: int) -> None:
    """What the table knows of a closed duel is what it can work out by itself."""
    for closed, followed, _, _ in moments(seed, 250, "trigamon", (DECK, DECK)):
        assert view_for(closed) == view_for(followed)


@pytest.mark.parametrize("seed", range(20, 24))
def test_unknown_cards_change_no_view_no_list_and_no_verdict(seed: int) -> None:
    """Two cards that a viewer cannot know are exchanged: nothing that viewer gets differs."""
    chance = Random(seed)
    for closed, _, actions, _ in moments(seed, 150, "trigamon", (DECK, DECK)):
        viewer = chance.choice((PUBLIC, Seat(0), Seat(1)))
        other = swapped(closed, chance, viewer) if chance.random() < 0.15 else None
        if other is None:
            continue
        view, twin = view_for(closed, viewer), view_for(other, viewer)
        assert encode_duel(view) == encode_duel(twin)
        assert list(legal_actions(view)) == list(legal_actions(twin))
        for action in chance.sample(actions, min(2, len(actions))):
            asked = public_form(closed, action)
            assert judge(view, asked) == judge(twin, asked)


@pytest.mark.parametrize("seed", range(2))
def test_actions_and_positions_come_back_from_their_text(seed: int) -> None:
    """Marks of cards, equipped cards, cards of every zone."""
    for number, (duel, action) in enumerate(play(seed, 500, "trigamon")):
        assert duel.decision is not None
        seat = duel.decision.seat
        assert parse_action(format_action(action, seat), seat) == action
        if duel.decision.kind == "open" and number % 4 == 0:
            text = format_position(duel)
            assert format_position(parse_position(text)) == text


def test_dread_and_break_come_back_from_their_text() -> None:
    """What holds for a player, and what the Break Phase allows."""
    pile = {"a.pile": [Placed("EmberImp")], "b.pile": [Placed("EmberImp")]}
    dread = apply(
        position("trigamon", {"b.pile": pile["b.pile"]}, phase="start"), Advance("dread")
    )
    hand = {"a.hand": [Placed("StillMoment"), Placed("EmberImp")], **pile}
    broken = apply(position("trigamon", hand), Activate("still-moment", "a:StillMoment"))
    while broken.duel.decision is not None and broken.duel.decision.kind == "window":
        broken = apply(broken.duel, Pass())
    for step, phase in ((dread, "dread"), (broken, "break")):
        assert step.duel.phase == phase
        text = format_position(step.duel)
        again = parse_position(text)
        assert format_position(again) == text
        assert set(legal_actions(again)) == set(legal_actions(step.duel))
    left = apply(parse_position(format_position(broken.duel)), Advance("back"))
    assert left.duel.phase == "main1"
