"""The live feed: what one viewer is shown, as server-sent events.

Every view is whole, so a browser that comes back needs only the newest; it names the one it has
(Last-Event-ID) and gets nothing twice. A beat goes out when nothing else does, so that a page can
tell a quiet table from a lost one. The bytes of an event are made once and sent to every viewer
(docs/adr/0023).
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, Callable
from contextlib import aclosing
from typing import Final

from starlette.responses import Response
from starlette.types import Receive, Scope, Send

from duelmat_host.app.feeds import BEAT

from .service import Service

RETRY_MS: Final = 1000
BEAT_S: Final = 5.0
MEDIA_TYPE: Final = "text/event-stream"


async def feed(
    service: Service,
    viewer: str,
    last_id: str | None,
    beat_s: float,
    is_open: Callable[[], bool] = lambda: True,
) -> AsyncGenerator[bytes]:
    """Yield what this viewer may see, now and from now on, until the browser goes.

    is_open: whether the browser may still see it; asked before each event.
    """
    opening = b"retry: %d\n" % RETRY_MS
    async with aclosing(service.subscribe(viewer, beat_s)) as events:
        async for event in events:
            if not is_open():
                return
            has_it = bool(event.id) and event.id == last_id
            yield opening + (BEAT if has_it else event).encoded
            opening = b""
            last_id = event.id or last_id


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
