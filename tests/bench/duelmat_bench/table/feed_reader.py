"""The reading end of a feed over a raw socket: when each life total of seat a came in a view.

The life total is the mark by which a change is known on every page. Reading costs as little as
can be, so that hundreds of feeds in one process are stamped when they come.
"""

from __future__ import annotations

import asyncio
import re
from time import monotonic_ns
from typing import Final

_LIFE: Final = re.compile(rb'"life":\{"a":(\d+)')
FIRST_LIFE: Final = 1_000
"""Each change sets the next total from here on: a view that was left out, as a newer one was
there, has come with the newer one."""
_MOST_UNREAD: Final = 1 << 20


class FeedReader(asyncio.Protocol):
    """One feed: asks for it, and notes by the machine's steady clock when what came."""

    def __init__(self, path: str, cookie: str = "") -> None:
        self._head = f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1\r\n"
        if cookie:
            self._head += f"Cookie: {cookie}\r\n"
        self._unread = b""
        self._waiting: tuple[int, asyncio.Future[int]] | None = None
        self.arrived_ns: dict[int, int] = {}
        """The time at which each life total, or a later one in its stead, came first."""
        self._newest = FIRST_LIFE - 1
        self.views = 0
        self.lights = 0
        self.is_lost = False

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)
        transport.write(f"{self._head}\r\n".encode())

    def data_received(self, data: bytes) -> None:
        now_ns = monotonic_ns()
        *events, self._unread = (self._unread + data)[-_MOST_UNREAD:].split(b"\n\n")
        for event in events:
            if b"event: lights" in event:
                self.lights += 1
            elif (found := _LIFE.search(event)) is not None:
                self._note(int(found[1]), now_ns)

    def connection_lost(self, exc: Exception | None) -> None:
        self.is_lost = True

    def _note(self, life: int, now_ns: int) -> None:
        self.views += 1
        for each in range(self._newest + 1, life + 1):
            self.arrived_ns[each] = now_ns
        self._newest = max(self._newest, life)
        if self._waiting is not None and self._waiting[0] == life:
            self._waiting[1].set_result(now_ns)
            self._waiting = None

    async def until(self, life: int) -> int:
        """Return when this life total came, once it has."""
        if life in self.arrived_ns:
            return self.arrived_ns[life]
        future: asyncio.Future[int] = asyncio.get_running_loop().create_future()
        self._waiting = (life, future)
        return await future
