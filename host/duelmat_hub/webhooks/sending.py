"""Sending: each receiver is told in order, again and again while it does not answer.

A hub goes on where another one has ended, and of hubs on one database one tells a receiver. No
message and no log names an address or a secret.
"""

from __future__ import annotations

import asyncio
import logging
import secrets
from collections import deque
from collections.abc import Awaitable, Callable, Iterable, Sequence
from enum import Enum
from typing import Final

import httpx
from msgspec import Struct
from msgspec.structs import replace

from duelmat_hub.errors import StoreError
from duelmat_hub.webhooks.file import Webhook
from duelmat_hub.webhooks.messages import (
    Message,
    body_of,
    headers_of,
    messages_after,
    messages_of,
)
from duelmat_hub.webhooks.progress import Progress, ProgressStore
from duelmat_message import say
from duelmat_tournament.entries import Entry
from duelmat_tournament.event import Event
from duelmat_tournament.fold import fold

BACK_OFF_S: Final = (1, 2, 4, 8, 15, 30, 60, 120, 240, 300, 300)
"""The waits between tries: 18 minutes in all, for a receiver that is started again."""
MOST_WAITING: Final = 1_000
"""Messages that wait for a receiver: the results of two rounds of 1,024 players."""
OLDEST_MS: Final = 24 * 3_600_000
"""A message that is older has its event behind it, and is given up: an event's day."""
_PATIENCE_S: Final = 15
"""The longest wait for a whole answer: receivers are asked to answer before they work."""
_LONGEST_WAIT_S: Final = 300
"""The most that a receiver's own wish to be left alone is heeded."""
_HELD_S: Final = 30
"""A receiver is kept to one hub for so long at a time: twice the longest try."""
_LOOK_S: Final = 1.0
"""A receiver that another hub tells, or a store that fails, is looked at again after so long."""
_REPEATED: Final = frozenset({408, 425, 429})
"""The refusals after which the same request may be taken later, beside those of 500 and more."""
_log = logging.getLogger(__name__)


class Trouble(Enum):
    """The reason for which no answer came."""

    SILENT = "silent"
    """It did not answer within the longest wait."""
    UNREACHABLE = "unreachable"
    """Nothing listens at its address, or the connection was cut."""
    UNFIT = "unfit"
    """Nothing can be sent to such an address."""


class WebhookState(Struct, frozen=True):
    """A receiver as the desk shows it."""

    name: str
    sent: int
    waiting: int
    lost: int
    """Messages that were given up: never taken, too old, or the oldest of too many."""
    trouble: str
    """The reason for which the last try failed; empty: it did not."""


class _Failed(Struct, frozen=True):
    """A try that failed."""

    trouble: str
    """As in Progress."""
    is_final: bool = False
    """Whether the same request would fail again."""
    wait_s: float = 0
    """Seconds for which the receiver wants to be left alone."""


class Webhooks:
    """The receivers of one hub process."""

    def __init__(
        self,
        hooks: Iterable[Webhook],
        store: ProgressStore,
        clock_ms: Callable[[], int],
        *,
        sleep: Callable[[float], Awaitable[None]] = asyncio.sleep,
    ) -> None:
        turn = _Turn(store, secrets.token_hex(8), clock_ms)
        self._receivers = [_Receiver(each, turn, sleep, self._show) for each in hooks]
        self._store = store
        self._turn = turn
        self._event: Event | None = None
        """The event after the newest entry that was taken."""
        self._changed: Callable[[], None] = lambda: None

    def _show(self) -> None:
        self._changed()

    @property
    def states(self) -> Sequence[WebhookState]:
        return [each.state for each in self._receivers]

    def notify(self, changed: Callable[[], None]) -> None:
        """Call `changed` when a state has changed from now on."""
        self._changed = changed

    async def start(self, event: Event | None, log: Sequence[Entry], mark: str) -> None:
        """Take what a hub before this one has not told of a log, which has made the event.

        A receiver that was never known is told what comes from now on. Raises StoreError.
        """
        self._event = event
        if not self._receivers:
            return
        log = tuple(log)
        names = [each.name for each in self._receivers]
        known = await asyncio.to_thread(self._store.begin, names, len(log) + 1)
        first = min(each.entry for each in known.values())
        missed = await asyncio.to_thread(_messages_from, log, first, mark)
        for each in self._receivers:
            each.start(known[each.name], missed)

    def take(self, event: Event, added: Sequence[Entry], mark: str) -> None:
        """Tell what new entries publish, which have made this event, one after the other."""
        before, self._event = self._event, event
        if not self._receivers:
            return
        if len(added) == 1:  # it has made this very event
            fresh = messages_after(event, added[0], mark)
        else:
            fresh = messages_of(before, added, mark)
        for message in fresh:
            for each in self._receivers:
                each.take(message)

    async def run(self) -> None:
        """Send as long as the hub runs."""
        if not self._receivers:
            return
        try:
            async with (
                httpx.AsyncClient(timeout=_PATIENCE_S) as client,
                asyncio.TaskGroup() as group,
            ):
                for each in self._receivers:
                    group.create_task(each.run(client), name="webhook")
        finally:
            await self._turn.end()


