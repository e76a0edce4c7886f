"""The duels of one table, one after the other, and the files in which they are kept."""

from __future__ import annotations

import logging
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from random import Random, SystemRandom

from duelmat_engine import Result, Seat, find_ruleset
from duelmat_hardware import Mat
from duelmat_host.app.mat_use import MatPlayers
from duelmat_host.app.metrics import CountedJournal, Metrics
from duelmat_host.app.play_options import PlayOptions
from duelmat_host.app.replays import ReplayArchive
from duelmat_host.app.retelling import fold
from duelmat_host.app.shown_head import short_head, shown_head
from duelmat_host.app.table_factory import (
    begin_journal,
    dice_of,
    duel_begun,
    journal_path,
    load_hands,
    make_hands,
    open_journal,
    save_hands,
    set_aside,
)
from duelmat_host.app.thinking import ThinkingProcess
from duelmat_host.errors import JournalError, RolledBackError
from duelmat_host.journal.journal import Journal
from duelmat_host.players.hands import UNREACHED, Hands
from duelmat_host.players.mover import Mover
from duelmat_host.players.opponent import Opponent
from duelmat_host.players.simulated_mat import RigMat
from duelmat_host.table.draft import Chance
from duelmat_host.table.duel_setup import Dice, DuelSetup, wins
from duelmat_host.table.entries import RollbackAccepted, to_data
from duelmat_host.table.live import Committed, LiveTable
from duelmat_host.table.reducer import begin
from duelmat_host.table.table import table_of
from duelmat_message import say
from duelmat_opponent import BUDGETS


def results_so_far(last: Path, setup: DuelSetup) -> tuple[Result, ...]:
    """Return the results with which a match goes on; none if another one begins.

    last: the journal of the last duel at this table.
    setup: the conditions of the next duel; its match is that of the last one if players, ruleset
    and number of duels (also where that is open) are the same, and the last one is over.
    """
    if not last.is_file():
        return ()
    try:
        folded = fold(last)
    except JournalError:  # it was set aside, or another program has written it
        return ()
    if folded.fault is not None or not folded.passed:
        return ()
    end = folded.passed[-1][3]
    before = end.setup
    is_same = (before.ruleset, before.names, before.duels) == (
        setup.ruleset,
        setup.names,
        setup.duels,
    )
    return before.after(end.duel).results if is_same and end.duel.is_over() else ()


OPPONENT_SEAT = Seat(1)

_log = logging.getLogger(__name__)


