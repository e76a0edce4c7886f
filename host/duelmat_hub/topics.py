"""Topics: the parts of pages that change while they are looked at, made once for all who follow.

Who reads another language follows a topic of its own.

A topic is HTML that is made anew when entries concern it and somebody follows it, once a change
and not once a viewer. A player's page and a judge's come before those that everybody watches. A
follower who has the HTML before gets the lines that differ, everybody else all of it; a browser
that comes back names the moment up to which it has seen everything (Last-Event-ID) and gets only
what has changed since. A number of entries would tell everybody of those that only some may see:
the staff alone are told how many their topics show. Nothing is queued: who is slow finds the
newest.
"""

from __future__ import annotations

import asyncio
import re
import time
from collections.abc import AsyncGenerator, Awaitable, Callable, Iterable, Iterator
from typing import Any, Final

import msgspec

from duelmat_serving.admission import MOST_CONNECTIONS
from duelmat_serving.feed_response import BEAT_S, OPENING
from duelmat_serving.language.titles import ENGLISH_CODE
from duelmat_serving.waking import Waiter, Wakeups

WOKEN_AT_ONCE: Final = 16
"""The number of followers served before other work in the event loop has its turn."""
MOST_UNFOLLOWED: Final = MOST_CONNECTIONS
"""The most topics that are kept while nobody follows them: whoever looks away from a page, and all
may at a time, finds it made when they come back."""
SHOWN_EVERY_S: Final = 0.03
"""Changes that come faster are shown together, so that topics are made less often."""
_ID: Final = re.compile(r"([A-Za-z0-9]{1,32})\.([0-9]{1,16})")

Maker = Callable[[str, str], str]
"""A function that makes the HTML of a topic, by its name and the code of a language."""
_Key = tuple[str, str]
"""A topic, and the language in which it is followed."""


class _Topic:
    """A topic that has or had followers."""

    __slots__ = ("before_at", "changed_at", "encoded", "followers", "html", "is_stale", "part")

    def __init__(self) -> None:
        self.html = ""
        self.encoded = b""
        """The event that shows the topic whole."""
        self.part = b""
        """The event that changes the previous HTML to this; empty: there is none, or no gain."""
        self.before_at = -1
        """The moment of the previous change, the only HTML that `part` applies to; -1: none."""
        self.changed_at = 0
        """The moment of the last change of the HTML."""
        self.is_stale = True
        self.followers = 0


class _MadeTopics:
    """The topics as they were made last: at most MOST_UNFOLLOWED that nobody follows."""

    def __init__(self, make: Maker, now_us: Callable[[], int]) -> None:
        self.topics: dict[_Key, _Topic] = {}
        self._make = make
        self._now_us = now_us
        self._unfollowed: dict[_Key, None] = {}
        """The topics without followers, the one left longest ago first."""
        self._moment = 0
        """The moment of the newest change of a topic, in microseconds: no two have the same."""

    def current(self, key: _Key) -> _Topic:
        """Return a topic as it is now, made anew if it is stale."""
        topic = self.topics.setdefault(key, _Topic())
        if topic.is_stale:
            self._renew(key, topic)
        return topic

    def _renew(self, key: _Key, topic: _Topic) -> None:
        name, _ = key
        html = self._make(*key)
        topic.is_stale = False
        if html == topic.html and topic.encoded:
            return
        self._moment = max(self._now_us(), self._moment + 1)
        message = {"topic": name, "version": self._moment, "html": html}
        topic.part = _part(message, topic.html, topic.changed_at) if topic.encoded else b""
        topic.before_at = topic.changed_at if topic.encoded else -1
        topic.changed_at = self._moment
        topic.html = html
        topic.encoded = _event(message)

    def join(self, key: _Key) -> None:
        """Count one follower more of a topic."""
        self.topics.setdefault(key, _Topic()).followers += 1
        self._unfollowed.pop(key, None)

    def leave(self, key: _Key) -> None:
        """Count one follower less of a topic."""
        self.topics[key].followers -= 1
        self.keep(key)

    def keep(self, key: _Key) -> None:
        """Keep a topic, and if nobody follows it, forget the one that was left longest ago."""
        if self.topics[key].followers:
            return
        self._unfollowed.pop(key, None)
        self._unfollowed[key] = None
        if len(self._unfollowed) > MOST_UNFOLLOWED:
            longest = next(iter(self._unfollowed))
            del self._unfollowed[longest], self.topics[longest]


