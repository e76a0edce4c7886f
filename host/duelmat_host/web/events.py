"""The live feed: what one viewer is shown, as server-sent events.

Every view is whole, so a browser that comes back needs only the newest; it names the one it has
(Last-Event-ID) and gets nothing twice. A beat goes out when nothing else does, so that a page can
tell a quiet table from a lost one. The bytes of an event are made once and sent to every viewer
(docs/adr/0023).
"""

from __future__ import annotations

from collections.abc import AsyncGenerator, Callable
from contextlib import aclosing

from duelmat_serving.feed_response import OPENING
from duelmat_serving.feeds import BEAT
from duelmat_serving.language.catalogs import ENGLISH, Language

from .service import Service


async def feed(
    service: Service,
    viewer: str,
    last_id: str | None,
    beat_s: float,
    is_open: Callable[[], bool] = lambda: True,
    language: Language = ENGLISH,
) -> AsyncGenerator[bytes]:
    """Yield the views of this viewer, now and from now on, until the browser goes.

    is_open: tells before each event whether the browser may still see the views.
    language: the viewer's language.
    """
    opening = OPENING
    async with aclosing(service.subscribe(viewer, beat_s, language)) as events:
        async for event in events:
            if not is_open():
                return
            has_it = bool(event.id) and event.id == last_id
            yield opening + (BEAT if has_it else event).encoded
            opening = b""
            if event.id:
                last_id = None  # only the first may be what the browser has from before
