"""An opponent on a real mat: firmware behind a serial port, and a person who follows the page.

The mat is the simulated one, started apart from the table, which is told its port and nothing
else; the person moves the cards as the table's public page says.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from random import Random
from typing import Any

import pytest
from msgspec import to_builtins

from deciders import ImmediateDecider
from direct_mat import practice_deck
from duelmat_engine.names import Seat
from duelmat_host.app.play_options import PlayOptions
from duelmat_host.app.table_app import opened_table
from duelmat_host.app.table_service import Answer, TableService
from duelmat_host.cards.registry import Registry
from duelmat_host.link.rig import RigProcess, start_rig
from duelmat_host.players.hand_moves import Move
from duelmat_host.players.hands_file import make_hands
from duelmat_host.players.opponent import Opponent
from duelmat_host.players.scripted_player import AnswerPrompt
from duelmat_host.players.simulated_mat import RigMat
from duelmat_host.table.inputs import QuestionAnswered
from duelmat_opponent import BUDGETS, Level
from person import Person
from play_options import play_options

pytestmark = pytest.mark.long

BEN = Seat(1)
PATIENCE = 400
"""So many looks at the page may go by without anything to do."""
LOOK_S = 0.1


class RealMat:
    """A mat on a port with two decks of real cards, Ana's hands and the person's."""

    def __init__(self, directory: Path) -> None:
        deck = practice_deck("trump_king")
        self.registry = Registry.for_simulation([deck, deck])
        self.file = directory / "cards.toml"
        self.registry.save(self.file)
        self.process: RigProcess = start_rig(directory / "board", "1.29")
        self.rig = self.process.client()
        chance = Random(3)
        self.hands = make_hands(RigMat(self.rig, self.registry), [deck, deck], chance)
        self.chance = chance

    def options(self, directory: Path, **more: Any) -> PlayOptions:
        return play_options(
            directory / "table",
            port=self.process.port,
            registry=self.file,
            opponent=Level.EASY,
            deal_seed=3,
            **more,
        )

    def close(self) -> None:
        self.rig.close()
        self.process.stop()


@pytest.fixture
def mat(tmp_path: Path) -> Any:
    real = RealMat(tmp_path)
    yield real
    real.close()


@asynccontextmanager
async def opened(options: PlayOptions) -> AsyncIterator[TableService]:
    """The table of these options, while it runs."""
    async with opened_table(options) as table:
        running = asyncio.create_task(table.service.run())
        try:
            yield table.service
        finally:
            table.service.stop()
            await running


class Players:
    """Ana, who plays by herself, and the person who moves Ben's cards."""

    def __init__(self, service: TableService, mat: RealMat, person: Person | None = None) -> None:
        self.service = service
        self.table = service.table_loop.table
        self.person = person or Person(mat.hands, BEN, mat.chance, self.table.state.card_name)
        decider = ImmediateDecider(BUDGETS[Level.EASY], mat.chance)
        self.ana = Opponent(self.table, mat.hands, Seat(0), decider, mat.chance)
        self.followed: object = None

    def view(self) -> dict[str, Any]:
        seen: dict[str, Any] = to_builtins(self.service.views.view("public"), enc_hook=str)
        return seen

    async def step(self) -> bool:
        """Do what there is to do; False if there is nothing."""
        view = self.view()
        obligation = self.person.obligation(view)
        told = None if obligation is None else (obligation, view["row"])
        if told is not None and told != self.followed:
            self.person.follow(view)
            self.followed = told
            return True
        self.followed = told
        decision = self.table.state.duel.decision
        if decision is not None and decision.kind == "first" and not self.table.state.obligations:
            prompt = self.table.now.prompts[0]
            letter = "ab"[prompt.seat]
            await self.service.answer(letter, Answer(prompt.id, 1))  # Ben goes first
            return True
        step = self.ana.step()
        if isinstance(step, AnswerPrompt):
            self.table.take(QuestionAnswered(step.seat, step.prompt, step.option))
        elif isinstance(step, Move):
            step.carry_out(self.ana.hands)
        return step is not None

    async def play(self, until: Callable[[], bool]) -> None:
        idle = 0
        while not until():
            idle = 0 if await self.step() else idle + 1
            assert idle < PATIENCE, (self.person.done[-4:], self.view())
            await asyncio.sleep(LOOK_S)


def test_a_whole_turn_and_a_stop_in_the_middle_of_it(tmp_path: Path, mat: RealMat) -> None:
    """The table is closed with three cards in the row, and goes on with the same ones."""

    async def play() -> None:
        async with opened(mat.options(tmp_path)) as service:
            players = Players(service, mat)
            await players.play(lambda: len(players.person.row) == 3)
            assert service.page().simulated is False
            assert [seat.is_opponent for seat in service.page().seats] == [False, True]
        async with opened(mat.options(tmp_path)) as service:
            players = Players(service, mat, players.person)
            table = service.table_loop.table
            await players.play(lambda: table.state.duel.turn == 2)
            assert service.runner.players.opponent is not None
            assert service.runner.players.opponent.hands.row(BEN) == players.person.row
            assert players.view()["row"]["places"] == sorted(players.person.row)
            assert table.state.refused_count == 0

    asyncio.run(play())