class DuelSeries:
    """The duels of one table: the one that is played, those before, and the next."""

    def __init__(
        self, options: PlayOptions, mat: Mat, setup: DuelSetup, report: Callable[[str], None]
    ) -> None:
        """Open the journal to go on with, or a new one.

        setup: the conditions of a first duel.
        report: gets the sentences for whoever started the table when a duel is over.
        Raises JournalError, RolledBackError.
        """
        self.options = options
        self.mat = mat
        self.notes: list[str] = []
        """Sentences for whoever started the table."""
        self.archive = ReplayArchive(options.directory)
        self.journal, self.number = open_journal(options.directory, new=options.new)
        self.reach: RigMat | None = None
        """The part of a simulated mat that hands reach."""
        self._report = report
        self._hands: Hands | None = None
        self._thinking: ThinkingProcess | None = None
        try:
            self._check_rollback()
            self.setup = self._going_on(setup)
        except BaseException:
            self.journal.close()
            raise

    def close(self) -> None:
        """Close the journal."""
        self._end_thinking()
        if self.journal.entries():
            self._report(f"The table is closed. {note_of(self.journal)}")
        self.journal.close()

    # The journal

    def _check_rollback(self) -> None:
        """Raise RolledBackError, unless a judge has the duel go on from an earlier copy."""
        if self.journal.rolled_back is None:
            return
        reason = self.options.accept_rollback
        if not reason:
            raise RolledBackError(self.journal.rolled_back.text)
        found = self.journal.accept_rollback()
        self.journal.append(*to_data(RollbackAccepted(reason, found.written, found.head)))
        self.notes.append(f"{found.text}; a judge has it go on.")

    def _going_on(self, wanted: DuelSetup) -> DuelSetup:
        """Return the conditions of the duel or the match that goes on, else those wanted."""
        if self.journal.entries("duel"):
            setup = duel_begun(self.journal).setup
            if setup.ruleset != wanted.ruleset:
                self.notes.append(
                    f"A duel of {_title(setup.ruleset)} was left unfinished and goes on; begin "
                    f"one of {_title(wanted.ruleset)} with --new."
                )
            return setup
        if self.options.new:
            return wanted
        last = journal_path(self.options.directory, self.number - 1)
        setup = replace(wanted, results=results_so_far(last, wanted))
        if setup.results:
            self.notes.append(_match_note(setup))
        return setup

    def head(self) -> str:
        """Return the head of the journal that everybody is shown."""
        return shown_head(self.journal.entries())

    def note_end(self, step: Committed) -> None:
        """Report the end of a duel; again if a judge took the end back and it comes anew."""
        over = step.after.state
        if over.duel.is_over() and not step.before.state.duel.is_over():
            self._report(f"Duel {over.number} is over. {note_of(self.journal)}")

    def check_keeping(self) -> None:
        """Raise DuelmatError if the journal or what the hands hold cannot be written."""
        self.journal.check_room()
        self._keep_hands()

    # Players

    @property
    def seats(self) -> list[Seat]:
        return [Seat(index) for index in range(len(self.setup.decks))]

    @property
    def has_opponent(self) -> bool:
        """Whether the practice opponent plays the other seat."""
        return self.options.opponent is not None and not self.options.two

    @property
    def dice(self) -> Dice:
        """Return the dice of this duel."""
        return dice_of(self._chance("dice"))

    def take_up_hands(self, reach: RigMat | None) -> None:
        """Take the hands of a resumed duel, or fresh ones with shuffled decks.

        reach: the part of a simulated mat that hands reach; None: the mat is real.
        """
        self.reach = reach
        if reach is None and not self.has_opponent:
            return
        hands = self._new_hands()
        has_begun = len(self.journal) > 1  # if only that cards were drawn
        if has_begun and not load_hands(hands, self._hands_file):
            self.notes.append(_hands_lost_note(self._hands_file, reach))
        self._hands = hands
        self._keep_hands()
        if reach is not None:
            reach.lay_out(hands.lying)

    def players(self, table: LiveTable) -> MatPlayers:
        """Return the players of this duel whose hands are moved without a person."""
        hands = None if self.reach is None else self._hands
        opponent = self._new_opponent(table) if self.has_opponent else None
        is_moved = opponent is not None and self.reach is None
        mover = Mover(table, opponent.hands, opponent) if opponent and is_moved else None
        return MatPlayers(hands, opponent, mover, self.options.share_screen)

    def _new_opponent(self, table: LiveTable) -> Opponent:
        assert self._hands is not None
        assert self.options.opponent is not None
        self._end_thinking()
        chance = self._chance("opponent")
        self._thinking = ThinkingProcess(BUDGETS[self.options.opponent], chance)
        return Opponent(table, self._hands, OPPONENT_SEAT, self._thinking, chance)

    def _end_thinking(self) -> None:
        if self._thinking is not None:
            self._thinking.close()
            self._thinking = None

    def _chance(self, what: str) -> Random:
        """Return the random source for one use in this duel."""
        seed = self.options.deal_seed
        return SystemRandom() if seed is None else Random(f"{seed}/{self.number}/{what}")

    @property
    def _hands_file(self) -> Path:
        return self.options.directory / "hands.json"

    def _new_hands(self) -> Hands:
        packs = self._chance("packs")
        return make_hands(self.reach or UNREACHED, self.setup.decks, packs, self._keep_hands)

    def _keep_hands(self) -> None:
        if self._hands is not None:
            save_hands(self._hands, self._hands_file)

    # The next duel

    def begin_next(self, table: LiveTable, metrics: Metrics) -> MatPlayers:
        """Begin the next duel on the same mat: take the cards off and shuffle the decks.

        Returns whose hands are moved in it. Raises JournalError, NotKeptError, RigError; then all
        is as it was.
        """
        over = table.state
        journal, number = self._open_next()
        before = self.journal, self.number, self.setup, self._hands
        self.journal, self.number, self.setup = journal, number, over.setup.after(over.duel)
        try:  # all that may fail, before anything changes
            begin_journal(journal, self.setup, self.mat, number)
            if self._hands is not None:
                self._hands = self._new_hands()
                self._keep_hands()
                if self.reach is not None:
                    self.reach.lay_out(self._hands.lying)
        except BaseException:
            self.journal, self.number, self.setup, self._hands = before
            journal.remove()
            raise
        before[0].close()
        state = begin(self.setup, over.zones, number)
        table.begin(
            table_of(state, assist=table.now.assist),
            CountedJournal(journal, metrics),
            Chance(self.dice),
        )
        return self.players(table)

    def _open_next(self) -> tuple[Journal, int]:
        """Open the journal of another duel; the error names no folder, as pages show it."""
        try:
            return open_journal(self.options.directory, new=True)
        except JournalError as error:
            _log.warning("another duel has no journal: %s", error)
            raise JournalError(
                say(
                    "expected to begin the journal of another duel, got an error that stands in "
                    "the table's log. Make room on the disk, or check it."
                )
            ) from error


def note_of(journal: Journal) -> str:
    """Return a sentence with the head to note of a journal, so that a cut-off is detected."""
    count, head = len(journal), short_head(journal.head)
    entries = "1 entry" if count == 1 else f"{count} entries"
    return (
        f"Its journal has {entries} and the head {head}: note it, and later `duelmat replay "
        f"--check {journal.path} --head {head}` shows whether anything was changed or cut off."
    )


def _title(ruleset: str) -> str:
    return find_ruleset(ruleset).title


def _match_note(setup: DuelSetup) -> str:
    """Return a sentence with the number of the next duel in its match, and the score."""
    now = len(setup.results) + 1
    duel = f"{now} of {setup.duels}" if setup.duels else f"{now}"
    score = " : ".join(
        f"{name} {wins(setup.results, Seat(seat))}" for seat, name in enumerate(setup.names)
    )
    return f"The match goes on with duel {duel}, {score}; --new begins another."


def _hands_lost_note(path: Path, reach: RigMat | None) -> str:
    """Set aside a file that does not hold what hands held, and return advice."""
    kept = set_aside(path)
    got = f"something else (kept as {kept})" if kept else "no such file"
    advice = (
        "The packs were shuffled anew and do not fit the duel. Begin another with --new."
        if reach is not None
        else "The opponent's cards beside the mat are read again."
    )
    return f"Expected in {path} what the hands of this duel hold, got {got}. {advice}"
