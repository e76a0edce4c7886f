"""Access: the links that let a browser in to a page, and the sessions that they begin.

A link is a secret that people are given as an address or a QR code; it works until it is renewed.
A session is a secret of one browser's own, kept in a cookie; the table knows its hash alone. A
ticket is a link that works once and for a minute, for an address that others may see.
"""

from __future__ import annotations

import re
import secrets
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from copy import deepcopy
from dataclasses import dataclass
from math import inf
from time import monotonic
from typing import Annotated, Final

from msgspec import Meta, Struct, field

from duelmat_host.table.commands import SeatLetter
from duelmat_serving.answers import Done
from duelmat_serving.sessions import IN_USE_S, MOST_SESSIONS, new_secret, secret_digest

ENROLLING: Final = "enroll"
LINK: Final = re.compile(r"[A-Za-z0-9_-]{20,64}")
TICKET_S: Final = 60.0
TAKEN_UP_S: Final = 60.0
"""A session that is used this long after its begin counts as in use, and not as one of many that
somebody begins to put others out."""

_Name = Annotated[str, Meta(pattern=r"^[a-z]{1,16}$")]
_Digest = Annotated[str, Meta(pattern=r"^[0-9a-f]{64}$")]
_Digests = Annotated[list[_Digest], Meta(max_length=MOST_SESSIONS)]


class Sessions(Struct, forbid_unknown_fields=True):
    """The sessions of a table, as they are kept."""

    table: Annotated[str, Meta(pattern=r"^[0-9a-f]{8}$")] = field(
        default_factory=lambda: secrets.token_hex(4)
    )
    """Names the cookies: a browser has those of all tables of one host, whatever their ports."""
    digests: dict[_Name, _Digests] = field(default_factory=dict)
    """The hashes of its sessions' secrets by page, the oldest first."""


@dataclass(slots=True)
class _Ticket:
    viewer: str
    until_s: float
    begun: dict[str, str] | None = None
    """The digests of the sessions that it has begun; None while it is unused."""


def new_links(viewers: Iterable[str]) -> dict[str, str]:
    """Return a secret for the address of each of these pages."""
    return {viewer: new_secret() for viewer in viewers}


