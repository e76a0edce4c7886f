"""Connections: their first protocol, with the limits that a server lacks.

Neither uvicorn nor hypercorn bounds how long a whole request takes to arrive, who has how many
connections, or how many are in the middle of a handshake: their limits count all connections
alike (`limit_concurrency`), or each read by itself (`read_timeout`), which a byte now and then
prolongs. When descriptors run out, asyncio writes a traceback for every connection that waits.
"""

from __future__ import annotations

import asyncio
import errno
import logging
import socket
import ssl
from collections.abc import Callable
from typing import Any, Final

import uvicorn
from msgspec import Struct

from .admission import SLOT, Admission, descriptors
from .arrival import ARRIVAL, REQUEST_S, Arrival
from .repeats import RepeatFilter

HANDSHAKE_S: Final = 5.0
"""TLS has begun within this time: an honest handshake takes milliseconds, on a bad line a second
or two."""
UNTAKEN_S: Final = 30.0
"""A browser that takes nothing for so long, six beats of a feed, is gone or asleep; its page
connects again when it wakes."""
UNSENT_BYTES: Final = 64 * 1024
"""The number of bytes given to the system before a slow browser has taken them: some views.
Without a bound Linux keeps megabytes of old ones for a page that has gone to sleep."""
MOST_ACCEPTED: Final = 64
"""The most that are accepted in one round of the event loop: until they are counted, they hold
descriptors."""
_NO_RESOURCE: Final = frozenset({errno.EMFILE, errno.ENFILE, errno.ENOBUFS, errno.ENOMEM})

_log = logging.getLogger(__name__)
_log.addFilter(RepeatFilter())


def accept_limit() -> int:
    """Return the number of connections to accept in one go, so that descriptors do not run out."""
    return max(1, min(MOST_ACCEPTED, descriptors() // 8))


class Limits(Struct, frozen=True):
    """The longest times of one server's connections."""

    request_s: float = REQUEST_S
    """The time until a request has arrived."""
    handshake_s: float = HANDSHAKE_S
    """The time until TLS begins."""
    untaken_s: float = UNTAKEN_S
    """The time in which a browser may take nothing of what it is sent."""


class Entrance(asyncio.Protocol):
    """The first protocol of a connection: it takes a slot and, for TLS, shakes hands.

    Whatever comes then goes to the protocol of requests.
    """

    def __init__(
        self,
        admission: Admission,
        talk: Callable[[dict[str, Any]], asyncio.Protocol],
        context: ssl.SSLContext | None,
        limits: Limits,
    ) -> None:
        """Args:
        admission: gives the slot.
        talk: makes the protocol of requests, which bear the state that it is given.
        context: for TLS; None = plain HTTP.
        limits: the time limits of a connection.

        """
        self._admission = admission
        self._make_talk = talk
        self._context = context
        self._limits = limits
        self._talk: asyncio.Protocol | None = None
        self._early = b""
        """These bytes came between the handshake and the first request's protocol."""

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)
        peer = transport.get_extra_info("peername") or ("",)
        self._slot = self._admission.arrive(
            str(peer[0]), transport.abort, encrypts=self._context is not None
        )
        _bound_untaken(transport, self._limits.untaken_s)
        if self._context is None:
            self._begin(transport)
        else:
            shaking = self._shake_hands(transport, self._context)
            asyncio.create_task(shaking, name="handshake").add_done_callback(_report_fault)

    async def _shake_hands(self, plain: asyncio.Transport, context: ssl.SSLContext) -> None:
        loop = asyncio.get_running_loop()
        encrypted: asyncio.Transport | None = None
        try:
            encrypted = await loop.start_tls(
                plain,
                self,
                context,
                server_side=True,
                ssl_handshake_timeout=self._limits.handshake_s,
            )
        except OSError as error:  # the other side is gone, silent, or speaks no TLS
            _log.debug("no TLS: %s", error)
        finally:
            if encrypted is None or encrypted.is_closing():
                self._slot.leave()
                plain.abort()
        if encrypted is not None and not encrypted.is_closing():
            self._slot.wait()
            self._begin(encrypted)

    def _begin(self, transport: asyncio.Transport) -> None:
        _bound_unsent(transport)
        self._transport = transport
        self._arrival = Arrival(transport, self._limits.request_s)
        self._talk = self._make_talk({SLOT: self._slot, ARRIVAL: self._arrival})
        self._talk.connection_made(transport)
        if self._early:
            self.data_received(self._early)

    def data_received(self, data: bytes) -> None:
        if self._talk is None:
            self._early += data
        elif not self._transport.is_closing():
            self._arrival.hear()
            self._talk.data_received(data)

    def eof_received(self) -> bool | None:
        return None if self._talk is None else self._talk.eof_received()

    def pause_writing(self) -> None:
        if self._talk is not None:
            self._talk.pause_writing()

    def resume_writing(self) -> None:
        if self._talk is not None:
            self._talk.resume_writing()

    def connection_lost(self, exc: Exception | None) -> None:
        self._slot.leave()
        if self._talk is not None:
            self._arrival.stop()
            self._talk.connection_lost(exc)


def _report_fault(shaking: asyncio.Task[None]) -> None:
    """Let the event loop report a fault of our own in a handshake."""
    if not shaking.cancelled():
        shaking.result()


def _bound_untaken(transport: asyncio.BaseTransport, untaken_s: float) -> None:
    """Let the system give up a connection whose other side takes nothing for long.

    Without a bound a page that was left unread, or a phone that has left the hall, keeps its
    connection for a quarter of an hour or for ever.
    """
    option = getattr(socket, "TCP_USER_TIMEOUT", None)  # Linux has it
    connection = transport.get_extra_info("socket")
    if option is not None and connection is not None:
        connection.setsockopt(socket.IPPROTO_TCP, option, round(untaken_s * 1000))


def _bound_unsent(transport: asyncio.Transport) -> None:
    """Let whoever sends wait while something is unsent, instead of queueing more."""
    # not 0: over TLS, asyncio takes an empty buffer for a full one then, and waits for ever
    transport.set_write_buffer_limits(high=1, low=0)
    connection = transport.get_extra_info("socket")
    if connection is not None:
        connection.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, UNSENT_BYTES)


class BoundedServer(uvicorn.Server):
    """A server that reports in one line that descriptors have run out, and goes on."""

    def __init__(self, config: uvicorn.Config) -> None:
        super().__init__(config)
        self.listening = asyncio.Event()
        """Set as soon as the pages can be opened."""

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        asyncio.get_running_loop().set_exception_handler(report_fault)
        await super().startup(sockets)
        self.listening.set()


def report_fault(loop: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
    """Report a fault of the event loop, which accepts connections again after a second."""
    error = context.get("exception")
    if "socket" in context and isinstance(error, OSError) and error.errno in _NO_RESOURCE:
        _log.warning(
            "expected a free descriptor for another connection, got: %s. Connections wait until "
            "others are closed; a higher `ulimit -n` allows more.",
            error.strerror,
        )
    else:
        loop.default_exception_handler(context)
