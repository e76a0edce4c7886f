"""Feeds: the events for each audience, made and encoded once for all its viewers.

An audience is a set of viewers who may know the same: everybody, a seat, the judge. A viewer who
comes back names the view that it has and gets nothing twice.
"""

from __future__ import annotations

import asyncio
import hashlib
from collections.abc import AsyncGenerator
from typing import Any

import msgspec


class FeedEvent(msgspec.Struct, frozen=True):
    """One event of a feed, ready to be sent."""

    event: str
    """"view" or "lights"."""
    data: str
    """JSON on one line."""
    id: str = ""
    """The digest of a view."""


def view_event(view: Any) -> FeedEvent:
    """Return the event that shows a view."""
    data = msgspec.json.encode(view)
    return FeedEvent("view", data.decode(), hashlib.blake2s(data, digest_size=8).hexdigest())


def lights_event(lights: Any) -> FeedEvent:
    """Return the event that shows what the mat's lights and displays show."""
    return FeedEvent("lights", msgspec.json.encode(lights).decode())


class Audience:
    """The viewers of one feed, and what they are shown now."""

    def __init__(self) -> None:
        self.view: FeedEvent | None = None
        self.lights: FeedEvent | None = None
        self._waiting: set[asyncio.Event] = set()

    @property
    def count(self) -> int:
        """Return the number of viewers."""
        return len(self._waiting)

    def show_view(self, event: FeedEvent) -> None:
        """Show another view; an unchanged one wakes nobody."""
        if self.view is None or self.view.id != event.id:
            self.view = event
            self._wake()

    def show_lights(self, event: FeedEvent) -> None:
        """Show other lights."""
        if self.lights != event:
            self.lights = event
            self._wake()

    def close(self) -> None:
        """End the feed for every viewer."""
        self.view = self.lights = None
        self._wake()

    def _wake(self) -> None:
        for waiting in self._waiting:
            waiting.set()

    async def follow(self, stop: asyncio.Event) -> AsyncGenerator[FeedEvent]:
        """Yield what is shown now and from now on, until `stop` is set."""
        changed = asyncio.Event()
        changed.set()
        self._waiting.add(changed)
        view: FeedEvent | None = None
        lights: FeedEvent | None = None
        try:
            while not stop.is_set():
                await changed.wait()
                changed.clear()
                if self.view is not None and self.view is not view:
                    view = self.view
                    yield view
                if self.lights is not None and self.lights is not lights:
                    lights = self.lights
                    yield lights
        finally:
            self._waiting.discard(changed)
