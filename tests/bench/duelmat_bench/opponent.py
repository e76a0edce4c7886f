"""How well the opponent plays, and how long it thinks: whole duels on the engine alone.

Seats in turn, seeds fixed, the practice decks; a draw counts half. What a player answers hangs on
the view of its seat alone, and is carried out in the duel that is really played.
"""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from statistics import quantiles
from time import process_time
from typing import Any, Final

from duelmat_engine import (
    NOBODY,
    Action,
    Duel,
    Seat,
    carry_out,
    game_of,
    legal_actions,
    practice_duel,
    roll,
    view_for,
)
from duelmat_opponent import BUDGETS, Level, as_meant, choose

Player = Callable[[Duel, Seat, list[Action]], Action]
"""What answers a decision, of a closed duel, for a seat, and the answers there are."""

LONGEST: Final = 4_000
"""A duel with so many actions is called a draw."""


class Thinking:
    """A player of one level, and how long its decisions took."""

    def __init__(self, level: Level, seed: int) -> None:
        self.budget = BUDGETS[level]
        self.chance = Random(seed)
        self.took_ms: list[float] = []
        """Processor time of each decision."""

    def __call__(self, duel: Duel, seat: Seat, _actions: list[Action]) -> Action:
        view = view_for(duel, seat)
        began = process_time()
        action = choose(view, self.budget, self.chance)
        self.took_ms.append(1_000 * (process_time() - began))
        return as_meant(view, action, duel)


def at_random(seed: int) -> Player:
    """Return a player to whom every legal action is as good as any other."""
    chance = Random(seed)
    return lambda _duel, _seat, actions: chance.choice(actions)


def play_out(duel: Duel, players: list[Player]) -> Duel:
    """Return the duel after players have answered for their seats until it was over."""
    game = game_of(duel.ruleset, duel.readings)
    for _ in range(LONGEST):
        decision = duel.decision
        if decision is None:
            break
        actions = [] if decision.kind == "chance" else list(legal_actions(duel, game))
        if decision.kind == "chance":
            action: Action = roll(duel)
        elif decision.seat == NOBODY or len(actions) == 1:
            action = actions[0]
        else:
            action = players[decision.seat](duel, decision.seat, actions)
        duel = carry_out(duel, action, game).duel
    return duel


def score_of(duel: Duel, seat: Seat) -> float:
    """Return 1 for a win of the seat, 0.5 for a draw, 0 for a loss."""
    if duel.outcome is None or duel.outcome.winner is None:
        return 0.5
    return float(duel.outcome.winner == seat)


def measure_opponent(
    ruleset: str, duels: int, say: Callable[[str], None] = lambda _: None
) -> dict[str, Any]:
    """Return how often the strong opponent wins against others, and how long it thinks."""
    took_ms: list[float] = []
    figures: dict[str, Any] = {"duels": duels}
    for rival in ("random", Level.EASY):
        won = 0.0
        for seed in range(1, duels + 1):
            seat = Seat(seed % 2)
            strong = Thinking(Level.STRONG, seed)
            other: Player = (
                at_random(seed) if rival == "random" else Thinking(Level.EASY, seed + 1_000_000)
            )
            players: list[Player] = [strong, other] if seat == 0 else [other, strong]
            ended = play_out(practice_duel(ruleset, seed), players)
            won += score_of(ended, seat)
            took_ms += strong.took_ms
            reason = "the longest there may be" if ended.outcome is None else ended.outcome.told
            say(
                f"{ruleset}: {won:g} of {seed} against {rival}, turn {ended.turn}, {reason}"
                f", {sum(strong.took_ms) / 1_000:.1f} s thought"
            )
        figures[f"strong_beats_{rival}"] = round(won / duels, 3)
    parts = quantiles(took_ms, n=100) if len(took_ms) > 1 else took_ms * 99
    figures["decision_ms"] = {"p50": round(parts[49], 1), "p95": round(parts[94], 1)}
    return figures
