"""`duelmat event serve`: open an event's hub."""

from __future__ import annotations

import asyncio
import secrets
import signal
import sys
from collections.abc import Callable, Mapping, Sequence
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
from duelmat_command.settings import ConfiguredCommand, SettingOption, is_named
from duelmat_hub.errors import HubError
from duelmat_message import composed
from duelmat_message.errors import DuelmatError
from duelmat_tournament.errors import TournamentError

if TYPE_CHECKING:
    from duelmat_hub.cli.served_events import ServedEvents
    from duelmat_hub.running import Running
    from duelmat_hub.side_events import EventPlace, SideEvents
    from duelmat_hub.store import Store
    from duelmat_hub.webhooks import Webhook
    from duelmat_tournament.commands import CreateEvent

LOG_NAME = "hub.log"
NO_EVENT: Final = (
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

    An event that `duelmat event new` makes inside one of the DIRs meanwhile, as open-2026/pods, is
    served within seconds; so is one beside a database whose URL ends with *: with
    postgresql://hub@db/open*, those in all databases whose names begin with open.

    \b
    Examples:
      duelmat event serve open-2026 --name "Open 2026" --policy trump-king
      duelmat event serve open-2026
      duelmat event serve open-2026 pods --name "Pods" --policy ocg
      duelmat event new open-2026/pods --name "Pods" --policy ocg
      duelmat event serve open-2026 --listen 0.0.0.0 --tls
      duelmat event serve --database postgresql://hub@db/open --listen 0.0.0.0:8443 --tls
    """
    from duelmat_command.log_file import LogOutput, log_folder
    from duelmat_decks import Library, read_facts
    from duelmat_hub.cli.served_events import ServedEvents
    from duelmat_hub.side_events import SideEvents, place_of

    if directories and not is_named(ctx, "databases"):
        databases = ()
    if bool(directories) == bool(databases):
        raise Complaint(
            "Expected a directory for the event, or --database URL; got both."
            if directories
            else "Expected a directory for the event, or --database URL; got neither."
        )
    made = None if name is None and policy is None else new_event(name, policy, seed, strict)
    found = events_in(directories, is_new=made is not None)
    webhooks = _read_webhooks(webhook_file)
    library = Library() if facts is None else read_facts(facts)
    with ExitStack() as stack:
        log = stack.enter_context(LogOutput(log_level, verbose))
        places = _places(found, databases)
        stores = _open(stack, places)
        folder = found[0] if found else log_folder()
        log.open_file(folder / LOG_NAME)
        served = ServedEvents(
            find_server_address(ctx, serving, folder), serving.language, webhooks, library
        )
        opened = [place_of(Path(each.address)) if found else each for each in places]
        coming = SideEvents(directories, databases, opened, served.marks)
        asyncio.run(_serve(served, stores, made, coming))


def events_in(directories: Sequence[Path], *, is_new: bool) -> list[Path]:
    """Return the directories of the events that are asked for, in their order.

    Those inside a directory that is no event itself come in the order in which they were made.

    is_new: whether an event is to be made, in the one that has none.
    """
    from duelmat_hub.side_events import events_inside

    found: list[Path] = []
    for each in directories:
        inside = [] if _holds_event(each) else events_inside(each)
        found += inside or [each]
    found = list({each.resolve(): each for each in found}.values())
    empty = [each for each in found if not _holds_event(each)]
    if not is_new and empty:
        raise Complaint(NO_EVENT if len(found) == 1 else f"{empty[0]}: {NO_EVENT}")
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


def _read_webhooks(file: Path | None) -> tuple[Webhook, ...]:
    from duelmat_hub.webhooks import read_webhooks

    if file is None:
        return ()
    return read_webhooks(read_bytes(file, "a file of webhooks"), click.format_filename(file))


def _holds_event(directory: Path) -> bool:
    """Whether a directory has an event, perhaps an empty one: nothing is made to find out."""
    from duelmat_hub.store import FILE_NAME

    return (directory / FILE_NAME).exists()


def new_event(name: str | None, policy: str | None, seed: str | None, strict: bool) -> CreateEvent:
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


def _places(directories: Sequence[Path], databases: Sequence[str]) -> list[EventPlace]:
    """Return the places of the events that are opened first."""
    from duelmat_hub.side_events import EACH, EventPlace

    return [
        *(EventPlace(each.removesuffix(EACH), is_database=True) for each in databases),
        *(EventPlace(str(each)) for each in directories),
    ]


def _open(stack: ExitStack, places: Sequence[EventPlace]) -> dict[str, Store]:
    """Open the stores of all events, by the roots of their addresses."""
    from duelmat_hub.cli.served_events import roots_of

    roots = roots_of([each.name for each in places])
    return {
        root: stack.enter_context(each.opened()) for root, each in zip(roots, places, strict=True)
    }


async def _serve(
    served: ServedEvents,
    stores: Mapping[str, Store],
    made: CreateEvent | None,
    coming: SideEvents,
) -> None:
    from duelmat_tournament.roles import Role

    async with served:
        for root, store in stores.items():
            await served.start(root, store)
        await _begin(served.events, made)
        await coming.look(served.open)
        link = await served.events[0].people.make_link(Role.ORGANISER, "Organiser")

        def announce() -> None:
            for each in served.events:
                served.announce(each)
            echo("The organiser's link, which lets in whoever has it:", err=True)
            echo(f"{served.address.base}in/{link}")

        await serve_until_closed(served, announce, coming)


async def serve_until_closed(
    served: ServedEvents, announce: Callable[[], None], coming: SideEvents | None = None
) -> None:
    """Serve the pages of events until the program is asked to end.

    announce: called when they answer.
    coming: the events that may come meanwhile; None: none do.
    """
    from duelmat_serving.heap import settle_heap
    from duelmat_serving.server import serve

    closing = asyncio.Event()
    loop = asyncio.get_running_loop()
    for sign in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        loop.add_signal_handler(sign, closing.set)
    app, place = served.make_app(), served.address
    settle_heap()
    server = serve(app, place.bound.port, place.bound.host, certificate=place.certificate)
    serving = asyncio.create_task(server.serve(), name="pages")
    leaving = asyncio.create_task(closing.wait(), name="closing")
    listening = asyncio.create_task(server.listening.wait(), name="listening")
    looking = asyncio.create_task(served.follow(coming), name="side events")
    await asyncio.wait({serving, listening}, return_when=asyncio.FIRST_COMPLETED)
    if not serving.done():
        announce()
        sys.stdout.flush()
        await asyncio.wait({serving, leaving}, return_when=asyncio.FIRST_COMPLETED)
    for task in (leaving, listening, looking):
        task.cancel()
    await asyncio.gather(looking, return_exceptions=True)
    for each in served.events:
        each.close()
    server.should_exit = True
    await serving


async def _begin(events: Sequence[Running], made: CreateEvent | None) -> None:
    """Make an event where there is none."""
    from duelmat_tournament.roles import Actor, Role

    empty = [each for each in events if each.hub.event is None]
    if empty:
        if made is None:
            raise Complaint(NO_EVENT)
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
