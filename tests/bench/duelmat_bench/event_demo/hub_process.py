"""A hub in a process of its own, by a clock in a file."""

from __future__ import annotations

import asyncio
import os
from contextlib import ExitStack
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Annotated

from msgspec import Meta, Struct

from duelmat_bench.event_demo.clock_file import ClockFile
from duelmat_hub.policies import load_policy
from duelmat_hub.running import locked, running
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
        clock = ClockFile(Path(order.clock))
        async with running(store, wall_ms=clock.read, clock_ms=clock.read, beat_s=1.0) as started:
            organiser = Actor(Role.ORGANISER, "Olga")
            if started.hub.event is None:
                policy = with_stages(load_policy(order.policy), FirstStage.SWISS, Bracket.DOUBLE)
                made = CreateEvent(order.name, policy, order.seed)
                await started.hub.submit(made, organiser, "demonstration-begins")
            link = await started.people.make_link(Role.ORGANISER, "Olga")
            address = f"http://127.0.0.1:{order.port}/"
            app = started.make_app(hosts=LOOPBACK_HOSTS, address=address)
            settle_heap()
            server = serve(app, order.port)
            serving = asyncio.create_task(server.serve())
            await server.listening.wait()
            links.send(f"{address}in/{link}")
            await serving
