"""`duelmat event new`: an event made in a place of its own, for a hub that runs or comes."""

from __future__ import annotations

import asyncio
import secrets
from pathlib import Path
from typing import TYPE_CHECKING

import click

from duelmat_command.config import DATABASE_VARIABLE
from duelmat_command.output import Complaint, complains_of, echo
from duelmat_command.settings import ConfiguredCommand
from duelmat_hub.cli.backup import one_place
from duelmat_hub.cli.serve import new_event
from duelmat_hub.errors import HubError
from duelmat_message.errors import DuelmatError
from duelmat_tournament.errors import TournamentError

if TYPE_CHECKING:
    from duelmat_hub.side_events import EventPlace
    from duelmat_tournament.commands import CreateEvent


@click.command("new", cls=ConfiguredCommand, short_help="Make an event.")
@click.argument("directory", type=click.Path(path_type=Path), required=False, metavar="[DIR]")
@click.option(
    "--database",
    envvar=DATABASE_VARIABLE,
    metavar="URL",
    help="An empty PostgreSQL database for the event, instead of a directory.",
)
@click.option("--name", help="The name of the event.")
@click.option("--policy", help="The policy of the event: a name or a file.")
@click.option("--seed", help="All chance of the event follows from it; else one is drawn.")
@click.option("--strict", is_flag=True, help="Penalties at the strict level.")
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
) -> None:
    """Make an event in DIR or in a database, and end: nothing is served.

    In a directory inside one that a hub serves, as open-2026/pods, it is a side event, which that
    hub serves within seconds beside its own; so it is in a database whose name begins with that of
    a hub's, if the hub was given the URL with a * at its end.

    \b
    Examples:
      duelmat event new open-2026/pods --name "Pods" --policy ocg
      duelmat event new --database postgresql://hub@db/open-pods --name "Pods" --policy ocg
    """
    from duelmat_hub.side_events import EventPlace

    directory, database = one_place(ctx, directory, database)
    made = new_event(name, policy, seed, strict)
    if directory is not None:
        place = EventPlace(str(directory))
    else:
        place = EventPlace(str(database), is_database=True)
    if place.look() is not None:
        raise Complaint(f"Expected a place without an event, got {place.shown}, which has one.")
    asyncio.run(_make(place, made))
    where = "the database" if place.is_database else "the directory"
    echo(
        f"{made.name} was made in {where} {place.shown}. A hub that looks there serves it within "
        "seconds; `duelmat event serve` opens it, too."
    )


async def _make(place: EventPlace, made: CreateEvent) -> None:
    from duelmat_hub.event_time import EventTime
    from duelmat_hub.hub import Hub
    from duelmat_tournament.roles import Actor, Role

    with place.opened() as store:
        now = EventTime(store)
        now.compare()
        hub = Hub(store, clock_ms=now.now_ms)
        organiser = Actor(Role.ORGANISER, "Organiser")
        await hub.submit(made, organiser, f"create-event-{secrets.token_hex(8)}")
