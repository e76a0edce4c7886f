"""The table's own measure: cards laid down and lifted all over the mat, from hand to light.

Everything between is the real thing but for the electronics, which are the rig's: firmware, wire,
session, tracker, table, lamps. `placed_to_light_ms` ends with the first light at the place, which
the board lights by itself, `placed_known_ms` with the table that has the card in its layout.
Latencies are in the board's virtual time; the host's own work is in real time, over the cards laid
and lifted and a whole recorded duel around them: each round in which something came from the
board, was decided, written down or worked out.
"""

from __future__ import annotations

import gc
import tempfile
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, nullcontext
from itertools import chain
from pathlib import Path
from random import Random
from typing import Any, Final, Literal, NamedTuple

from duelmat_bench.demo.latency import LatencyMeter, WorkMeter, spread
from duelmat_bench.demo.play_through import make_hands_for, setup_for, steps_of
from duelmat_bench.demo.script import Script, load_script
from duelmat_bench.demo.stage import Stage, Wait
from duelmat_engine.names import Seat, zone_kind
from duelmat_hardware import Mat, load_mat
from duelmat_host.app.duel_series import DuelSeries
from duelmat_host.app.open_table import open_table
from duelmat_host.cards.registry import Registry
from duelmat_host.link.rig import RigClient, start_rig
from duelmat_host.players.hand_moves import Move
from duelmat_host.players.hands import Hands
from duelmat_host.players.scripted_player import AnswerPrompt, Dice, ScriptedPlayer
from duelmat_host.players.simulated_mat import RigMat
from duelmat_host.table.commands import AskMe
from duelmat_host.table.inputs import CommandGiven
from play_options import play_options

SLICE_MS: Final = 5
REST_MS: Final = 130
"""Between two movements, and up to so much more, so that they keep no step with sweeps."""
PATIENCE_MS: Final = 3_000
OPENING: Final = 20
"""So many plays of the recorded duel come first."""
STRANGER: Final = (bytes.fromhex("04d0e1f2031425"), bytes.fromhex("04d0e1f2031426"))
"""The tags of a sleeve of no deck: wherever it lies, nothing is played by it."""
TURNED: Final[tuple[Literal[0, 90, 180, 270], ...]] = (0, 90, 180, 270)


class _Trial:
    """One card in a hand, laid down here and there."""

    def __init__(self, stage: Stage, rig: RigClient, mat: Mat, seed: int) -> None:
        self._stage = stage
        self._rig = rig
        self._mat = mat
        self._chance = Random(seed)
        self.placed: dict[str, list[float]] = {"any": [], "expected": []}
        self.known: dict[str, list[float]] = {"any": [], "expected": []}
        self.removed: dict[str, list[float]] = {"any": [], "expected": []}
        self.unseen = 0

    def run(self, tags: tuple[bytes, bytes], count: int) -> None:
        sensed = [zone.id for zone in self._mat.zones if zone.antennas]
        for number in range(count):
            # Every second one goes where the table expects hands just now.
            hot = sorted(self._stage.table_loop.output.hot())
            zones = hot if number % 2 and hot else sensed
            free = [zone for zone in zones if zone not in self._stage.table_loop.table.layout]
            if free:
                self._lay_and_lift(self._chance.choice(free), tags)

    def _lay_and_lift(self, zone: str, tags: tuple[bytes, bytes]) -> None:
        stage, table_loop = self._stage, self._stage.table_loop
        stage.rest(REST_MS + self._chance.randrange(REST_MS))
        is_hot = zone in table_loop.output.hot()
        turn = self._chance.choice(TURNED) if zone_kind(zone) == "m" else 0
        stage.meter.placed(zone, stage.now_ms, table_loop.output.style_of(zone))
        if not stage.meter.is_waiting:  # of a lamp that blinks or has just changed
            return
        before = len(stage.meter.taken_ms)
        placed_ms = stage.now_ms
        self._rig.place("probe", tags[0], tags[1], zone, face="up", turn=turn)
        lit = stage.until(lambda: len(stage.meter.taken_ms) > before, PATIENCE_MS)
        stage.meter.forget()
        if not lit:
            self.unseen += 1
        else:
            self._note(self.placed, stage.meter.taken_ms[-1], is_hot=is_hot)
        if stage.until(lambda: zone in table_loop.table.layout, PATIENCE_MS):
            self._note(self.known, stage.now_ms - placed_ms, is_hot=is_hot)
        stage.rest(REST_MS + self._chance.randrange(REST_MS))
        is_hot = zone in table_loop.output.hot()
        lifted_ms = stage.now_ms
        self._rig.lift("probe")
        gone = stage.until(lambda: zone not in table_loop.table.layout, PATIENCE_MS)
        if gone:
            self._note(self.removed, stage.now_ms - lifted_ms, is_hot=is_hot)
        else:
            self.unseen += 1

    @staticmethod
    def _note(into: Mapping[str, list[float]], value_ms: float, *, is_hot: bool) -> None:
        into["any"].append(value_ms)
        if is_hot:
            into["expected"].append(value_ms)


