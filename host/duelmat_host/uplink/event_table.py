"""A table at an event: it plays the match that is wanted, and reports what it plays."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Final

from duelmat_engine import find_ruleset
from duelmat_hardware import Mat
from duelmat_host.app.duel_series import CurrentDuel, DuelSeries
from duelmat_host.app.journal_fold import duel_begun
from duelmat_host.app.table_service import TableService
from duelmat_host.journal.journal import Journal
from duelmat_host.table.reducer import begin
from duelmat_host.table.zone_map import ZoneMap
from duelmat_host.uplink.event_orders import EventOrders
from duelmat_host.uplink.event_words import event_view
from duelmat_host.uplink.sleeve_watch import SleeveWatch
from duelmat_host.uplink.starter_notes import StarterNotes
from duelmat_host.uplink.stream_file import read_streams
from duelmat_host.uplink.taking_over import MovedJournals
from duelmat_host.uplink.uplink import Uplink
from duelmat_host.uplink.wanted_matches import PlayedMatch, WantedMatches, is_played
from duelmat_message import say, words_of
from duelmat_message.errors import DuelmatError
from duelmat_venue.lives import UNHEARD
from duelmat_venue.texts import text_of
from duelmat_venue.wanted import Wanted

LOOK_S: Final = 0.2
"""The time between two looks whether another duel has begun at the table."""
AGAIN_S: Final = 5.0
"""The time after which a match is tried again that could not be begun."""


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
        self._matches = WantedMatches(uplink.client, moved, decks)
        self._starter = StarterNotes(report)
        self._directory = directory
        known = read_streams(directory)
        self._played = PlayedMatch(known[-1].round, known[-1].takes) if known else PlayedMatch()
        self._orders = EventOrders(service.table_loop, duels, uplink, self._starter)
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
            self._played = PlayedMatch()  # what is played is no match of this event
        self._is_restored = before.event == life.event and before != life
        is_less_there = any(each.is_whole and each.life != life for each in kept)
        if is_less_there:
            self._follow_earlier()
        if self._followed is not None and (is_less_there or not self._played.round):
            self._report(self._duels.current)

    async def _follow(self) -> None:
        """Report each duel from its beginning."""
        while True:
            current = self._duels.current
            if self._followed is None or current.journal is not self._followed.journal:
                self._report(current)
            self._orders.follow(self._played.round)
            await asyncio.sleep(LOOK_S)

    def _report(self, current: CurrentDuel) -> None:
        """Report a duel from now on."""
        setup = current.setup
        zones = ZoneMap(find_ruleset(setup.ruleset), self._duels.mat)
        number = len(setup.results) + 1
        try:
            start = begin(setup, zones, duel_begun(current.journal).number)
            self._uplink.follow(
                current.journal, start, self._played.round, number, self._played.takes
            )
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
        if match is None or wanted.result or (match.round, stream) == self._played:
            return True
        before = self._played
        self._is_restored &= not self._uplink.is_even
        if self._is_restored:  # it may want a match that was played here since the backup
            return False
        try:
            setup = await self._matches.setup(match)
            content = await self._matches.journal(takes, setup, self._duels.current.journal)
            self._played = PlayedMatch(match.round, stream)
            if content is not None:
                await self._service.take_over(setup.ruleset, content)
            elif not is_played(setup, self._duels.current, takes):
                await self._service.open_match(setup)
        except (DuelmatError, OSError) as error:
            self._played = before
            waits = say(
                "The match of {round} waits: {reason:inner}.",
                round=text_of(match.title),
                reason=words_of(error),
            )
            self._starter.tell(str(waits))
            self._uplink.hinder(waits)
            return False
        self._uplink.hinder(None)
        self._starter.tell(f"{text_of(match.title)}: {setup.names[0]} and {setup.names[1]}.")
        if takes is not None and takes.stream:
            self._starter.tell(
                f"The match goes on as table {takes.table} has reported it. Lay the cards as the "
                "lights show; what was done there afterwards is done again."
            )
        self._report(self._duels.current)
        return True

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
            side_ends_ms=self._orders.side_ends_ms,
        )
        self._service.views.show_event(event)
