"""An answer that goes on: server-sent events, each handed to the server as the bytes it is."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator
from contextlib import aclosing
from typing import Final

from starlette.responses import Response
from starlette.types import Receive, Scope, Send

MEDIA_TYPE: Final = "text/event-stream"
BEAT_S: Final = 5.0
"""Silence that a beat breaks, so that a page can tell a quiet feed from a lost one."""
OPENING: Final = b"retry: 1000\n"
"""The first line of a feed: a browser that has lost it comes back after these milliseconds."""


class FeedResponse(Response):
    """One feed as an answer that goes on: each event is handed to the server as it is."""

    def __init__(self, events: AsyncGenerator[bytes]) -> None:
        super().__init__(media_type=MEDIA_TYPE, headers={"x-accel-buffering": "no"})
        del self.headers["content-length"]
        self._events = events

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:  # noqa: ARG002
        """Send events until there are no more or the browser has gone."""
        sending = asyncio.create_task(self._send(send), name="feed")
        leaving = asyncio.create_task(_until_gone(receive), name="feed's browser")
        try:
            await asyncio.wait({sending, leaving}, return_when=asyncio.FIRST_COMPLETED)
        finally:
            for task in (sending, leaving):
                task.cancel()
            await asyncio.wait({sending, leaving})
        if not sending.cancelled():
            sending.result()

    async def _send(self, send: Send) -> None:
        start = {"status": self.status_code, "headers": self.raw_headers}
        await send({"type": "http.response.start", **start})
        async with aclosing(self._events) as events:
            async for event in events:
                await send({"type": "http.response.body", "body": event, "more_body": True})
        await send({"type": "http.response.body", "body": b"", "more_body": False})


async def _until_gone(receive: Receive) -> None:
    while (await receive())["type"] != "http.disconnect":
        pass
