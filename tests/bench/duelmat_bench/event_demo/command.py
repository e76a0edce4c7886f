"""`duelmat event demo`: a whole event through a hub's addresses."""

from __future__ import annotations

import sys

import click

from duelmat_bench.development_extra import needed_by
from duelmat_command.output import (
    complains_of,
    echo,
    print_json,
    print_table,
)
from duelmat_hub.errors import HubError


@click.command("demo", short_help="Play a whole event through a hub, by role.")
@click.option("--json", "as_json", is_flag=True, help="Print the figures as one JSON object.")
@click.option("--seed", default="demo", show_default=True, help="All chance follows from it.")
@click.option(
    "--database", default="", metavar="URL", help="An empty PostgreSQL database; else SQLite."
)
@complains_of(HubError)
def command(as_json: bool, seed: str, database: str) -> None:
    """Play an event of 64 players, six rounds and a cut to eight, through a hub's addresses.

    A hub is started, and everybody asks it in their own role, as the pages do: registration with
    deck lists, late entries, drops, a no-show, byes, draws, disputes, a correction of round 2 in
    round 4, penalties with an upgrade, extensions, a deck check, an appeal. Much is asked that has
    to be refused. In the end the event file is proven, as `duelmat event check` does it; the
    command exits with 0 only if everything holds.

    \b
    Examples:
      duelmat event demo
      duelmat event demo --json
    """
    with needed_by("duelmat event demo"):
        from duelmat_bench.event_demo.play import play, summary

    told, checked = play(seed, database=database, progress=lambda line: echo(line, err=True))
    found = summary(told, checked)
    if as_json:
        print_json(found)
    else:
        print_table(
            ("place", "player", "points", "number"),
            [[str(value) for value in row.values()] for row in found["standings"][:8]],
            lambda *cells: "  ".join(cells),
        )
        echo(
            f"{found['players']} players, {found['rounds']} rounds, {found['pairs']} pairs, "
            f"{found['entries']} entries; {len(found['refused'])} commands refused, as they had "
            f"to be. Checkpoint {found['checkpoint']}."
        )
        for fault in found["faults"]:
            echo(f"Wrong: {fault}.", err=True)
    is_well = found["proven"] and not found["rematches"] and not found["second_byes"]
    sys.exit(0 if is_well else 1)
