"""A duel that is played while its cable is pulled again and again, at any byte.

The recorded duel is played by hands on the simulated mat, in virtual time. Between two movements
the cable is pulled after some byte of what passes, in the middle of a frame or not, stays out for
a while, and is put back; now and then the board is reset instead. Each time life, phase, log and
layout must be as they were, and the duel must end as its record says.
"""

from __future__ import annotations

import tempfile
from pathlib import Path
from random import Random
from typing import Any, Final, Literal

from duelmat_bench.demo.latency import LatencyMeter, spread
from duelmat_bench.demo.play_through import (
    layout_words,
    log_digest,
    make_hands_for,
    setup_for,
    steps_of,
)
from duelmat_bench.demo.script import Script, load_script
from duelmat_bench.demo.stage import SLICE_MS, Stage
from duelmat_bench.link.faults import Pull
from duelmat_engine.names import Seat
from duelmat_hardware import load_mat
from duelmat_host.app.open_table import open_table
from duelmat_host.cards.registry import Registry
from duelmat_host.journal.journal import Journal
from duelmat_host.link.line import BoardLine
from duelmat_host.link.reconnect import PortKeeper
from duelmat_host.link.rig import RigClient, start_rig
from duelmat_host.link.session import LinkState
from duelmat_host.link.transport import open_port
from duelmat_host.players.scripted_player import Dice, ScriptedPlayer
from duelmat_host.players.simulated_mat import RigMat
from duelmat_host.table.commands import AskMe
from duelmat_host.table.inputs import CommandGiven
from duelmat_message.errors import DuelmatError

BYTES_MAX: Final = 90
PULLED_WITHIN_MS: Final = 5_000
OUT_MS: Final = (20, 500)
BACK_WITHIN_MS: Final = 5_000
IN_TIME_MS: Final = 1_000
RESET_EVERY: Final = 20


class _Cable:
    """The cable of a stage, and what has come of pulling it."""

    def __init__(self, stage: Stage, rig: RigClient, port: str, seed: int) -> None:
        self.chance = Random(seed)
        self.stage = stage
        self.rig = rig
        self.pull = Pull(self._pulled)
        self.back_ms: list[int] = []
        self.pulls = 0
        self.resets = 0
        self.reset_ms: list[int] = []
        self.changes: list[str] = []
        self.lost = 0
        keeper = PortKeeper(port, lambda url: self.pull.opened(open_port(url)))
        stage.table_loop.line = BoardLine(port, stage.table_loop.line.session, keeper)

    def disturb(self) -> None:
        """Pull the cable and put it back, or reset the board; then compare."""
        before = _remembered(self.stage)
        if (self.pulls + self.resets) % RESET_EVERY == RESET_EVERY - 1:
            self.resets += 1
            self.rig.run(SLICE_MS)  # what the host has just written arrives before the reset
            self.rig.reset()
            self.reset_ms.append(self._until_back())
        else:
            self.pulls += 1
            self.pull.bytes_left = self.chance.randrange(BYTES_MAX)
            self.stage.until(lambda: not self.stage.table_loop.line.is_open, PULLED_WITHIN_MS)
            self.stage.rest(self.chance.randrange(*OUT_MS))
            self.rig.plug()
            self.back_ms.append(self._until_back())
        after = _remembered(self.stage)
        if after != before:
            told = "; ".join(
                f"{a!r} became {b!r}" for a, b in zip(before, after, strict=True) if a != b
            )
            self.changes.append(f"disturbance {self.pulls + self.resets}: {told}")

    def _pulled(self) -> None:
        # What has passed reaches the board before the rest is lost.
        self.rig.run(self.chance.randrange(3 * SLICE_MS))
        self.rig.unplug()

    def _until_back(self) -> int:
        """Virtual ms until board and host are in step again; the longest wait if they are not."""
        stage, begin_ms = self.stage, self.stage.now_ms
        session = stage.table_loop.line.session
        stage.slice()
        is_back = stage.until(
            lambda: stage.table_loop.line.is_open and session.state is LinkState.UP, BACK_WITHIN_MS
        )
        self.lost += not is_back
        took_ms = stage.now_ms - begin_ms
        stage.rest(10 * SLICE_MS)
        return took_ms


def _remembered(stage: Stage) -> tuple[object, ...]:
    table = stage.table_loop.table
    return (
        [player.life for player in table.state.duel.players],
        table.state.duel.turn,
        table.state.duel.phase,
        log_digest(table.state),
        layout_words(table),
    )


def measure_unplugging(
    micropython: Literal["1.28", "1.29"],
    *,
    unplugs: int,
    seed: int = 1,
    plays: int | None = None,
) -> dict[str, Any]:
    """Play the recorded duel, or its first plays, with so many disturbances spread over it."""
    script = load_script(None)
    mat = load_mat()
    with tempfile.TemporaryDirectory(prefix="duelmat-link-") as place:
        process = start_rig(Path(place) / "mat", micropython, "virtual", seed, mat)
        try:
            with process.client() as rig:
                return _measure(script, process.port, rig, Path(place), unplugs, seed, plays)
        finally:
            process.stop()


def _measure(
    script: Script,
    port: str,
    rig: RigClient,
    directory: Path,
    unplugs: int,
    seed: int,
    plays: int | None,
) -> dict[str, Any]:
    mat = load_mat()
    setting = setup_for(script)
    registry = Registry.for_simulation(setting.decks)
    journal = Journal.open(directory / "duel.jsonl")
    dice = Dice()
    opened = open_table(setting, mat, registry, journal, port, dice=dice, is_simulated=True)
    table = opened.table_loop.table
    for seat in table.state.duel.seats:
        table.take(CommandGiven(Seat(seat), AskMe(["every"])))
    hands = make_hands_for(script, RigMat(rig, registry))
    stage = Stage(
        opened.table_loop, rig, hands, LatencyMeter({lamp.name: lamp.lights for lamp in mat.lamps})
    )
    cable = _Cable(stage, rig, port, seed)
    total = plays or len(script.record.entries)
    done = [0]
    rig.subscribe()
    stage.connect()
    stuck = None
    try:
        for step in steps_of(script, ScriptedPlayer(table, hands), dice, done.append):
            if done[-1] > total:
                break
            wanted = unplugs * (done[-1] - 1) // max(total - 1, 1)
            while cable.pulls < min(wanted, unplugs):
                cable.disturb()
            stage.do(step)
        while cable.pulls < unplugs:
            cable.disturb()
    except DuelmatError as error:
        stuck = str(error)
    statistics = stage.table_loop.line.session.statistics
    stage.table_loop.line.close()
    journal.close()
    is_whole = plays is None and script.expected is not None
    figures: dict[str, Any] = {
        "unplugs": cable.pulls,
        "resets": cable.resets,
        "resumed": cable.pulls + cable.resets - cable.lost,
        "changed": len(cable.changes),
        "changes": cable.changes,
        "late": sum(ms > IN_TIME_MS for ms in cable.back_ms),
        "back_ms": spread(cable.back_ms, 0) | {"max": max(cable.back_ms)},
        "reset_ms": spread(cable.reset_ms, 0) if cable.reset_ms else None,
        "sessions": statistics.sessions,
        "missed": statistics.missed,
        "plays": min(done[-1], total),
        "stuck": stuck,
    }
    if is_whole:
        figures["ends_as_recorded"] = (
            stuck is None
            and script.expected is not None
            and (log_digest(table.state) == script.expected.log)
        )
    return figures
