"""Watching the demonstration: the same script in real time, with the table's page."""

from __future__ import annotations

import asyncio
import contextlib
import signal
import tempfile
from collections.abc import Callable
from pathlib import Path

from duelmat_bench.demo.play_through import make_hands_for, setup_for, steps_of
from duelmat_bench.demo.script import Script
from duelmat_bench.demo.stage import Wait, is_sensed
from duelmat_engine import Seat
from duelmat_hardware import Mat
from duelmat_host.app.open_table import open_table
from duelmat_host.app.shown_head import shown_head
from duelmat_host.app.simulated_mat import MicroPython, SimulatedMat
from duelmat_host.app.table_service import TableService
from duelmat_host.cards.registry import Registry
from duelmat_host.journal.journal import Journal
from duelmat_host.link.rig import start_rig
from duelmat_host.players.hand_moves import Move
from duelmat_host.players.scripted_player import AnswerPrompt, Dice, ScriptedPlayer
from duelmat_host.table.commands import AskMe
from duelmat_host.table.inputs import CommandGiven, QuestionAnswered
from duelmat_host.web import make_app
from duelmat_serving.server import free_port, serve

STEP_S = 0.9
"""The time between two movements, so that people can follow."""
PATIENCE_S = 4.0


def watch(
    script: Script,
    *,
    mat: Mat,
    micropython: MicroPython,
    seed: int,
    page_port: int,
    tell: Callable[[str], None],
) -> None:
    """Play the script at the speed of hands while its page can be viewed; Ctrl-C ends it.

    tell: is given the page's address.
    """
    with tempfile.TemporaryDirectory(prefix="duelmat-watch-") as place:
        directory = Path(place)
        start_rig(directory / "mat", micropython, "real", seed, mat)
        asyncio.run(_show(script, mat, micropython, directory, free_port(page_port), tell))


async def _show(
    script: Script,
    mat: Mat,
    micropython: MicroPython,
    directory: Path,
    page: int,
    tell: Callable[[str], None],
) -> None:
    setting = setup_for(script)
    registry = Registry.for_simulation(setting.decks)
    journal = Journal.open(directory / "duel.jsonl")
    dice = Dice()
    simulated = await SimulatedMat.start(directory / "mat", mat, micropython, registry)
    table_loop = open_table(
        setting, mat, registry, journal, simulated.port, dice=dice, is_simulated=True
    ).table_loop
    for seat in table_loop.table.state.duel.seats:
        table_loop.take(CommandGiven(Seat(seat), AskMe(["every"])))
    hands = make_hands_for(script, simulated.reach)
    service = TableService(table_loop, mat=simulated, head=lambda: shown_head(journal.entries()))
    server = serve(make_app(service), page)
    tell(f"http://127.0.0.1:{page}/")
    loop = asyncio.get_running_loop()
    for sign in (signal.SIGINT, signal.SIGTERM):
        loop.add_signal_handler(sign, service.stop)
    turning = asyncio.create_task(service.run(), name="table")
    serving = asyncio.create_task(server.serve(), name="pages")
    playing = asyncio.create_task(
        _perform(script, ScriptedPlayer(table_loop.table, hands), dice), name="hands"
    )
    try:
        await turning
    finally:
        playing.cancel()
        server.should_exit = True
        await asyncio.gather(playing, serving, return_exceptions=True)
        table_loop.line.close()
        await simulated.close()
        journal.close()


async def _perform(script: Script, performance: ScriptedPlayer, dice: Dice) -> None:
    """Carry out every movement, and wait each time until the table has seen it."""
    table, hands = performance.table, performance.hands
    await asyncio.sleep(2 * STEP_S)
    for step in steps_of(script, performance, dice, lambda _: None):
        match step:
            case Wait(ms=ms):
                await asyncio.sleep(ms / 1000)
            case AnswerPrompt(seat=seat, prompt=prompt, option=option):
                table.take(QuestionAnswered(seat, prompt, option))
                await asyncio.sleep(STEP_S / 2)
            case Move():
                inputs = table.inputs
                step.carry_out(hands)
                if step.do in ("draw", "shuffle"):
                    continue
                with contextlib.suppress(TimeoutError):
                    async with asyncio.timeout(PATIENCE_S):
                        await _seen(performance, step, inputs)
                await asyncio.sleep(STEP_S)


async def _seen(performance: ScriptedPlayer, step: Move, inputs: int) -> None:
    """Wait until the table has noticed a touch, or sees the cards as they lie."""
    while True:
        if step.do in ("touch", "press"):
            if performance.table.inputs != inputs:
                return
        elif is_sensed(performance.table, performance.hands):
            return
        await asyncio.sleep(0.03)
