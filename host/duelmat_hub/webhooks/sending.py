"""Sending: each receiver is told in order, again and again while it does not answer.

What was not delivered when a hub ends is not sent later: the tables and pages of the event have
it all. No message and no log names an address or a secret.
"""

from __future__ import annotations

import asyncio
import logging
from collections import deque
from collections.abc import Awaitable, Callable, Iterable, Sequence
from typing import Final

import httpx
from msgspec import Struct

from duelmat_hub.webhooks.file import Webhook
from duelmat_hub.webhooks.messages import Message, body_of, headers_of, messages_of
from duelmat_message import say
from duelmat_tournament.entries import Entry
from duelmat_tournament.event import Event

BACK_OFF_S: Final = (1, 2, 4, 8, 15, 30, 60, 120, 240, 300, 300)
"""The waits between tries: 18 minutes in all, for a receiver that is started again."""
MOST_WAITING: Final = 1_000
"""Messages that wait for a receiver: the results of two rounds of 1,024 players."""
_PATIENCE_S: Final = 15
"""The longest wait for a whole answer: receivers are asked to answer before they work."""
_LONGEST_WAIT_S: Final = 300
"""The most that a receiver's own wish to be left alone is heeded."""
_REPEATED: Final = frozenset({408, 425, 429})
"""The refusals after which the same request may be taken later, beside those of 500 and more."""
_log = logging.getLogger(__name__)


class WebhookState(Struct, frozen=True):
    """A receiver as the desk shows it."""

    name: str
    sent: int
    waiting: int
    lost: int
    """Messages that were given up, or never tried because too many waited."""
    trouble: str
    """The reason for which the last try failed; empty: it did not."""


class _Failed(Struct, frozen=True):
    """A try that failed."""

    reason: str
    is_final: bool = False
    """Whether the same request would fail again."""
    wait_s: float = 0
    """Seconds for which the receiver wants to be left alone."""


class Webhooks:
    """The receivers of one hub process."""

    def __init__(
        self,
        hooks: Iterable[Webhook],
        clock_ms: Callable[[], int],
        *,
        sleep: Callable[[float], Awaitable[None]] = asyncio.sleep,
    ) -> None:
        self._receivers = [_Receiver(each, clock_ms, sleep, self._show) for each in hooks]
        self._changed: Callable[[], None] = lambda: None

    def _show(self) -> None:
        self._changed()

    @property
    def states(self) -> Sequence[WebhookState]:
        return [each.state for each in self._receivers]

    def notify(self, changed: Callable[[], None]) -> None:
        """Call `changed` when a state has changed from now on."""
        self._changed = changed

    def take(self, event: Event, added: Sequence[Entry], mark: str) -> None:
        """Tell what new entries publish, later and one after the other."""
        if not self._receivers:
            return
        for message in messages_of(event, added, mark):
            for each in self._receivers:
                each.take(message)

    async def run(self) -> None:
        """Send as long as the hub runs."""
        if not self._receivers:
            return
        async with httpx.AsyncClient(timeout=_PATIENCE_S) as client, asyncio.TaskGroup() as group:
            for each in self._receivers:
                group.create_task(each.run(client), name="webhook")


class _Receiver:
    """One receiver with the messages that wait for it."""

    def __init__(
        self,
        hook: Webhook,
        clock_ms: Callable[[], int],
        sleep: Callable[[float], Awaitable[None]],
        changed: Callable[[], None],
    ) -> None:
        self._hook = hook
        self._clock_ms = clock_ms
        self._sleep = sleep
        self._changed = changed
        self._waiting: deque[Message] = deque()
        self._filled = asyncio.Event()
        self._sent = 0
        self._lost = 0
        self._trouble = ""

    @property
    def state(self) -> WebhookState:
        waiting = len(self._waiting)
        return WebhookState(self._hook.name, self._sent, waiting, self._lost, self._trouble)

    def take(self, message: Message) -> None:
        if message.subject not in self._hook.about:
            return
        if len(self._waiting) >= MOST_WAITING:
            self._lost += 1
        else:
            self._waiting.append(message)
            self._filled.set()
        self._changed()

    async def run(self, client: httpx.AsyncClient) -> None:
        while True:
            await self._filled.wait()
            is_sent = await self._deliver(client, self._waiting[0])
            self._waiting.popleft()
            self._sent += is_sent
            self._lost += not is_sent
            if not self._waiting:
                self._filled.clear()
            self._changed()

    async def _deliver(self, client: httpx.AsyncClient, message: Message) -> bool:
        """Send a message until it is taken or given up, and return whether it was taken."""
        body = body_of(message, self._hook.form)
        for wait_s in (*BACK_OFF_S, None):
            failed = await self._try(client, message, body)
            self._trouble = "" if failed is None else failed.reason
            if failed is None:
                return True
            _log.warning("webhook %s: %s", self._hook.name, failed.reason)
            self._changed()
            if failed.is_final or wait_s is None:
                return False
            await self._sleep(max(wait_s, failed.wait_s))
        return False

    async def _try(
        self, client: httpx.AsyncClient, message: Message, body: bytes
    ) -> _Failed | None:
        headers = headers_of(message, self._hook, body, self._clock_ms() // 1000)
        try:
            async with (
                asyncio.timeout(_PATIENCE_S),
                client.stream("POST", self._hook.url, content=body, headers=headers) as answer,
            ):
                return _failure(answer)  # what the answer says is not read
        except (TimeoutError, httpx.TimeoutException):
            return _Failed(say("no answer within {count} seconds", count=_PATIENCE_S))
        except httpx.TransportError:
            return _Failed(say("it cannot be reached"))
        except (httpx.InvalidURL, httpx.HTTPError):
            return _Failed(say("its address cannot be used"), is_final=True)


def _failure(answer: httpx.Response) -> _Failed | None:
    if answer.is_success:
        return None
    status = answer.status_code
    is_final = status < httpx.codes.INTERNAL_SERVER_ERROR and status not in _REPEATED
    try:
        wait_s = min(float(answer.headers.get("retry-after", 0)), _LONGEST_WAIT_S)
    except ValueError:
        wait_s = 0
    return _Failed(say("it answered {status}", status=status), is_final, max(wait_s, 0))
