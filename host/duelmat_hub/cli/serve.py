"""`duelmat event serve`: open an event's hub."""

from __future__ import annotations

import asyncio
import re
import secrets
import signal
import sys
from collections.abc import Callable, Mapping, Sequence
from contextlib import AsyncExitStack, ExitStack
from pathlib import Path
from typing import TYPE_CHECKING, Final
from urllib.parse import urlsplit

import click

from duelmat_command.config import DATABASE_VARIABLE
from duelmat_command.log_options import log_options
from duelmat_command.output import (
    Complaint,
    complains_of,
    echo,
    read_bytes,
)
from duelmat_command.serving_options import ServingOptions, find_server_address, serving_options
from duelmat_command.settings import ConfiguredCommand, SettingOption, is_named
from duelmat_hub.errors import HubError
from duelmat_message import composed
from duelmat_message.errors import DuelmatError
from duelmat_tournament.errors import TournamentError

if TYPE_CHECKING:
    from duelmat_decks import Library
    from duelmat_hub.running import Running
    from duelmat_hub.store import Store
    from duelmat_hub.webhooks import Webhook
    from duelmat_serving.server_address import ServerAddress
    from duelmat_tournament.commands import CreateEvent

LOG_NAME = "hub.log"
_PATH: Final = "/event/"
"""Before the name of an event that is not the hub's first."""
_NO_EVENT: Final = (
    "There is no event here yet: make one with --name and --policy, as in --name 'Open 2026' "
    "--policy trump-king."
)


@click.command("serve", cls=ConfiguredCommand, short_help="Open an event's hub.")
@click.argument("directories", type=click.Path(path_type=Path), nargs=-1, metavar="[DIR]...")
@click.option(
    "--database",
    "databases",
    envvar=DATABASE_VARIABLE,
    metavar="URL",
    multiple=True,
    help="A PostgreSQL database instead of a directory: postgresql://user@host/name; again for "
    "each further event. Any number of hubs may share it. An address with a password in it goes "
    "into the variable DUELMAT_DATABASE (spaces between several), which others cannot read in the "
    "list of processes; a directory goes before the variable.",
)
@click.option("--name", help="The name of a new event.")
@click.option("--policy", help="The policy of a new event: a name or a file.")
@click.option("--seed", help="All chance of a new event follows from it; else one is drawn.")
@click.option(
    "--facts",
    cls=SettingOption,
    setting="facts",
    type=click.Path(path_type=Path),
    help="Your own card database, which names the numbers in deck lists: a .cdb file, or JSON "
    "of YGOPRODeck.",
)
@click.option("--strict", is_flag=True, help="A new event: penalties at the strict level.")
@click.option(
    "--webhooks",
    "webhook_file",
    type=click.Path(path_type=Path),
    metavar="FILE",
    help="Tell other programs what is published, as this file says (docs/webhooks.md).",
)
@serving_options
@log_options
@complains_of(DuelmatError, HubError, TournamentError)
@click.pass_context
def command(
    ctx: click.Context,
    directories: tuple[Path, ...],
    databases: tuple[str, ...],
    name: str | None,
    policy: str | None,
    seed: str | None,
    facts: Path | None,
    strict: bool,
    webhook_file: Path | None,
    serving: ServingOptions,
    verbose: int,
    log_level: str,
) -> None:
    """Open the hub of an event: its pages for organiser, judges, players and the hall.

    The event is kept in DIR (in SQLite) or in a PostgreSQL database. The first time it is made,
    with --name and --policy; after that it goes on where it was. The organiser's link is printed;
    the organiser's page makes the links of all others.

    Several DIRs, or one that holds such directories, or several databases, are the events of one
    day, served side by side: the first one at the hub's own address, each other one below /event/
    and its name. A new event is made in the place that has none yet. A link of one event lets in
    at all of them.

    \b
    Examples:
      duelmat event serve open-2026 --name "Open 2026" --policy trump-king
      duelmat event serve open-2026
      duelmat event serve open-2026 pods --name "Pods" --policy ocg
      duelmat event serve open-2026 --listen 0.0.0.0 --tls
      duelmat event serve --database postgresql://hub@db/open --listen 0.0.0.0:8443 --tls
    """
    from duelmat_command.log_file import LogOutput, log_folder
    from duelmat_decks import Library, read_facts

    if directories and not is_named(ctx, "databases"):
        databases = ()
    if bool(directories) == bool(databases):
        raise Complaint(
            "Expected a directory for the event, or --database URL; got both."
            if directories
            else "Expected a directory for the event, or --database URL; got neither."
        )
    made = None if name is None and policy is None else _new_event(name, policy, seed, strict)
    found = events_in(directories, is_new=made is not None)
    webhooks = _read_webhooks(webhook_file)
    library = Library() if facts is None else read_facts(facts)
    with ExitStack() as stack:
        log = stack.enter_context(LogOutput(log_level, verbose))
        stores = _open(stack, found, databases)
        folder = found[0] if found else log_folder()
        log.open_file(folder / LOG_NAME)
        place = find_server_address(ctx, serving, folder)
        asyncio.run(_serve(stores, place, serving.language, made, webhooks, library))


def events_in(directories: Sequence[Path], *, is_new: bool) -> list[Path]:
    """Return the directories of the events that are asked for, in their order.

    is_new: whether an event is to be made, in the one that has none.
    """
    found: list[Path] = []
    for each in directories:
        inside = [] if _holds_event(each) else sorted(filter(_holds_event, each.glob("*")))
        found += inside or [each]
    empty = [each for each in found if not _holds_event(each)]
    if not is_new and empty:
        raise Complaint(_NO_EVENT if len(found) == 1 else f"{empty[0]}: {_NO_EVENT}")
    if len(empty) > 1:
        raise Complaint(
            f"Expected one directory without an event, for the new one; got {len(empty)}: "
            f"{', '.join(map(str, empty))}. Make one event after the other."
        )
    if is_new and not empty and len(found) > 1:
        raise Complaint(
            "Expected a directory without an event, for the new one; each that was named has one: "
            "name another, or leave --name and --policy out."
        )
    return found


