"""Connections: their first protocol, and how long a request may take to arrive.

uvicorn bounds neither handshakes nor who has how many connections; half a request keeps one for
ever, and when descriptors run out, asyncio writes a traceback for every connection that waits.
"""

from __future__ import annotations

import asyncio
import errno
import logging
import socket
import ssl
from collections.abc import Callable
from typing import Any, Final

import h11
import uvicorn
from uvicorn.protocols.http.h11_impl import H11Protocol

from .admission import Admission, Place, descriptors
from .repeats import RepeatFilter

REQUEST_S: Final = 10.0
"""A whole request arrives within this time, from the connection or its first byte; an honest one
takes milliseconds."""
HANDSHAKE_S: Final = 5.0
"""TLS has begun within this time: an honest handshake takes milliseconds, on a bad line a second
or two."""
UNTAKEN_S: Final = 30.0
"""A browser that takes nothing of what it is sent for so long is gone or asleep, and comes back
by itself: six beats of a feed."""
UNSENT_BYTES: Final = 64 * 1024
"""The number of bytes given to the system before a slow browser has taken them: some views.
Without a bound Linux keeps megabytes of old ones for a page that has gone to sleep."""
MOST_ACCEPTED: Final = 64
"""In one round of the event loop; they hold descriptors before they can be counted."""
_NO_RESOURCE: Final = frozenset({errno.EMFILE, errno.ENFILE, errno.ENOBUFS, errno.ENOMEM})

_log = logging.getLogger(__name__)


_log.addFilter(RepeatFilter())


def accept_limit() -> int:
    """Return how many connections are accepted at once, so that descriptors do not run out."""
    return max(1, min(MOST_ACCEPTED, descriptors() // 8))


class Entrance(asyncio.Protocol):
    """The first protocol of a connection: it takes a place and, for TLS, shakes hands.

    Whatever comes then goes to the protocol of requests.
    """

    def __init__(
        self,
        admission: Admission,
        talk: Callable[[Place], asyncio.Protocol],
        context: ssl.SSLContext | None,
        handshake_s: float,
        untaken_s: float,
    ) -> None:
        """Args:
        admission: gives the place.
        talk: makes the protocol of requests.
        context: for TLS; None = plain HTTP.
        handshake_s: how long a handshake may take.
        untaken_s: how long the other side may take nothing.

        """
        self._admission = admission
        self._make_talk = talk
        self._context = context
        self._handshake_s = handshake_s
        self._untaken_s = untaken_s
        self._talk: asyncio.Protocol | None = None
        self._early = b""
        """These bytes came between the handshake and the first request's protocol."""

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)
        peer = transport.get_extra_info("peername") or ("",)
        self._place = self._admission.arrive(
            str(peer[0]), transport.abort, encrypts=self._context is not None
        )
        _bound_untaken(transport, self._untaken_s)
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
                plain, self, context, server_side=True, ssl_handshake_timeout=self._handshake_s
            )
        except OSError as error:  # the other side is gone, silent, or speaks no TLS
            _log.debug("no TLS: %s", error)
        finally:
            if encrypted is None or encrypted.is_closing():
                self._place.leave()
                plain.abort()
        if encrypted is not None and not encrypted.is_closing():
            self._place.wait()
            self._begin(encrypted)

    def _begin(self, transport: asyncio.Transport) -> None:
        self._talk = self._make_talk(self._place)
        self._talk.connection_made(transport)
        if self._early:
            self._talk.data_received(self._early)

    def data_received(self, data: bytes) -> None:
        if self._talk is None:
            self._early += data
        else:
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
        self._place.leave()
        if self._talk is not None:
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


class BoundedProtocol(H11Protocol):
    """The requests of a connection, which is ended when one stops half way."""

    request_s: float = REQUEST_S

    _arrival: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        super().connection_made(transport)  # type: ignore[arg-type]  # uvicorn's is narrower
        self._bound_unsent(transport)
        self._expect_request()

    @staticmethod
    def _bound_unsent(transport: asyncio.BaseTransport) -> None:
        """Let whoever sends wait while something is unsent, instead of queueing more."""
        assert isinstance(transport, asyncio.Transport)
        # not 0: over TLS, asyncio takes an empty buffer for a full one then, and waits for ever
        transport.set_write_buffer_limits(high=1, low=0)
        connection = transport.get_extra_info("socket")
        if connection is not None:
            connection.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, UNSENT_BYTES)

    def data_received(self, data: bytes) -> None:
        if self.transport.is_closing():
            return
        super().data_received(data)
        if not self.transport.is_closing() and self._is_arriving():
            self._expect_request()
        else:
            self._stop_expecting()

    def connection_lost(self, exc: Exception | None) -> None:
        self._stop_expecting()
        super().connection_lost(exc)

    def _is_arriving(self) -> bool:
        """Whether the other side has yet to send the rest of a request."""
        return self.conn.their_state in (h11.IDLE, h11.SEND_BODY)

    def _expect_request(self) -> None:
        """Begin to wait for the rest of a request; its further bytes do not prolong that."""
        if self._arrival is None:
            self._arrival = self.loop.call_later(self.request_s, self._too_late)

    def _stop_expecting(self) -> None:
        if self._arrival is not None:
            self._arrival.cancel()
            self._arrival = None

    def _too_late(self) -> None:
        self._arrival = None
        if self.transport.is_closing():
            return
        has_begun = bool(self.conn.trailing_data[0]) or self.conn.their_state is h11.SEND_BODY
        if has_begun and self.conn.our_state in (h11.IDLE, h11.SEND_RESPONSE):
            words = f"Expected a whole request within {self.request_s:g} s, got a part of one.\n"
            self._end(words.encode())
        else:
            self.transport.close()

    def _end(self, words: bytes) -> None:
        """Answer outside of h11, whose side of the talk may be anywhere, and close."""
        head = (
            b"HTTP/1.1 408 Request Timeout\r\nContent-Type: text/plain; charset=utf-8\r\n"
            b"Content-Length: %d\r\nConnection: close\r\n\r\n"
        )
        self.transport.write(head % len(words) + words)
        self.transport.close()


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
    """Report what the event loop met; asyncio itself accepts again after a second."""
    error = context.get("exception")
    if "socket" in context and isinstance(error, OSError) and error.errno in _NO_RESOURCE:
        _log.warning(
            "expected a free descriptor for another connection, got: %s. Connections wait until "
            "others are closed; a higher `ulimit -n` allows more.",
            error.strerror,
        )
    else:
        loop.default_exception_handler(context)
