"""The events that a program serves side by side, also those that come while it runs."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Iterable, Sequence
from contextlib import AsyncExitStack
from itertools import count
from types import TracebackType
from typing import Final, Self

from starlette.applications import Starlette

from duelmat_command.output import echo
from duelmat_decks import Library
from duelmat_hub.day import Day
from duelmat_hub.running import Running, running
from duelmat_hub.side_events import EVERY_S, EventPlace, SideEvents
from duelmat_hub.store import Store
from duelmat_hub.webhooks import Webhook
from duelmat_serving.server_address import ServerAddress

_PATH: Final = "/event/"
"""Before the name of an event that is not the hub's first."""


class ServedEvents:
    """The events of a program, the first of which has the hub's own addresses.

    They end with the context, the first one last.
    """

    def __init__(
        self,
        address: ServerAddress,
        language: str,
        webhooks: Sequence[Webhook] = (),
        library: Library | None = None,
    ) -> None:
        self.address = address
        self.events: list[Running] = []
        self._language = language
        self._webhooks = webhooks
        self._library = library
        self._day = Day()
        self._stack = AsyncExitStack()
        self._app: Starlette | None = None

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        await self._stack.__aexit__(kind, error, trace)

    def marks(self) -> frozenset[str]:
        """Return the marks of the events."""
        return frozenset(each.hub.mark for each in self.events)

    async def start(self, root: str, store: Store, stack: AsyncExitStack | None = None) -> Running:
        """Start an event on an open store.

        stack: ends it; None: this context does.

        Raises: StoreError, BrokenStoreError.
        """
        event = running(
            store, webhooks=self._webhooks, day=self._day, root=root, library=self._library
        )
        started = await (stack or self._stack).enter_async_context(event)
        self.events.append(started)
        return started

    async def open(self, place: EventPlace) -> None:
        """Open an event beside the others; nothing has changed if that fails. Raises HubError."""
        root = _root_of(place.name, [each.event.root for each in self.events])
        async with AsyncExitStack() as opening:
            store = await asyncio.to_thread(opening.enter_context, place.opened())
            started = await self.start(root, store, opening)
            self._stack.push_async_exit(opening.pop_all())
        if self._app is not None:
            self._app.mount(root, self._app_of(started))
            self.announce(started)

    def make_app(self) -> Starlette:
        """Return the app of all events; those that come later are added to it."""
        first, *others = self.events
        self._app = self._app_of(first, others)
        return self._app

    def _app_of(self, event: Running, others: Sequence[Running] = ()) -> Starlette:
        address = self.address
        return event.make_app(
            hosts=address.hosts, address=address.base, language=self._language, others=others
        )

    async def follow(self, coming: SideEvents | None) -> None:
        """Open what comes, until it is cancelled."""
        while coming is not None:
            await asyncio.sleep(EVERY_S)
            await coming.look(self.open)

    def announce(self, event: Running) -> None:
        """Print the address of an event's public page."""
        assert event.hub.event is not None
        address = f"{self.address.base.rstrip('/')}{event.event.root}/"
        echo(f"{event.hub.event.name}: the public page is {address}", err=True)


def roots_of(names: Sequence[str]) -> list[str]:
    """Return the roots of the addresses of events by their names: the first has the hub's own."""
    roots = [""] if names else []
    for each in names[1:]:
        roots.append(_root_of(each, roots))
    return roots


def _root_of(name: str, taken: Iterable[str]) -> str:
    """Return the root of one more event: its name, with a number if another one has it."""
    roots = list(taken)
    root = _PATH + re.sub(r"[^A-Za-z0-9_-]+", "-", name).strip("-").lower()
    if root != _PATH and root not in roots:
        return root
    numbered = (f"{root}{number}" for number in count(len(roots) + 1))
    return next(each for each in numbered if each not in roots)
