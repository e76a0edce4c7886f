"""A queue of work that takes long and is done beside the event loop."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import TypeVar
from weakref import WeakValueDictionary

T = TypeVar("T")


class WorkQueue:
    """A queue of work: one piece runs at a time, and each client has one piece in the queue.

    One at a time, for Python computes one at a time: the event loop shares the processor with one
    thread and not with many, and a client with eight requests waits for the others after each.
    """

    def __init__(self) -> None:
        self._work = asyncio.Lock()
        self._own: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()

    async def do(self, client: str, work: Callable[[], T]) -> T:
        """Do the work in a thread when its turn has come, and return its result."""
        own = self._own.setdefault(client, asyncio.Lock())
        async with own, self._work:
            return await asyncio.to_thread(work)
