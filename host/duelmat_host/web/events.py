"""The live feed: what one viewer is shown, as server-sent events.

Every view is whole, so a browser that comes back needs only the newest; it names the one it has
(Last-Event-ID) and gets nothing twice. A beat goes out when nothing else does, so that a page can
tell a quiet table from a lost one.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, AsyncIterator, Callable
from contextlib import suppress
from typing import Final

from fastapi.sse import ServerSentEvent

from duelmat_host.app.feeds import FeedEvent

from .service import Service

RETRY_MS: Final = 1000
BEAT_S: Final = 5.0


async def feed(
    service: Service,
    viewer: str,
    last_id: str | None,
    beat_s: float,
    is_open: Callable[[], bool] = lambda: True,
) -> AsyncGenerator[ServerSentEvent, None]:
    """Yield what this viewer may see, now and from now on, until the browser goes.

    `is_open`: whether the browser may still see it; asked before each event.
    """
    news = service.subscribe(viewer)
    coming = asyncio.ensure_future(_next(news))
    try:
        retry_ms: int | None = RETRY_MS
        while True:
            done, _ = await asyncio.wait({coming}, timeout=beat_s)
            if not is_open():
                return
            if not done:
                yield ServerSentEvent(event="beat", raw_data="{}")
                continue
            event = coming.result()
            if event is None:
                return
            coming = asyncio.ensure_future(_next(news))
            if event.id and event.id == last_id:
                event = FeedEvent("beat", "{}")  # the browser has this view
            yield ServerSentEvent(
                event=event.event, raw_data=event.data, id=event.id or None, retry=retry_ms
            )
            retry_ms = None
            last_id = event.id or last_id
    finally:
        coming.cancel()
        with suppress(asyncio.CancelledError):
            await coming
        await _close(news)


async def _next(news: AsyncIterator[FeedEvent]) -> FeedEvent | None:
    """Return the next event; None when the table has no more."""
    try:
        return await anext(news)
    except StopAsyncIteration:
        return None


async def _close(news: AsyncIterator[FeedEvent]) -> None:
    close = getattr(news, "aclose", None)
    if close is not None:
        await close()
