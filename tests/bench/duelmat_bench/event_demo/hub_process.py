"""A hub in a process of its own, by a clock in a file."""

from __future__ import annotations

import asyncio
import os
from contextlib import AsyncExitStack, ExitStack
from functools import partial
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Annotated, Final

from msgspec import Meta, Struct

from duelmat_bench.event_demo.clock_file import ClockFile
from duelmat_hub.day import Day
from duelmat_hub.policies import load_policy
from duelmat_hub.running import Running, locked, running
from duelmat_hub.store import open_database, open_file
from duelmat_serving.headers import LOOPBACK_HOSTS
from duelmat_serving.heap import settle_heap
from duelmat_serving.server import serve
from duelmat_tournament.commands import CreateEvent
from duelmat_tournament.policy import Bracket, FirstStage, with_stages
from duelmat_tournament.roles import Actor, Role


class Order(Struct, frozen=True, forbid_unknown_fields=True):
    """The order to serve an event."""

    port: Annotated[int, Meta(ge=1, le=65_535)]
    clock: str
    """The file of the clock."""
    policy: str
    seed: str
    directory: str = ""
    database: str = ""
    """A PostgreSQL address; empty: the directory's SQLite."""
    name: str = "Demonstration"
    side: str = ""
    """The directory of a side event, of teams; empty: there is none."""


SIDE_ROOT: Final = "/event/teams"
"""The beginning of the side event's addresses."""


def serve_order(order: Order, log: Path, links: Connection) -> None:
    """Serve an event until the process ends; send the organiser's link when pages are served."""
    with log.open("ab") as file:
        os.dup2(file.fileno(), 2)
    asyncio.run(_run(order, links))


async def _run(order: Order, links: Connection) -> None:
    with ExitStack() as stack:
        if order.database:
            store = open_database(order.database)
        else:
            stack.enter_context(locked(Path(order.directory)))
            store = open_file(Path(order.directory))
        stack.callback(store.close)
        stores = {"": store}
        if order.side:
            stack.enter_context(locked(Path(order.side)))
            stores[SIDE_ROOT] = open_file(Path(order.side))
            stack.callback(stores[SIDE_ROOT].close)
        clock = ClockFile(Path(order.clock))
        day = Day()
        by_the_file = partial(
            running, wall_ms=clock.read_computer, clock_ms=clock.read, beat_s=1.0, day=day
        )
        async with AsyncExitStack() as events:
            started, *others = [
                await events.enter_async_context(by_the_file(each, root=root))
                for root, each in stores.items()
            ]
            for each in (started, *others):
                await _begin(each, order)
            link = await started.people.make_link(Role.ORGANISER, "Olga")
            address = f"http://127.0.0.1:{order.port}/"
            app = started.make_app(hosts=LOOPBACK_HOSTS, address=address, others=others)
            settle_heap()
            server = serve(app, order.port)
            serving = asyncio.create_task(server.serve())
            await server.listening.wait()
            links.send(f"{address}in/{link}")
            await serving


async def _begin(started: Running, order: Order) -> None:
    """Create an event where there is none yet."""
    if started.hub.event is not None:
        return
    policy = with_stages(load_policy(order.policy), FirstStage.SWISS, Bracket.DOUBLE)
    name = order.name
    if started.event.root:
        name, policy = "Teams", load_policy("ocg-teams")
    made = CreateEvent(name, policy, order.seed)
    await started.hub.submit(made, Actor(Role.ORGANISER, "Olga"), "demonstration-begins")
