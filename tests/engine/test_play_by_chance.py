"""Duels by chance: the same seed is the same duel, and every duel ends."""

from __future__ import annotations

from collections import Counter
from itertools import islice, pairwise

import pytest

from duelmat_engine import (
    EngineError,
    Pass,
    Roll,
    apply,
    legal_actions,
    parse_action,
    parse_position,
    play_random,
    practice_duel,
    replace,
    roll,
    ruleset_names,
    view_for,
    write_duel,
)
from duelmat_engine.chance import seeded
from duelmat_engine.names import Seat

TWO_DISCARDS = (
    "ocg; 3 a battle; life 8000 8000; closed; a.m1 Wolf@1; a.m2 Ox@1; a.s1 ThievingGoblin@1; "
    "a.pile Masaki; b.hand Elf Fissure Sangan BlueEyes DarkHole; b.pile Masaki"
)
"""Each direct attack takes a card at random from b's hand."""


@pytest.mark.parametrize("ruleset", ruleset_names())
def test_a_seed_is_a_duel(ruleset: str) -> None:
    """Played twice it is the same, with another seed another; what is played is legal."""
    begun = practice_duel(ruleset, seed=1)
    first = list(islice(play_random(begun, seed=7), 60))
    again = list(islice(play_random(begun, seed=7), 60))
    other = list(islice(play_random(begun, seed=8), 60))
    assert [each.action for each in first] == [each.action for each in again]
    assert write_duel(first[-1].step.duel) == write_duel(again[-1].step.duel)
    assert [each.action for each in first] != [each.action for each in other]
    for each, following in pairwise(first):
        assert each.action in list(legal_actions(each.before))
        assert each.step.duel == following.before


def test_a_duel_is_played_until_it_is_over() -> None:
    """Its last action ends it, and nothing is played in a duel that is over."""
    *_, last = play_random(practice_duel("trump_king", seed=3), seed=3)
    assert last.step.duel.is_over()
    assert list(play_random(last.step.duel, seed=3)) == []


def test_an_open_duel_is_not_played_by_chance() -> None:
    """Nobody knows the cards that are drawn."""
    with pytest.raises(EngineError, match="expected a closed duel"):
        next(play_random(view_for(practice_duel("ocg", seed=1)), seed=1))


def test_what_chance_takes_second_is_not_told_by_what_it_took_first() -> None:
    """Two discards by chance: every pair of cards is as likely, whatever the seed before it."""
    taken: Counter[tuple[str, ...]] = Counter()
    for seed in range(600):
        duel = replace(parse_position(TWO_DISCARDS), chance=seeded(seed))
        cards: list[str] = []
        for attack in ("m1*", "m2*"):
            duel = apply(duel, parse_action(attack, Seat(0))).duel
            while duel.decision is not None and duel.decision.kind != "open":
                action = roll(duel) if duel.decision.kind == "chance" else Pass()
                cards += action.values if isinstance(action, Roll) else ()
                duel = apply(duel, action).duel
        taken[tuple(cards)] += 1
    assert len(taken) == 5 * 4
    assert max(taken.values()) < 2 * 600 / len(taken)
