"""Admission: which connections stay open when more come than there is room for.

A connection waits until its request says who asks; a feed and a known person's request hold a
slot until they end. Whoever waits longest gives way first, then spectators, then players: an
organiser or judge is served whatever others hold open, a player whatever spectators do.
"""

from __future__ import annotations

import logging
import resource
from collections import Counter
from collections.abc import Callable
from enum import IntEnum
from ipaddress import IPv6Address, ip_address
from typing import Final

from msgspec import Struct
from starlette.requests import HTTPConnection
from starlette.types import ASGIApp, Receive, Scope, Send

from duelmat_message import say

from .errors import CrowdedError
from .repeats import RepeatFilter

MOST_CONNECTIONS: Final = 1_000
"""Two for each of 500 people in a hall, a page's feed and a request beside it. What is open costs
memory even while it is idle, so a higher `ulimit -n` does not raise it.
"""
OF_SESSION: Final = 8
"""A browser opens at most 6 to one host; two more while it gives up lost ones."""
OF_LINK: Final = 32
"""As many as four browsers open at most, though each needs one or two: a person's phone, tablet
and computer, or the judges who share a link."""
SLOT: Final = "duelmat_slot"
"""The name of a slot in the state that all requests of its connection bear."""
_HOST_BITS: Final = 64
"""The bits of an IPv6 address that a machine chooses as it likes."""

_Group = tuple[str, str]
"""A kind and whose: a rank's name and an address or link, or "session" and its digest."""
_SESSION: Final = "session"

_log = logging.getLogger(__name__)
_log.addFilter(RepeatFilter())


class Rank(IntEnum):
    """The ranks of connections: a lower one gives way to a higher one."""

    HANDSHAKE = 0
    """Its TLS has not begun."""
    WAITING = 1
    """It is idle, or asks for what everybody may see and is soon answered."""
    SPECTATOR = 2
    """A feed for everybody."""
    PLAYER = 3
    STAFF = 4
    """Organisers, judges, scorekeepers, who enrolls."""


_HELD: Final = (Rank.SPECTATOR, Rank.PLAYER, Rank.STAFF)