class Access:
    """Access to the pages of one table: their links, sessions and tickets.

    A change is written to the disk, which may take long: changes may be made one after the other
    in a thread, while the event loop asks which page is open.
    """

    def __init__(
        self,
        links: Mapping[str, str],
        sessions: Sessions | None = None,
        *,
        together: Iterable[str] = (),
        keep: Callable[[Access], None] = lambda _: None,
        clock: Callable[[], float] = monotonic,
    ) -> None:
        """Args:
        links: the secret of each page's address.
        sessions: those that have begun before.
        together: the pages that share a browser: the link of one opens all.
        keep: called when links or sessions have changed.
        clock: gives seconds, for tickets and the use of sessions.

        """
        self.links = dict(links)
        self.sessions = Sessions() if sessions is None else sessions
        self._together = frozenset(together)
        self._keep = keep
        self._clock = clock
        self._tickets: dict[str, _Ticket] = {}
        self._begun_s: dict[str, float] = {}
        """The times at which sessions of this run have begun, by their digests."""
        self._outlasts_s: dict[str, float] = {}
        """For sessions in use, a time: sessions begun before it are ended first."""

    def cookie(self, viewer: str) -> str:
        """Return the name of the cookie that holds a page's session."""
        return f"duelmat-{self.sessions.table}-{viewer}"

    def find(self, link: str, among: Iterable[str]) -> str | None:
        """Return the page of these that a link opens; the time it takes does not reveal which."""
        digest, found = secret_digest(link), None
        for viewer in among:
            if secrets.compare_digest(digest, secret_digest(self.links[viewer])):
                found = viewer
        return found

    def enter(self, link: str, among: Iterable[str]) -> tuple[str, dict[str, str]] | None:
        """Begin sessions by a link; return the page that it opens and their secrets."""
        viewer = self.find(link, among)
        return None if viewer is None else (viewer, self.begin(viewer))

    def begin(self, viewer: str) -> dict[str, str]:
        """Begin sessions for a page and those that share its browser; return their secrets."""
        begun = {each: new_secret() for each in self._opened_with(viewer)}
        with self._kept():
            for each, secret in begun.items():
                digests = self.sessions.digests.get(each, [])
                first = min(digests, key=self._stays_s) if len(digests) >= MOST_SESSIONS else None
                kept = [digest for digest in digests if digest != first]
                self.sessions.digests[each] = [*kept, secret_digest(secret)]
                self._begun_s[secret_digest(secret)] = self._clock()
        self._forget_ended()
        return begun

    def _stays_s(self, digest: str) -> float:
        """Return a number that is the lower, the sooner a session gives way to a new one."""
        return self._outlasts_s.get(digest, self._begun_s.get(digest, -inf))

    def _forget_ended(self) -> None:
        """Forget the times of sessions that have ended."""
        known = {digest for each in self.sessions.digests.values() for digest in each}
        self._begun_s = {each: s for each in known if (s := self._begun_s.get(each)) is not None}
        self._outlasts_s = {
            each: s for each in known if (s := self._outlasts_s.get(each)) is not None
        }

    def is_open(self, viewer: str, secret: str) -> bool:
        """Whether a page is open to whoever has this secret of a session."""
        digest = secret_digest(secret)
        known = self.sessions.digests.get(viewer, [])
        hits = [secrets.compare_digest(digest, each) for each in known]  # all: none ends it early
        now_s = self._clock()
        if any(hits) and now_s - self._begun_s.get(digest, -inf) >= TAKEN_UP_S:
            self._outlasts_s[digest] = now_s + IN_USE_S
        return any(hits)

    def is_newest(self, viewer: str, secret: str) -> bool:
        """Whether no browser has been let in to a page after the one with this secret."""
        known = self.sessions.digests.get(viewer, [])
        return not known or secrets.compare_digest(secret_digest(secret), known[-1])

    def renew(self, viewer: str) -> str:
        """Return a new link for a page; the old one and all that it has opened end immediately.

        Pages that share a browser are opened by each other's links and tickets: what opens one of
        them ends as well.
        """
        opened = self._opened_with(viewer)
        with self._kept():
            self.links[viewer] = new_secret()
            for each in opened:
                self.sessions.digests.pop(each, None)
            self._tickets = {k: t for k, t in self._tickets.items() if t.viewer not in opened}
        return self.links[viewer]

    def _opened_with(self, viewer: str) -> list[str]:
        """Return the pages that the link of a page opens."""
        return sorted(self._together) if viewer in self._together else [viewer]

    @contextmanager
    def _kept(self) -> Iterator[None]:
        """Write a change to the disk; a change that cannot be written is not made."""
        before = dict(self.links), deepcopy(self.sessions.digests), dict(self._tickets)
        try:
            yield
            self._keep(self)
        except BaseException:
            self.links, self.sessions.digests, self._tickets = before
            raise

    def share(self, viewers: Iterable[str]) -> None:
        """Let the link of one of these pages open all; the pages of others open one each."""
        self._together = frozenset(viewers)

    def new_ticket(self, viewer: str) -> str:
        """Make a ticket, which opens a page once, within a minute."""
        ticket = new_secret()
        self._tickets[secret_digest(ticket)] = _Ticket(viewer, self._clock() + TICKET_S)
        return ticket

    def redeem(self, ticket: str) -> dict[str, str]:
        """Begin the sessions of a ticket; none if it is unknown, too old or used.

        Who uses it a second time may be its owner, after somebody who has read it: then the
        sessions end that it has begun.
        """
        self._tickets = {k: t for k, t in self._tickets.items() if t.until_s > self._clock()}
        found = self._tickets.get(secret_digest(ticket))
        if found is None:
            return {}
        if found.begun is not None:
            self._end(found.begun)
            return {}
        begun = self.begin(found.viewer)
        found.begun = {viewer: secret_digest(secret) for viewer, secret in begun.items()}
        return begun

    def _end(self, digests: Mapping[str, str]) -> None:
        kept = self.sessions.digests
        with self._kept():
            for viewer, digest in digests.items():
                kept[viewer] = [each for each in kept.get(viewer, []) if each != digest]


class RenewLink(Struct, frozen=True, forbid_unknown_fields=True):
    """Give a seat a new link; the old one and the pages that it has opened end immediately."""

    seat: SeatLetter
    """The seat whose link is replaced."""


class LinkRenewed(Done, frozen=True):
    """The seat has a new link."""

    link: str
    """The whole address: a secret, for the seat's player."""
