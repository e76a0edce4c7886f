"""`duelmat event demo`: a whole event through a hub's addresses, and a hall with mats."""

from __future__ import annotations

import sys
from typing import Any, Final

import click

from duelmat_bench.development_extra import needed_by
from duelmat_command.choices import Choice
from duelmat_command.output import (
    complains_of,
    echo,
    print_json,
    print_table,
)
from duelmat_hub.errors import HubError

POLICIES: Final = ("trump-king", "ocg")
"""By which the hall is played."""


@click.command("demo", short_help="Play a whole event through a hub, by role.")
@click.option("--json", "as_json", is_flag=True, help="Print the figures as one JSON object.")
@click.option("--seed", default="demo", show_default=True, help="All chance follows from it.")
@click.option(
    "--database", default="", metavar="URL", help="An empty PostgreSQL database; else SQLite."
)
@click.option(
    "--tables",
    type=click.IntRange(2, 8),
    help="Play a hall of 16 players instead, so many of whose eight tables have a mat.",
)
@click.option(
    "--policy",
    "policies",
    type=Choice(POLICIES),
    multiple=True,
    help="With --tables: the policy of the hall; several are played one after the other.",
)
@click.option(
    "--open",
    "is_open",
    is_flag=True,
    help="With --tables: open the hall in its first round, with a link for every role.",
)
@complains_of(HubError)
def command(
    as_json: bool,
    seed: str,
    database: str,
    tables: int | None,
    policies: tuple[str, ...],
    is_open: bool,
) -> None:
    """Play an event of 64 players through a hub's addresses: six rounds, then a cut to eight.

    The cut is a double elimination. A hub is started, and everybody asks it in their own role, as
    the pages do: registration with deck lists, late entries, drops, a no-show, byes, draws,
    disputes, a correction of round 2 in round 4, penalties with an upgrade, extensions, a deck
    check, an appeal. Much is asked that has to be refused. In the end the event file is proven, as
    `duelmat event check` does it; the command exits with 0 only if everything holds.

    With --tables a hall is played: a hub, and at so many tables `duelmat play --event` with a
    simulated mat and the real firmware, whose players play by their pages. A judge is called and
    rules from the phone, a duel is lost by a penalty, a table dies and its match goes on at a
    spare one, spectators watch in a browser, and time is called in a running duel.

    \b
    Examples:
      duelmat event demo
      duelmat event demo --json
      duelmat event demo --tables 4 --policy trump-king
      duelmat event demo --tables 4 --open
    """
    with needed_by("duelmat event demo"):
        from duelmat_bench.venue_demo.play import open_hall, play_hall

    if tables is None:
        if policies or is_open:
            raise click.UsageError("--policy and --open are about a hall: add --tables 4.")
        _play_event(as_json, seed, database)
    elif is_open:
        open_hall((policies or POLICIES)[0], tables, seed, _tell)
    else:
        found = [play_hall(each, tables, seed, progress=_tell) for each in policies or POLICIES]
        _print_halls(found, as_json)


def _tell(line: str) -> None:
    echo(line, err=True)


def _print_halls(halls: list[dict[str, Any]], as_json: bool) -> None:
    if as_json:
        print_json({"halls": halls})
    for hall in halls:
        if not as_json:
            echo(
                f"{hall['policy']}: {hall['settled_at_mats']} matches settled at "
                f"{hall['mats']['tables']} mats, {hall['mats']['plays']} plays, "
                f"{hall['entries']} entries. Checkpoint {hall['checkpoint']}."
            )
        for fault in hall["faults"]:
            echo(f"Wrong: {fault}.", err=True)
    sys.exit(0 if all(hall["proven"] and not hall["faults"] for hall in halls) else 1)


def _play_event(as_json: bool, seed: str, database: str) -> None:
    from duelmat_bench.event_demo.play import play, summary

    told, checked = play(seed, database=database, progress=_tell)
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
