"""Everything that `duelmat play` needs, opened and closed together."""

from __future__ import annotations

import logging
import os
from collections.abc import AsyncGenerator, Callable
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass
from importlib.metadata import version
from pathlib import Path

from duelmat_decks.card_loading import bring_cards
from duelmat_decks.deck_loading import bring_decks
from duelmat_engine import Seat, find_ruleset, seat_letter, use_cards
from duelmat_files.errors import NotKeptError
from duelmat_hardware import Mat, load_mat, mat_file
from duelmat_host.app.access import Access
from duelmat_host.app.access_files import load_access
from duelmat_host.app.duel_series import DuelSeries
from duelmat_host.app.enrolling import EnrolDesk
from duelmat_host.app.journal_fold import duel_begun
from duelmat_host.app.journal_folder import earlier_journals, journal_numbers
from duelmat_host.app.line_view import faults_text, firmware_text
from duelmat_host.app.open_table import Opened, open_table
from duelmat_host.app.own_registry import registry_of
from duelmat_host.app.play_options import PlayOptions
from duelmat_host.app.simulated_mat import SimulatedMat, stop_left_over
from duelmat_host.app.table_lock import LOCK_NAME, lock_table, publish_address
from duelmat_host.app.table_service import TableService, viewers_of
from duelmat_host.cards.art import ArtFolder
from duelmat_host.cards.enrolment import Enrolment
from duelmat_host.cards.registry import Registry
from duelmat_host.table.duel_setup import DuelSetup
from duelmat_host.table.zone_map import ZoneMap
from duelmat_message import say, words_of
from duelmat_venue.reports import MOST_TEXT, MatState
from duelmat_venue.texts import text_form

_log = logging.getLogger(__name__)


@dataclass(slots=True)
class OpenTable:
    """A table that is open, with what is told to whoever has opened it."""

    options: PlayOptions
    mat: Mat
    duels: DuelSeries
    service: TableService
    resumed: int
    """The number of actions of the duel that were done before; 0 for a new one."""
    _lock: int
    _enrolment: Enrolment | None
    _notes: list[str]

    def mat_state(self) -> MatState:
        """Return the state of the mat, for the desk of an event."""
        link = self.service.views.link()
        return MatState(
            self.mat.digest[:16],
            version("duelmat"),
            link.state,
            firmware=firmware_text(self.service.table_loop.line),
            faults=faults_text(self.service.table_loop.sense)[:MOST_TEXT],
            trouble="" if link.state == "up" else text_form(link.text),
        )

    def publish(self, address: str) -> None:
        """Publish the pages' address to those who find the directory in use."""
        try:
            publish_address(self._lock, address)
        except OSError as error:
            lock = self.options.directory / LOCK_NAME
            not_kept = NotKeptError(say("the address of the pages"), lock, error)
            self._notes.append(words_of(not_kept))

    def greeting(self, *, waits: bool = False) -> str:
        """Return the text for whoever started the table.

        waits: whether it is still to be chosen what is played.
        """
        lines = [
            *self.duels.notes,
            *self._notes,
            *earlier_journals(self.options.directory),
            *self._resumed_notes(),
            *self._missing_notes(),
        ]
        if waits:
            lines.append("Open this page to choose what is played; Ctrl-C closes the table.")
            return "\n".join(lines)
        setup = self.duels.current.setup
        title = find_ruleset(setup.ruleset).title
        against = " against the practice opponent" if self.duels.has_opponent else ""
        lines.append(
            f"{title}: open this page to play as {setup.names[0]}{against}; Ctrl-C closes the "
            "table."
        )
        return "\n".join(lines)

    def _resumed_notes(self) -> list[str]:
        """Return notes for people about the duel that goes on."""
        lines: list[str] = []
        if self.duels.current.journal.damage is not None:
            lines.append(self.duels.current.journal.damage.text)
        if self.resumed:
            actions = "1 action" if self.resumed == 1 else f"{self.resumed} actions"
            lines.append(f"The duel goes on after {actions} (--new begins another).")
        before = duel_begun(self.duels.current.journal).mat
        if before != self.mat.digest:
            lines.append(
                f"This duel was begun on another mat: expected {before[:16]}, got "
                f"{self.mat.digest[:16]}. Lay the cards where they belong; the lights help."
            )
        return lines

    def _missing_notes(self) -> list[str]:
        """Return a sentence about cards of the decks without a known sleeve, at a real mat."""
        if self._enrolment is None:
            return []
        keys = sorted(self.duels.current.setup.keys)
        missing = self.duels.registry_for(self.duels.current.setup).missing(keys)
        if not missing:
            return []
        known = f"{len(missing)} of the {len(keys)} cards are in no sleeve that is known"
        return [f"{known}, such as {missing[0]}: enroll them on the page /enroll."]


