"""The duels of one table, one after the other, and the files in which they are kept."""

from __future__ import annotations

import logging
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path
from random import Random, SystemRandom
from typing import Final

from duelmat_engine import PositionError, Seat, base_name, find_ruleset
from duelmat_hardware import Mat
from duelmat_host.app.journal_fold import begin_journal, duel_begun, resumed_state
from duelmat_host.app.journal_folder import (
    adopt_journal,
    journal_path,
    open_journal,
)
from duelmat_host.app.mat_use import MatPlayers
from duelmat_host.app.open_table import dice_of
from duelmat_host.app.play_options import PlayOptions
from duelmat_host.app.practice import Practice
from duelmat_host.app.replays import ReplayArchive
from duelmat_host.app.seating import Seating
from duelmat_host.app.shown_head import short_head, shown_head
from duelmat_host.app.table_loop import TableLoop
from duelmat_host.app.unfinished import results_so_far, unfinished_match
from duelmat_host.cards.registry import Registry
from duelmat_host.errors import JournalError, RolledBackError, UnfitMatError
from duelmat_host.journal.journal import Journal
from duelmat_host.players.dealing import deal_again
from duelmat_host.players.hands import UNREACHED, Hands
from duelmat_host.players.hands_file import load_hands, make_hands, save_hands, set_aside
from duelmat_host.players.mover import Mover
from duelmat_host.players.opponent import Opponent
from duelmat_host.players.simulated_mat import RigMat
from duelmat_host.table.draft import Chance
from duelmat_host.table.duel_setup import Dice, DuelSetup, wins
from duelmat_host.table.entries import RollbackAccepted
from duelmat_host.table.entry_form import to_data
from duelmat_host.table.errors import DeclinedError
from duelmat_host.table.live import Committed, LiveTable
from duelmat_host.table.reducer import begin
from duelmat_host.table.state import TableState
from duelmat_host.table.zone_map import ZoneMap
from duelmat_message import say, words_of
from duelmat_opponent import Level

OPPONENT_SEAT = Seat(1)

_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class CurrentDuel:
    """The duel that is played at a table."""

    journal: Journal
    number: int
    setup: DuelSetup
    hands: Hands | None = None
    """The hands that the table moves or follows; None: people move all cards by themselves."""


