"""Counting with a second generator, and telling where it differs from the first.

The second generators, one for each ruleset, write down every answer that could be given to a
decision and keep those that predicates of their own allow. They share with the engine the duel as
a value, the classes of answers, and `carry_out` to go on; nothing that decides what is legal.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

from duelmat_engine.actions import Action
from duelmat_engine.notation import format_action
from duelmat_engine.play import carry_out
from duelmat_engine.ruleset.registry import game_of
from duelmat_engine.state import Duel

Generator = Callable[[Duel], Iterable[Action]]


def count(duel: Duel, depth: int, generator: Generator) -> int:
    """How many sequences of `depth` answers there are."""
    if depth == 0:
        return 1
    answers = list(generator(duel))
    if depth == 1:
        return len(answers)
    return sum(count(_after(duel, answer), depth - 1, generator) for answer in answers)


def divide(duel: Duel, depth: int, generator: Generator) -> dict[Action, int]:
    """The count behind each first answer."""
    return {
        answer: count(_after(duel, answer), depth - 1, generator) for answer in generator(duel)
    }


def _after(duel: Duel, answer: Action) -> Duel:
    return carry_out(duel, answer, game_of(duel.ruleset, duel.readings)).duel


def differences(duel: Duel, first: Iterable[Action], second: Iterable[Action]) -> list[str]:
    """What only one of two lists of answers holds, or holds twice."""
    one, other = list(first), list(second)
    decision = duel.decision
    kind = "nothing" if decision is None else f"{decision.kind}, seat {decision.seat}"
    frame = duel.frames[-1].block if duel.frames else ""
    here = f"turn {duel.turn} {duel.phase}, {kind}, {frame}"
    said = [f"{here}: only the first has {format_action(a)}" for a in one if a not in other]
    said += [f"{here}: only the second has {format_action(a)}" for a in other if a not in one]
    if not said and len(one) != len(other):
        said.append(f"{here}: one of the lists holds an answer twice")
    return said
