"""A table at an event: it plays the match that is wanted, and reports what it plays."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Final

from duelmat_decks.deck_loading import bring_decks
from duelmat_engine import UnknownNameError, find_ruleset, parse_seat
from duelmat_hardware import Mat
from duelmat_host.app.duel_series import CurrentDuel, DuelSeries
from duelmat_host.app.journal_fold import LONGEST_NAME, duel_begun
from duelmat_host.app.table_service import TableService
from duelmat_host.errors import HostError
from duelmat_host.journal.journal import Journal
from duelmat_host.table.duel_setup import DuelSetup
from duelmat_host.table.end_of_match import EndStep
from duelmat_host.table.inputs import (
    Input,
    MatchGone,
    PenaltyGiven,
    RoundTimeGoesOn,
    RoundTimeUp,
)
from duelmat_host.table.reducer import begin
from duelmat_host.table.zone_map import ZoneMap
from duelmat_host.uplink.check_in import brought_of
from duelmat_host.uplink.event_rulings import EventRulings
from duelmat_host.uplink.event_words import event_view
from duelmat_host.uplink.sleeve_watch import SleeveWatch
from duelmat_host.uplink.starter_notes import StarterNotes
from duelmat_host.uplink.stream_file import read_streams
from duelmat_host.uplink.taking_over import MovedJournals, was_taken_over
from duelmat_host.uplink.uplink import Uplink
from duelmat_message import words_of
from duelmat_message.errors import DuelmatError
from duelmat_venue.lives import UNHEARD
from duelmat_venue.texts import text_of
from duelmat_venue.wanted import Wanted, WantedGone, WantedMatch, WantedTakeOver

LOOK_S: Final = 0.2
"""The time between two looks whether another duel has begun at the table."""
AGAIN_S: Final = 5.0
"""The time after which a match is tried again that could not be begun."""


class UnknownMatchError(HostError):
    """The event wants a match that this program cannot play."""


def setup_of(match: WantedMatch, decks: tuple[str, ...] = ()) -> DuelSetup:
    """Return the conditions of a wanted match.

    decks: files of decks that lie at the table; none: the ruleset's own.

    Raises DuelmatError for a ruleset or a deck that this program does not know.
    """
    try:
        rules = find_ruleset(match.ruleset.replace("-", "_"))
    except UnknownNameError as error:
        raise UnknownMatchError(
            f"expected a ruleset that this Duelmat knows, got {match.ruleset!r} from the event. "
            "Update Duelmat at this table, or load the ruleset."
        ) from error
    names = tuple(player.name[:LONGEST_NAME] for player in match.players)
    return DuelSetup(
        rules.name,
        names,
        bring_decks(rules, decks),
        match.readings,
        duels=match.best_of,
        confirms_result=True,
        chooser=parse_seat(match.chooser) if match.chooser else None,
        event_format=match.event_format,
    )


def _conditions(setup: DuelSetup) -> tuple[object, ...]:
    """Return the parts of the conditions by which the matches of an event differ."""
    return (setup.ruleset, setup.names, setup.duels, setup.chooser, setup.event_format, setup.own)


def follow_earlier(
    uplink: Uplink, directory: Path, mat: Mat, present: str, report: Callable[[str], None]
) -> None:
    """Report what the event does not have of earlier duels, also if it was restored meanwhile.

    present: the name of the journal that is played now.
    report: gets a sentence for each duel of which that is not possible.
    """
    for stream in read_streams(directory):
        is_there = stream.is_whole and uplink.life in (UNHEARD, stream.life)
        if is_there or stream.journal == present:
            continue
        try:
            with Journal.open(directory / stream.journal) as journal:
                begun = duel_begun(journal)
            zones = ZoneMap(find_ruleset(begun.setup.ruleset), mat)
            start = begin(begun.setup, zones, begun.number)
            uplink.follow(journal, start, stream.round, stream.duel)
        except (DuelmatError, OSError, IndexError) as error:  # IndexError: it has no entry
            report(f"The event is not told of {stream.journal}: {words_of(error)}")


class EventTable:
    """A table's duels at an event."""

    def __init__(
        self,
        service: TableService,
        duels: DuelSeries,
        uplink: Uplink,
        directory: Path,
        *,
        moved: MovedJournals | None = None,
        decks: tuple[str, ...] = (),
        report: Callable[[str], None] = lambda _: None,
    ) -> None:
        """Args:
        service: the table.
        duels: its duels and their journals.
        uplink: the connection to the event.
        directory: where the stream is kept.
        moved: finds the journals of matches that are moved here; None: none can be.
        decks: files of decks that lie at the table; none: the ruleset's own.
        report: gets the sentences for whoever started the table.

        """
        self._service = service
        self._duels = duels
        self._uplink = uplink
        self._moved = moved
        self._decks = decks
        self._starter = StarterNotes(report)
        self._directory = directory
        known = read_streams(directory)
        self._round = known[-1].round if known else 0
        """The round whose match is played; 0: none."""
        self._rulings = EventRulings(service.table_loop, uplink)
        self._taken = known[-1].takes if known else ""
        """The stream at another table in which the match was begun; empty: it was begun here."""
        self._life = next((each.life for each in known if each.life != UNHEARD), UNHEARD)
        """The life of the event that is followed; of several, the earliest."""
        self._is_restored = False
        """Whether the event was restored, and does not have all yet that is known here."""
        self._followed: CurrentDuel | None = None
        self._sleeves = SleeveWatch(service.table_loop, uplink, self._show_event)
        service.table_loop.table.subscribe(lambda _: uplink.notice())
        uplink.subscribe(lambda: self._starter.tell_trouble(uplink.trouble))
        uplink.subscribe(self._show_event)
        uplink.subscribe(self._meet)
        self._show_event()

    async def run(self) -> None:
        """Play and report until it is cancelled."""
        self._follow_earlier()
        async with asyncio.TaskGroup() as group:
            group.create_task(self._uplink.run(), name="uplink")
            group.create_task(self._follow(), name="duels")
            group.create_task(self._reconcile(), name="matches")
            group.create_task(self._sleeves.run(), name="sleeves")

    def _follow_earlier(self) -> None:
        present = self._duels.current.journal.path.name
        follow_earlier(self._uplink, self._directory, self._duels.mat, present, self._starter.tell)

    def _meet(self) -> None:
        """Follow the event into another life: a restored one has less than it had."""
        life, before = self._uplink.life, self._life
        if life in (before, UNHEARD):
            return
        self._life = life
        kept = read_streams(self._directory)
        if before.event not in ("", life.event):
            self._round, self._taken = 0, ""  # what is played is no match of this event
        self._is_restored = before.event == life.event and before != life
        is_less_there = any(each.is_whole and each.life != life for each in kept)
        if is_less_there:
            self._follow_earlier()
        if self._followed is not None and (is_less_there or not self._round):
            self._report(self._duels.current)

    async def _follow(self) -> None:
        """Report each duel from its beginning."""
        while True:
            current = self._duels.current
            if current.journal is not self._played_journal:
                self._report(current)
            self._follow_event()
            await asyncio.sleep(LOOK_S)

    def _follow_event(self) -> None:
        """Tell the table what the event wants of the duel that is played: its end, or its loss.

        The table takes each once, and writes it down.
        """
        wanted = self._uplink.wanted
        match = None if wanted is None else wanted.match
        if wanted is None:
            return
        if wanted.gone is not None:
            self._let_go(wanted.gone)
        self._follow_rulings(wanted)
        if match is None or match.round != self._round:
            return
        loop, state = self._service.table_loop, self._service.table_loop.table.state
        inputs: list[Input] = [
            PenaltyGiven(
                loss.number,
                parse_seat(loss.seat),
                text_of(loss.infraction),
                ends_match=loss.ends_match,
            )
            for loss in wanted.losses
            if not state.duel.is_over() and (loss.ends_match or loss.number not in state.penalties)
        ]
        try:
            is_up = wanted.is_time_up(self._uplink.now_ms)
            if state.ends.time is not None and not is_up and not wanted.result:
                inputs.append(RoundTimeGoesOn())
            if is_up and state.ends.time is None and not state.is_match_over:
                inputs.append(RoundTimeUp(tuple(map(EndStep, wanted.procedure))))
            for each in inputs:
                loop.take(each)
        except ValueError:
            self._starter.tell(
                "Expected an end-of-match procedure that this Duelmat knows, got "
                f"{', '.join(wanted.procedure)} from the event. Update Duelmat at this table; "
                "until then a judge ends the match."
            )
        except DuelmatError as error:
            self._starter.tell(f"The table cannot follow the event: {words_of(error)}")

    def _follow_rulings(self, wanted: Wanted) -> None:
        """Answer the rulings that wait for the table, and carry out those that are confirmed."""
        try:
            self._rulings.follow(wanted.rulings)
        except DuelmatError as error:
            self._starter.tell(f"A ruling of the event waits: {words_of(error)}")

    def _let_go(self, gone: WantedGone) -> None:
        """Stop playing a match that has gone to another table; its journal stays as it is."""
        loop = self._service.table_loop
        if gone.round != self._round or loop.table.state.gone_to:
            return
        try:
            loop.take(MatchGone(gone.table))
        except DuelmatError as error:
            self._starter.tell(f"The table cannot follow the event: {words_of(error)}")
            return
        self._starter.tell(
            f"The match of this table has gone to table {gone.table} and is played on there. "
            f"Keep {self._duels.current.journal.path} for the judge."
        )

    @property
    def _played_journal(self) -> object:
        return None if self._followed is None else self._followed.journal

    def _report(self, current: CurrentDuel) -> None:
        """Report a duel from now on."""
        setup = current.setup
        zones = ZoneMap(find_ruleset(setup.ruleset), self._duels.mat)
        number = len(setup.results) + 1
        try:
            start = begin(setup, zones, duel_begun(current.journal).number)
            self._uplink.follow(current.journal, start, self._round, number, self._taken)
        except OSError as error:
            self._starter.tell(f"The event is not told of this duel: {words_of(error)}")
            return
        self._followed = current

    async def _reconcile(self) -> None:
        """Begin the match that is wanted, once the one before is no longer."""
        while True:
            wanted = await self._uplink.wait_wanted()
            while not await self._begin(wanted):
                with suppress(TimeoutError):
                    async with asyncio.timeout(AGAIN_S):
                        wanted = await self._uplink.wait_wanted()

    async def _begin(self, wanted: Wanted) -> bool:
        """Begin what is wanted, if it is not played already. False: it is to be tried again."""
        match, takes = wanted.match, wanted.takes_over
        stream = "" if takes is None else takes.stream
        if match is None or wanted.result or (match.round, stream) == (self._round, self._taken):
            return True
        before = self._round, self._taken
        self._is_restored &= not self._uplink.is_even
        if self._is_restored:  # it may want a match that was played here since the backup
            return False
        try:
            setup = await self._with_own(setup_of(match, self._decks), match)
            content = await self._journal_of(takes, setup)
            self._round, self._taken = match.round, stream
            if content is not None:
                await self._service.take_over(setup.ruleset, content)
            elif not self._plays(setup, takes):
                await self._service.open_match(setup)
        except (DuelmatError, OSError) as error:
            self._round, self._taken = before
            self._starter.tell(f"The match of {text_of(match.title)} waits: {words_of(error)}")
            return False
        self._starter.tell(f"{text_of(match.title)}: {setup.names[0]} and {setup.names[1]}.")
        if takes is not None and takes.stream:
            self._starter.tell(
                f"The match goes on as table {takes.table} has reported it. Lay the cards as the "
                "lights show; what was done there afterwards is done again."
            )
        self._report(self._duels.current)
        return True

    async def _journal_of(self, takes: WantedTakeOver | None, setup: DuelSetup) -> bytes | None:
        """Return the journal with which a match goes on here; None: it begins here, or has begun.

        Raises DuelmatError.
        """
        if takes is None or not takes.stream:
            return None
        if was_taken_over(self._duels.current.journal, takes):
            return None
        if self._moved is None:
            raise UnknownMatchError("this program takes no match over from another table")
        return await self._moved.find(takes, setup)

    def _plays(self, setup: DuelSetup, takes: WantedTakeOver | None) -> bool:
        """Whether a match with these conditions has been begun, and nothing was played yet.

        takes: where the match was begun; then it is played if it was taken over.
        """
        current = self._duels.current
        if takes is not None and was_taken_over(current.journal, takes):
            return True
        now = current.setup
        return not now.results and _conditions(now) == _conditions(setup)

    async def _with_own(self, setup: DuelSetup, match: WantedMatch) -> DuelSetup:
        """Return the conditions with the players' own sleeves. Raises HubAwayError."""
        if not any(player.sleeves for player in match.players):
            return setup
        return setup.with_own(brought_of(match, await self._uplink.table_sleeves()))

    def _show_event(self) -> None:
        """Show the pages where the table is at in its event."""
        at = self._uplink
        notes = (*at.notes, *self._sleeves.notes)
        is_up = at.wanted is not None and at.wanted.is_time_up(at.now_ms)
        event = event_view(
            at.wanted,
            notes,
            at.trouble,
            at.waiting,
            is_time_up=is_up,
            leads_end=self._service.table_loop.table.state.ends.time is not None,
        )
        self._service.views.show_event(event)