class DuelSeries:
    """The duels of one table: the one that is played, those before, and the next."""

    def __init__(
        self,
        options: PlayOptions,
        mat: Mat,
        setup: DuelSetup,
        report: Callable[[str], None],
        registry_for: Callable[[DuelSetup], Registry],
    ) -> None:
        """Open the journal to go on with, or a new one.

        setup: the conditions of a first duel.
        report: gets the sentences for whoever started the table when a duel is over.
        registry_for: returns the sleeves of a duel.
        Raises JournalError, RolledBackError, and UnfitMatError, which leaves no new journal.
        """
        self.options = options
        self.mat = mat
        self.notes: list[str] = []
        """Sentences for whoever started the table."""
        self.archive = ReplayArchive(options.directory)
        self.registry_for = registry_for
        self._report = report
        self._reach: RigMat | None = None
        """The part of a simulated mat that hands reach."""
        self.practice = Practice()
        journal, number = open_journal(options.directory, new=options.new)
        try:
            self._check_rollback(journal)
            self.current = CurrentDuel(journal, number, self._going_on(journal, number, setup))
            ZoneMap(find_ruleset(self.current.setup.ruleset), mat)
        except UnfitMatError:
            if journal.entries():
                journal.close()
            else:
                journal.remove()
            raise
        except BaseException:
            journal.close()
            raise

    def close(self) -> None:
        """Close the journal."""
        self.practice.close()
        journal = self.current.journal
        if journal.entries():
            again = "The table is closed. `duelmat play` opens it again."
            self._report(f"{again} {note_of(journal)}")
        journal.close()

    # The journal

    def _check_rollback(self, journal: Journal) -> None:
        """Raise RolledBackError, unless a judge has the duel go on from an earlier copy."""
        if journal.rolled_back is None:
            return
        reason = self.options.accept_rollback
        if not reason:
            raise RolledBackError(journal.rolled_back.text)
        found = journal.accept_rollback()
        journal.append(*to_data(RollbackAccepted(reason, found.written, found.head)))
        self.notes.append(f"{found.text}; a judge has it go on.")

    def _going_on(self, journal: Journal, number: int, wanted: DuelSetup) -> DuelSetup:
        """Return the conditions of the duel or the match that goes on, else those wanted."""
        if journal.entries("duel"):
            setup = duel_begun(journal).setup
            if base_name(setup.ruleset) == base_name(wanted.ruleset):
                if setup.cards != wanted.cards:
                    self.notes.append(_CARDS_NOTE)
            else:
                self.notes.append(
                    f"A duel of {_title(setup.ruleset)} was left unfinished and goes on; begin "
                    f"one of {_title(wanted.ruleset)} with --new."
                )
            return setup
        if self.options.new:
            return wanted
        last = journal_path(self.options.directory, number - 1)
        if self.options.goes_on and last.is_file() and (following := unfinished_match(last)):
            self.notes.append(_match_note(following))
            return following
        setup = replace(wanted, results=results_so_far(last, wanted))
        if setup.results:
            self.notes.append(_match_note(setup))
        return setup

    def head(self) -> str:
        """Return the head of the journal that everybody is shown."""
        return shown_head(self.current.journal.entries())

    def note_end(self, step: Committed) -> None:
        """Report the end of a duel; again if a judge took the end back and it comes anew."""
        over = step.after.state
        if over.duel.is_over() and not step.before.state.duel.is_over():
            self._report(f"Duel {over.number} is over. {note_of(self.current.journal)}")

    def check_keeping(self) -> None:
        """Raise DuelmatError if the journal or what the hands hold cannot be written."""
        self.current.journal.check_room()
        self._keep_hands()

    # Players

    def seat_players(self, seating: Seating) -> Seating:
        """Have the duels from the next one on played by these; return who has sat there."""
        before = self.options.seating
        self.options = self.options.seated(seating)
        return before

    def change_level(self, level: Level) -> None:
        """Have the opponent play at another level, from its next decision on."""
        self.options = replace(self.options, opponent=level)
        self.practice.change_level(level)

    @property
    def has_opponent(self) -> bool:
        """Whether the practice opponent plays the other seat."""
        return self.options.opponent is not None and not self.options.two

    @property
    def dice(self) -> Dice:
        """Return the dice of this duel."""
        return dice_of(_random(self.options, "dice", self.current))

    def take_up_hands(self, reach: RigMat | None) -> None:
        """Take the hands of a resumed duel, or fresh ones with shuffled decks.

        reach: the part of a simulated mat that hands reach; None: the mat is real.
        """
        self._reach = reach
        if reach is None and not self.has_opponent:
            return
        hands = self._new_hands(self.current)
        has_begun = len(self.current.journal) > 1  # if only that cards were drawn
        if has_begun and not load_hands(hands, hands_file(self.options.directory)):
            self.notes.append(_hands_lost_note(hands_file(self.options.directory), reach))
        self.current = replace(self.current, hands=hands)
        self._keep_hands()
        if reach is not None:
            reach.lay_out(hands.lying)

    def players(self, table: LiveTable) -> MatPlayers:
        """Return the players of this duel whose hands are moved without a person."""
        hands, opponent, mover = self.current.hands, None, None
        if hands is not None and self.has_opponent:
            opponent = self._new_opponent(table, hands)
            mover = None if self._reach is not None else Mover(table, hands, opponent)
        own = None if self._reach is None else hands
        return MatPlayers(own, opponent, mover, self.options.share_screen)

    def _new_opponent(self, table: LiveTable, hands: Hands) -> Opponent:
        assert self.options.opponent is not None
        random = _random(self.options, "opponent", self.current)
        cards = self.current.setup.cards
        decider = self.practice.new_opponent(self.options.opponent, random, cards)
        return Opponent(table, hands, OPPONENT_SEAT, decider, random)

    def _new_hands(self, duel: CurrentDuel) -> Hands:
        packs, decks = _random(self.options, "packs", duel), duel.setup.decks
        return make_hands(self._reach or UNREACHED, decks, packs, self._keep_hands)

    def _keep_hands(self) -> None:
        if self.current.hands is not None:
            save_hands(self.current.hands, hands_file(self.options.directory))

    # The next duel

    def begin_next(self, loop: TableLoop, setup: DuelSetup) -> MatPlayers:
        """Begin a duel on the same mat: take the cards off, and shuffle the decks.

        setup: its conditions; of the same match, or of another with other players, decks or rules.
        Returns whose hands are moved in it. Raises DeclinedError, JournalError, NotKeptError,
        RigError; then all is as it was.
        """
        _check_seats(self.current.setup, setup)
        journal, number = self._open_next()
        try:
            state = _begun(setup, self.mat, number)
            begin_journal(journal, setup, self.mat, number)
        except BaseException:
            journal.remove()
            raise
        return self._go_on(loop, CurrentDuel(journal, number, setup), state)

    def take_over(self, loop: TableLoop, content: bytes) -> MatPlayers:
        """Go on with a duel that was begun at another table, on a mat without cards.

        content: its journal, as it goes on here.
        Returns whose hands are moved in it. Raises DeclinedError, JournalError, NotKeptError,
        RigError, OSError; then all is as it was.
        """
        journal, number = adopt_journal(self.options.directory, content)
        try:
            begun = duel_begun(journal)
            _check_seats(self.current.setup, begun.setup)
            zones = ZoneMap(find_ruleset(begun.setup.ruleset), self.mat)
            state = resumed_state(begun, zones, journal.entries())
        except BaseException:
            journal.remove()
            raise
        return self._go_on(loop, CurrentDuel(journal, number, begun.setup), state)

    def _go_on(self, loop: TableLoop, following: CurrentDuel, state: TableState) -> MatPlayers:
        """Go on with a duel whose journal is open; if that fails, the journal is removed."""
        before, journal = self.current, following.journal
        try:  # all that may fail, before anything changes
            registry = self.registry_for(following.setup)
            if before.hands is not None:
                hands = self._new_hands(following)
                hands.practising = before.hands.practising
                if state.actions_count:
                    deal_again(hands, state)
                following = replace(following, hands=hands)
                save_hands(hands, hands_file(self.options.directory))
            if self._reach is not None:
                self._reach.lay_out({})
        except BaseException:
            journal.remove()
            raise
        self.current = following
        if len(before.journal) > 1:
            before.journal.close()
        else:  # nothing was done in it: it was waited for what is played
            before.journal.remove()
        if self._reach is not None:
            self._reach.know(registry)
        loop.begin(state, journal, Chance(self.dice), registry)
        return self.players(loop.table)

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


