"""How long a turn of the program takes, by game and level: at a mat without electronics.

The easy opponent plays the other seat. What passes is counted: each decision as long as it was
thought about (but at least and at most as the pace says), each movement with the pause after it
or until the table has it, and the processor time that the table takes for what it is told.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from concurrent.futures import ProcessPoolExecutor
from math import ceil
from random import Random
from statistics import quantiles
from time import thread_time
from typing import Any, Final

from duelmat_bench.easy_duel import LONGEST
from duelmat_bench.instant_mat import InstantMat, decide_who_begins, do_next, instant_table
from duelmat_engine import Action, Duel, Seat
from duelmat_host.app.pace import LOOK_S, longest_thought_s, step_s, thought_s
from duelmat_host.app.table_runner import BOT_POLL_S
from duelmat_host.players.hand_moves import Move
from duelmat_host.players.hands import Hands
from duelmat_host.players.opponent import Opponent
from duelmat_opponent import BUDGETS, Budget, Level, choose

FELT_S: Final = 0.15
"""A table has nineteen of twenty movements after so long (`duelmat bench table`)."""
PERSON, PROGRAM = Seat(0), Seat(1)


class Times:
    """The seconds of the program's own turns: as long as a person would wait for them."""

    def __init__(self) -> None:
        self.turns: dict[int, float] = {}
        self.thought_s = 0.0
        """The processor time of all decisions."""
        self._moved: dict[int, int] = {}
        """The number of movements in each turn."""

    def wait(self, turn: int, passed_s: float) -> None:
        """Count a time of a turn that a person waits."""
        self.turns[turn] = self.turns.get(turn, 0.0) + passed_s

    def move(self, turn: int, *, is_awaited: bool) -> None:
        """Count a movement with the pause after it.

        is_awaited: whether nothing follows before the table has it.
        """
        count = self._moved.get(turn, 0)
        self._moved[turn] = count + 1
        self.wait(turn, max(step_s(count), FELT_S) if is_awaited else step_s(count))


class TimedDecider:
    """A decider that notes how long a person would wait for each answer."""

    def __init__(self, seat: Seat, budget: Budget, chance: Random, times: Times) -> None:
        self._seat, self._times = seat, times
        self._budget, self._chance = budget, chance
        self._turn = self._count = 0
        self._answer: Action | None = None

    def ask(self, view: Duel, actions: Sequence[Action]) -> None:
        if view.turn != self._turn:
            self._turn, self._count = view.turn, 0
        began_s, longest_s = thread_time(), longest_thought_s(self._count)
        self._answer = choose(
            view,
            self._budget,
            self._chance,
            among=actions,
            is_late=lambda: thread_time() - began_s > longest_s,
        )
        took_s = thread_time() - began_s
        self._times.thought_s += took_s
        if view.turn_seat == self._seat == PROGRAM:
            looks = ceil(max(thought_s(self._count), took_s) / LOOK_S)
            self._times.wait(view.turn, looks * LOOK_S)
        self._count += 1

    def answer(self) -> Action | None:
        found, self._answer = self._answer, None
        return found


def turn_times(ruleset: str, level: Level, seed: int, most: int) -> list[float]:
    """Return the seconds of the program's own turns in one duel, of so many at most."""
    chance, times = Random(seed), Times()
    mat, table, hands = instant_table(ruleset, chance)
    players = [
        Opponent(table, hands, seat, TimedDecider(seat, BUDGETS[each], chance, times), chance)
        for seat, each in ((PERSON, Level.EASY), (PROGRAM, level))
    ]
    for _ in range(LONGEST):
        duel = table.state.duel
        if duel.is_over():
            return list(times.turns.values())
        if len(times.turns) > most:
            break
        for player in players:
            _step(player, mat, hands, times)
        decide_who_begins(mat, table)
    return list(times.turns.values())[:most]


def _step(player: Opponent, mat: InstantMat, hands: Hands, times: Times) -> None:
    """Have a player do the next thing, and count its time if it is the program in its own turn."""
    before, began_s, thought_before_s = player.table.state, thread_time(), times.thought_s
    duel = before.duel
    is_own = duel.decision is not None and duel.decision.seat == PROGRAM
    step = do_next(player, mat, hands)
    if player.seat != PROGRAM or duel.turn_seat != PROGRAM or not duel.turn:
        return
    times.wait(duel.turn, thread_time() - began_s - (times.thought_s - thought_before_s))
    if isinstance(step, Move):
        times.move(duel.turn, is_awaited=player.table.state is not before)
    elif step is not None:
        times.wait(duel.turn, LOOK_S)
    elif is_own:
        times.wait(duel.turn, BOT_POLL_S)


def figures_of(times: Sequence[float]) -> dict[str, Any]:
    """Return the figures of turns that took so many seconds."""
    longest = max(times, default=0.0)
    cuts = quantiles(times, n=20, method="inclusive") if len(times) > 1 else [longest] * 19
    return {
        "turns": len(times),
        "p50_s": round(cuts[9], 2),
        "p95_s": round(cuts[18], 2),
        "most_s": round(longest, 2),
    }


def measure_turns(
    rulesets: Sequence[str],
    levels: Sequence[Level],
    duels: int,
    most: int,
    processes: int = 1,
    say: Callable[[str], None] = lambda _: None,
) -> dict[str, Any]:
    """Return the seconds of a turn of the program, by game and level.

    most: the number of its turns that are counted in one duel.
    """
    found: dict[str, Any] = {}
    with ProcessPoolExecutor(processes) as pool:
        jobs = {
            (ruleset, level, seed): pool.submit(turn_times, ruleset, level, seed, most)
            for ruleset in rulesets
            for level in levels
            for seed in range(1, duels + 1)
        }
        for ruleset in rulesets:
            for level in levels:
                times: list[float] = []
                for seed in range(1, duels + 1):
                    times += jobs[ruleset, level, seed].result()
                    say(f"{ruleset}, {level}: {seed} of {duels} duels, {figures_of(times)}")
                figures = {"duels": duels, **figures_of(times)}
                found.setdefault(ruleset, {})[level.value] = figures
    return found
