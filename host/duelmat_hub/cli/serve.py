"""`duelmat event serve`: open an event's hub."""

from __future__ import annotations

import asyncio
import secrets
import signal
import sys
from collections.abc import Callable, Sequence
from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING, Final

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
from duelmat_command.settings import ConfiguredCommand, is_named
from duelmat_hub.errors import HubError
from duelmat_message import composed
from duelmat_message.errors import DuelmatError
from duelmat_tournament.errors import TournamentError

if TYPE_CHECKING:
    from duelmat_hub.running import Running
    from duelmat_hub.store import Store
    from duelmat_hub.webhooks import Webhook
    from duelmat_serving.server_address import ServerAddress
    from duelmat_tournament.commands import CreateEvent

LOG_NAME = "hub.log"
_NO_EVENT: Final = (
    "There is no event here yet: make one with --name and --policy, as in --name 'Open 2026' "
    "--policy trump-king."
)


@click.command("serve", cls=ConfiguredCommand, short_help="Open an event's hub.")
@click.argument("directory", type=click.Path(path_type=Path), required=False, metavar="[DIR]")
@click.option(
    "--database",
    envvar=DATABASE_VARIABLE,
    metavar="URL",
    help="A PostgreSQL database instead of a directory: postgresql://user@host/name. Any number "
    "of hubs may share it. An address with a password in it goes into the variable "
    "DUELMAT_DATABASE, which others cannot read in the list of processes; a directory goes "
    "before the variable.",
)
@click.option("--name", help="The name of a new event.")
@click.option("--policy", help="The policy of a new event: a name or a file.")
@click.option("--seed", help="All chance of a new event follows from it; else one is drawn.")
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
    directory: Path | None,
    database: str | None,
    name: str | None,
    policy: str | None,
    seed: str | None,
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

    \b
    Examples:
      duelmat event serve open-2026 --name "Open 2026" --policy trump-king
      duelmat event serve open-2026
      duelmat event serve open-2026 --listen 0.0.0.0 --tls
      duelmat event serve --database postgresql://hub@db/open --listen 0.0.0.0:8443 --tls
    """
    from duelmat_command.log_file import LogOutput, log_folder

    if directory is not None and not is_named(ctx, "database"):
        database = None
    if (directory is None) == (database is None):
        raise Complaint(
            "Expected a directory for the event, or --database URL; got neither."
            if directory is None
            else "Expected a directory for the event, or --database URL; got both."
        )
    made = None if name is None and policy is None else _new_event(name, policy, seed, strict)
    if made is None and directory is not None and not _holds_event(directory):
        raise Complaint(_NO_EVENT)
    webhooks = _read_webhooks(webhook_file)
    with ExitStack() as stack:
        log = stack.enter_context(LogOutput(log_level, verbose))
        store = _open(stack, directory, database)
        log.open_file((directory or log_folder()) / LOG_NAME)
        place = find_server_address(ctx, serving, directory or log_folder())
        asyncio.run(_serve(store, place, serving.language, made, webhooks))


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


def _open(stack: ExitStack, directory: Path | None, database: str | None) -> Store:
    from duelmat_hub.running import locked
    from duelmat_hub.store import open_database, open_file

    if directory is None:
        assert database is not None
        store = open_database(database)
    else:
        stack.enter_context(locked(directory))
        store = open_file(directory)
    stack.callback(store.close)
    return store


async def _serve(
    store: Store,
    place: ServerAddress,
    language: str,
    made: CreateEvent | None,
    webhooks: Sequence[Webhook],
) -> None:
    from duelmat_hub.running import running

    async with running(store, webhooks=webhooks) as started:
        link = await _begin(started, made)

        def announce() -> None:
            event = started.hub.event
            assert event is not None
            echo(
                f"{event.name}: the public page is {place.base}",
                err=True,
            )
            echo("The organiser's link, which lets in whoever has it:", err=True)
            echo(f"{place.base}in/{link}")

        await serve_until_closed(started, place, language, announce)


async def serve_until_closed(
    started: Running, place: ServerAddress, language: str, announce: Callable[[], None]
) -> None:
    """Serve a hub's pages until the program is asked to end, and announce when they answer."""
    from duelmat_serving.heap import settle_heap
    from duelmat_serving.server import serve

    closing = asyncio.Event()
    loop = asyncio.get_running_loop()
    for sign in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        loop.add_signal_handler(sign, closing.set)
    app = started.make_app(hosts=place.hosts, address=place.base, language=language)
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
    started.close()
    server.should_exit = True
    await serving


async def _begin(started: Running, made: CreateEvent | None) -> str:
    """Make the event if there is none, and return the secret of a link for the organiser."""
    from duelmat_tournament.roles import Actor, Role

    organiser = Actor(Role.ORGANISER, "Organiser")
    if started.hub.event is None:
        if made is None:
            raise Complaint(_NO_EVENT)
        await started.hub.submit(made, organiser, f"create-event-{secrets.token_hex(8)}")
    elif made is not None:
        raise Complaint(
            f"The event {started.hub.event.name!r} is here already: leave --name and --policy "
            "out, and it goes on."
        )
    return await started.people.make_link(Role.ORGANISER, "Organiser")
