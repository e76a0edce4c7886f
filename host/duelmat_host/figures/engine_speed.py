"""How fast the engine is, beside python-chess on the same machine in the same minute."""

from __future__ import annotations

import random
import statistics
import time
from collections.abc import Callable, Iterable, Sequence
from functools import partial
from typing import Any, NamedTuple, TypedDict

from duelmat_engine.judging.judge import judge, legal_actions
from duelmat_engine.play import Deck, apply, new_duel, roll
from duelmat_engine.ruleset import find_ruleset, game_of
from duelmat_engine.state import Duel, decode_duel, encode_duel
from duelmat_host.errors import HostError
from duelmat_host.figures.starts import midgame

SECONDS = 4.0
"""How long each rate is measured for, by the process's own clock."""


class MissingChessError(HostError):
    """python-chess, with which the engine is compared, is not installed."""


class Spread(TypedDict):
    p50: float
    p99: float


class Rates(NamedTuple):
    """Of random play, a second of the process's own time."""

    actions: float
    """Decisions with two answers or more, in the time that these took."""
    all_actions: float
    duels: float


class Speed(TypedDict):
    """The figures of one ruleset."""

    states: int
    legal_actions_us: Spread
    judge_us: Spread
    apply_us: Spread
    random_actions_per_s: float
    all_actions_per_s: float
    random_duels_per_s: float
    state_bytes: int
    python_chess_plies_per_s: float
    ratio: float


def engine_speed(ruleset: str, players: int = 2, seconds: float = SECONDS) -> Speed:
    """Measure one ruleset on its committed mid-game states and on random duels."""
    states = [encode_duel(duel) for duel in midgame(ruleset)]
    rates = _random_rates(ruleset, players, seconds)
    chess_plies = chess_rate(seconds)
    return Speed(
        states=len(states),
        legal_actions_us=_spread(map(_time_listing, _fresh(states))),
        judge_us=_spread(t for duel in _fresh(states) for t in _time_judging(duel)),
        apply_us=_spread(t for duel in _fresh(states) for t in _time_applying(duel)),
        random_actions_per_s=round(rates.actions, 1),
        all_actions_per_s=round(rates.all_actions, 1),
        random_duels_per_s=round(rates.duels, 2),
        state_bytes=round(statistics.median(map(len, states))),
        python_chess_plies_per_s=round(chess_plies, 1),
        ratio=round(rates.actions / chess_plies, 3),
    )


def _fresh(states: Sequence[bytes]) -> Iterable[Duel]:
    """Each state as a value that nothing has asked yet."""
    return (decode_duel(state) for state in states)


def _spread(seconds: Iterable[float]) -> Spread:
    took = sorted(seconds)
    return Spread(
        p50=round(took[len(took) // 2] * 1e6, 1),
        p99=round(took[min(len(took) - 1, len(took) * 99 // 100)] * 1e6, 1),
    )


def _time_listing(duel: Duel) -> float:
    return _timed(lambda: list(legal_actions(duel)))


def _time_judging(duel: Duel) -> Iterable[float]:
    for action in list(legal_actions(duel))[:8]:
        yield _timed(partial(judge, duel, action))


def _time_applying(duel: Duel) -> Iterable[float]:
    for action in list(legal_actions(duel))[:8]:
        yield _timed(partial(apply, duel, action))


def _timed(work: Callable[[], Any]) -> float:
    began = time.perf_counter()
    work()
    return time.perf_counter() - began


def _random_rates(ruleset: str, players: int, seconds: float) -> Rates:
    """Whole random duels: list all answers, take one by chance, apply it.

    A decision with one answer is no choice: it is played, and counts in neither number nor time
    of the actions. Duels a second count all that happened.
    """
    deck = Deck(*find_ruleset(ruleset).practice_deck)
    chance = random.Random(1)
    chosen = forced = duels = 0
    took = 0.0
    began = time.process_time()
    now = began
    while now < began + seconds:
        duel = new_duel(ruleset, [deck] * players, seed=duels + 1).duel
        game = game_of(duel.ruleset, duel.readings)
        while not duel.is_over():
            before = time.process_time()
            if duel.decision is not None and duel.decision.kind == "chance":
                duel = apply(duel, roll(duel), game).duel
                continue
            legal = list(legal_actions(duel, game))
            duel = apply(duel, chance.choice(legal), game).duel
            now = time.process_time()
            if len(legal) > 1:
                chosen += 1
                took += now - before
            else:
                forced += 1
        duels += 1
    whole = now - began
    return Rates(chosen / took, (chosen + forced) / whole, duels / whole)


def chess_rate(seconds: float) -> float:
    """Random plies a second of python-chess, its list of moves consumed as ours is."""
    try:
        import chess  # noqa: PLC0415  (only this figure needs it)
    except ImportError:
        raise MissingChessError(
            "The engine is measured beside python-chess, which is not installed. "
            "Install what the tests need: pip install -e '.[dev]'."
        ) from None
    chance = random.Random(1)
    plies = 0
    began = time.process_time()
    end = began + seconds
    while time.process_time() < end:
        board = chess.Board()
        while not board.is_game_over() and board.ply() < 400:
            board.push(chance.choice(list(board.legal_moves)))
            plies += 1
    return plies / (time.process_time() - began)
