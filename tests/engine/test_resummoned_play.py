"""Resummoned by random legal actions: it ends by rule, replays, and keeps its secrets."""

from __future__ import annotations

from random import Random

import pytest

from duelmat_engine import (
    PUBLIC,
    Deck,
    Seat,
    encode_duel,
    judge,
    legal_actions,
    public_form,
    view_for,
)
from duelmat_engine.errors import NotationError
from duelmat_engine.forms.notation import format_action, parse_action
from duelmat_engine.forms.positiontext import format_position, parse_position
from duelmat_engine.ruleset import find_ruleset
from engine.random_duels import play, replayed, soak
from followed_duels import moments, swapped

NAME = "resummoned"
DECK = Deck(find_ruleset(NAME).practice_deck[0])


@pytest.mark.parametrize("players", [2, 3, 4])
def test_random_duels_of_several_players_end_by_rule(players: int) -> None:
    tally = soak(8 // players + 1, seed=700, check_every=6, ruleset=NAME, players=players)
    assert tally.cut_offs == []
    assert tally.faults == []
    assert all("player" in reason for reason in tally.wins)


@pytest.mark.parametrize("players", [2, 3])
def test_a_duel_of_several_players_replays_byte_for_byte(players: int) -> None:
    first, again = replayed(11, NAME, players)
    assert first == again


@pytest.mark.parametrize(("players", "seed"), [(2, 3), (2, 8), (3, 5), (4, 2)])
def test_an_open_duel_follows_a_closed_one_and_views_tell_nothing(players: int, seed: int) -> None:
    """What the table knows is what following gives; unknown cards change nothing in a view."""
    chance = Random(seed)
    viewers = (PUBLIC, *(Seat(s) for s in range(players)))
    for closed, followed, actions, _ in moments(seed, 250, NAME, [DECK] * players):
        if chance.random() > 0.2:
            continue
        assert view_for(closed) == view_for(followed)
        viewer = chance.choice(viewers)
        other = swapped(closed, chance, viewer)
        if other is None:
            continue
        view, twin = view_for(closed, viewer), view_for(other, viewer)
        assert encode_duel(view) == encode_duel(twin)
        assert list(legal_actions(view)) == list(legal_actions(twin))
        for action in chance.sample(actions, min(2, len(actions))):
            asked = public_form(closed, action)
            assert judge(view, asked) == judge(twin, asked)


@pytest.mark.parametrize(("players", "seed"), [(2, 1), (3, 4)])
def test_positions_and_actions_are_written_and_read(players: int, seed: int) -> None:
    """Columns on both sides of the centre, stacks, priority and who has lost."""
    written = 0
    for index, (duel, action) in enumerate(play(seed, 1500, NAME, players)):
        assert duel.decision is not None
        if index % 5:
            continue
        text = format_action(action, duel.decision.seat)
        assert parse_action(text, duel.decision.seat) == action
        try:
            line = format_position(duel)
        except NotationError:
            continue
        again = parse_position(line)
        assert format_position(again) == line
        assert list(legal_actions(again)) == list(legal_actions(duel))
        written += 1
    assert written > 20
