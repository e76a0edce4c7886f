"""One decision of an opponent: from a view to an action."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import NamedTuple

from duelmat_engine import (
    Action,
    Activate,
    Cancel,
    Duel,
    EngineError,
    bound_forms,
    game_of,
    legal_actions,
    lookup,
)
from duelmat_opponent.action_classes import ActionClass, class_of, in_the_middle
from duelmat_opponent.field_policy import CERTAIN, policy_of
from duelmat_opponent.levels import Budget
from duelmat_opponent.playouts import Deadline, Effort
from duelmat_opponent.policy import pick, preference
from duelmat_opponent.search import losing, search
from duelmat_opponent.weights import weights_of


class Considered(NamedTuple):
    """An action that was considered."""

    action: Action
    tried: int
    """The number of playouts after it; 0: it was judged by its looks."""
    value: float
    """The chance to win after it by those playouts, from 0 to 1."""


def choose(
    view: Duel,
    budget: Budget,
    chance: Random,
    *,
    among: Sequence[Action] | None = None,
    is_late: Deadline = lambda: False,
) -> Action:
    """Choose the action of the seat whose view this is, as `consider` does."""
    return consider(view, budget, chance, among=among, is_late=is_late)[0].action


def consider(
    view: Duel,
    budget: Budget,
    chance: Random,
    *,
    among: Sequence[Action] | None = None,
    is_late: Deadline = lambda: False,
) -> list[Considered]:
    """Return what the seat whose view this is may do at a decision of its own, the best first.

    What was not tried is left out behind the best. The answer depends on the arguments alone.
    `among` are the actions from which to choose, where those of the view are not all possible;
    `is_late` is asked between two playouts, and an answer is ready whenever it returns True.
    Raises EngineError if the view is of no seat, or if there is nothing to decide.
    """
    if view.decision is None or view.closed or view.viewer != view.decision.seat:
        raise EngineError(
            f"expected the view of the seat that decides, got {view!r}: make it with view_for"
        )
    actions = in_the_middle(among if among is not None else _named(view))
    actions = [each for each in actions if not isinstance(each, Cancel)] or actions
    actions = [each for each in actions if not _waits_already(view, each)] or actions
    if not actions:
        raise EngineError(f"expected something that may be done, got nothing in {view!r}")
    kinds: dict[ActionClass, Action] = {}
    for each in actions:
        kinds.setdefault(class_of(view, view, each), each)
    if budget.worlds:
        kinds = _worth_thinking(view, kinds)
    if len(kinds) == 1:
        return [Considered(next(iter(kinds.values())), 0, 0.0)]
    effort = Effort(budget.steps, is_late)
    tried = search(view, kinds, budget, effort, chance) if budget.worlds else {}
    known = [kind for kind in kinds if kind in tried and tried[kind].tried]
    if not known:
        lost = losing(view, effort, chance)
        kept = [action for kind, action in kinds.items() if kind not in lost]
        policy = policy_of(view.ruleset) if budget.worlds else preference
        return [Considered(pick(view, kept or actions, policy, budget.care, chance), 0, 0.0)]
    known.sort(key=lambda kind: tried[kind].rank, reverse=True)
    return [Considered(kinds[kind], tried[kind].tried, tried[kind].mean) for kind in known]


def _named(view: Duel) -> list[Action]:
    """Return the legal actions of a view, each with the cards named that it may be about."""
    return [form for action in legal_actions(view) for form in bound_forms(view, action)]


def _waits_already(view: Duel, action: Action) -> bool:
    """Whether the effect is on the Chain, and activating it again would do the same once more."""
    if not isinstance(action, Activate) or not view.chain:
        return False
    found = lookup(view, action.card)
    effect = game_of(view.ruleset, view.readings).rules.effects.get(action.effect)
    if found is None or effect is None or effect.announce:
        return False
    return any(
        (link.effect, link.source.oid) == (action.effect, found[1].oid) for link in view.chain
    )


def _worth_thinking(view: Duel, kinds: dict[ActionClass, Action]) -> dict[ActionClass, Action]:
    """Return the answers that do not look far worse than the best one, where that can be seen."""
    narrow = weights_of(view.ruleset).narrow
    if not narrow or len(kinds) == 1:
        return kinds
    policy = policy_of(view.ruleset)
    looks = {kind: policy(view, action) for kind, action in kinds.items()}
    best = max(looks, key=lambda kind: looks[kind])
    if looks[best] >= CERTAIN:
        return {best: kinds[best]}
    least = narrow * looks[best]
    return {kind: action for kind, action in kinds.items() if looks[kind] >= least}
