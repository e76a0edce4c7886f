"""The hub: an event that is kept in a store, and asked by people through any hub process.

A command is decided on the newest event that this process knows, and kept. If another process was
faster, its entries are read and the command is decided again. Nothing is shown before the commit.
"""

from __future__ import annotations

import asyncio
import logging
import re
from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress
from functools import partial
from typing import Final

from msgspec import Struct, structs

from duelmat_hub.changes import changes
from duelmat_hub.clocks import utc_ms
from duelmat_hub.errors import ConflictError, StoreError
from duelmat_hub.store import Store
from duelmat_message import listed, say, words_of
from duelmat_tournament.chain import ROOT, checkpoint, hashes
from duelmat_tournament.commands import AnyCommand, RegisterDeck
from duelmat_tournament.deciding import decide
from duelmat_tournament.deck_lists import deck_digest
from duelmat_tournament.entries import Entry
from duelmat_tournament.errors import ChangedError, RefusedError
from duelmat_tournament.event import Event
from duelmat_tournament.exchange import SaltedDeck, format_event
from duelmat_tournament.fold import fold
from duelmat_tournament.roles import Actor
from duelmat_venue.lives import Life

REQUEST: Final = re.compile(r"[A-Za-z0-9_-]{16,64}")
_MOST_TRIES: Final = 50
"""A try fails only if another program has written to the store since this one read it: so many
times running is no chance any more, and whoever waits is told.
"""
_MARK_DIGITS: Final = 8
"""Enough for the events that one browser ever sees."""
_log = logging.getLogger(__name__)


def mark_of(first_hash: str) -> str:
    """Return the mark of an event by the hash of its first entry."""
    return first_hash[:_MARK_DIGITS]


class CommandDone(Struct, frozen=True):
    """A command was done."""

    first: int
    """The first entry that it has come to."""
    last: int
    again: bool = False
    """Whether it had been done before, by the same request."""


