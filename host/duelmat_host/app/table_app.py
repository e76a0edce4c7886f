"""The table app: everything that `duelmat play` needs, opened and closed together."""

from __future__ import annotations

import logging
import os
from collections.abc import Callable
from importlib.metadata import version
from pathlib import Path

from duelmat_decks.deck_loading import bring_decks
from duelmat_engine import Seat, find_ruleset, seat_letter
from duelmat_files.errors import NotKeptError
from duelmat_hardware import Mat, load_mat, mat_file
from duelmat_host.app.access import Access
from duelmat_host.app.access_files import load_access
from duelmat_host.app.duel_series import DuelSeries
from duelmat_host.app.enrolling import EnrolDesk
from duelmat_host.app.journal_fold import duel_begun
from duelmat_host.app.journal_folder import earlier_journals
from duelmat_host.app.open_table import Opened, open_table
from duelmat_host.app.play_options import PlayOptions
from duelmat_host.app.simulated_mat import SimulatedMat, stop_left_over
from duelmat_host.app.table_lock import LOCK_NAME, lock_table, publish_address
from duelmat_host.app.table_loop import TableLoop
from duelmat_host.app.table_service import TableService, viewers_of
from duelmat_host.cards.art import ArtFolder
from duelmat_host.cards.enrolment import Enrolment
from duelmat_host.cards.registry import Registry
from duelmat_host.table.duel_setup import DuelSetup
from duelmat_message import say, words_of
from duelmat_venue.reports import MatState

_log = logging.getLogger(__name__)


