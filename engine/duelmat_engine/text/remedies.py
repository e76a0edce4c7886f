"""Corrections: the legal action that differs least from a refused one.

The judge names what is missing; here it is spelled as one action, for those who want to see or
play it. It looks at all legal actions, so it is asked only where a refusal is explained.
"""

from __future__ import annotations

from collections import Counter

from duelmat_engine.actions import Action, Cancel, Choose, Name, Number, Play
from duelmat_engine.judging.listing import legal_actions
from duelmat_engine.notation import format_action
from duelmat_engine.ruleset.game import Game
from duelmat_engine.state import Duel, replace
from duelmat_engine.verdict import Do, Verdict

_WEIGHTS = {"shown": 0, "to": 2, "upright": 1, "face_up": 1, "target": 2, "way": 6}
"""The weight of a difference in each field; card and effect weigh most."""

_OTHER_CARD = 4


def distance(one: Action, other: Action) -> int:
    """Return the distance between two actions of one class."""
    if isinstance(one, Number) and isinstance(other, Number):
        return abs(one.value - other.value)
    total = 0
    for name in one.__struct_fields__:
        mine, theirs = getattr(one, name), getattr(other, name)
        if mine == theirs:
            continue
        if name == "using":
            left, right = Counter(mine), Counter(theirs)
            total += (left - right).total() + (right - left).total()
        else:
            total += _WEIGHTS.get(name, _OTHER_CARD)
    return total


def corrected(duel: Duel, action: Action, game: Game) -> Action | None:
    """Return the legal action of the same class that differs least; None: there is none.

    A choice or a name has nothing to keep: any that is offered is as near as another.
    """
    alike = [a for a in legal_actions(duel, game) if type(a) is type(action)]
    return min(alike, key=lambda other: distance(action, other), default=None)


def spelled(duel: Duel, action: Action, verdict: Verdict, game: Game) -> Verdict:
    """The verdict with what is to be done written as an action, where one action is all."""
    if verdict.legal or not verdict.remedies:
        return verdict
    if not all(isinstance(r, Do) and not r.action for r in verdict.remedies):
        return verdict
    better = corrected(duel, action, game)
    if better is None or isinstance(better, Cancel) or not _keeps(action, better):
        return verdict
    text = format_action(better)
    remedies = tuple(Do(r.text, text) for r in verdict.remedies)
    return replace(verdict, remedies=remedies)


def _keeps(action: Action, better: Action) -> bool:
    """Whether it is still what was meant: the same card played the same way, or a choice."""
    if isinstance(action, Choose | Name | Number):
        return True
    if isinstance(action, Play) and isinstance(better, Play) and action.way != better.way:
        return action.card == better.card
    return bool(distance(action, better) < 2 * _OTHER_CARD)
