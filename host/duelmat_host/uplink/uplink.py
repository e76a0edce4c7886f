"""Uplink: a table's reports on their way to the hub, and the wanted state on its way here.

Reports wait here, made from the journal, until the hub has acknowledged them. When it does not
answer, the table plays on alone; afterwards everything that waits is sent, duel by duel. One
request is under way in each direction, and neither is ever waited for by the table.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from random import Random
from typing import Final

from msgspec.structs import replace

from duelmat_host.journal.journal import Journal
from duelmat_host.table.state import TableState
from duelmat_host.uplink.hub_client import HubAwayError, HubClient, HubRefusedError
from duelmat_host.uplink.outbox import Duel, MakesReports, Outbox, Shown
from duelmat_host.uplink.report_maker import ReportMaker
from duelmat_message import Text, words_of
from duelmat_venue.lives import UNHEARD, Life
from duelmat_venue.reports import Batch, MatState
from duelmat_venue.rulings import Answer
from duelmat_venue.texts import text_form, text_of
from duelmat_venue.versions import MINOR
from duelmat_venue.wanted import Wanted

BEAT_S: Final = 1.0
"""A table speaks at least so often: the hub shows one as silent after three seconds."""
GATHER_S: Final = 0.05
"""Reports of so long a time go in one request."""
ASK_EVERY_S: Final = 0.1
"""What is wanted is asked for no more often, however fast the hub answers: the table's lights have
their turns in between."""
RETRY_S: Final = (0.5, 5.0)
"""The shortest and the longest time between two attempts while the hub is away."""
_log = logging.getLogger(__name__)


class HubClock:
    """The hub's clock, as far as its last answer told."""

    def __init__(self, own_ms: Callable[[], int]) -> None:
        """`own_ms` gives milliseconds of UTC by this computer's clock."""
        self.own_ms = own_ms
        self._ahead_ms = 0

    def set(self, now_ms: int) -> None:
        """Note the present moment; 0: an older hub does not say."""
        if now_ms:
            self._ahead_ms = now_ms - self.own_ms()

    def now_ms(self) -> int:
        return self.own_ms() + self._ahead_ms


class Pauses:
    """The times between two attempts while the hub is away."""

    def __init__(self, random: Random) -> None:
        """`random` spreads the tables that were cut off together."""
        self._random = random

    def length_s(self, failures: int) -> float:
        """Return the time before the next attempt after so many that failed."""
        least_s, most_s = RETRY_S
        longest_s = min(most_s, least_s * float(2 ** min(failures - 1, 10)))
        return longest_s * self._random.uniform(0.5, 1.0)


