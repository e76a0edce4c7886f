"""Information-set Monte Carlo: what to do, by how duels that may be the real one go on.

Each round takes a deal of the unseen cards, goes down the known answers by UCB1 while one
announcement is being made, tries one more, and lets both players play on. The tree is one for
all deals, by what each action comes to for its player.
"""

from __future__ import annotations

from math import log, sqrt
from random import Random
from typing import Final

from duelmat_engine import Action, Duel, Game, carry_out, deal_unseen, game_of, roll
from duelmat_opponent.action_classes import ActionClass, class_of
from duelmat_opponent.levels import Budget
from duelmat_opponent.playouts import Effort, answers, play_out
from duelmat_opponent.policy import preference

CURIOSITY: Final = 0.35
"""The weight of rarely tried actions (the constant of UCB1)."""

TRUST: Final = 0.10
"""The weight of the policy's preference in the choice of an answer to try."""

DEEPEST: Final = 6
"""The most answers in a row of one announcement that are told apart."""


class Node:
    """The statistics of one way to answer, and of the answers after it."""

    __slots__ = ("after", "likely", "tried", "won")

    def __init__(self, likely: float) -> None:
        self.tried = 0
        self.won = 0.0
        self.likely = likely
        self.after: dict[ActionClass, Node] = {}

    @property
    def mean(self) -> float:
        return self.won / self.tried if self.tried else 0.0


def search(view: Duel, budget: Budget, effort: Effort, chance: Random) -> dict[ActionClass, Node]:
    """Return the answers to the view's decision that were tried, with how they went."""
    game = game_of(view.ruleset, view.readings)
    root = Node(1.0)
    deals: list[Duel] = []
    rounds = 0
    while not effort.is_spent():
        if len(deals) < budget.worlds:
            deals.append(deal_unseen(view, chance.getrandbits(48)))
        _round(view, deals[rounds % len(deals)], game, root, effort, chance)
        rounds += 1
    return root.after


def losing(view: Duel, effort: Effort, chance: Random) -> set[ActionClass]:
    """Return the answers with which the seat loses immediately, in one deal looked at."""
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


def _round(view: Duel, duel: Duel, game: Game, root: Node, effort: Effort, chance: Random) -> None:
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
        if not found:
            break
        action, node, is_new = _next(duel, node, found, chance)
        path.append(node)
        effort.steps -= 1
        duel = carry_out(duel, action, game).duel
    value = play_out(duel, game, seat, view.turn + 2, effort, chance)
    for each in path:
        each.tried += 1
        each.won += value


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
    for kind in found.keys() - node.after.keys():
        node.after[kind] = Node(preference(duel, found[kind]))
    total = sum(node.after[kind].likely for kind in found)
    tries = log(1 + sum(node.after[kind].tried for kind in found))

    def promise(kind: ActionClass) -> float:
        each = node.after[kind]
        likely = each.likely / total
        if not each.tried:
            return 0.5 + CURIOSITY + likely
        return (
            each.mean
            + CURIOSITY * sqrt(tries / each.tried)
            + TRUST * likely * len(found) / (1 + each.tried)
        )

    best = max(found, key=lambda kind: (promise(kind), chance.random()))
    chosen = node.after[best]
    return found[best], chosen, not chosen.tried