def roots_of(names: Sequence[str]) -> list[str]:
    """Return the roots of the addresses of events by their names: the first has the hub's own."""
    roots = [""] if names else []
    for each in names[1:]:
        root = _PATH + re.sub(r"[^A-Za-z0-9_-]+", "-", each).strip("-").lower()
        if root == _PATH or root in roots:
            root += str(len(roots) + 1)
        roots.append(root)
    return roots


def _read_webhooks(file: Path | None) -> tuple[Webhook, ...]:
    from duelmat_hub.webhooks import read_webhooks

    if file is None:
        return ()
    return read_webhooks(read_bytes(file, "a file of webhooks"), click.format_filename(file))


def _holds_event(directory: Path) -> bool:
    """Whether a directory has an event, perhaps an empty one: nothing is made to find out."""
    from duelmat_hub.store import FILE_NAME

    return (directory / FILE_NAME).exists()


def _new_event(
    name: str | None, policy: str | None, seed: str | None, strict: bool
) -> CreateEvent:
    from duelmat_hub.policies import load_policy
    from duelmat_tournament.commands import CreateEvent

    if name is None or policy is None:
        raise Complaint(
            "A new event needs --name and --policy, as in --name 'Open 2026' --policy "
            "trump-king; `duelmat event policy list` shows the policies that come along."
        )
    return CreateEvent(
        composed(name.strip()), load_policy(policy), seed or secrets.token_hex(8), strict=strict
    )


def _open(
    stack: ExitStack, directories: Sequence[Path], databases: Sequence[str]
) -> dict[str, Store]:
    """Open the stores of all events, by the roots of their addresses."""
    from duelmat_hub.running import locked
    from duelmat_hub.store import open_database, open_file

    stores: dict[str, Store] = {}
    names = [Path(urlsplit(database).path).name for database in databases]
    for root, database in zip(roots_of(names), databases, strict=True):
        stores[root] = open_database(database)
        stack.callback(stores[root].close)
    names = [directory.resolve().name for directory in directories]
    for root, directory in zip(roots_of(names), directories, strict=True):
        stack.enter_context(locked(directory))
        stores[root] = open_file(directory)
        stack.callback(stores[root].close)
    return stores


async def _serve(
    stores: Mapping[str, Store],
    place: ServerAddress,
    language: str,
    made: CreateEvent | None,
    webhooks: Sequence[Webhook],
    library: Library,
) -> None:
    from duelmat_hub.day import Day
    from duelmat_hub.running import running
    from duelmat_tournament.roles import Role

    async with AsyncExitStack() as stack:
        day = Day()
        events = [
            await stack.enter_async_context(
                running(store, webhooks=webhooks, day=day, root=root, library=library)
            )
            for root, store in stores.items()
        ]
        await _begin(events, made)
        link = await events[0].people.make_link(Role.ORGANISER, "Organiser")

        def announce() -> None:
            for each in events:
                assert each.hub.event is not None
                address = f"{place.base.rstrip('/')}{each.event.root}/"
                echo(f"{each.hub.event.name}: the public page is {address}", err=True)
            echo("The organiser's link, which lets in whoever has it:", err=True)
            echo(f"{place.base}in/{link}")

        await serve_until_closed(events, place, language, announce)


async def serve_until_closed(
    events: Sequence[Running], place: ServerAddress, language: str, announce: Callable[[], None]
) -> None:
    """Serve the pages of a hub's events until the program is asked to end.

    announce: called when they answer.
    """
    from duelmat_serving.heap import settle_heap
    from duelmat_serving.server import serve

    closing = asyncio.Event()
    loop = asyncio.get_running_loop()
    for sign in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        loop.add_signal_handler(sign, closing.set)
    first, *others = events
    app = first.make_app(hosts=place.hosts, address=place.base, language=language, others=others)
    settle_heap()
    server = serve(app, place.bound.port, place.bound.host, certificate=place.certificate)
    serving = asyncio.create_task(server.serve(), name="pages")
    leaving = asyncio.create_task(closing.wait(), name="closing")
    listening = asyncio.create_task(server.listening.wait(), name="listening")
    await asyncio.wait({serving, listening}, return_when=asyncio.FIRST_COMPLETED)
    if not serving.done():
        announce()
        sys.stdout.flush()
        await asyncio.wait({serving, leaving}, return_when=asyncio.FIRST_COMPLETED)
    for task in (leaving, listening):
        task.cancel()
    for each in events:
        each.close()
    server.should_exit = True
    await serving


async def _begin(events: Sequence[Running], made: CreateEvent | None) -> None:
    """Make an event where there is none."""
    from duelmat_tournament.roles import Actor, Role

    empty = [each for each in events if each.hub.event is None]
    if empty:
        if made is None:
            raise Complaint(_NO_EVENT)
        if len(empty) > 1:
            raise Complaint(
                f"Expected one place without an event, for the new one; got {len(empty)}. Make "
                "one event after the other."
            )
        organiser = Actor(Role.ORGANISER, "Organiser")
        await empty[0].hub.submit(made, organiser, f"create-event-{secrets.token_hex(8)}")
    elif made is not None:
        known = events[0].hub.event
        assert known is not None
        raise Complaint(
            f"The event {known.name!r} is here already: leave --name and --policy out, and it "
            "goes on."
        )
