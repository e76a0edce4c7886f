"""The table app: everything that `duelmat play` needs, opened and closed together."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import os
from collections.abc import Callable
from dataclasses import replace
from importlib.metadata import version
from pathlib import Path
from random import Random, SystemRandom

from duelmat_decks.deck_loading import bring_decks
from duelmat_engine import Seat, find_ruleset, keys_of, seat_letter
from duelmat_files.errors import NotKeptError
from duelmat_hardware import Mat, load_mat, mat_file
from duelmat_host.app.access import Access
from duelmat_host.app.access_files import load_access
from duelmat_host.app.enrolling import EnrolDesk
from duelmat_host.app.match_results import results_so_far
from duelmat_host.app.metrics import CountedJournal
from duelmat_host.app.play_options import PlayOptions
from duelmat_host.app.replays import ReplayArchive
from duelmat_host.app.shown_head import short_head, shown_head
from duelmat_host.app.table_factory import (
    LOCK_NAME,
    begin_journal,
    dice_of,
    duel_begun,
    earlier_journals,
    journal_path,
    load_hands,
    lock_table,
    make_hands,
    open_journal,
    open_table,
    publish_address,
    save_hands,
    set_aside,
)
from duelmat_host.app.table_loop import TableLoop
from duelmat_host.app.table_service import TableService, now_ms, viewers_of
from duelmat_host.app.thinking import ThinkingProcess
from duelmat_host.cards.art import ArtFolder
from duelmat_host.cards.enrolment import Enrolment
from duelmat_host.cards.registry import Registry
from duelmat_host.errors import JournalError, RigError, RolledBackError
from duelmat_host.journal.journal import Journal
from duelmat_host.link.rig import AsyncRigClient, RigClient, RigProcess, find_rig, start_rig
from duelmat_host.log_file import LOG_NAME
from duelmat_host.players.hands import UNREACHED, Hands
from duelmat_host.players.mover import Mover
from duelmat_host.players.opponent import Opponent
from duelmat_host.players.simulated_mat import RigMat
from duelmat_host.table.duel_setup import DuelSetup, wins
from duelmat_host.table.entries import RollbackAccepted, to_data
from duelmat_host.table.reducer import begin
from duelmat_host.table.table import DuelTable
from duelmat_message import listed, named, say, say_count, words_of
from duelmat_opponent import BUDGETS

OPPONENT_SEAT = Seat(1)

_log = logging.getLogger(__name__)


def note_of(journal: Journal | None) -> str:
    """Return what to note of a journal, so that a cut-off end is detected."""
    assert journal is not None
    head = short_head(journal.head)
    count = say_count("1 entry", "{count} entries", len(journal))
    return say(
        "Its journal has {entries} and the head {head}: note it, and later `duelmat "
        "replay --check {path} --head {head}` shows whether anything was changed or "
        "cut off.",
        entries=count,
        head=head,
        path=journal.path,
    )


class TableApp:
    """One table with its mat, pages' service and, where the mat is simulated, its hands."""

    def __init__(
        self,
        options: PlayOptions,
        mat: Mat | None = None,
        say: Callable[[str], None] = lambda _: None,
        log_to: Callable[[Path], None] = lambda _: None,
    ) -> None:
        """`say` gets what whoever started the table should read while it runs.

        `log_to` gets the file for the log, once the table's directory is this program's own.
        """
        self.options = options
        self._say = say
        self._log_to = log_to
        self.mat = mat or load_mat(mat_file(options.mat) if options.mat else None)
        self.resumed = 0
        self.service: TableService | None = None
        self._notes: list[str] = []
        self._lock: int | None = None
        self._process: RigProcess | None = None
        self._rig: RigClient | None = None
        self._rig_mat: RigMat | None = None
        self._lights: AsyncRigClient | None = None
        self._journal: Journal | None = None
        self._hands: Hands | None = None
        self._thinking: ThinkingProcess | None = None
        self._enrolment: Enrolment | None = None
        decks = bring_decks(find_ruleset(options.ruleset), options.decks)
        self._setup = DuelSetup(
            options.ruleset, options.names, decks, assist=options.assist, duels=options.duels
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
        self._log_to(options.directory / LOG_NAME)
        if options.registry is not None:
            self._enrolment = Enrolment(options.registry)
        self._journal, number = open_journal(options.directory, new=options.new)
        self._check_rollback(self._journal)
        if self._journal.entries("duel"):
            wanted = self._setup.ruleset
            self._setup = duel_begun(self._journal, options.assist).setup
            if self._setup.ruleset != wanted:
                going_on = named("ruleset", find_ruleset(self._setup.ruleset).title)
                self._notes.append(
                    say(
                        "A duel of {going_on} was left unfinished and goes on; begin one of "
                        "{title} with --new.",
                        going_on=going_on,
                        title=named("ruleset", find_ruleset(wanted).title),
                    )
                )
        elif not options.new:
            last = journal_path(options.directory, number - 1)
            results = results_so_far(last, self._setup)
            self._setup = replace(self._setup, results=results)
            if results:
                now = len(results) + 1
                duel = (
                    say("{number} of {duels}", number=now, duels=options.duels)
                    if options.duels
                    else str(now)
                )
                score = " : ".join(
                    f"{name} {wins(results, seat)}"
                    for seat, name in zip(self._seats, self._setup.names, strict=True)
                )
                self._notes.append(
                    say(
                        "The match goes on with duel {duel}, {score}; --new begins another.",
                        duel=duel,
                        score=score,
                    )
                )
        art = None
        if options.art is not None:
            art = ArtFolder(options.art, find_ruleset(self._setup.ruleset).cards)
            self._notes += art.notes
        port = options.port
        if port is None:
            self._process = start_rig(self._mat_directory, options.micropython, mat=self.mat)
            self._rig = self._process.client()
            self._lights = await AsyncRigClient.connect(self._process.directory)
            registry = Registry.for_simulation(self._setup.decks)
            port = self._process.port
        else:
            assert self._enrolment is not None
            registry = self._enrolment.registry
        opened = open_table(
            self._setup,
            self.mat,
            registry,
            self._journal,
            port,
            number=number,
            dice=dice_of(self._chance("dice", number)),
        )
        opened.table_loop.check_keeping = self._check_keeping
        self.resumed = opened.resumed
        _log.info(
            "the table is open: duelmat %s, %s, mat %s, %s, duel %d after %d actions",
            version("duelmat"),
            self._setup.ruleset,
            self.mat.digest[:16],
            "simulated" if options.port is None else f"port {options.port}",
            number,
            self.resumed,
        )
        table = opened.table_loop.table
        if self._rig is not None:
            self._rig_mat = RigMat(self._rig, registry)
        if self._rig_mat is not None or self._plays_alone:
            self._take_up_hands(number)
        opponent = self._new_opponent(table) if self._plays_alone else None
        self.service = TableService(
            opened.table_loop,
            hands=self._simulated_hands,
            rig=self._lights,
            opponent=opponent,
            mover=self._new_mover(table, opponent),
            one_screen=self._shares_screen,
            rematch=self._rematch,
            enroll=self._enrol_desk(opened.table_loop),
            revive=self._revive,
            access=self._access(),
            head=self._shown_head,
            tell_end=self._tell_end,
            art=art,
            archive=ReplayArchive(options.directory),
        )
        return self.service

    @property
    def _mat_directory(self) -> Path:
        return self.options.directory / "mat"

    @property
    def _shares_screen(self) -> bool:
        return self.options.two and not self.options.is_shared

    def _access(self) -> Access:
        """Return who may open which page: one that is open finds its table again."""
        access, notes = load_access(
            self.options.directory,
            viewers_of(self._seats),
            together=map(seat_letter, self._seats) if self._shares_screen else (),
            new=self.options.new_links,
        )
        self._notes += notes
        return access

    @property
    def _plays_alone(self) -> bool:
        """Whether the practice opponent plays the other seat."""
        return self.options.opponent is not None and not self.options.two

    @property
    def _seats(self) -> list[Seat]:
        return [Seat(index) for index in range(len(self._setup.decks))]

    def _new_opponent(self, table: DuelTable) -> Opponent:
        assert self._hands is not None
        assert self.options.opponent is not None
        self._end_thinking()
        chance = self._chance("opponent", table.state.number)
        self._thinking = ThinkingProcess(BUDGETS[self.options.opponent], chance)
        return Opponent(table, self._hands, OPPONENT_SEAT, self._thinking, chance)

    def _new_mover(self, table: DuelTable, opponent: Opponent | None) -> Mover | None:
        """Return who has a person move the opponent's cards, at a real mat."""
        if opponent is None or self._rig_mat is not None:
            return None
        return Mover(table, opponent.hands, opponent)

    def _end_thinking(self) -> None:
        if self._thinking is not None:
            self._thinking.close()
            self._thinking = None

    def _chance(self, what: str, number: int) -> Random:
        """Return the random source for one use in a duel; rematches get a new one."""
        seed = self.options.deal_seed
        return SystemRandom() if seed is None else Random(f"{seed}/{number}/{what}")

    # Simulated hands, and the opponent's cards at a real mat

    @property
    def _simulated_hands(self) -> Hands | None:
        return None if self._rig_mat is None else self._hands

    @property
    def _hands_file(self) -> Path:
        return self.options.directory / "hands.json"

    @property
    def _has_begun(self) -> bool:
        """Whether anything has happened in the duel, if only that cards were drawn."""
        return self._journal is not None and len(self._journal) > 1

    def _take_up_hands(self, number: int) -> None:
        """Take the hands of a resumed duel, or fresh ones with shuffled decks."""
        hands = self._new_hands(number)
        if self._has_begun and not load_hands(hands, self._hands_file):
            kept = set_aside(self._hands_file)
            got = (
                say("something else (kept as {kept})", kept=kept) if kept else say("no such file")
            )
            advice = (
                say(
                    "The packs were shuffled anew and do not fit the duel. Begin another with "
                    "--new."
                )
                if self._rig_mat is not None
                else say("The opponent's cards beside the mat are read again.")
            )
            self._notes.append(
                say(
                    "Expected in {hands_file} what the hands of this duel hold, got {got}. "
                    "{advice}",
                    hands_file=self._hands_file,
                    got=got,
                    advice=advice,
                )
            )
        self._hands = hands
        self._keep_hands()
        if self._rig_mat is not None:
            self._rig_mat.lay_out(hands.lying)

    def _new_hands(self, number: int) -> Hands:
        chance = self._chance("packs", number)
        hands = make_hands(self._rig_mat or UNREACHED, self._setup.decks, chance)
        hands.keep = self._keep_hands
        return hands

    def _keep_hands(self) -> None:
        if self._hands is not None:
            save_hands(self._hands, self._hands_file)

    def _check_keeping(self) -> None:
        """Raise DuelmatError if the journal or what the hands hold cannot be written."""
        assert self._journal is not None
        self._journal.check_room()
        self._keep_hands()

    async def _revive(self) -> AsyncRigClient:
        """Start the simulated mat again, and lay down the cards that lay there."""
        assert self._rig_mat is not None
        assert self._hands is not None
        if self._rig is not None:
            self._rig.close()
        _log.warning("the simulated mat has ended and is started again")
        self._process = await asyncio.to_thread(
            start_rig, self._mat_directory, self.options.micropython, mat=self.mat
        )
        self._rig_mat.rig = self._rig = self._process.client()
        self._rig_mat.lay_out(self._hands.lying)
        self._lights = await AsyncRigClient.connect(self._process.directory)
        return self._lights

    # The journal's head

    def _check_rollback(self, journal: Journal) -> None:
        """Raise RolledBackError, unless a judge has the duel go on from an earlier copy."""
        if journal.rolled_back is None:
            return
        if not self.options.accept_rollback:
            raise RolledBackError(journal.rolled_back.text)
        found = journal.accept_rollback()
        reason = self.options.accept_rollback
        journal.append(*to_data(RollbackAccepted(reason, found.written, found.head)))
        self._notes.append(say("{found}; a judge has it go on.", found=found.text))

    def _shown_head(self) -> str:
        return "" if self._journal is None else shown_head(self._journal.entries())

    def _tell_end(self) -> None:
        assert self.service is not None
        table = self.service.table_loop.table
        self._say(
            say(
                "Duel {number} is over. {note}",
                number=table.state.number,
                note=note_of(self._journal),
            )
        )

    # Rematch

    def _rematch(self) -> None:
        """Begin the next duel on the same mat: take the cards off and shuffle the decks."""
        assert self.service is not None
        assert self._journal is not None
        over = self.service.table_loop.table.state
        setup = over.setup.after(over.duel)
        try:
            journal, number = open_journal(self.options.directory, new=True)
        except JournalError as error:  # it names the folder, and pages show what is said here
            _log.warning("another duel has no journal: %s", error)
            raise JournalError(
                say(
                    "expected to begin the journal of another duel, got an error that stands in "
                    "the table's log. Make room on the disk, or check it."
                )
            ) from error
        hands = None
        try:  # all that must be kept, before anything changes
            begin_journal(journal, setup, self.mat, number)
            if self._hands is not None:
                hands = self._new_hands(number)
                save_hands(hands, self._hands_file)
        except BaseException:
            journal.remove()
            raise
        self._journal.close()
        self._journal = journal
        self._setup = setup
        if self._hands is not None:
            self._hands.keep = lambda: None  # their file is the next ones' by now
            self._hands.clear()
            self._hands = hands
        table_loop = self.service.table_loop
        before = table_loop.table
        dice = dice_of(self._chance("dice", number))
        counted = CountedJournal(journal, table_loop.metrics)
        table = DuelTable(begin(self._setup, before.state.zones, number), counted, dice)
        table.version = before.version + 1
        table_loop.table = table
        opponent = self._new_opponent(table) if self.service.opponent else None
        mover = self._new_mover(table, opponent)
        self.service.take_hands(self._simulated_hands, opponent, mover)

    # Enrolling

    def _enrol_desk(self, table_loop: TableLoop) -> EnrolDesk | None:
        """Return the desk that takes the enrolling page's requests, at a real mat."""
        if self._enrolment is None:
            return None

        def use(registry: Registry) -> None:
            table_loop.tracker.know(registry, now_ms())

        return EnrolDesk(self.mat, self._enrolment, table_loop.line.session, use)

    # Serving

    def publish(self, address: str) -> None:
        """Publish the pages' address to those who find the directory in use."""
        assert self._lock is not None
        try:
            publish_address(self._lock, address)
        except OSError as error:
            lock = self.options.directory / LOCK_NAME
            not_kept = NotKeptError(say("the address of the pages"), lock, error)
            self._notes.append(words_of(not_kept))

    # Closing

    def greeting(self) -> str:
        """Return the text for whoever started the table."""
        lines = [*self._notes, *earlier_journals(self.options.directory)]
        if self._journal is not None and self._journal.damage is not None:
            lines.append(self._journal.damage.text)
        if self.resumed:
            lines.append(
                say_count(
                    "The duel goes on after 1 action (--new begins another).",
                    "The duel goes on after {count} actions (--new begins another).",
                    count=self.resumed,
                )
            )
        if self._journal is not None:
            before = self._journal.entries("duel")[0].data["mat"]
            if before != self.mat.digest:
                lines.append(
                    say(
                        "This duel was begun on another mat: expected {before}, got {digest}. Lay "
                        "the cards where they belong; the lights help.",
                        before=before[:16],
                        digest=self.mat.digest[:16],
                    )
                )
        if self._enrolment is not None:
            keys = [
                key
                for s in self._seats
                for deck in self._setup.decks[s]
                for key in keys_of(s, deck)
            ]
            missing = self._enrolment.registry.missing(keys)
            if missing:
                lines.append(
                    say(
                        "{number} of the {total} cards are in no sleeve that is known, such as "
                        "{missing}: enroll them on the page /enroll.",
                        number=len(missing),
                        total=len(keys),
                        missing=missing[0],
                    )
                )
        values = {
            "title": named("ruleset", find_ruleset(self._setup.ruleset).title),
            "name": self._setup.names[0],
        }
        if self._plays_alone:
            lines.append(
                say(
                    "{title}: open this page to play as {name} against the practice opponent; "
                    "Ctrl-C closes the table.",
                    **values,
                )
            )
        else:
            lines.append(
                say(
                    "{title}: open this page to play as {name}; Ctrl-C closes the table.", **values
                )
            )
        return listed(lines, "\n")

    async def close(self) -> None:
        """Close the table; the simulated mat ends with it, its cards are kept."""
        if self.service is not None:
            self.service.table_loop.close()
        self._end_thinking()
        if self._lights is not None:
            await self._lights.close()
        with contextlib.suppress(RigError):
            if self._rig is not None:
                self._rig.close()
            is_ours = self._lock is not None and self.options.port is None
            process = self._process or (find_rig(self._mat_directory) if is_ours else None)
            if process is not None:
                process.stop()
        if self._journal is not None:
            if self._journal.entries():
                self._say(say("The table is closed. {note}", note=note_of(self._journal)))
            self._journal.close()
        if self._lock is not None:
            _log.info("the table is closed")
            os.close(self._lock)
            self._lock = None
