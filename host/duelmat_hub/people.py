"""People: links that let somebody in, and the sessions that they begin.

A link is a secret of 128 bits that somebody is given as an address or a QR code. On first use it
becomes a cookie with a secret of its own. The store knows only hashes of both.
"""

from __future__ import annotations

import asyncio
import secrets
import time
from hashlib import sha256
from typing import Final

from msgspec import Struct

from duelmat_hub.store import Link, Store
from duelmat_tournament.names import NO_PLAYER, PlayerId
from duelmat_tournament.roles import Actor, Role

LINK_S: Final = 14 * 86_400
"""A link that nobody ends lets in for two weeks."""
SESSION_S: Final = 3 * 86_400
_SECRET_BYTES: Final = 16
_MOST_TRUSTED: Final = 10_000
_TRUSTED_S: Final = 60.0
"""A session that was found is trusted for so long, unless links have ended meanwhile."""


class Person(Struct, frozen=True):
    """Somebody whom a link let in."""

    link: str
    """The digest of the link."""
    actor: Actor


class People:
    """The people of one event, as one hub process knows them."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._found: dict[str, tuple[float, Person | None]] = {}
        """Sessions by their digest, each with when it was found."""

    async def make_link(
        self, role: Role, name: str, player: PlayerId = NO_PLAYER, *, valid_s: int = LINK_S
    ) -> str:
        """Return the secret of a new link. Raises StoreError."""
        secret = secrets.token_urlsafe(_SECRET_BYTES)
        expires_ms = (time.time_ns() // 1_000_000) + 1000 * valid_s
        link = Link(_digest(secret), role.value, name, int(player), expires_ms)
        await asyncio.to_thread(self._store.add_link, link)
        return secret

    async def links(self) -> list[Link]:
        """Return the links that have not ended. Raises StoreError."""
        return await asyncio.to_thread(self._store.links)

    async def end_link(self, digest: str) -> None:
        """End a link and all that it let in. Raises StoreError."""
        await asyncio.to_thread(self._store.end_link, digest)
        self.forget()

    def forget(self) -> None:
        """Trust no session that was found before: links may have ended."""
        self._found = {}

    async def enter(self, secret: str) -> tuple[Person, str] | None:
        """Return whom a link lets in, with the secret of their session. Raises StoreError."""
        now_ms = time.time_ns() // 1_000_000
        link = await asyncio.to_thread(self._store.find_link, _digest(secret), now_ms)
        if link is None:
            return None
        session = secrets.token_urlsafe(_SECRET_BYTES)
        expires_ms = min(link.expires_ms, now_ms + 1000 * SESSION_S)
        await asyncio.to_thread(
            self._store.begin_session, _digest(session), link.digest, expires_ms
        )
        return _person(link), session

    async def find(self, session: str) -> Person | None:
        """Return whose session this is. Raises StoreError."""
        digest = _digest(session)
        trusted = self._found
        known = trusted.get(digest)
        if known is not None and time.monotonic() - known[0] < _TRUSTED_S:
            return known[1]
        now_ms = time.time_ns() // 1_000_000
        link = await asyncio.to_thread(self._store.find_session, digest, now_ms)
        found = None if link is None else _person(link)
        if len(trusted) >= _MOST_TRUSTED:
            trusted.clear()
        trusted[digest] = time.monotonic(), found  # forgotten if links have ended meanwhile
        return found


def _person(link: Link) -> Person:
    role = Role(link.role)
    return Person(link.digest, Actor(role, link.name, PlayerId(link.player)))


def _digest(secret: str) -> str:
    return sha256(secret.encode("utf-8", "replace")).hexdigest()
