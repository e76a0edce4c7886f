"""A match at a table without a board, of which the first duel is over."""

from __future__ import annotations

from pathlib import Path

from direct_mat import DECK, MAT, DirectMat
from duelmat_engine import CardKey, Seat, find_ruleset
from duelmat_host.app.duel_series import DuelSeries
from duelmat_host.app.journal_fold import begin_journal, duel_begun, resumed_state
from duelmat_host.app.mat_use import MatPlayers
from duelmat_host.app.metrics import CountedJournal, Metrics
from duelmat_host.cards.registry import Registry
from duelmat_host.errors import RigGoneError
from duelmat_host.players.hands import Hands, Lying
from duelmat_host.sensing.layout import MatZone
from duelmat_host.table.commands import Concede
from duelmat_host.table.draft import Chance
from duelmat_host.table.duel_setup import DuelSetup
from duelmat_host.table.inputs import CommandGiven
from duelmat_host.table.live import LiveTable
from duelmat_host.table.table import table_of
from duelmat_host.table.zone_map import ZoneMap
from duelmat_message import say
from host.boardless import boardless_loop
from play_options import play_options

SETUP = DuelSetup("trump_king", ("Ana", "Ben"), (DECK, DECK), duels=3)


class FrailMat(DirectMat):
    """A mat that hands reach, unless it has ended."""

    is_gone = False

    def lift(self, key: CardKey) -> None:
        if self.is_gone:
            raise RigGoneError(say("The simulated mat has ended."))
        super().lift(key)

    def know(self, registry: Registry) -> None:
        self.registry = registry

    def lay_out(self, lying: dict[CardKey, Lying]) -> None:
        if self.is_gone:
            raise RigGoneError(say("The simulated mat has ended."))
        self.lying = [(key, each.zone, each.face_up, each.turn) for key, each in lying.items()]


def hands_of(players: MatPlayers) -> Hands:
    assert players.hands is not None
    return players.hands


class Match:
    """A match of which the first duel is over, with one card on the mat."""

    def __init__(self, directory: Path) -> None:
        self.directory = directory
        options = play_options(directory, two=True, opponent=None)
        self.duels = DuelSeries(
            options,
            MAT,
            SETUP,
            lambda _: None,
            lambda setup: Registry.for_simulation(setup.decks),
        )
        journal = self.duels.current.journal
        begin_journal(journal, SETUP, MAT, 1)
        self.mat = FrailMat()
        self.duels.take_up_hands(self.mat)  # type: ignore[arg-type]  # what is used of it
        zones = ZoneMap(find_ruleset("trump_king"), MAT)
        state = resumed_state(duel_begun(journal), zones, journal.entries())
        counted = CountedJournal(journal, Metrics())
        self.table = LiveTable(table_of(state), counted, Chance(self.duels.dice))
        self.loop = boardless_loop(self.table)
        self.players = self.duels.players(self.table)
        self.hands = hands_of(self.players)
        self.hands.place(self.hands.sides[0].deck[0], MatZone("a.m3"))
        self.table.take(CommandGiven(Seat(0), Concede()))

    def begin_next(self) -> None:
        state = self.table.state
        self.hands = hands_of(self.duels.begin_next(self.loop, state.setup.after(state.duel)))

    @property
    def files(self) -> list[str]:
        return sorted(path.name for path in self.directory.glob("duel-*.jsonl"))
