"""The search ends when it is settled what is best, and goes on while it is open."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

import pytest

from duelmat_engine import Duel, Seat, game_of, parse_position, view_for
from duelmat_opponent import BUDGETS, Level
from duelmat_opponent.action_classes import class_of
from duelmat_opponent.playouts import Effort, answers
from duelmat_opponent.search import Node, _is_settled, search
from duelmat_opponent.weights import weights_of

STRONG = BUDGETS[Level.STRONG]


def node(values: Sequence[float]) -> Node:
    """An answer after playouts that came to this."""
    made = Node(1.0)
    for value in values:
        made.add(value)
    return made


@pytest.mark.parametrize(
    ("playouts", "settled"),
    [
        pytest.param([[0.9, 0.8, 0.9], [0.2]], True, id="one is far better"),
        pytest.param([[0.9, 0.1, 0.9], [0.6]], False, id="it varies too much to know"),
        pytest.param([[0.5] * 30, [0.5] * 30], True, id="they come to the same"),
        pytest.param([[0.5, 0.5], [0.5, 0.5]], False, id="two playouts prove nothing"),
        pytest.param([[0.2, 0.8] * 10, [0.2, 0.8] * 10], False, id="either may be better"),
        pytest.param([[0.9, 0.9, 0.9], []], False, id="one was not tried"),
    ],
)
def test_it_is_settled_when_little_can_be_gained(
    playouts: list[list[float]], *, settled: bool
) -> None:
    worth = weights_of("ocg").worth
    assert _is_settled([node(values) for values in playouts], worth) == settled


def steps_left(duel: Duel) -> int:
    """The rest of the strong budget after a search for what player a does."""
    view = view_for(duel, Seat(0))
    kinds = {
        class_of(view, view, each) for each in answers(view, game_of(view.ruleset, view.readings))
    }
    effort = Effort(STRONG.steps, lambda: False)
    assert search(view, kinds, STRONG, effort, Random(1)).keys() == kinds
    return effort.steps


def test_little_is_thought_about_the_attack_that_wins() -> None:
    """To attack, to turn or to wait: one wins immediately."""
    cards = "a.m1 Warrior@1; a.pile Ox Elf Sangan; b.pile Ox Elf Sangan"
    duel = parse_position(f"ocg; 5 a battle; life 8000 1; closed; {cards}")
    assert steps_left(duel) > STRONG.steps * 0.9


def test_what_is_not_known_yet_is_thought_about() -> None:
    """A hand full of cards at the beginning of a turn, and unseen ones across."""
    cards = (
        "a.hand Wolf Ox Fissure Typhoon Sangan; a.pile Elf Warrior; "
        "b.hand Wolf Ox Fissure; b.m1 Elf@2; b.pile Sangan"
    )
    assert steps_left(parse_position(f"ocg; 5 a main1; life 8000 8000; closed; {cards}")) < 1_000