class TableApp:
    """One table with its mat, its duels and its pages' service."""

    def __init__(
        self,
        options: PlayOptions,
        mat: Mat | None = None,
        say: Callable[[str], None] = lambda _: None,
        log_to: Callable[[Path], None] = lambda _: None,
    ) -> None:
        """`say` gets the sentences for whoever started the table, while the table runs.

        `log_to` gets the table's directory, for the log, once that is this program's own.
        """
        self.options = options
        self.mat = mat or load_mat(mat_file(options.mat) if options.mat else None)
        self.resumed = 0
        self.service: TableService | None = None
        self._say = say
        self._log_to = log_to
        self._notes: list[str] = []
        self._lock: int | None = None
        self._duels: DuelSeries | None = None
        self._simulated: SimulatedMat | None = None
        self._enrolment: Enrolment | None = None
        decks = bring_decks(find_ruleset(options.ruleset), options.decks)
        self._setup = DuelSetup(
            options.ruleset, options.names, decks, options.readings, duels=options.duels
        )

    async def open(self) -> TableService:
        """Start or find the mat, resume the duel, and return the service for the pages."""
        try:
            return await self._open()
        except BaseException:
            await self.close()
            raise

    async def _open(self) -> TableService:
        options = self.options
        self._lock = lock_table(options.directory)
        self._log_to(options.directory)
        if options.registry is not None:
            self._enrolment = Enrolment(options.registry)
        self._duels = duels = DuelSeries(
            options, self.mat, self._setup, self._say, self._registry_for
        )
        art = None
        if options.art is not None:
            art = ArtFolder(options.art, find_ruleset(duels.current.setup.ruleset).cards)
            self._notes += art.notes
        opened = await self._open_table(duels)
        self.resumed = opened.resumed
        duels.take_up_hands(None if self._simulated is None else self._simulated.reach)
        loop = opened.table_loop
        loop.table.subscribe(duels.note_end)
        self.service = TableService(
            loop,
            duels.players(loop.table),
            duels=duels,
            mat=self._simulated,
            enroll=self._enrol_desk(loop),
            access=self._access(duels),
            art=art,
            head=duels.head,
        )
        return self.service

    async def _open_table(self, duels: DuelSeries) -> Opened:
        """Open the duel at a real mat, or at a simulated mat that is started or found."""
        current = duels.current
        registry = self._registry_for(current.setup)
        if self.options.port is None:
            self._simulated = await SimulatedMat.start(
                self._mat_directory, self.mat, self.options.micropython, registry
            )
            port = self._simulated.port
        else:
            port = self.options.port
        opened = open_table(
            duels.current.setup,
            self.mat,
            registry,
            duels.current.journal,
            port,
            number=duels.current.number,
            dice=duels.dice,
            check_keeping=duels.check_keeping,
            assist=self.options.assist,
        )
        _log.info(
            "the table is open: duelmat %s, %s, mat %s, %s, duel %d after %d actions",
            version("duelmat"),
            duels.current.setup.ruleset,
            self.mat.digest[:16],
            "simulated" if self._simulated is not None else f"port {port}",
            duels.current.number,
            opened.resumed,
        )
        return opened

    def _registry_for(self, setup: DuelSetup) -> Registry:
        """Return the sleeves of a duel: those enrolled, or made up for a simulated mat."""
        if self.options.port is None:
            return Registry.for_simulation(setup.decks)
        assert self._enrolment is not None
        return self._enrolment.registry

    @property
    def _mat_directory(self) -> Path:
        return self.options.directory / "mat"

    def _access(self, duels: DuelSeries) -> Access:
        """Load the links and sessions of the pages: an open page finds its table again."""
        seats = [Seat(index) for index in range(len(duels.current.setup.names))]
        access, notes = load_access(
            self.options.directory,
            viewers_of(seats),
            together=map(seat_letter, seats) if self.options.share_screen else (),
            new=self.options.new_links,
        )
        self._notes += notes
        return access

    def _enrol_desk(self, loop: TableLoop) -> EnrolDesk | None:
        """Return the desk that takes the enrolling page's requests, at a real mat."""
        if self._enrolment is None:
            return None

        return EnrolDesk(self.mat, self._enrolment, loop.line.session, loop.know)

    @property
    def duels(self) -> DuelSeries:
        """The duels of the table, once it is open."""
        assert self._duels is not None
        return self._duels

    def mat_state(self) -> MatState:
        """Return the state of the mat, once the table is open, for the desk of an event."""
        assert self.service is not None
        link = self.service.views.link()
        trouble = "" if link.state == "up" else str(link.text)
        return MatState(self.mat.digest[:16], version("duelmat"), link.state, trouble)

    def publish(self, address: str) -> None:
        """Publish the pages' address to those who find the directory in use."""
        assert self._lock is not None
        try:
            publish_address(self._lock, address)
        except OSError as error:
            lock = self.options.directory / LOCK_NAME
            not_kept = NotKeptError(say("the address of the pages"), lock, error)
            self._notes.append(words_of(not_kept))

    def greeting(self) -> str:
        """Return the text for whoever started the table."""
        assert self._duels is not None
        lines = [
            *self._duels.notes,
            *self._notes,
            *earlier_journals(self.options.directory),
            *self._resumed_notes(self._duels),
            *self._missing_notes(self._duels),
        ]
        setup = self._duels.current.setup
        title = find_ruleset(setup.ruleset).title
        against = " against the practice opponent" if self._duels.has_opponent else ""
        lines.append(
            f"{title}: open this page to play as {setup.names[0]}{against}; Ctrl-C closes the "
            "table."
        )
        return "\n".join(lines)

    def _resumed_notes(self, duels: DuelSeries) -> list[str]:
        """Return notes for people about the duel that goes on."""
        lines: list[str] = []
        if duels.current.journal.damage is not None:
            lines.append(duels.current.journal.damage.text)
        if self.resumed:
            actions = "1 action" if self.resumed == 1 else f"{self.resumed} actions"
            lines.append(f"The duel goes on after {actions} (--new begins another).")
        before = duel_begun(duels.current.journal).mat
        if before != self.mat.digest:
            lines.append(
                f"This duel was begun on another mat: expected {before[:16]}, got "
                f"{self.mat.digest[:16]}. Lay the cards where they belong; the lights help."
            )
        return lines

    def _missing_notes(self, duels: DuelSeries) -> list[str]:
        """Return a sentence about cards of the decks without a known sleeve, at a real mat."""
        if self._enrolment is None:
            return []
        keys = sorted(duels.current.setup.keys)
        missing = self._enrolment.registry.missing(keys)
        if not missing:
            return []
        known = f"{len(missing)} of the {len(keys)} cards are in no sleeve that is known"
        return [f"{known}, such as {missing[0]}: enroll them on the page /enroll."]

    async def close(self) -> None:
        """Close the table; the simulated mat ends with it, its cards are kept."""
        if self.service is not None:
            self.service.table_loop.close()
        if self._simulated is not None:
            await self._simulated.close()
        elif self._lock is not None and self.options.port is None:
            stop_left_over(self._mat_directory)
        if self._duels is not None:
            self._duels.close()
        if self._lock is not None:
            _log.info("the table is closed")
            os.close(self._lock)
            self._lock = None
