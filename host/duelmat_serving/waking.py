"""Waking: many feeds are woken for something new, some in each round of the event loop.

What else waits there, a request or another's page, has its turn after each few of them.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable
from typing import Generic, TypeVar


class Waiter:
    """A feed that waits for something new: an event with one waiter, cheaper than asyncio's."""

    def __init__(self, beat_s: float | None) -> None:
        """beat_s: the longest time to wait; None: for ever."""
        self._beat_s = beat_s
        self._is_woken = True
        self._waiting: asyncio.Future[bool] | None = None

    def wake(self) -> None:
        self._is_woken = True
        self._end_wait()

    def _end_wait(self) -> None:
        if self._waiting is not None and not self._waiting.done():
            self._waiting.set_result(True)

    async def wait(self) -> bool:
        """Return whether woken before the next beat. The first call returns immediately."""
        if not self._is_woken:
            loop = asyncio.get_running_loop()
            self._waiting = loop.create_future()
            beat = None if self._beat_s is None else loop.call_later(self._beat_s, self._end_wait)
            try:
                await self._waiting
            finally:
                self._waiting = None
                if beat is not None:
                    beat.cancel()
        is_woken, self._is_woken = self._is_woken, False
        return is_woken


Sleeper = TypeVar("Sleeper", bound=Waiter)


class Wakeups(Generic[Sleeper]):
    """The waiters that are yet to be woken, the longest waiting first."""

    def __init__(self, at_once: int, wake: Callable[[Sleeper], None] = Waiter.wake) -> None:
        """Args:
        at_once: the number of waiters whose turn comes in one round of the event loop.
        wake: called for a waiter whose turn has come.

        """
        self._at_once = at_once
        self._wake = wake
        self._behind: dict[Sleeper, None] = {}
        self._is_waking = False

    def add(self, waiters: Iterable[Sleeper]) -> None:
        """Wake these waiters in their order, the first of them immediately."""
        self._behind |= dict.fromkeys(waiters)
        if not self._is_waking:
            self._wake_some()

    def _wake_some(self) -> None:
        try:
            for waiter in list(self._behind)[: self._at_once]:
                del self._behind[waiter]
                self._wake(waiter)
        finally:  # whoever fails, the others have their turn
            self._is_waking = bool(self._behind)
            if self._is_waking:
                asyncio.get_running_loop().call_soon(self._wake_some)

    def forget(self, waiter: Sleeper) -> None:
        """Remove a waiter that has gone."""
        self._behind.pop(waiter, None)
