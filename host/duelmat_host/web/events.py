"""The live feed: what one viewer is shown, as server-sent events.

Every view is whole, so a browser that comes back needs only the newest; it names the one it has
(Last-Event-ID) and gets nothing twice. A beat goes out when nothing else does, so that a page can
tell a quiet table from a lost one. The bytes of an event are made once and sent to every viewer
(docs/adr/0023).
"""

from __future__ import annotations

from collections.abc import AsyncGenerator, Callable
from contextlib import aclosing
from typing import Final

from duelmat_serving.feed_response import OPENING
from duelmat_serving.feeds import BEAT
from duelmat_serving.language.catalogs import ENGLISH, Language

from .service import Service

ELSEWHERE: Final = b"event: elsewhere\ndata: null\n\n"
"""The event of a seat that has been opened on another device."""


async def feed(
    service: Service,
    viewer: str,
    last_id: str | None,
    beat_s: float,
    is_open: Callable[[], bool] = lambda: True,
    is_newest: Callable[[], bool] = lambda: True,
    language: Language = ENGLISH,
) -> AsyncGenerator[bytes]:
    """Yield the views of this viewer, now and from now on, until the browser goes.

    is_open: returns, before each event, whether the browser may still see the views.
    is_newest: returns whether no other browser has sat down at this seat since; after another
    has, ELSEWHERE follows the next event, once.
    language: the viewer's language.
    """
    is_told = False
    opening = OPENING
    async with aclosing(service.subscribe(viewer, beat_s, language)) as events:
        async for event in events:
            if not is_open():
                return
            has_it = bool(event.id) and event.id == last_id
            yield opening + (BEAT if has_it else event).encoded
            opening = b""
            if not is_told and not is_newest():
                is_told = True
                yield ELSEWHERE
            if event.id:
                last_id = None  # only the first may be what the browser has from before