def hands_file(directory: Path) -> Path:
    """Return the file of what simulated hands hold."""
    return directory / "hands.json"


def _random(options: PlayOptions, what: str, duel: CurrentDuel) -> Random:
    """Return the random source for one use in a duel."""
    seed = options.deal_seed
    return SystemRandom() if seed is None else Random(f"{seed}/{duel.number}/{what}")


def _check_seats(before: DuelSetup, setup: DuelSetup) -> None:
    """Raise DeclinedError unless a duel has as many players as the table has seats."""
    seats, players = len(before.names), len(setup.names)
    if seats != players:
        raise DeclinedError(
            say(
                "This table has {seats} seats, and the duel {players} players: open another.",
                seats=seats,
                players=players,
            ),
        )


def _begun(setup: DuelSetup, mat: Mat, number: int) -> TableState:
    """Return the table at the beginning of a duel. Raises DeclinedError for illegal decks."""
    try:
        return begin(setup, ZoneMap(find_ruleset(setup.ruleset), mat), number)
    except PositionError as error:
        raise DeclinedError(
            say(
                "The rules do not allow these decks: {fault}. Bring others.", fault=words_of(error)
            )
        ) from error


def note_of(journal: Journal) -> str:
    """Return a sentence with the head to note of a journal, so that a cut-off is detected."""
    head = short_head(journal.head)
    return (
        f"Note the number {head} if the duel matters: with it, `duelmat replay --check "
        f"{journal.path} --head {head}` shows later whether its record was changed or cut off."
    )


_CARDS_NOTE: Final = (
    "The own cards are others than when this duel began: it goes on with those of its beginning, "
    "which its journal has. The next duel takes the new ones."
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
