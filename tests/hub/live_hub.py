"""A real hub on a free loopback port, in a loop and thread of its own, for real browsers."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable, Iterator
from contextlib import AsyncExitStack, contextmanager
from pathlib import Path
from typing import Any

import uvicorn

from duelmat_hub.day import Day
from duelmat_hub.hub import CommandDone
from duelmat_hub.running import Running, running
from duelmat_hub.store import open_file
from duelmat_tournament.chain import ROOT
from duelmat_tournament.commands import AnyCommand
from duelmat_tournament.event import Event, Match
from duelmat_tournament.names import NO_PLAYER, PlayerId
from duelmat_tournament.roles import Actor, Role
from hub.asking import new_request
from hub.scenes import Scene

UP_S = 60
BEAT_S = 0.2


class LiveHub:
    """A hub that keeps the event of a scene, and perhaps others beside it."""

    def __init__(self, folder: Path, scene: Scene, **beside: Scene) -> None:
        """beside: the scenes of other events of the day, by their names in addresses."""
        self._folders = {"": folder, **{f"/event/{name}": folder / name for name in beside}}
        self.port = 0
        for each, held in zip(self._folders.values(), (scene, *beside.values()), strict=True):
            store = open_file(each)
            store.append(held.log, ROOT, new_request(), held.decks)
            store.close()

    def _run(self) -> None:
        asyncio.run(self._serve())

    async def _serve(self) -> None:
        async with AsyncExitStack() as stack:
            day, events = Day(), list[Running]()
            for root, folder in self._folders.items():
                store = open_file(folder)
                stack.callback(store.close)
                event = running(store, beat_s=BEAT_S, day=day, root=root)
                events.append(await stack.enter_async_context(event))
            self.started, *self.others = events
            app = self.started.make_app(hosts=("127.0.0.1",), others=self.others)
            config = uvicorn.Config(
                app, host="127.0.0.1", port=self.port, log_level="error", lifespan="off"
            )
            config.timeout_graceful_shutdown = 1
            self._server = uvicorn.Server(config)
            self._server.install_signal_handlers = lambda: None  # type: ignore[attr-defined]  # in a thread
            self._loop = asyncio.get_running_loop()
            serving = asyncio.create_task(self._server.serve())
            while not self._server.started:  # noqa: ASYNC110 - uvicorn tells it no other way
                await asyncio.sleep(0.01)
            self.port = self._server.servers[0].sockets[0].getsockname()[1]
            self._up.set()
            await serving

    def start(self) -> None:
        """Serve on a free port; after a stop, on the same one again."""
        self._up = threading.Event()
        self._thread = threading.Thread(target=self._run, daemon=True)
        self._thread.start()
        assert self._up.wait(UP_S), f"the hub did not come up within {UP_S} s"

    def stop(self) -> None:
        for each in (self.started, *self.others):
            self._loop.call_soon_threadsafe(each.close)
        self._server.should_exit = True
        self._thread.join(UP_S)

    @contextmanager
    def hung(self) -> Iterator[None]:
        """Let the hub say nothing, with all its connections open."""
        on = threading.Event()
        self._loop.call_soon_threadsafe(on.wait)
        try:
            yield
        finally:
            on.set()

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def call(self, coroutine: Callable[[], Any]) -> Any:
        """Run a coroutine in the hub's loop."""
        return asyncio.run_coroutine_threadsafe(coroutine(), self._loop).result(UP_S)

    def ask(self, command: AnyCommand, by: Actor) -> CommandDone:
        """Ask the event for something, past the pages."""
        answer: CommandDone = self.call(
            lambda: self.started.hub.submit(command, by, new_request())
        )
        return answer

    def link(self, role: Role, player: PlayerId = NO_PLAYER, name: str = "") -> str:
        """Return the address of a new link."""
        event = self.started.hub.event
        own = event.name_of(player) if event is not None and player else ""
        words = name or own or role.value.replace("_", " ").capitalize()
        secret = self.call(lambda: self.started.people.make_link(role, words, player))
        return f"{self.address}/in/{secret}"


def event(hub: LiveHub) -> Event:
    """Return the hub's event as it is now."""
    found = hub.started.hub.event
    assert found is not None
    return found


def matches(hub: LiveHub) -> list[Match]:
    """Return the matches of the round that is played or paired."""
    now = event(hub).round
    assert now is not None
    return list(now.matches.values())
