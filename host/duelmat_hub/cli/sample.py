"""`duelmat event sample`: a hub with an event in the middle of a round, to try every role."""

from __future__ import annotations

import asyncio
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING

import click

from duelmat_command.columns import padded, width_of
from duelmat_command.log_options import log_options
from duelmat_command.output import (
    complains_of,
    echo,
)
from duelmat_command.serving_options import ServingOptions, find_server_address, serving_options
from duelmat_command.settings import ConfiguredCommand, SettingOption
from duelmat_hub.errors import HubError
from duelmat_message.errors import DuelmatError

if TYPE_CHECKING:
    from duelmat_hub.store import Store
    from duelmat_serving.server_address import ServerAddress


@click.command(
    "sample", cls=ConfiguredCommand, short_help="Open a sample event, to try every role."
)
@click.option("--players", type=click.IntRange(8, 512), default=24, show_default=True)
@click.option(
    "--browser/--no-browser", cls=SettingOption, setting="browser", help="Open the desk by itself."
)
@serving_options
@log_options
@complains_of(DuelmatError, HubError)
@click.pass_context
def command(
    ctx: click.Context,
    players: int,
    browser: bool,
    serving: ServingOptions,
    verbose: int,
    log_level: str,
) -> None:
    """Open a hub with a random event in the middle of its third round.

    A link is printed for every role; try each in a window of its own. Nothing is kept: the event
    is gone when the hub is closed.

    \b
    Examples:
      duelmat event sample
      duelmat event sample --players 128 --listen 0.0.0.0
    """
    from duelmat_command.log_file import LogOutput
    from duelmat_hub.store import open_file

    with (
        LogOutput(log_level, verbose),
        tempfile.TemporaryDirectory(prefix="duelmat-event-") as folder,
    ):
        store = open_file(Path(folder))
        try:
            place = find_server_address(ctx, serving, Path(folder))
            asyncio.run(_serve(store, place, serving.language, players, open_page=browser))
        finally:
            store.close()


async def _serve(
    store: Store, place: ServerAddress, language: str, players: int, *, open_page: bool
) -> None:
    import os
    import webbrowser

    from duelmat_hub.cli.serve import serve_until_closed
    from duelmat_hub.cli.served_events import ServedEvents
    from duelmat_hub.sample import fill
    from duelmat_tournament.names import NO_PLAYER
    from duelmat_tournament.roles import Role

    echo("Playing the first rounds ...", err=True)
    await asyncio.to_thread(fill, store, players)
    async with ServedEvents(place, language) as served:
        started = await served.start("", store)
        event = started.hub.event
        assert event is not None
        assert event.round is not None
        match = event.round.open_matches[0]
        people = [
            (Role.ORGANISER, "The organiser's desk", "Olga", NO_PLAYER),
            (Role.HEAD_JUDGE, "Head judge", "Hanna", NO_PLAYER),
            (Role.JUDGE, "Judge", "Jon", NO_PLAYER),
            (Role.SCOREKEEPER, "Scorekeeper", "Sam", NO_PLAYER),
            *(
                (
                    Role.PLAYER,
                    f"A player at table {match.table}",
                    event.name_of(each),
                    each,
                )
                for each in match.players
            ),
        ]
        lines: list[tuple[str, str]] = []
        for role, title, name, player in people:
            secret = await started.people.make_link(role, name, player)
            lines.append((title, f"{place.base}in/{secret}"))
        lines += [("Everybody", place.base), ("The hall", f"{place.base}hall")]
        width = max(width_of(title) for title, _ in lines)

        def announce() -> None:
            for title, address in lines:
                echo(f"{padded(title, width)}  {address}")
            if open_page and (os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY")):
                webbrowser.open(place.own_base)

        await serve_until_closed(served, announce)
