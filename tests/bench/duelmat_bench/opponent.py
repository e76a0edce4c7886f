"""How well the opponent plays, and how long it thinks: whole duels on the engine alone.

Seats in turn, seeds fixed, the practice decks; a draw counts half. What a player answers hangs on
the view of its seat alone, and is carried out in the duel that is really played. Duels that a file
of results holds are not played again, unless the engine or the opponent has changed since.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Sequence
from concurrent.futures import Future, ProcessPoolExecutor
from dataclasses import asdict, dataclass, field
from itertools import islice
from math import inf
from pathlib import Path
from random import Random
from time import process_time
from typing import Any, Final

from msgspec import MsgspecError, json

import duelmat_engine
import duelmat_opponent
from duelmat_bench.digest import package_digest
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
from duelmat_host.app.pace import longest_thought_s
from duelmat_host.errors import HostError
from duelmat_opponent import BUDGETS, Level, as_meant, choose

Player = Callable[[Duel, Seat, list[Action]], Action]
"""What answers a decision, of a closed duel, for a seat, and the answers there are."""

RIVALS: Final = (Level.EASY.value, "random")
LONGEST: Final = 4_000
"""A duel with so many actions is called a draw."""

BUCKET_MS: Final = 20
"""Times of decisions are counted in buckets of this width."""


class Thinking:
    """A player of one level, and how long its decisions took."""

    def __init__(self, level: Level, seed: int, *, is_paced: bool = False) -> None:
        """is_paced: whether it thinks no longer than at a table, in processor time."""
        self.budget = BUDGETS[level]
        self.chance = Random(seed)
        self.is_paced = is_paced
        self._turn = self._count = 0
        self.took_ms: list[float] = []
        """Processor time of each decision."""

    def __call__(self, duel: Duel, seat: Seat, _actions: list[Action]) -> Action:
        view = view_for(duel, seat)
        if duel.turn != self._turn:
            self._turn, self._count = duel.turn, 0
        longest_s = longest_thought_s(self._count) if self.is_paced else inf
        self._count += 1
        began = process_time()
        action = choose(
            view, self.budget, self.chance, is_late=lambda: process_time() - began > longest_s
        )
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


@dataclass(frozen=True, slots=True)
class Played:
    """One duel of the strong opponent."""

    score: float
    turns: int
    took_ms: list[float]
    """Processor time of each of its decisions."""


def play(ruleset: str, rival: str, seed: int, *, is_paced: bool = False) -> Played:
    """Return how a duel of the strong opponent against a rival went."""
    seat = Seat(seed % 2)
    strong = Thinking(Level.STRONG, seed, is_paced=is_paced)
    other = at_random(seed) if rival == "random" else Thinking(Level(rival), seed + 1_000_000)
    players: list[Player] = [strong, other] if seat == 0 else [other, strong]
    ended = play_out(practice_duel(ruleset, seed), players)
    return Played(score_of(ended, seat), ended.turn, strong.took_ms)


@dataclass(slots=True)
class Series:
    """The duels of the strong opponent in one ruleset against one rival, with seeds from 1 on."""

    ruleset: str
    rival: str
    of: dict[str, str]
    """Digests of the code that decided them."""
    scores: list[float] = field(default_factory=list)
    turns: list[int] = field(default_factory=list)
    decisions: list[int] = field(default_factory=list)
    buckets: list[int] = field(default_factory=list)
    """The number of its decisions by time: first those below BUCKET_MS, then below twice that."""

    def add(self, played: Played) -> None:
        self.scores.append(played.score)
        self.turns.append(played.turns)
        self.decisions.append(len(played.took_ms))
        for took_ms in played.took_ms:
            bucket = int(took_ms // BUCKET_MS)
            self.buckets += [0] * (1 + bucket - len(self.buckets))
            self.buckets[bucket] += 1


def quantile_ms(all_series: Sequence[Series], share: float) -> int:
    """Return the time within which that share of the decisions were made: the bucket's end."""
    wanted = share * sum(sum(series.buckets) for series in all_series)
    count = bucket = 0
    while count < wanted:
        count += sum(
            series.buckets[bucket] for series in all_series if bucket < len(series.buckets)
        )
        bucket += 1
    return bucket * BUCKET_MS


class Results:
    """The series that were played, in a file where one is given."""

    def __init__(self, file: Path | None) -> None:
        """Raise DuelmatError if the file holds something else."""
        self._file = file
        self._of = {
            "opponent": package_digest(duelmat_opponent),
            "engine": package_digest(duelmat_engine),
        }
        self._series: dict[tuple[str, str], Series] = {}
        if file is not None and file.exists():
            try:
                rows = json.decode(file.read_bytes(), type=dict[str, list[Series]])["series"]
            except (MsgspecError, KeyError) as error:
                raise HostError(
                    f"{file}: expected results of `duelmat bench opponent`, got {error}. "
                    "Name another file."
                ) from None
            self._series = {(row.ruleset, row.rival): row for row in rows}

    def series(self, ruleset: str, rival: str) -> Series:
        """Return the duels that were played with the present code."""
        found = self._series.get((ruleset, rival))
        return Series(ruleset, rival, self._of) if found is None or found.of != self._of else found

    def add(self, ruleset: str, rival: str, played: Played) -> Series:
        """Keep a duel; the first with the present code takes the place of all earlier ones."""
        series = self._series[ruleset, rival] = self.series(ruleset, rival)
        series.add(played)
        if self._file is not None:
            rows = (json.encode(asdict(self._series[at])).decode() for at in sorted(self._series))
            new = self._file.with_suffix(".new")
            new.write_text('{"series": [\n' + ",\n".join(rows) + "\n]}\n")
            new.replace(self._file)
        return series

    def figures(self, ruleset: str) -> dict[str, Any]:
        """Return how often the strong opponent won in a ruleset, and how long it thought."""
        all_series = [each for (name, _), each in self._series.items() if name == ruleset]
        return {
            "duels": {series.rival: len(series.scores) for series in all_series},
            **{
                f"strong_beats_{series.rival}": round(sum(series.scores) / len(series.scores), 3)
                for series in all_series
            },
            "decision_ms": {
                "p50": quantile_ms(all_series, 0.50),
                "p95": quantile_ms(all_series, 0.95),
            },
        }


def measure_opponent(
    rulesets: Sequence[str],
    duels: int,
    results: Results,
    processes: int = 1,
    say: Callable[[str], None] = lambda _: None,
    *,
    is_paced: bool = False,
) -> dict[str, Any]:
    """Play what is missing, and return the figures by ruleset.

    is_paced: whether the strong opponent thinks no longer than at a table.
    """
    jobs = iter(
        [
            (ruleset, rival, seed)
            for ruleset in rulesets
            for rival in RIVALS
            for seed in range(len(results.series(ruleset, rival).scores) + 1, duels + 1)
        ]
    )
    going: deque[tuple[str, str, Future[Played]]] = deque()
    with ProcessPoolExecutor(processes) as pool:
        while True:
            for ruleset, rival, seed in islice(jobs, 3 * processes - len(going)):
                going.append(
                    (ruleset, rival, pool.submit(play, ruleset, rival, seed, is_paced=is_paced))
                )
            if not going:
                break
            ruleset, rival, future = going.popleft()
            played = future.result()
            series = results.add(ruleset, rival, played)
            say(
                f"{ruleset}: {sum(series.scores):g} of {len(series.scores)} against {rival}, "
                f"turn {played.turns}, {sum(played.took_ms) / 1_000:.1f} s thought"
            )
    return {ruleset: results.figures(ruleset) for ruleset in rulesets}
