"""Arrival: how long the requests of a connection may take to arrive.

The app is wrapped, and tells when it has a request and whether that is whole; no inner part of the
server is asked.
"""

from __future__ import annotations

import asyncio
from functools import partial
from typing import Final

from starlette.datastructures import Headers
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from .bodies import has_body

REQUEST_S: Final = 10.0
"""A whole request arrives within this time, from the connection or its first byte; an honest one
takes milliseconds."""
ARRIVAL: Final = "duelmat_arrival"
"""The name of an arrival in the state that all requests of its connection bear."""


class Arrival:
    """The time limit of a connection's requests; single further bytes do not prolong it."""

    def __init__(self, transport: asyncio.Transport, request_s: float) -> None:
        self._transport = transport
        self._request_s = request_s
        self._timer: asyncio.TimerHandle | None = None
        self._is_begun = False
        """Whether a part of a request has come."""
        self._is_answered = False
        """Whether the app has the request, and does not await its rest."""
        self._wait()

    def hear(self) -> None:
        """Take note that bytes have come."""
        if not self._is_answered:
            self._is_begun = True
            self._wait()

    def _wait(self) -> None:
        if self._timer is None:
            loop = asyncio.get_running_loop()
            # a request that came in the same round has its turn before
            end_soon = partial(loop.call_soon, self._end)
            self._timer = loop.call_later(self._request_s, end_soon)

    def answer(self, *, is_whole: bool) -> None:
        """Take note that the app has a request, whole or without the rest of its body."""
        self._is_answered = True
        if is_whole:
            self.stop()

    async def rest(self, receive: Receive) -> Message:
        """Receive the next message of a request whose rest the app awaits."""
        if self._timer is not None:
            self._is_answered = False
        message = await receive()
        self.answer(is_whole=not message.get("more_body", False))
        return message

    def end_answer(self) -> None:
        """Take note that a request is answered: another may come."""
        self._is_answered = self._is_begun = False

    def stop(self) -> None:
        """Stop the timer."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def _end(self) -> None:
        if self._timer is None or self._transport.is_closing():
            return
        if self._is_begun and not self._is_answered:  # no byte of an answer is sent
            words = f"Expected a whole request within {self._request_s:g} s, got a part of one.\n"
            head = (
                b"HTTP/1.1 408 Request Timeout\r\nContent-Type: text/plain; charset=utf-8\r\n"
                b"Content-Length: %d\r\nConnection: close\r\n\r\n"
            )
            self._transport.write(head % len(words) + words.encode())
        self._transport.close()


class Arriving:
    """A wrapper of the app that notes in a connection's Arrival which requests have arrived."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        arrival = scope.get("state", {}).get(ARRIVAL)
        if arrival is None:
            await self._app(scope, receive, send)
            return
        is_whole = not has_body(Headers(scope=scope))
        arrival.answer(is_whole=is_whole)
        rest = receive if is_whole else partial(arrival.rest, receive)
        try:
            await self._app(scope, rest, send)
        finally:
            arrival.end_answer()
