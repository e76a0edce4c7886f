"""The audiences of a table: who looks on, by what they may know and by the language they read."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, Callable, Iterable
from contextlib import aclosing

from duelmat_host.app.metrics import Metrics
from duelmat_host.showing.overlay import OverlayView
from duelmat_host.showing.view_types import OVERLAY, LightsView, PublicView
from duelmat_serving.feeds import Audience, FeedEvent, lights_event, view_event
from duelmat_serving.language.catalogs import Language

ViewOf = Callable[[str], PublicView | OverlayView]
"""A function that returns the present view of a viewer."""


class Audiences:
    """One audience for each viewer and language; a view is made where somebody looks on."""

    def __init__(self, viewers: Iterable[str], view_of: ViewOf, metrics: Metrics) -> None:
        self.viewers = tuple(viewers)
        self._view_of = view_of
        self._metrics = metrics
        self._audiences: dict[tuple[str, Language], Audience] = {}
        self._lights = LightsView([], [], "scene")
        self._showing = asyncio.Lock()
        """Held while a viewer is shown something, so that an older view never follows a newer."""
        self._end = asyncio.Event()
        """Set when the feeds that are open now end."""

    @property
    def lights(self) -> LightsView:
        """Return the lights that are shown now."""
        return self._lights

    async def show(self, viewer: str, *, is_sent_again: bool = False) -> None:
        """Show the present state to a viewer, in each language that somebody reads.

        Other tasks of the event loop run between two languages.

        is_sent_again: send the view even if it is unchanged, so that its coming reveals nothing.
        """
        async with self._showing:
            audiences = [
                (language, audience)
                for (name, language), audience in self._audiences.items()
                if name == viewer and audience.count
            ]
            view = self._view_of(viewer) if audiences else None
            for language, audience in audiences:
                event = shown_event(view, language)
                audience.show_view(event, is_sent_again=is_sent_again)
                await asyncio.sleep(0)

    def show_lights(self, lights: LightsView) -> None:
        """Show other lights to all viewers of lights."""
        self._lights = lights
        if self._metrics.feeds:
            event = lights_event(lights)
            for (viewer, _), audience in self._audiences.items():
                if viewer != OVERLAY:
                    audience.show_lights(event)

    async def follow(
        self, viewer: str, language: Language, beat_s: float | None
    ) -> AsyncGenerator[FeedEvent]:
        """Yield views and lights as they change, beginning with the present ones.

        beat_s: the time without an event after which a beat is yielded; None = never.
        Raises KeyError for a viewer of another table.
        """
        if viewer not in self.viewers:
            raise KeyError(viewer)
        audience = self._audiences.setdefault((viewer, language), Audience())
        if not audience.count:  # whoever looks on already is shown every change
            audience.show_view(shown_event(self._view_of(viewer), language))
            if viewer != OVERLAY:
                audience.show_lights(lights_event(self._lights))
        self._metrics.feeds += 1
        try:
            async with aclosing(audience.follow(self._end, beat_s)) as events:
                async for event in events:
                    yield event
        finally:
            self._metrics.feeds -= 1

    def close(self) -> None:
        """End the feeds of all viewers, now and from now on."""
        self._end.set()
        self._wake()

    def end_feeds(self) -> None:
        """End the feeds of all viewers; their pages ask for others."""
        ended, self._end = self._end, asyncio.Event()
        ended.set()
        self._wake()

    def _wake(self) -> None:
        for audience in self._audiences.values():
            audience.close()
        self._audiences.clear()


def shown_event(view: PublicView | OverlayView | None, language: Language) -> FeedEvent:
    """Return the event of a view; the length of its part beyond the public view is hidden."""
    own: list[str] = []
    if isinstance(view, PublicView):
        public = PublicView.__struct_fields__
        own = [key for key in view.__struct_fields__ if key not in public]
    return view_event(view, language.encoded, own)
