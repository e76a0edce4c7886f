"""The live feed: the views and lights of one viewer as server-sent events.

Every view is whole, so a browser that comes back needs only the newest; it names the one it has
(Last-Event-ID) and gets nothing twice. A beat goes out when nothing else does, so that a page can
tell a quiet table from a lost one.
"""

from __future__ import annotations

import asyncio
import hashlib
from collections.abc import AsyncGenerator, AsyncIterator
from contextlib import suppress
from typing import Any, Final

import msgspec
from fastapi.sse import ServerSentEvent

from .service import Json, Service

RETRY_MS: Final = 1000
BEAT_S: Final = 5.0


async def feed(
    service: Service, viewer: str, last_id: str | None, beat_s: float
) -> AsyncGenerator[ServerSentEvent, None]:
    """What this viewer may see, now and from now on, until the browser goes."""
    news = service.subscribe(viewer)
    coming = asyncio.ensure_future(_next(news))
    try:
        await asyncio.sleep(0)  # subscribed before the first view is taken: nothing falls between
        view = _view_of(service, viewer)
        shown = _view(view)
        if shown.id == last_id:
            yield ServerSentEvent(event="beat", raw_data="{}", retry=RETRY_MS)
        else:
            yield shown.model_copy(update={"retry": RETRY_MS})
        while True:
            done, _ = await asyncio.wait({coming}, timeout=beat_s)
            if not done:
                yield ServerSentEvent(event="beat", raw_data="{}")
                continue
            event = coming.result()
            if event is None:
                return
            coming = asyncio.ensure_future(_next(news))
            if event["type"] == "view":
                newer = _view(event["view"])
                if newer.id != shown.id:
                    shown = newer
                    yield shown
            else:
                yield ServerSentEvent(event=event["type"], raw_data=_json(event))
    finally:
        coming.cancel()
        with suppress(asyncio.CancelledError):
            await coming
        await _close(news)


def _view_of(service: Service, viewer: str) -> Json:
    match viewer:
        case "public":
            return service.public_view()
        case "judge":
            return service.judge_view()
        case _:
            return service.seat_view(viewer)


async def _next(news: AsyncIterator[Json]) -> Json | None:
    """The next event; None when the table has no more."""
    try:
        return await anext(news)
    except StopAsyncIteration:
        return None


async def _close(news: AsyncIterator[Json]) -> None:
    close = getattr(news, "aclose", None)
    if close is not None:
        await close()


def _view(view: Json) -> ServerSentEvent:
    data = _json(view)
    return ServerSentEvent(
        event="view",
        raw_data=data,
        id=hashlib.blake2s(data.encode(), digest_size=8).hexdigest(),
    )


def _json(value: Any) -> str:
    return msgspec.json.encode(value).decode()
