"""Speed of the engine, beside python-chess on the same machine in the same minute."""

from __future__ import annotations

import random
import statistics
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from copy import deepcopy
from functools import partial
from itertools import count, islice
from typing import Any, NamedTuple, TypedDict, TypeVar

import chess
from msgspec import json

from duelmat_bench.engine.midgame import MOST_STATES, midgame, play_midgame
from duelmat_engine.judging.judge import judge
from duelmat_engine.judging.listing import legal_actions
from duelmat_engine.play import Deck, apply, new_duel, roll
from duelmat_engine.ruleset.registry import find_ruleset, game_of
from duelmat_engine.state import Duel

SECONDS = 4.0
"""The time for which each rate is measured, by the process's own clock; longer until a duel and
a game of chess have ended."""
SLICE = 0.2
"""Duels and chess take turns of so many seconds: what else the machine does slows both alike."""
LONGEST_GAME = 400
"""Plies after which a random game of chess is given up."""


class Spread(TypedDict):
    p50: float
    p99: float


class Rates(NamedTuple):
    """Rates of random play, in a second of the process's own time."""

    actions: float
    """Decisions with two answers or more, in the time that these took."""
    all_actions: float
    duels: float
    forced_share: float
    """Of all decisions those with a single answer."""
    quick_duels: float
    """Duels in which play runs through forced answers by itself."""
    chess_plies: float
    chess_games: float


class Speed(TypedDict):
    """The figures of one ruleset."""

    states: int
    legal_actions_us: Spread
    """Of a duel as play leaves it, asked for the first time."""
    legal_actions_read_us: Spread
    """Of the same duel read from JSON: its names are other objects than those of caches."""
    judge_us: Spread
    apply_us: Spread
    random_actions_per_s: float
    all_actions_per_s: float
    random_duels_per_s: float
    state_bytes: int
    python_chess_plies_per_s: float
    ratio: float
    forced_share: float
    duels_per_chess_game: float


def engine_speed(ruleset: str, players: int = 2, seconds: float = SECONDS) -> Speed:
    """Measure one ruleset on its committed mid-game states and on random duels."""
    # a copy has its claims worked out, which JSON needs
    states = [json.encode(deepcopy(duel), enc_hook=str) for duel in midgame(ruleset)]
    rates = _random_rates(ruleset, players, seconds)
    return Speed(
        states=len(states),
        legal_actions_us=_spread(islice(_time_listings(ruleset), MOST_STATES)),
        legal_actions_read_us=_spread(map(_time_listing, _fresh(states))),
        judge_us=_spread(t for duel in _fresh(states) for t in _time_judging(duel)),
        apply_us=_spread(t for duel in _fresh(states) for t in _time_applying(duel)),
        random_actions_per_s=round(rates.actions, 1),
        all_actions_per_s=round(rates.all_actions, 1),
        random_duels_per_s=round(rates.duels, 2),
        state_bytes=round(statistics.median(map(len, states))),
        python_chess_plies_per_s=round(rates.chess_plies, 1),
        ratio=round(rates.actions / rates.chess_plies, 3),
        forced_share=round(rates.forced_share, 3),
        duels_per_chess_game=round(rates.quick_duels / rates.chess_games, 3),
    )


def _fresh(states: Sequence[bytes]) -> Iterable[Duel]:
    """Each state as a value that nothing has asked yet."""
    return (json.decode(state, type=Duel) for state in states)


