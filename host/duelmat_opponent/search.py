"""Information-set Monte Carlo: what to do, by how duels that may be the real one go on.

Each round takes a deal of the unseen cards, goes down the known answers by UCB1 while one
announcement is being made, tries one more, and lets both players play on. The tree is one for
all deals, by what each action comes to for its player. Where more rounds would hardly find
anything better, it ends before the budget is spent.
"""

from __future__ import annotations

from collections.abc import Collection
from math import erfc, exp, log, pi, sqrt
from random import Random
from typing import Final

from duelmat_engine import Action, Duel, Game, carry_out, deal_unseen, game_of, roll
from duelmat_opponent.action_classes import ActionClass, class_of
from duelmat_opponent.field_policy import policy_of
from duelmat_opponent.levels import Budget
from duelmat_opponent.playouts import Effort, answers, play_out
from duelmat_opponent.weights import weights_of

CURIOSITY: Final = 0.2
"""The weight of rarely tried actions (the constant of UCB1)."""

TRUST: Final = 0.10
"""The weight of the policy's preference in the choice of an answer to try."""

DEEPEST: Final = 6
"""The most answers in a row of one announcement that are distinguished."""

SUPPOSED_PLAYOUTS: Final = 4
"""The weight of `SUPPOSED_VARIANCE`, so that a few playouts that happen to end alike do not pass
for certain."""
SUPPOSED_VARIANCE: Final = 0.02
"""The variance between playouts of one answer that is supposed before there are any."""


class Node:
    """The statistics of one way to answer, and of the answers after it."""

    __slots__ = ("after", "likely", "squares", "tried", "won")

    def __init__(self, likely: float) -> None:
        self.tried = 0
        self.won = 0.0
        self.squares = 0.0
        self.likely = likely
        self.after: dict[ActionClass, Node] = {}

    @property
    def mean(self) -> float:
        return self.won / self.tried if self.tried else 0.0

    @property
    def rank(self) -> tuple[int, float]:
        """The key by which answers are compared: the best one was tried most often."""
        return self.tried, self.mean

    def add(self, value: float) -> None:
        """Count a playout by how good the duel looked after it."""
        self.tried += 1
        self.won += value
        self.squares += value * value


def search(
    view: Duel, kinds: Collection[ActionClass], budget: Budget, effort: Effort, chance: Random
) -> dict[ActionClass, Node]:
    """Return the answers to the view's decision that were tried, with their statistics."""
    game = game_of(view.ruleset, view.readings)
    worth = weights_of(view.ruleset).worth
    root = Node(1.0)
    deals: list[Duel] = []
    rounds = 0
    while not effort.is_spent():
        if len(deals) < budget.worlds:
            deals.append(deal_unseen(view, chance.getrandbits(48)))
        _round(view, deals[rounds % len(deals)], game, root, kinds, effort, chance)
        rounds += 1
        if len(root.after) == len(kinds) and _is_settled(root.after.values(), worth):
            break
    return root.after


def _is_settled(nodes: Collection[Node], worth: float) -> bool:
    """Whether more rounds would gain less than `worth`: the best answer is likely to stay best.

    The difference between two answers is taken to be normally distributed around that of their
    means, and playouts of all answers to vary alike. What is expected of an answer is how much
    it may turn out better than the best one, by how likely that is.
    """
    if not all(each.tried for each in nodes):
        return False
    best = max(nodes, key=lambda each: each.rank)
    squares = sum(each.squares - each.won * each.mean for each in nodes)
    count = SUPPOSED_PLAYOUTS + sum(each.tried - 1 for each in nodes)
    variance = (SUPPOSED_PLAYOUTS * SUPPOSED_VARIANCE + squares) / count
    for each in nodes:
        spread = sqrt(variance * (1 / best.tried + 1 / each.tried))
        lead = (best.mean - each.mean) / spread
        density = exp(-lead * lead / 2) / sqrt(2 * pi)
        if each is not best and spread * (density - lead * erfc(lead / sqrt(2)) / 2) > worth:
            return False
    return True


def losing(view: Duel, effort: Effort, chance: Random) -> set[ActionClass]:
    """Return the answers with which the seat loses immediately, judged by one deal."""
    found: set[ActionClass] = set()
    if effort.is_spent():
        return found
    game = game_of(view.ruleset, view.readings)
    duel = deal_unseen(view, chance.getrandbits(48))
    for kind, action in _told_apart(view, duel, answers(duel, game)).items():
        if effort.is_spent():
            break
        effort.steps -= 1
        after = carry_out(duel, action, game).duel
        if after.outcome is not None and after.outcome.winner not in (None, view.viewer):
            found.add(kind)
    return found


def _round(
    view: Duel,
    duel: Duel,
    game: Game,
    root: Node,
    kinds: Collection[ActionClass],
    effort: Effort,
    chance: Random,
) -> None:
    seat = view.viewer
    path = [root]
    node = root
    is_new = False
    for _ in range(DEEPEST):
        duel = _rolled(duel, game)
        decision = duel.decision
        if decision is None or decision.seat != seat or is_new:
            break
        if node is not root and decision.kind in ("open", "window"):
            break
        found = _told_apart(view, duel, answers(duel, game))
        if node is root:
            found = {kind: action for kind, action in found.items() if kind in kinds}
        if not found:
            break
        action, node, is_new = _next(duel, node, found, chance)
        path.append(node)
        effort.steps -= 1
        duel = carry_out(duel, action, game).duel
    value = play_out(duel, game, seat, view.turn + 2, effort, chance)
    for each in path:
        each.add(value)


def _rolled(duel: Duel, game: Game) -> Duel:
    while duel.decision is not None and duel.decision.kind == "chance":
        duel = carry_out(duel, roll(duel), game).duel
    return duel


def _told_apart(view: Duel, duel: Duel, actions: list[Action]) -> dict[ActionClass, Action]:
    found: dict[ActionClass, Action] = {}
    for action in actions:
        found.setdefault(class_of(view, duel, action), action)
    return found


def _next(
    duel: Duel, node: Node, found: dict[ActionClass, Action], chance: Random
) -> tuple[Action, Node, bool]:
    """Return the answer to try, its node, and whether it is tried for the first time."""
    for kind, action in found.items():
        if kind not in node.after:
            node.after[kind] = Node(policy_of(duel.ruleset)(duel, action))
    total = sum(node.after[kind].likely for kind in found)
    tries = log(1 + sum(node.after[kind].tried for kind in found))

    def promise(kind: ActionClass) -> float:
        each = node.after[kind]
        likely = each.likely / total
        if not each.tried:
            return node.mean + CURIOSITY + likely
        return (
            each.mean
            + CURIOSITY * sqrt(tries / each.tried)
            + TRUST * likely * len(found) / (1 + each.tried)
        )

    best = max(found, key=lambda kind: (promise(kind), chance.random()))
    chosen = node.after[best]
    return found[best], chosen, not chosen.tried