def _messages_from(log: Sequence[Entry], first: int, mark: str) -> list[Message]:
    """Return what a log has published from an entry on."""
    return list(messages_of(fold(log[: first - 1]), log[first - 1 :], mark))


class _Turn:
    """The turn of one hub of several to tell receivers."""

    def __init__(self, store: ProgressStore, holder: str, clock_ms: Callable[[], int]) -> None:
        self.clock_ms = clock_ms
        self._store = store
        self._holder = holder

    async def hold(self, name: str, own: Progress, for_s: float) -> tuple[Progress, bool]:
        """Keep a receiver's progress, and the receiver, as ProgressStore does.

        A hub that is closed meanwhile waits for the commit, which `end` has to follow.
        """
        now_ms = self.clock_ms()
        until_ms = now_ms + round(for_s * 1000)
        words = name, self._holder, own, now_ms, until_ms
        held = asyncio.create_task(asyncio.to_thread(self._store.hold, *words))
        try:
            return await asyncio.shield(held)
        except asyncio.CancelledError:
            await asyncio.gather(held, return_exceptions=True)
            raise

    async def end(self) -> None:
        """Let other hubs go on immediately, unless the store fails."""
        try:
            await asyncio.to_thread(self._store.release, self._holder)
        except StoreError as error:
            _log.debug("the receivers are not released: %s", error)