@asynccontextmanager
async def opened_table(
    options: PlayOptions,
    mat: Mat | None = None,
    report: Callable[[str], None] = lambda _: None,
    log_to: Callable[[Path], None] = lambda _: None,
) -> AsyncGenerator[OpenTable]:
    """Open a table: start or find the mat, and resume the duel. It is closed at the end.

    A simulated mat ends with its table, and its cards are kept.

    report: gets the sentences for whoever started the table, while the table runs.
    log_to: gets the table's directory, for the log, once that is this program's own.
    """
    mat = mat or load_mat(mat_file(options.mat) if options.mat else None)
    async with AsyncExitStack() as stack:
        yield await _open(stack, options, mat, report, log_to)


async def _open(
    stack: AsyncExitStack,
    options: PlayOptions,
    mat: Mat,
    report: Callable[[str], None],
    log_to: Callable[[Path], None],
) -> OpenTable:
    """Open a table's parts, each of which the stack closes again."""
    cards = bring_cards(options.ruleset, options.cards)
    rules = use_cards(cards) if cards else find_ruleset(options.ruleset)
    decks = bring_decks(rules, options.decks)
    first = DuelSetup(
        rules.name,
        options.names,
        decks,
        options.readings,
        duels=options.duels,
        confirms_result=options.confirms_result,
        cards=cards,
    )
    if options.new or not journal_numbers(options.directory):
        ZoneMap(rules, mat)  # raises UnfitMatError before anything is written
    lock = lock_table(options.directory)
    stack.callback(_release, lock)
    log_to(options.directory)
    enrolment = None if options.registry is None else Enrolment(options.registry)

    def registry_for(setup: DuelSetup) -> Registry:
        """Return the sleeves of a duel: players' own, those enrolled, or those made up."""
        if options.port is None:
            made_up = Registry.for_simulation(setup.decks, sleeve_tags=mat.sleeve_tags)
            return registry_of(made_up, setup)
        assert enrolment is not None
        return registry_of(enrolment.registry, setup)

    duels = DuelSeries(options, mat, first, report, registry_for)
    stack.callback(duels.close)
    report("Opening the table ...")
    notes: list[str] = []
    art = None
    if options.art is not None:
        art = ArtFolder(options.art, find_ruleset(duels.current.setup.ruleset).cards)
        notes += art.notes
    port, simulated = options.port, None
    if port is None:
        directory = options.directory / "mat"
        stack.callback(stop_left_over, directory)
        registry = registry_for(duels.current.setup)
        simulated = await SimulatedMat.start(directory, mat, options.micropython, registry)
        stack.push_async_callback(simulated.close)
        port = simulated.port
    opened = _open_duel(options, mat, duels, port)
    loop = opened.table_loop
    stack.callback(loop.close)
    if simulated is not None:
        simulated.reach.touch_page = loop.touch_page
        simulated.reach.press_page = loop.press_page
    duels.take_up_hands(None if simulated is None else simulated.reach)
    loop.table.subscribe(duels.note_end)
    enroll = None

    def know_enrolled(registry: Registry) -> None:
        loop.know(registry_of(registry, duels.current.setup))

    if enrolment is not None:
        enroll = EnrolDesk(mat, enrolment, loop.line.session, know_enrolled)
    service = TableService(
        loop,
        duels.players(loop.table),
        duels=duels,
        mat=simulated,
        enroll=enroll,
        access=_access(options, duels, notes),
        art=art,
        head=duels.head,
    )
    return OpenTable(options, mat, duels, service, opened.resumed, lock, enrolment, notes)


def _open_duel(options: PlayOptions, mat: Mat, duels: DuelSeries, port: str) -> Opened:
    """Open the duel at the mat on a port."""
    current = duels.current
    opened = open_table(
        current.setup,
        mat,
        duels.registry_for(current.setup),
        current.journal,
        port,
        number=current.number,
        is_simulated=options.port is None,
        dice=duels.dice,
        check_keeping=duels.check_keeping,
        assist=options.assist,
    )
    _log.info(
        "the table is open: duelmat %s, %s, mat %s, %s, duel %d after %d actions",
        version("duelmat"),
        current.setup.ruleset,
        mat.digest[:16],
        "simulated" if options.port is None else f"port {port}",
        current.number,
        opened.resumed,
    )
    return opened


def _access(options: PlayOptions, duels: DuelSeries, notes: list[str]) -> Access:
    """Load the links and sessions of the pages: an open page finds its table again."""
    seats = [Seat(index) for index in range(len(duels.current.setup.names))]
    access, found = load_access(
        options.directory,
        viewers_of(seats),
        together=map(seat_letter, seats) if options.share_screen else (),
        new=options.new_links,
    )
    notes += found
    return access


def _release(lock: int) -> None:
    _log.info("the table is closed")
    os.close(lock)