class Uplink:
    """The connection of one table to its event."""

    def __init__(
        self,
        client: HubClient,
        directory: Path,
        clock_ms: Callable[[], int],
        mat_state: Callable[[], MatState] = MatState,
        random: Random | None = None,
        make_maker: Callable[[TableState], MakesReports] = ReportMaker,
    ) -> None:
        """Args:
        client: asks the hub.
        directory: where the stream is kept.
        clock_ms: gives milliseconds of UTC.
        mat_state: gives the state of the mat, for the desk.
        random: spreads the attempts of many tables over time.
        make_maker: returns what makes the reports of a duel that begins with this state.

        """
        self.wanted: Wanted | None = None
        """The newest wanted state; None: none has come yet."""
        self.notes: tuple[str, ...] = ()
        """The hub's sentences for the people at the table."""
        self.trouble: str | None = None
        """Why the table is alone, as a sentence; None: the hub has answered the last request."""
        self._listeners: list[Callable[[], None]] = []
        self.client = client
        """Asks the hub for what is no part of the wanted state."""
        self._outbox = Outbox(directory, make_maker)
        self._clock = HubClock(clock_ms)
        self._mat_state = mat_state
        self._pauses = Pauses(random or Random())
        self._answered: tuple[Answer, ...] = ()
        """The answers to rulings that the hub has got."""
        self._news = asyncio.Event()
        self._heard: asyncio.Event = asyncio.Event()

    def subscribe(self, listener: Callable[[], None]) -> None:
        """Call a listener when trouble, notes, the wanted state or what waits has changed."""
        self._listeners.append(listener)

    def _changed(self) -> None:
        for listener in self._listeners:
            listener()

    @property
    def now_ms(self) -> int:
        """Return the present moment by the hub's clock, in milliseconds of UTC."""
        return self._clock.now_ms()

    @property
    def waiting(self) -> int:
        """Return the number of reports that the hub has not acknowledged."""
        return self._outbox.waiting

    @property
    def is_even(self) -> bool:
        """Whether the hub has all that the journals have."""
        return self._outbox.is_even

    @property
    def life(self) -> Life:
        """Return the life of the event that the hub keeps; before it was heard, nothing is sent:
        what waits may be of another event.
        """
        return self._outbox.life

    def follow(
        self,
        journal: Journal,
        start: TableState,
        round_number: int,
        duel: int,
        takes: str = "",
    ) -> None:
        """Report a duel from now on. Raises OSError if its stream cannot be kept."""
        self._outbox.follow(journal, start, round_number, duel, takes)
        self.notice()

    @property
    def shown(self) -> Shown | None:
        """Return the present duel; None while reports of earlier entries are still to be made."""
        return self._outbox.shown

    def answer(self, answers: tuple[Answer, ...]) -> None:
        """Tell the hub with every batch from now on what the table says to rulings."""
        if self._outbox.answer(answers):
            self.notice()

    def hinder(self, hindrance: Text | None) -> None:
        """Tell the desk with every batch why a match cannot be begun here; None: nothing does."""
        self._outbox.hinder("" if hindrance is None else text_form(hindrance))

    def notice(self) -> None:
        """Look soon whether there is something to report."""
        self._news.set()

    async def wait_wanted(self) -> Wanted:
        """Return the wanted state as soon as there is one that was not returned before."""
        await self._heard.wait()
        self._heard.clear()
        assert self.wanted is not None
        return self.wanted

    async def run(self) -> None:
        """Report and ask until it is cancelled."""
        try:
            async with asyncio.TaskGroup() as group:
                group.create_task(self._send(), name="reports")
                group.create_task(self._ask(), name="wanted")
        finally:
            await self.client.close()

    # Reports

    async def _send(self) -> None:
        failures = 0
        while True:
            if failures:
                await asyncio.sleep(self._pauses.length_s(failures))
            elif self.life == UNHEARD or (not self.waiting and len(self._outbox.duels) < 2):
                with suppress(TimeoutError):
                    async with asyncio.timeout(BEAT_S):
                        await self._wait_for_news()
            await asyncio.sleep(GATHER_S)
            self._news.clear()
            if not self._outbox.duels:
                continue
            duel = self._outbox.duels[0]
            await _make(duel)
            if self.life == UNHEARD or duel not in self._outbox.duels:  # it is not for this event
                continue
            batch = self._batch(duel)
            try:
                ack = await self.client.report(batch)
            except (HubAwayError, HubRefusedError) as error:
                failures += 1
                self._note_trouble(words_of(error))
                continue
            failures = 0
            self._answered = batch.state.answers
            self._clock.set(ack.now_ms)
            self._outbox.acknowledge(duel, ack.n, ack.life, batch.keys)
            self._meet(ack.life)
            is_read = not batch.reports  # what was refused is read until something else is done
            notes = tuple(map(text_of, ack.notes))
            self._note_trouble(None, notes or (self.notes if is_read else ()))

    async def _wait_for_news(self) -> None:
        """Return when there is something to tell.

        An entry that one seat alone knows of is nothing: a request that came at its moment would
        tell that something was chosen.
        """
        while True:
            await self._news.wait()
            self._news.clear()
            for duel in self._outbox.duels[:1]:
                await _make(duel)
            has_more = self.waiting or len(self._outbox.duels) > 1
            if self.life != UNHEARD and (has_more or self._outbox.answers != self._answered):
                return

    def _batch(self, duel: Duel) -> Batch:
        recipients = () if self.wanted is None else self.wanted.recipients
        batch = duel.batch(recipients)
        state = self._mat_state()
        trouble = self._outbox.hindrance or state.trouble
        told = replace(state, minor=MINOR, answers=self._outbox.answers, trouble=trouble)
        return replace(batch, now_ms=self._clock.own_ms(), state=told)

    def _note_trouble(self, trouble: str | None, notes: tuple[str, ...] = ()) -> None:
        if (trouble, notes) != (self.trouble, self.notes):
            if trouble != self.trouble:
                _log.info("the event: %s", trouble or "it answers")
            self.trouble, self.notes = trouble, notes
        self._changed()

    # The wanted state

    async def _ask(self) -> None:
        failures = 0
        while True:
            await asyncio.sleep(self._pauses.length_s(failures) if failures else ASK_EVERY_S)
            try:
                wanted = await self.client.wanted()
            except (HubAwayError, HubRefusedError) as error:
                failures += 1
                self._note_trouble(words_of(error))
                continue
            failures = 0
            if wanted is not None and _is_newer(wanted, self.wanted):
                self._meet(wanted.life)
                self.wanted = wanted
                self._heard.set()
                self._changed()

    def _meet(self, life: Life) -> None:
        """Take note of the life of the event before anything else is sent."""
        if life not in (self.life, UNHEARD):  # a hub may not have read its event yet
            self._outbox.meet(life)
            self._news.set()
            self._changed()


async def _make(duel: Duel) -> None:
    """Make reports of what the journal has, bit by bit: the table's rounds come between."""
    while duel.is_behind:
        duel.make_some()
        await asyncio.sleep(0)


def _is_newer(wanted: Wanted, known: Wanted | None) -> bool:
    return known is None or wanted.life != known.life or wanted.version >= known.version
