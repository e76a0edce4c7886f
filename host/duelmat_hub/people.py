"""People: links that let somebody in, and the sessions that they begin.

A link is a secret that somebody is given as an address or a QR code. In a browser it becomes a
cookie with a secret of its own. The store knows only hashes of both.

A link has up to 16 sessions. A new one replaces the one that ends first, and use prolongs a
session beyond new ones: those replace each other.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from typing import Final

from msgspec import Struct

from duelmat_hub.clocks import utc_ms
from duelmat_hub.errors import StoreError
from duelmat_hub.store import Link, Store
from duelmat_serving.sessions import IN_USE_S, MOST_SESSIONS, new_secret, secret_digest
from duelmat_serving.work_queue import WorkQueue
from duelmat_tournament.names import NO_PLAYER, NO_TABLE, PlayerId, TableNumber
from duelmat_tournament.roles import STAFF, Actor, Role
from duelmat_tournament.seats import Seat

LINK_S: Final = 14 * 86_400
"""The lifetime of a link that nobody ends: two weeks."""
SESSION_S: Final = 3 * 86_400
"""The lifetime of a session that is not used: an event of a long weekend, Friday to Sunday."""
NOTED_S: Final = 600
"""A use is noted in the store no more often: 500 people then write less than once a second."""
_MOST_TRUSTED: Final = 10_000
"""The most cached look-ups, so that invented cookies, which are cached too, fill no memory."""
_TRUSTED_S: Final = 60.0
"""Seconds for which a cached session is trusted, unless links have ended meanwhile."""


class Person(Struct, frozen=True):
    """A person whom a link let in."""

    link: str
    """The digest of the link."""
    actor: Actor

    @property
    def seat(self) -> Seat | None:
        """The seat of the player of a team whose link it is; None: it is nobody's alone."""
        return self.actor.seat

    @property
    def is_staff(self) -> bool:
        """Whether the number of all entries may be told them: players know of their own alone."""
        return self.actor.role in STAFF


def link_code(digest: str) -> str:
    """Return the code by which the links of one person are told apart, on their cards too."""
    return digest[:4].upper()


class People:
    """The people of one event, as one hub process knows them."""

    def __init__(self, store: Store, clock_ms: Callable[[], int] = utc_ms) -> None:
        """Args:
        store: where links and sessions are kept.
        clock_ms: gives milliseconds of UTC, by which links and sessions end.

        """
        self._store = store
        self._clock_ms = clock_ms
        self._found: dict[str, tuple[float, Person | None]] = {}
        """Sessions by their digest, each with when it was found."""
        self._queue = WorkQueue()

    async def make_link(
        self,
        role: Role,
        name: str,
        player: PlayerId = NO_PLAYER,
        *,
        table: TableNumber = NO_TABLE,
        seat: Seat | None = None,
        label: str = "",
        valid_s: int = LINK_S,
    ) -> str:
        """Return the secret of a new link. Raises ConflictError for a table that has one already,
        StoreError.
        """
        secret = new_secret()
        expires_ms = self._clock_ms() + 1000 * valid_s
        link = Link(
            secret_digest(secret),
            role.value,
            name,
            int(player),
            expires_ms,
            int(table),
            label,
            seat.value if seat else "",
        )
        await asyncio.to_thread(self._store.add_link, link)
        return secret

    async def links(self) -> list[Link]:
        """Return the links that have not ended. Raises StoreError."""
        return await asyncio.to_thread(self._store.links)

    async def end_link(self, digest: str) -> None:
        """End a link and all its sessions. Raises StoreError."""
        await asyncio.to_thread(self._store.end_link, digest)
        self.forget()

    def forget(self) -> None:
        """Forget all cached sessions, since links may have ended."""
        self._found = {}

    async def invited(self, secret: str) -> Person | None:
        """Return the person whom a link lets in. Raises StoreError."""
        link = await asyncio.to_thread(
            self._store.find_link, secret_digest(secret), self._clock_ms()
        )
        return None if link is None else _person(link)

    async def enter(self, person: Person) -> str:
        """Begin a session of a link's person, and return its secret. Raises StoreError."""
        session, now_ms = new_secret(), self._clock_ms()
        begin = partial(
            self._store.begin_session,
            secret_digest(session),
            person.link,
            now_ms + 1000 * SESSION_S,
            now_ms,
            MOST_SESSIONS,
        )
        for ended in await self._queue.do(person.link, begin):
            self._found.pop(ended, None)
        return session

    async def find(self, session: str) -> Person | None:
        """Return the person of a session. Raises StoreError."""
        digest = secret_digest(session)
        trusted = self._found
        known = trusted.get(digest)
        if known is not None and time.monotonic() - known[0] < _TRUSTED_S:
            return known[1]
        now_ms = self._clock_ms()
        held = await asyncio.to_thread(self._store.find_session, digest, now_ms)
        found = None if held is None else _person(held[0])
        if held is not None and known is not None:
            await self._note_use(digest, held[1], now_ms)
        _trust(trusted, digest, found)
        return found

    async def find_program(self, secret: str) -> Person | None:
        """Return whom a link lets in that a program sends with every request.

        Raises StoreError.
        """
        digest = secret_digest(secret)
        trusted = self._found
        known = trusted.get(digest)
        if known is not None and time.monotonic() - known[0] < _TRUSTED_S:
            return known[1]
        found = await self.invited(secret)
        _trust(trusted, digest, found)
        return found

    async def _note_use(self, digest: str, expires_ms: int, now_ms: int) -> None:
        """Prolong a session that has been in use for a minute or longer, beyond new ones."""
        until_ms = now_ms + 1000 * (SESSION_S + IN_USE_S)
        if until_ms - expires_ms > 1000 * NOTED_S:
            with suppress(StoreError):  # a page is shown though nothing can be kept
                await asyncio.to_thread(self._store.prolong_session, digest, until_ms)


def _trust(
    trusted: dict[str, tuple[float, Person | None]], digest: str, found: Person | None
) -> None:
    """Cache a look-up where it was begun: it is forgotten if links have ended meanwhile."""
    if len(trusted) >= _MOST_TRUSTED:
        trusted.clear()
    trusted[digest] = time.monotonic(), found


def _person(link: Link) -> Person:
    role = Role(link.role)
    seat = Seat(link.seat) if link.seat else None
    player, table = PlayerId(link.player), TableNumber(link.table_number)
    return Person(link.digest, Actor(role, link.name, player, table, seat))