class Bounds(Struct, frozen=True):
    """The bounds of one server's connections."""

    connections: int
    """The limit of all connections together."""

    @property
    def handshakes(self) -> int:
        """Return the limit of simultaneous TLS handshakes: an honest one takes milliseconds."""
        return max(1, self.connections // 2)

    @property
    def held(self) -> int:
        """Return the limit of feeds and signed-in people: an eighth is left for newcomers."""
        return self.connections - max(1, self.connections // 8)

    @property
    def of_address(self) -> int:
        """Return the limit of spectators' feeds from one address.

        Half of all: a whole hall may come from one address, and others must still find room.
        """
        return max(1, self.held // 2)


def descriptors() -> int:
    """Return the number of files and connections that this program may have open."""
    soft, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
    return 2 * MOST_CONNECTIONS if soft == resource.RLIM_INFINITY else soft


def usual_bounds() -> Bounds:
    """Return bounds that leave half the descriptors to the rest of the program."""
    return Bounds(min(MOST_CONNECTIONS, max(8, descriptors() // 2)))


class ConnectionSlot:
    """The slot of one connection."""

    __slots__ = ("_admission", "address", "end", "groups", "rank")

    def __init__(self, admission: Admission, address: str, end: Callable[[], None]) -> None:
        self.address = address
        self.end = end
        """Closes the connection immediately."""
        self.rank = Rank.WAITING
        self.groups: tuple[_Group, ...] = ()
        """The groups in which it counts; none: it has been ended or left."""
        self._admission = admission

    def wait(self) -> None:
        """Wait for the next request, or for the rest of this one."""
        self._admission.wait(self)

    def hold(self, rank: Rank, link: str = "", session: str = "") -> None:
        """Hold this slot until `wait` or `leave`. Raises CrowdedError."""
        self._admission.hold(self, rank, link, session)

    def leave(self) -> None:
        """Take note that the connection is closed."""
        self._admission.leave(self)


class Admission:
    """The slots of all connections of one server."""

    def __init__(self, bounds: Bounds) -> None:
        self._bounds = bounds
        self._groups: dict[_Group, dict[ConnectionSlot, None]] = {}
        """Slots by group, the longest there first."""
        self._count: Counter[Rank] = Counter()

    def arrive(
        self, address: str, end: Callable[[], None], *, encrypts: bool = False
    ) -> ConnectionSlot:
        """Take in a connection, and end the longest waiting one where there is no room.

        end: closes it immediately; called at most once.
        encrypts: whether TLS begins with it.
        """
        slot = ConnectionSlot(self, network(address), end)
        self._enter(slot, Rank.HANDSHAKE if encrypts else Rank.WAITING)
        if self._count[Rank.HANDSHAKE] > self._bounds.handshakes:
            self._end_waiting(Rank.HANDSHAKE)
        if self._count.total() > self._bounds.connections:
            self._end_waiting(Rank.HANDSHAKE, Rank.WAITING)
        return slot

    def wait(self, slot: ConnectionSlot) -> None:
        """Let a connection wait for its next request, or for the rest of this one."""
        if slot.groups:
            self.leave(slot)
            self._enter(slot, Rank.WAITING)

    def hold(self, slot: ConnectionSlot, rank: Rank, link: str = "", session: str = "") -> None:
        """Let a connection hold its slot until `wait` or `leave`.

        link, session: of a known person, whose older connections give way to newer ones.

        Raises: CrowdedError.
        """
        if not slot.groups:
            raise _crowded()
        self.leave(slot)
        try:
            if rank is Rank.SPECTATOR:
                if len(self._group(rank, slot.address)) >= self._bounds.of_address:
                    raise _crowded()
            else:
                self._make_room((rank.name, link), OF_LINK)
                self._make_room((_SESSION, session), OF_SESSION)
            if sum(self._count[each] for each in _HELD) >= self._bounds.held:
                self._displace(rank)
        except CrowdedError:
            self._enter(slot, Rank.WAITING)
            raise
        self._enter(slot, rank, link, session)

    def leave(self, slot: ConnectionSlot) -> None:
        """Take note that a connection is closed."""
        for group in slot.groups:
            members = self._groups[group]
            del members[slot]
            if not members:
                del self._groups[group]
        if slot.groups:
            self._count[slot.rank] -= 1
        slot.groups = ()

    def _group(self, rank: Rank, whose: str) -> dict[ConnectionSlot, None]:
        return self._groups.get((rank.name, whose), {})

    def _enter(self, slot: ConnectionSlot, rank: Rank, link: str = "", session: str = "") -> None:
        slot.rank = rank
        known = ((rank.name, link), (_SESSION, session))
        slot.groups = known if session else ((rank.name, slot.address),)
        for group in slot.groups:
            self._groups.setdefault(group, {})[slot] = None
        self._count[rank] += 1

    def _end(self, slot: ConnectionSlot) -> None:
        self.leave(slot)
        slot.end()

    def _make_room(self, group: _Group, most: int) -> None:
        """End a group's oldest connection if it has as many as it may: it may be a lost one."""
        members = self._groups.get(group, {})
        if len(members) >= most:
            self._end(next(iter(members)))

    def _busiest(self, *ranks: Rank) -> dict[ConnectionSlot, None]:
        """Return the largest group of these ranks."""
        names = {rank.name for rank in ranks}
        groups = (each for (kind, _), each in self._groups.items() if kind in names)
        return max(groups, key=len, default={})

    def _end_waiting(self, *ranks: Rank) -> None:
        """End the connection that waits longest, of the address with the most."""
        _log.warning(
            "expected at most %d connections to the pages, %d of them at the begin of TLS, got "
            "more: those that wait longest are closed. `ulimit -n` bounds them, and then 1,000.",
            self._bounds.connections,
            self._bounds.handshakes,
        )
        self._end(next(iter(self._busiest(*ranks))))

    def _displace(self, rank: Rank) -> None:
        """End the newest connection of the lowest rank below this one. Raises CrowdedError."""
        for lower in _HELD:
            if lower < rank and self._count[lower]:
                self._end(next(reversed(self._busiest(lower))))
                return
        raise _crowded()


def network(address: str) -> str:
    """Return the key by which clients are counted: an IPv4 address, or a network of IPv6."""
    try:
        ip = ip_address(address.partition("%")[0])
    except ValueError:  # of a socket file
        return address
    if isinstance(ip, IPv6Address):
        whole = IPv6Address(int(ip) >> _HOST_BITS << _HOST_BITS)
        return str(ip.ipv4_mapped or whole)
    return str(ip)


def client_of(asked: HTTPConnection) -> str:
    """Return the key by which the requests of a person without a link are counted."""
    return network(asked.client.host if asked.client else "")


def _crowded() -> CrowdedError:
    return CrowdedError(
        say(
            "Too many pages are open here: close some, then try again. Players and judges come "
            "in by their links all the same."
        )
    )


class Admitted:
    """A wrapper of the app: before and after an answer, the connection's slot waits."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request, during which `hold_slot` may hold the slot."""
        slot = scope.get("state", {}).get(SLOT)
        if slot is None:
            await self._app(scope, receive, send)
            return
        slot.wait()
        try:
            await self._app(scope, receive, send)
        finally:
            slot.wait()


def hold_slot(asked: HTTPConnection, rank: Rank, link: str = "", session: str = "") -> None:
    """Hold the slot of a request's connection until its answer has ended.

    link, session: those of a known person. Raises CrowdedError.
    """
    slot = asked.scope.get("state", {}).get(SLOT)
    if slot is not None:  # an app that is asked without a server has none
        slot.hold(rank, link, session)