class Topics:
    """All topics of one hub process."""

    def __init__(
        self,
        make: Maker,
        epoch: str,
        now_ms: Callable[[], int] = lambda: 0,
        entries: Callable[[], int] = lambda: 0,
        now_us: Callable[[], int] = lambda: time.monotonic_ns() // 1000,
    ) -> None:
        """Args:
        make: makes a topic's HTML in a language.
        epoch: names this run of the program: ids sent by another run mean nothing.
        now_ms: gives milliseconds of UTC, by which pages set their clocks.
        entries: gives the number of entries that topics made now show.
        now_us: gives microseconds that never run back, by which changes are numbered.

        """
        self._now_ms = now_ms
        self._entries = entries
        self._epoch = epoch
        self._made = _MadeTopics(make, now_us)
        self._followers: dict[_Follower, None] = {}
        self._wakeups = Wakeups(WOKEN_AT_ONCE, self._wake)
        self._changed: set[_Key] = set()
        """The topics that may be others since changes were shown last."""
        self._showing: asyncio.TimerHandle | None = None
        self._shown_s = 0.0
        """The moment at which changes were shown last."""
        self._is_closed = False

    @property
    def followers(self) -> int:
        return len(self._followers)

    def change(self, concerns: Callable[[str], bool]) -> None:
        """Take note of a change that concerns some topics."""
        concerned: dict[str, bool] = {}
        for key, topic in self._made.topics.items():
            name, _ = key
            is_known = topic.is_stale and key in self._changed
            if not is_known:
                if name not in concerned:
                    concerned[name] = concerns(name)
                if concerned[name]:
                    topic.is_stale = True
                    self._changed.add(key)
        if self._showing is None:
            loop = asyncio.get_running_loop()
            due_s = max(loop.time(), self._shown_s + SHOWN_EVERY_S)
            self._showing = loop.call_at(due_s, self._show)

    def _show(self) -> None:
        """Wake the followers of changed topics, those of little followed topics first."""
        self._showing = None
        changed, self._changed = self._changed, set()
        concerned = [each for each in self._followers if not changed.isdisjoint(each.sent)]
        concerned.sort(key=lambda each: max(self._made.topics[n].followers for n in each.sent))
        self._wakeups.add(concerned)
        self._shown_s = asyncio.get_running_loop().time()

    def _wake(self, follower: _Follower) -> None:
        """Wake a follower if one of its topics has changed."""
        if any(self._made.current(key).changed_at > at for key, at in follower.sent.items()):
            follower.wake()

    def html(self, name: str, language: str = ENGLISH_CODE) -> str:
        """Return a topic as it is now, in the language of a code."""
        key = (name, language)
        html = self._made.current(key).html
        self._made.keep(key)
        return html

    def close(self) -> None:
        """End every feed."""
        self._is_closed = True
        if self._showing is not None:
            self._showing.cancel()
        for follower in self._followers:
            follower.wake()

    async def follow(
        self,
        names: Iterable[str],
        last_id: str | None = None,
        *,
        beat_s: float = BEAT_S,
        is_open: Callable[[], Awaitable[bool]] | None = None,
        counts_entries: bool = False,
        language: str = ENGLISH_CODE,
    ) -> AsyncGenerator[bytes]:
        """Yield server-sent events: these topics as they are now, if they are new to the browser,
        and whenever they change.

        is_open: whether the browser may still see the topics, asked before each event; None: yes.
        counts_entries: whether the browser is told how many entries its topics show.
        """
        keys = ((name, language) for name in names)
        follower = _Follower(dict.fromkeys(keys, self._seen(last_id)), beat_s)
        sent = follower.sent
        for key in sent:
            self._made.join(key)
        self._followers[follower] = None
        opening = OPENING
        try:
            while True:
                await follower.wait()
                if self._is_closed or not (is_open is None or await is_open()):
                    return
                fresh = b"".join(self._fresh(sent))
                if counts_entries or not fresh:  # after the topics, so that those are shown first
                    fresh += self._beat(counts_entries=counts_entries)
                yield opening + fresh
                opening = b""
        finally:
            self._followers.pop(follower, None)
            self._wakeups.forget(follower)
            for key in sent:
                self._made.leave(key)

    def _fresh(self, sent: dict[_Key, int]) -> Iterator[bytes]:
        """Yield the events that bring a follower up to date, the earliest change first: whatever
        event is received last, its id names a moment up to which everything was received.
        """
        now = {key: self._made.current(key) for key in sent}
        for key in sorted(now, key=lambda each: now[each].changed_at):
            topic, had = now[key], sent[key]
            if topic.changed_at > had:
                sent[key] = topic.changed_at
                is_next = topic.part and 0 <= topic.before_at <= had
                yield topic.part if is_next else topic.encoded
                yield b"id: %b.%d\n\n" % (self._epoch.encode(), topic.changed_at)

    def _beat(self, *, counts_entries: bool) -> bytes:
        counted = {"seen": self._entries()} if counts_entries else {}
        message = msgspec.json.encode({"now_ms": self._now_ms(), **counted})
        return b"event: beat\ndata: %b\n\n" % message

    def _seen(self, last_id: str | None) -> int:
        """Return the last moment that a browser has seen; -1: nothing of this run."""
        found = _ID.fullmatch(last_id or "")
        return int(found[2]) if found and found[1] == self._epoch else -1


def _event(message: object) -> bytes:
    return b"event: topic\ndata: %b\n" % msgspec.json.encode(message)


def _part(message: dict[str, Any], before: str, version: int) -> bytes:
    """Return the event that replaces only the lines that changed; empty if that is no gain.

    message: shows the topic whole.
    before, version: the HTML that the lines are put into, and the moment of its change.
    """
    after: str = message["html"]
    old, new = before.split("\n"), after.split("\n")
    most = min(len(old), len(new))
    first = next((at for at in range(most) if old[at] != new[at]), most)
    last = next((at for at in range(most - first) if old[-1 - at] != new[-1 - at]), most - first)
    middle = "\n".join(new[first : len(new) - last])
    if 2 * len(middle) > len(after):
        return b""
    kept = {"version": version, "first": first, "last": last}
    kept["is_empty"] = first + last == len(new)
    return _event({**message, "kept": kept, "html": middle})


class _Follower(Waiter):
    """A feed that follows topics."""

    def __init__(self, sent: dict[_Key, int], beat_s: float) -> None:
        """sent: for each topic, the moment of the newest change that was sent; -1: none."""
        super().__init__(beat_s)
        self.sent = sent
