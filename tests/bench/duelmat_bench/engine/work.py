"""Work of a decision, in bytecodes of the engine: a count that no other program can disturb.

A rate hangs on the machine and on what else it does; how many bytecodes of Python are executed
does not. They say what limits the rate, and whether a change made it better.
"""

from __future__ import annotations

import random
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from functools import partial
from itertools import count
from pathlib import Path
from types import CodeType, FrameType
from typing import Any, TypedDict, TypeVar

import duelmat_engine
from duelmat_bench.engine.speed import random_plies
from duelmat_engine.actions import Action
from duelmat_engine.judging.listing import legal_actions
from duelmat_engine.play import Deck, apply, new_duel, roll
from duelmat_engine.ruleset.game import Game
from duelmat_engine.ruleset.registry import find_ruleset, game_of
from duelmat_engine.state import Duel, replace

T = TypeVar("T")

DECISIONS = 300
EVERY = 7
"""Of the decisions of random duels one in so many is counted, so that several duels are seen."""
MOST = 12
"""So many functions are named."""


class Work(TypedDict):
    """Bytecodes a decision of two answers or more, of random duels after the first."""

    decisions: int
    listing: float
    applying: float
    rooms: dict[str, float]
    """Shares of the whole in percent, by package of the engine."""
    functions: dict[str, float]
    """The greatest shares, by function."""
    chess_ply: float
    """The bytecodes of a random ply of python-chess, listing and playing it."""


class Counting:
    """Counts the bytecodes executed while something is done, by the function they belong to."""

    def __init__(self) -> None:
        self.by_code: Counter[CodeType] = Counter()

    def during(self, work: Callable[[], T]) -> T:
        before = sys.gettrace()
        sys.settrace(self._called)
        try:
            return work()
        finally:
            sys.settrace(before)

    def total(self) -> int:
        return self.by_code.total()

    def _called(self, frame: FrameType, event: str, arg: Any) -> Any:
        del event, arg
        frame.f_trace_opcodes = True
        frame.f_trace_lines = False
        return self._executed

    def _executed(self, frame: FrameType, event: str, arg: Any) -> Any:
        del arg
        if event == "opcode":
            self.by_code[frame.f_code] += 1
        return self._executed


def engine_work(ruleset: str, decisions: int = DECISIONS) -> Work:
    """Count what some decisions of random duels cost, and as many plies of chess."""
    listing, applying, chess = Counting(), Counting(), Counting()
    chance = random.Random(1)
    for number, chosen in enumerate(_choices(ruleset)):
        if number == decisions:
            break
        duel = replace(chosen)  # an equal value of which nobody has asked anything yet
        game = game_of(duel.ruleset, duel.readings)
        legal = listing.during(partial(_listed, duel, game))
        applying.during(partial(apply, duel, chance.choice(legal), game))
    plies = random_plies()
    next(plies)  # chess is imported with the first
    for _ in range(decisions):
        chess.during(partial(next, plies))
    whole = listing.by_code + applying.by_code
    return Work(
        decisions=decisions,
        listing=round(listing.total() / decisions, 1),
        applying=round(applying.total() / decisions, 1),
        rooms=_shares(Counter(_by(whole, _room))),
        functions=_shares(Counter(_by(whole, _name)), MOST),
        chess_ply=round(chess.total() / decisions, 1),
    )


def _listed(duel: Duel, game: Game) -> list[Action]:
    return list(legal_actions(duel, game))


def _choices(ruleset: str) -> Iterator[Duel]:
    """States of random duels with two answers or more; the first duel only warms up."""
    deck = Deck(*find_ruleset(ruleset).decks.practice)
    chance = random.Random(1)
    seen = 0
    for seed in count(1):
        duel = new_duel(ruleset, [deck] * 2, seed=seed).duel
        while not duel.is_over():
            if duel.decision is not None and duel.decision.kind == "chance":
                duel = apply(duel, roll(duel)).duel
                continue
            legal = list(legal_actions(duel))
            if len(legal) > 1 and seed > 1:
                seen += 1
                if seen % EVERY == 0:
                    yield duel
            duel = apply(duel, chance.choice(legal)).duel


def _by(counted: Counter[CodeType], name: Callable[[CodeType], str]) -> dict[str, int]:
    found: Counter[str] = Counter()
    for code, number in counted.items():
        found[name(code)] += number
    return dict(found)


def _shares(counted: Counter[str], most: int | None = None) -> dict[str, float]:
    whole = counted.total()
    return {name: round(100 * n / whole, 1) for name, n in counted.most_common(most)}


def _room(code: CodeType) -> str:
    """The engine's package that a function belongs to; "" is its top level or the library."""
    path = Path(code.co_filename)
    root = Path(duelmat_engine.__file__).parent
    inside = path.is_relative_to(root) and len(path.relative_to(root).parts) > 1
    return path.relative_to(root).parts[0] if inside else ""


def _name(code: CodeType) -> str:
    return f"{Path(code.co_filename).stem}.{code.co_qualname}"
