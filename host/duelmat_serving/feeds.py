"""Feeds: the events for each audience, made and encoded once for all its viewers.

An audience is a set of viewers who may know the same: everybody, a seat, the judge. A viewer who
comes back names the view that it has and gets nothing twice. A viewer who is slow finds the
newest view when it is ready for another: nothing is queued.
"""

from __future__ import annotations

import asyncio
import hashlib
from collections.abc import AsyncGenerator, Callable, Iterable
from typing import Any, Final

import msgspec

from duelmat_serving.padding import padded
from duelmat_serving.waking import Waiter, Wakeups

WOKEN_AT_ONCE: Final = 8
"""The number of viewers served before other work in the event loop has its turn: some 0.5 ms of
work, so that a player's page does not wait for hundreds of spectators."""
LIGHTS_A_SECOND: Final = 1_000
"""The most events of lights sent to an audience in a second, by all its feeds together: up to 30
viewers get every one."""


class FeedEvent(msgspec.Struct, frozen=True):
    """One event of a feed, with the bytes that every viewer of an audience is sent."""

    event: str
    """"view", "lights" or "beat"."""
    data: str
    """JSON on one line."""
    id: str = ""
    """The digest of a view."""
    encoded: bytes = b""
    """The same as a server-sent event."""


def view_event(
    view: Any, encoded: Callable[[Any], Any] = str, hidden: Iterable[str] = ()
) -> FeedEvent:
    """Return the event that shows a view.

    encoded: translates a text of the view into the viewers' language, by default into English.
    hidden: the keys of the values for these viewers alone, whose length is padded.
    """
    data = msgspec.json.encode(view, enc_hook=encoded)
    own = [getattr(view, key) for key in hidden]
    hidden_bytes = len(msgspec.json.encode(own, enc_hook=encoded)) if own else 0
    digest = hashlib.blake2s(data, digest_size=8).hexdigest()
    return _event("view", padded(data, hidden_bytes), digest)


def lights_event(lights: Any) -> FeedEvent:
    """Return the event with the state of the mat's lights and displays."""
    return _event("lights", msgspec.json.encode(lights))


def _event(event: str, data: bytes, id_: str = "") -> FeedEvent:
    id_line = f"id: {id_}\n" if id_ else ""
    encoded = b"event: %b\ndata: %b\n%b\n" % (event.encode(), data, id_line.encode())
    return FeedEvent(event, data.decode(), id_, encoded)


BEAT: Final = _event("beat", b"{}")
"""Nothing has happened for a while: the table is there."""


class Audience:
    """The viewers of one feed, and what they are shown now."""

    def __init__(self) -> None:
        self.view: FeedEvent | None = None
        self.lights: FeedEvent | None = None
        self._viewers: set[Waiter] = set()
        self._wakeups: Wakeups[Waiter] = Wakeups(WOKEN_AT_ONCE)
        self._next_lights: FeedEvent | None = None
        self._lights_due: asyncio.TimerHandle | None = None
        self._lights_s = 0.0

    @property
    def count(self) -> int:
        """Return the number of viewers."""
        return len(self._viewers)

    def show_view(self, event: FeedEvent, *, is_sent_again: bool = False) -> None:
        """Show a view, and wake the viewers if it has changed or is sent again."""
        if is_sent_again or self.view is None or self.view.id != event.id:
            self.view = event
            self._wake()

    def show_lights(self, event: FeedEvent) -> None:
        """Show other lights, immediately or when the next lights may be sent."""
        self._next_lights = event
        if self._lights_due is not None:
            return
        loop = asyncio.get_running_loop()
        due_s = self._lights_s + self.count / LIGHTS_A_SECOND
        if due_s <= loop.time():
            self._release_lights()
        else:
            self._lights_due = loop.call_at(due_s, self._release_lights)

    def _release_lights(self) -> None:
        self._lights_due = None
        if self.lights != self._next_lights:
            self.lights = self._next_lights
            self._lights_s = asyncio.get_running_loop().time()
            self._wake()

    def close(self) -> None:
        """End the feed of every viewer."""
        if self._lights_due is not None:
            self._lights_due.cancel()
            self._lights_due = None
        self.view = self.lights = self._next_lights = None
        self._wake()

    def _wake(self) -> None:
        self._wakeups.add(self._viewers)

    async def follow(
        self, stop: asyncio.Event, beat_s: float | None = None
    ) -> AsyncGenerator[FeedEvent]:
        """Yield what is shown now and from now on, until `stop` is set.

        beat_s: the time without an event after which a BEAT is yielded; None = never.
        """
        viewer = Waiter(beat_s)
        self._viewers.add(viewer)
        view: FeedEvent | None = None
        lights: FeedEvent | None = None
        try:
            while not stop.is_set():
                is_woken = await viewer.wait()
                if not is_woken:
                    yield BEAT
                if self.view is not None and self.view is not view:
                    view = self.view
                    yield view
                if self.lights is not None and self.lights is not lights:
                    lights = self.lights
                    yield lights
        finally:
            self._viewers.discard(viewer)
            self._wakeups.forget(viewer)
