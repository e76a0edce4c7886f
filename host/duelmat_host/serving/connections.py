"""Connections: how many there may be, and how long a request may take to arrive.

uvicorn bounds neither: half a request keeps its connection for ever, and when descriptors run
out, asyncio writes a traceback for every connection that waits.
"""

from __future__ import annotations

import asyncio
import errno
import logging
import resource
import socket
from time import monotonic
from typing import Any, Final

import h11
import uvicorn
from uvicorn.protocols.http.h11_impl import H11Protocol

REQUEST_S: Final = 10.0
"""A whole request arrives within this time, from the connection or its first byte; an honest one
takes milliseconds."""
REPORT_S: Final = 60.0
"""The same is not reported more often."""
MOST_CONNECTIONS: Final = 1_000
UNSENT_BYTES: Final = 64 * 1024
"""The number of bytes given to the system before a slow browser has taken them: some views.
Without a bound Linux keeps megabytes of old ones for a page that has gone to sleep."""
MOST_ACCEPTED: Final = 64
"""In one round of the event loop; they hold descriptors before they can be counted."""
_NO_RESOURCE: Final = frozenset({errno.EMFILE, errno.ENFILE, errno.ENOBUFS, errno.ENOMEM})

_log = logging.getLogger(__name__)


class RepeatFilter(logging.Filter):
    """Lets a warning pass once in a while, and then counts how many like it were left out.

    Warnings are alike if their texts are before values are put in. Errors always pass.
    """

    def __init__(self, every_s: float = REPORT_S) -> None:
        super().__init__()
        self._every_s = every_s
        self._passed_s: dict[str, float] = {}
        self._left_out: dict[str, int] = {}

    def filter(self, record: logging.LogRecord) -> bool:
        if record.levelno > logging.WARNING:
            return True
        text, now_s = str(record.msg), monotonic()
        if now_s - self._passed_s.get(text, -self._every_s) < self._every_s:
            self._left_out[text] = self._left_out.get(text, 0) + 1
            return False
        self._passed_s[text] = now_s
        left_out = self._left_out.pop(text, 0)
        if left_out:
            record.msg = f"{text} ({left_out} more like this since the last report)"
        return True


_log.addFilter(RepeatFilter())


def connection_limit() -> int:
    """Return the greatest number of connections: half the descriptors are left to the table."""
    return min(MOST_CONNECTIONS, _descriptors() // 2)


def accept_limit() -> int:
    """Return how many connections are accepted at once, so that descriptors do not run out."""
    return max(1, min(MOST_ACCEPTED, _descriptors() // 8))


def _descriptors() -> int:
    soft, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
    return 2 * MOST_CONNECTIONS if soft == resource.RLIM_INFINITY else soft


class BoundedProtocol(H11Protocol):
    """A connection that is turned away when there are too many, and ended when a request stops."""

    most_connections: int = MOST_CONNECTIONS
    request_s: float = REQUEST_S

    _arrival: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        super().connection_made(transport)  # type: ignore[arg-type]  # uvicorn's is narrower
        if len(self.connections) > self.most_connections:
            _log.warning(
                "expected at most %d connections to the pages, got more: others are turned away "
                "until some are closed. A higher `ulimit -n` allows more.",
                self.most_connections,
            )
            self._end(503, b"Too many pages are open at this table: close some, then try again.\n")
            return
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
            self._end(408, words.encode())
        else:
            self.transport.close()

    def _end(self, status: int, words: bytes) -> None:
        """Answer outside of h11, whose side of the talk may be anywhere, and close."""
        self._stop_expecting()
        phrase = {408: b"Request Timeout", 503: b"Service Unavailable"}[status]
        head = (
            b"HTTP/1.1 %d %s\r\nContent-Type: text/plain; charset=utf-8\r\n"
            b"Content-Length: %d\r\nConnection: close\r\n\r\n"
        )
        self.transport.write(head % (status, phrase, len(words)) + words)
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