class _Receiver:
    """One receiver with the messages that wait for it."""

    def __init__(
        self,
        hook: Webhook,
        turn: _Turn,
        sleep: Callable[[float], Awaitable[None]],
        changed: Callable[[], None],
    ) -> None:
        self._hook = hook
        self._turn = turn
        self._sleep = sleep
        self._changed = changed
        self._waiting: deque[Message] = deque()
        self._filled = asyncio.Event()
        self._progress = Progress(0)
        self._tries = 0
        """The tries with the message that waits first."""
        self._held_ms = 0
        """The moment until which no other hub tells the receiver anything."""
        self._shown = self.state

    @property
    def name(self) -> str:
        return self._hook.name

    @property
    def state(self) -> WebhookState:
        now = self._progress
        waiting = len(self._waiting)
        return WebhookState(self.name, now.sent, waiting, now.lost, _words_of(now.trouble))

    def start(self, progress: Progress, missed: Sequence[Message]) -> None:
        """Go on from a progress, with all messages since, some of which may have been taken."""
        self._progress = progress
        wanted = [each for each in missed if each.subject in self._hook.about]
        self._waiting.extendleft(reversed(wanted))
        self._forget_done()
        if self._waiting:
            self._filled.set()

    def take(self, message: Message) -> None:
        if message.subject in self._hook.about:
            self._waiting.append(message)
            self._filled.set()
            self._show()

    async def run(self, client: httpx.AsyncClient) -> None:
        while True:
            await self._filled.wait()
            try:
                if not await self._hold():
                    await asyncio.sleep(_LOOK_S)
                elif not self._waiting:
                    self._filled.clear()
                elif not await self._give_up_old():
                    await self._send(client)
            except StoreError as error:
                _log.debug("webhook %s: %s", self.name, error)
                await asyncio.sleep(_LOOK_S)
            self._show()

    def _show(self) -> None:
        """Let the desk know if the state has changed."""
        if self.state != self._shown:
            self._shown = self.state
            self._changed()

    async def _hold(self) -> bool:
        """Learn how far the receiver was told, and return whether this hub is to go on."""
        if self._turn.clock_ms() + _PATIENCE_S * 1000 < self._held_ms:
            return True
        return await self._keep(self._progress)

    async def _keep(self, progress: Progress, wait_s: float = 0) -> bool:
        """Keep the progress, and the receiver for as long as is waited for it and tried.

        Returns: whether the receiver is this hub's. Raises StoreError, when it is kept later.
        """
        self._progress = progress
        self._forget_done()
        self._held_ms = 0
        for_s = wait_s + _HELD_S
        newest, is_held = await self._turn.hold(self.name, progress, for_s)
        if is_held:
            self._held_ms = self._turn.clock_ms() + round(for_s * 1000)
        self._progress = max(newest, self._progress, key=lambda each: each.place)
        self._forget_done()
        return is_held

    def _forget_done(self) -> None:
        while self._waiting and self._waiting[0].place < self._progress.place:
            self._waiting.popleft()
            self._tries = 0

    async def _give_up_old(self) -> bool:
        """Give up what comes too late, or too much of it, and return whether there was any."""
        oldest_ms = self._turn.clock_ms() - OLDEST_MS
        excess = len(self._waiting) - MOST_WAITING
        old = [
            each for at, each in enumerate(self._waiting) if at < excess or each.at_ms < oldest_ms
        ]
        if not old:
            return False
        _log.warning("webhook %s: %d messages were given up", self.name, len(old))
        lost = self._progress.lost + len(old)
        await self._keep(replace(_after(self._progress, old[-1]), lost=lost))
        return True

    async def _send(self, client: httpx.AsyncClient) -> None:
        """Try to send the message that waits first, and wait if it is tried again."""
        message, now = self._waiting[0], self._progress
        failed = await self._try(client, message, body_of(message, self._hook.form))
        if failed is None:
            await self._keep(replace(_after(now, message), sent=now.sent + 1, trouble=""))
            return
        _log.warning("webhook %s: %s", self.name, _words_of(failed.trouble))
        if failed.is_final or self._tries == len(BACK_OFF_S):
            after = replace(_after(now, message), lost=now.lost + 1, trouble=failed.trouble)
            await self._keep(after)
            return
        wait_s = max(BACK_OFF_S[self._tries], failed.wait_s)
        self._tries += 1
        try:
            await self._keep(replace(now, trouble=failed.trouble), wait_s)
        except StoreError as error:
            _log.debug("webhook %s: %s", self.name, error)
        self._show()
        await self._sleep(wait_s)

    async def _try(
        self, client: httpx.AsyncClient, message: Message, body: bytes
    ) -> _Failed | None:
        headers = headers_of(message, self._hook, body, self._turn.clock_ms() // 1000)
        try:
            async with (
                asyncio.timeout(_PATIENCE_S),
                client.stream("POST", self._hook.url, content=body, headers=headers) as answer,
            ):
                return _failure(answer)  # what the answer says is not read
        except (TimeoutError, httpx.TimeoutException):
            return _Failed(Trouble.SILENT.value)
        except httpx.TransportError:
            return _Failed(Trouble.UNREACHABLE.value)
        except (httpx.InvalidURL, httpx.HTTPError):
            return _Failed(Trouble.UNFIT.value, is_final=True)


def _after(progress: Progress, message: Message) -> Progress:
    """Return a progress after a message was done with."""
    return replace(progress, entry=message.entry, part=message.part + 1)


def _words_of(trouble: str) -> str:
    match trouble:
        case "":
            return ""
        case Trouble.SILENT.value:
            return say("no answer within {count} seconds", count=_PATIENCE_S)
        case Trouble.UNREACHABLE.value:
            return say("it cannot be reached")
        case Trouble.UNFIT.value:
            return say("its address cannot be used")
    return say("it answered {status}", status=trouble)


def _failure(answer: httpx.Response) -> _Failed | None:
    if answer.is_success:
        return None
    status = answer.status_code
    is_final = status < httpx.codes.INTERNAL_SERVER_ERROR and status not in _REPEATED
    try:
        wait_s = min(float(answer.headers.get("retry-after", 0)), _LONGEST_WAIT_S)
    except ValueError:
        wait_s = 0
    return _Failed(str(status), is_final, max(wait_s, 0))