class Hub:
    """An event as one process of the hub holds it."""

    def __init__(
        self,
        store: Store,
        *,
        clock_ms: Callable[[], int] = utc_ms,
    ) -> None:
        """Args:
        store: where the event is kept.
        clock_ms: gives milliseconds of UTC.

        """
        self.store = store
        self.clock_ms = clock_ms
        self.event: Event | None = None
        self.log: list[Entry] = []
        self.head = ROOT
        self.mark = ""
        """It tells this event from others, on a host of several: the beginning of its first
        hash; empty before there is an event."""
        self.trouble: str | None = None
        """The store's error, as a sentence; None: none."""
        self._show_change: Callable[[Event, Sequence[Entry]], None] = lambda _event, _added: None
        self._show_trouble: Callable[[], None] = lambda: None
        self._follow: Callable[[Sequence[Entry]], Awaitable[None]] = _nothing_follows
        self._lock = asyncio.Lock()

    @property
    def checkpoint(self) -> str:
        return checkpoint(self.head)

    @property
    def life(self) -> Life:
        return Life(self.mark, self.store.copied_ms)

    def notify(
        self, change: Callable[[Event, Sequence[Entry]], None], trouble: Callable[[], None]
    ) -> None:
        """Call `change` with new entries and the event that they have made from now on.

        trouble: called when the store fails, and when it is back.
        """
        self._show_change, self._show_trouble = change, trouble

    def follow_up(self, follow: Callable[[Sequence[Entry]], Awaitable[None]]) -> None:
        """Await `follow` with the entries of each command before it is answered: also if it was
        done before, since a hub may have ended between the two.
        """
        self._follow = follow

    async def submit(
        self, command: AnyCommand, by: Actor, request: str, seen: int | None = None
    ) -> CommandDone:
        """Carry out a command once, however often the same request is sent.

        seen: the last entry that the asking page shows; None: later entries do not matter.

        Raises: RefusedError, StoreError, BrokenStoreError.
        """
        if not REQUEST.fullmatch(request):
            raise RefusedError(
                say("Expected a request with an id of its own: 16 to 64 letters, digits, - and _.")
            )
        async with self._lock:
            try:
                answer = await self._submit(command, by, request, seen)
            except StoreError as error:
                self._note_trouble(words_of(error))
                raise
            self._note_trouble(None)
        await self._follow(self.log[answer.first - 1 : answer.last])
        return answer

    async def _submit(
        self, command: AnyCommand, by: Actor, request: str, seen: int | None
    ) -> CommandDone:
        for _ in range(_MOST_TRIES):
            try:
                made = await self._decide(command, by, seen)
            except RefusedError:
                # it may have been done before, or be decided on an event of the past
                if done := await self._done(request):
                    return done
                if await self._read():
                    continue
                raise
            try:
                await asyncio.to_thread(
                    self.store.append, made, self.head, request, _decks(command)
                )
            except ConflictError:
                await self._read()
                if done := await self._done(request):
                    return done
                continue
            self._take(made, list(hashes(made, self.head)))
            return CommandDone(made[0].number, made[-1].number)
        raise StoreError(say("others were faster every time"))

    async def _done(self, request: str) -> CommandDone | None:
        """Return the answer to a request that was done before; None: it was not."""
        done = await asyncio.to_thread(self.store.find_request, request)
        if done is None:
            return None
        await self._read()
        return CommandDone(done.first, done.last, again=True)

    async def _decide(self, command: AnyCommand, by: Actor, seen: int | None) -> tuple[Entry, ...]:
        """Decide a command in a thread. Raises RefusedError."""
        self._check_seen(command, seen)
        decided = partial(
            decide,
            self.event,
            command,
            self._named_now(by),
            self.clock_ms(),
            checkpoint=checkpoint(self.head),
        )
        return await asyncio.to_thread(decided)  # seconds for thousands of players: others go on

    def _named_now(self, by: Actor) -> Actor:
        """Return a player under the name of now: a link has that of the day it was made."""
        known = None if self.event is None else self.event.players.get(by.player)
        return by if known is None else structs.replace(by, name=known.name)

    def _check_seen(self, command: AnyCommand, seen: int | None) -> None:
        """Refuse a command from a page that does not show later changes."""
        if seen is None or self.event is None:
            return
        if seen > len(self.log):  # this process, if it is behind, reads and checks again
            raise ChangedError(
                say(
                    "This page shows {seen} entries, but the event does not have more than "
                    "{count}: look at it again.",
                    seen=seen,
                    count=len(self.log),
                )
            )
        since = changes(self.event, self.log[seen:], command)
        if since:
            raise ChangedError(
                say("Look again, this has changed: {changes}", changes=listed(since, " "))
            )

    async def refresh(self, noticed: int | None = None) -> None:
        """Read entries of other processes, and test whether a store in trouble is back.

        noticed: the number of an entry that was added, perhaps by this process; None: nobody has
        noticed anything.

        Raises: StoreError, BrokenStoreError.
        """
        async with self._lock:
            if noticed is not None and noticed <= len(self.log):
                return
            try:
                if self.trouble is not None:
                    await asyncio.to_thread(self.store.check_room)
                await self._read()
            except StoreError as error:
                self._note_trouble(words_of(error))
                raise
            self._note_trouble(None)

    async def _read(self) -> bool:
        """Read entries of other processes, and return whether there were any."""
        fresh = await asyncio.to_thread(self.store.read_after, len(self.log), self.head)
        if fresh:
            self._take([entry for entry, _ in fresh], [made for _, made in fresh])
        return bool(fresh)

    def _take(self, added: Sequence[Entry], made: Sequence[str]) -> None:
        """Apply entries of the store to the event."""
        event = fold(added, self.event)
        assert event is not None
        self.event, self.head = event, made[-1]
        self.mark = self.mark or mark_of(made[0])
        self.log += added
        self._show_change(event, added)

    def _note_trouble(self, trouble: str | None) -> None:
        if trouble != self.trouble:
            self.trouble = trouble
            if trouble is None:
                _log.info("store: it is back")
            else:
                _log.error("store: %s", trouble)
            self._show_trouble()

    async def decks(self) -> dict[str, SaltedDeck]:
        """Return all deck lists by digest. Raises StoreError."""
        return await asyncio.to_thread(self.store.decks)

    async def export(self, *, with_decks: bool) -> bytes:
        """Return the event file, with what other processes have added. Raises StoreError."""
        with suppress(StoreError):  # while the store fails, it holds what this process knows
            await self.refresh()
        decks = await self.decks() if with_decks else {}
        return format_event(self.log, decks)


async def _nothing_follows(_: Sequence[Entry]) -> None:
    """Do nothing: an event is alone until it is told what follows."""


def _decks(command: AnyCommand) -> dict[str, SaltedDeck]:
    if not isinstance(command, RegisterDeck):
        return {}
    deck = SaltedDeck(command.salt, command.deck)
    return {deck_digest(command.deck, command.salt): deck}
