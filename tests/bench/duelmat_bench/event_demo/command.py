"""`duelmat event demo`: a whole event through a hub's addresses, and a hall with mats."""

from __future__ import annotations

import sys
from collections.abc import Iterator
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
    the pages do: registration by a list, by the code in the hall and at the desk, with deck lists;
    late entries, drops and one that is undone, a corrected name, a fixed table, a pair set by
    hand, a no-show, byes, draws, disputes, a correction of round 2 in round 4, penalties with an
    upgrade, extensions, a deck check, an appeal, and a clock that is set in the middle of a round.
    Much is asked that has to be refused. After it a round of teams of three is played in the same
    hub. In the end both event files are proven, as `duelmat event check` does it; the command
    exits with 0 only if everything holds.

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

    found = summary(*play(seed, database=database, progress=_tell))
    side = found["side_event"]
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
        for line in _happenings(found):
            echo(line)
        for fault in (*found["faults"], *side["faults"]):
            echo(f"Wrong: {fault}.", err=True)
    is_proven = found["proven"] and side["proven"]
    is_well = is_proven and not found["rematches"] and not found["second_byes"]
    sys.exit(0 if is_well else 1)


def _happenings(found: dict[str, Any]) -> Iterator[str]:
    """Yield a line for each thing that was done by list, by code, by hand or beside the event."""
    yield f"From a list: {found['imported']} players."
    for each in found["joined"]:
        decided = "approved" if each["is_approved"] else "declined"
        yield f"By the code: {each['player']}, {decided}."
    for each in found["renamed"]:
        yield f"Renamed: {each['before']} is {each['after']}."
    for each in found["undone_drops"]:
        yield f"Drop undone: {each['player']}. {each['why']}"
    for each in found["set_pairs"]:
        yield (
            f"Set by hand in round {each['round']}: {each['player']} meets {each['other']}. "
            f"{each['why']}"
        )
    for each in found["fixed_tables"]:
        rounds = each["played_at"].count(each["table"])
        yield f"Fixed table: {each['player']} has played {rounds} rounds at table {each['table']}."
    yield f"Clock: {found['clock_set']}"
    yield f"Final: {found['bracket']} elimination, won by {found['standings'][0]['player']}."
    side = found["side_event"]
    yield (
        f"Side event: {len(side['teams'])} teams of {side['team_size']}, "
        f"{side['deck_lists']} deck lists, "
        f"{len(side['matches'])} matches, {'proven' if side['proven'] else 'not proven'}."
    )