class Parts(NamedTuple):
    """The parts of a table that is measured, for what runs beside it."""

    stage: Stage
    duels: DuelSeries
    work: WorkMeter
    seed: int


class Measured(NamedTuple):
    """All that one run has measured."""

    trial: _Trial
    work: WorkMeter


def measure_table(
    *, micropython: Literal["1.28", "1.29"] = "1.29", seed: int = 1, count: int = 200
) -> dict[str, Any]:
    """Return the figures of `duelmat bench table`."""
    measured = run_table(micropython=micropython, seed=seed, count=count)
    return {"micropython": micropython, "seed": seed, **figures_of([measured])}


def run_table(
    *,
    micropython: Literal["1.28", "1.29"],
    seed: int,
    count: int,
    mat: Mat | None = None,
    beside: Callable[[Parts], AbstractContextManager[None]] = lambda _: nullcontext(),
) -> Measured:
    """Lay and lift a card so many times.

    beside: runs the rest of the table's program.
    """
    mat = mat or load_mat()
    script = load_script(None)
    setting = setup_for(script)
    registry = Registry.for_simulation(setting.decks)
    with tempfile.TemporaryDirectory(prefix="duelmat-bench-") as place:
        directory = Path(place)
        options = play_options(directory, two=True, opponent=None)
        duels = DuelSeries(options, mat, setting, lambda _: None, lambda _: registry)
        process = start_rig(directory / "mat", micropython, "virtual", seed, mat)
        try:
            journal = duels.current.journal
            dice = Dice()
            opened = open_table(
                setting, mat, registry, journal, process.port, dice=dice, is_simulated=True
            )
            rig = process.client()
            hands = make_hands_for(script, RigMat(rig, registry))
            meter = LatencyMeter({lamp.name: lamp.lights for lamp in mat.lamps})
            stage = Stage(opened.table_loop, rig, hands, meter, slice_ms=SLICE_MS)
            rig.subscribe()
            stage.connect()
            work = WorkMeter()
            opened.table_loop.on_work = work.take
            gc.collect()
            gc.freeze()
            with beside(Parts(stage, duels, work, seed)):
                recorded = _Recorded(stage, script, hands, dice)
                recorded.play(OPENING)
                trial = _Trial(stage, rig, mat, seed)
                trial.run(STRANGER, count)
                recorded.play(len(script.record.entries))
            opened.table_loop.line.close()
            rig.close()
        finally:
            process.stop()
            duels.close()
    return Measured(trial, work)


class _Recorded:
    """The recorded duel, played by hands as far as is wanted."""

    def __init__(self, stage: Stage, script: Script, hands: Hands, dice: Dice) -> None:
        table = stage.table_loop.table
        for seat in table.state.duel.seats:
            table.take(CommandGiven(Seat(seat), AskMe(["every"])))
        self._stage = stage
        self._number = 0
        self._steps: Iterator[Move | AnswerPrompt | Wait] = steps_of(
            script, ScriptedPlayer(table, hands), dice, self._at
        )

    def _at(self, number: int) -> None:
        self._number = number

    def play(self, last: int) -> None:
        """Go on until this play has been made."""
        for step in self._steps:
            if self._number > last:
                self._steps = chain([step], self._steps)
                return
            self._stage.do(step)


def figures_of(runs: Sequence[Measured]) -> dict[str, Any]:
    """Return the figures of all runs together."""
    placed = _joined([run.trial.placed for run in runs])
    known = _joined([run.trial.known for run in runs])
    removed = _joined([run.trial.removed for run in runs])
    real_ms = [each for run in runs for each in run.work.real_ms]
    return {
        "placements": {name: len(values) for name, values in placed.items()},
        "unseen": sum(run.trial.unseen for run in runs),
        "placed_to_light_ms": {name: spread(v, 0) for name, v in placed.items()},
        "placed_known_ms": {name: spread(v, 0) for name, v in known.items()},
        "removed_known_ms": {name: spread(v, 0) for name, v in removed.items()},
        "host_rounds": len(real_ms),
        "host_ms": spread(real_ms, 2),
        "host_cpu_ms": spread([each for run in runs for each in run.work.cpu_ms], 2),
    }


def _joined(parts: Sequence[Mapping[str, list[float]]]) -> dict[str, list[float]]:
    return {name: [each for part in parts for each in part[name]] for name in parts[0]}