def _spread(seconds: Iterable[float]) -> Spread:
    took = sorted(seconds)
    return Spread(
        p50=round(took[len(took) // 2] * 1e6, 1),
        p99=round(took[min(len(took) - 1, len(took) * 99 // 100)] * 1e6, 1),
    )


def _time_listings(ruleset: str) -> Iterator[float]:
    """Yield the time of each first listing of two answers or more while the duel is played."""
    for duel in play_midgame(ruleset):
        seconds = _time_listing(duel)
        if len(list(legal_actions(duel))) > 1:
            yield seconds


def _time_listing(duel: Duel) -> float:
    return _timed(lambda: list(legal_actions(duel)))


def _time_judging(duel: Duel) -> Iterable[float]:
    for action in list(legal_actions(duel))[:8]:
        yield _timed(partial(judge, duel, action))


def _time_applying(duel: Duel) -> Iterable[float]:
    for action in list(legal_actions(duel))[:8]:
        yield _timed(partial(apply, duel, action))


def _timed(work: Callable[[], Any]) -> float:
    began = time.process_time()
    work()
    return time.process_time() - began


class _Acted(NamedTuple):
    """One action of a random duel."""

    seconds: float
    """The time that listing the answers and carrying one out took together."""
    is_choice: bool
    """Whether there were two answers or more."""
    is_last: bool


def _random_rates(ruleset: str, players: int, seconds: float) -> Rates:
    """Random duels a second, and python-chess's random plies a second in between.

    A decision with one answer is no choice: it is played, and counts in neither number nor time
    of the actions. Duels a second count all that happened.
    """
    duels, plies = _random_duels(ruleset, players), random_plies()
    quick = _quick_duels(ruleset, players)
    acted: list[_Acted] = []
    ended: list[bool] = []
    played: list[bool] = []
    ours = quickly = theirs = 0.0
    while ours < seconds or not (any(ended) and any(played) and any(one.is_last for one in acted)):
        ours += _slice(duels, acted)
        quickly += _slice(quick, ended)
        theirs += _slice(plies, played)
    chosen = [one.seconds for one in acted if one.is_choice]
    return Rates(
        actions=len(chosen) / sum(chosen),
        all_actions=len(acted) / ours,
        duels=sum(one.is_last for one in acted) / ours,
        forced_share=1 - len(chosen) / len(acted),
        quick_duels=sum(ended) / quickly,
        chess_plies=len(played) / theirs,
        chess_games=sum(played) / theirs,
    )


_Noted = TypeVar("_Noted")


def _slice(turns: Iterator[_Noted], noted: list[_Noted]) -> float:
    """Play for a slice of time; return how long it was."""
    began = time.process_time()
    while time.process_time() < began + SLICE:
        noted.append(next(turns))
    return time.process_time() - began


def _random_duels(ruleset: str, players: int) -> Iterator[_Acted]:
    """Random duels without end: list all answers, take one by chance, apply it."""
    deck = Deck(*find_ruleset(ruleset).decks.practice)
    chance = random.Random(1)
    for seed in count(1):
        duel = new_duel(ruleset, [deck] * players, seed=seed).duel
        game = game_of(duel.ruleset, duel.readings)
        while not duel.is_over():
            if duel.decision is not None and duel.decision.kind == "chance":
                duel = apply(duel, roll(duel), game).duel
                continue
            began = time.process_time()
            legal = list(legal_actions(duel, game))
            duel = apply(duel, chance.choice(legal), game).duel
            yield _Acted(time.process_time() - began, len(legal) > 1, duel.is_over())


def _quick_duels(ruleset: str, players: int) -> Iterator[bool]:
    """Random duels without end that run through forced answers; whether an action was the last."""
    deck = Deck(*find_ruleset(ruleset).decks.practice)
    chance = random.Random(1)
    for seed in count(1):
        duel = new_duel(ruleset, [deck] * players, seed=seed).duel
        game = game_of(duel.ruleset, duel.readings)
        while not duel.is_over():
            answer = chance.choice(list(legal_actions(duel, game)))
            duel = apply(duel, answer, game, through_forced=True).duel
            yield duel.is_over()


def random_plies() -> Iterator[bool]:
    """Random games of python-chess without end, its list of moves consumed as ours is.

    Yield after each ply whether the game is over.
    """
    chance = random.Random(1)
    while True:
        board = chess.Board()
        is_over = False
        while not is_over:
            board.push(chance.choice(list(board.legal_moves)))
            is_over = board.is_game_over() or board.ply() >= LONGEST_GAME
            yield is_over
