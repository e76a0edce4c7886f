"""Tables of an event without electronics: their duels and journals, and their uplink to a hub."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import replace
from pathlib import Path

import httpx

from direct_mat import MAT, DirectMat, DirectTable
from duelmat_engine import CardKey, find_ruleset
from duelmat_hardware import Mat
from duelmat_host.app.duel_series import DuelSeries
from duelmat_host.app.journal_fold import begin_journal, duel_begun, resumed_state
from duelmat_host.app.metrics import CountedJournal, Metrics
from duelmat_host.app.table_service import TableService
from duelmat_host.cards.registry import Registry
from duelmat_host.journal.journal import Journal
from duelmat_host.players.hands import Hands, Lying
from duelmat_host.table.duel_setup import DuelSetup
from duelmat_host.table.state import TableState
from duelmat_host.table.zone_map import ZoneMap
from duelmat_host.uplink.event_table import EventTable
from duelmat_host.uplink.hub_client import HubClient
from duelmat_host.uplink.table_key import TableKey
from duelmat_host.uplink.taking_over import MovedJournals
from duelmat_host.uplink.uplink import Uplink
from duelmat_hub.clocks import utc_ms
from host.boardless import boardless_loop
from host.journals import played, played_table
from play_options import play_options


class BareMat(DirectMat):
    """A mat that is laid out by whoever opens it."""

    def know(self, registry: Registry) -> None:
        self.registry = registry

    def lay_out(self, lying: dict[CardKey, Lying]) -> None:
        self.lying = [(key, each.zone, each.face_up, each.turn) for key, each in lying.items()]


def write_played(path: Path, setup: DuelSetup, most: int | None = None, mat: Mat = MAT) -> None:
    """Write the journal of a duel that was played for a while under these conditions."""
    with Journal.open(path) as journal:
        begin_journal(journal, replace(setup, decks=played_table().state.setup.decks), mat, 1)
        for kind, data in played()[:most]:
            journal.append(kind, data)


class VenueTable:
    """A table's program, opened in its directory."""

    def __init__(
        self,
        directory: Path,
        link: str,
        transport: httpx.AsyncBaseTransport,
        carried: Path | None = None,
    ) -> None:
        """`carried` is the file of a journal from another table."""
        self.words: list[str] = []
        setup = DuelSetup("trump_king", ("Ana", "Ben"), played_table().state.setup.decks)
        options = play_options(directory, two=True, opponent=None)
        self.duels = DuelSeries(
            options, MAT, setup, self.words.append, lambda s: Registry.for_simulation(s.decks)
        )
        journal = self.duels.current.journal
        if not journal.entries("duel"):
            begin_journal(journal, setup, MAT, self.duels.current.number)
        self.mat = BareMat()
        self.duels.take_up_hands(self.mat)  # type: ignore[arg-type]  # what is used of it
        begun = duel_begun(journal)
        zones = ZoneMap(find_ruleset(begun.setup.ruleset), MAT)
        state = resumed_state(begun, zones, journal.entries())
        self.table = DirectTable(state, CountedJournal(journal, Metrics()), self.duels.dice)
        self.mat.table = self.table
        players = self.duels.players(self.table)
        self.service = TableService(boardless_loop(self.table), players, duels=self.duels)
        self.key = TableKey.of(directory)
        client = HubClient(link, key=self.key.public, transport=transport)
        self.uplink = Uplink(client, directory, utc_ms)
        self.event_table = EventTable(
            self.service,
            self.duels,
            self.uplink,
            directory,
            moved=MovedJournals(client, self.key, carried),
            report=self.words.append,
        )

    @property
    def state(self) -> TableState:
        return self.table.state

    @property
    def journal(self) -> Journal:
        return self.duels.current.journal

    @property
    def hands(self) -> Hands:
        hands = self.service.runner.players.hands
        assert hands is not None
        return hands

    def lay(self) -> None:
        """Lay every card where the lights ask for it."""
        for place, expect in self.state.expected.items():
            key = expect.key or expect.secret
            assert key is not None
            turn = 90 if expect.upright is False else 0
            self.hands.place(key, place, face_up=expect.face_up, turn=turn)

    def close(self) -> None:
        self.duels.close()


@asynccontextmanager
async def running(table: VenueTable) -> AsyncIterator[VenueTable]:
    """Run a table's part at the event, as if the power were cut at the end."""
    task = asyncio.create_task(table.event_table.run())
    try:
        yield table
    finally:
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)
        table.close()


async def until(condition: Callable[[], object]) -> None:
    while not condition():  # noqa: ASYNC110  (a test looks from outside)
        await asyncio.sleep(0.01)
