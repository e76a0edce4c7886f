"""`duelmat league`: a table of several events, by points and by ratings."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, Final, NamedTuple

import click

from duelmat_command.columns import aligned
from duelmat_command.output import (
    Complaint,
    complains_of,
    echo,
    is_terminal,
    plain_values,
    print_json,
    print_table,
    read_bytes,
    wrapped,
)
from duelmat_hub.cli.event_file import ProvenEvent, prove_event, visible
from duelmat_hub.csv_text import write_csv
from duelmat_hub.errors import HubError
from duelmat_hub.own_files import read_own_file
from duelmat_message import words_of
from duelmat_message.errors import DuelmatError
from duelmat_tournament.chain import checkpoint, hashes, parse_checkpoint
from duelmat_tournament.event import Event, Stage
from duelmat_tournament.league import League, LeagueEvent, LeagueTable, league_table

LIMIT_BYTES: Final = 500_000
"""The limit of a league's file: a thousand events need a third of it."""
_EXAMPLE: Final = '[[event]]\nfile = "week-1.json"'
_COLUMNS: Final = ("Rank", "Player", "Id", "Points", "Events", "Elo", "Glicko-2")


class _Held(NamedTuple):
    """An event of a league as it was read."""

    name: str
    """The name of its file."""
    event: Event
    first: str
    """The hash of its first entry, by which events are told apart."""
    advice: str
    """The key to be written into the league's file; empty: none is needed."""


@click.command(name="league")
@click.argument("file", type=click.Path(path_type=Path))
@click.option("--csv", "as_csv", is_flag=True, help="Print a table with the points of each event.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object instead of text.")
@complains_of(DuelmatError, HubError)
def command(file: Path, *, as_csv: bool, as_json: bool) -> None:
    """Print the table of a league: points by its rule, Elo, Glicko-2.

    FILE names the event files, and says what places and matches are worth (docs/league.md).
    Players are known by the id that they have elsewhere. Every event is proven first, and has to
    be over.

    \b
    Examples:
      duelmat league autumn.toml
      duelmat league autumn.toml --csv > autumn.csv

    The JSON object has league, events, rows (rank, external_id, name, points, by_event, elo,
    glicko2), nameless and renamed. The exit code is 2 if an event cannot be counted: it cannot be
    proven, is not over, or was changed after its checkpoint was noted.
    """
    if as_csv and as_json:
        raise Complaint("expected --csv or --json, got both. Name one.")
    name = click.format_filename(file)
    content = read_bytes(file, "the file of a league", LIMIT_BYTES)
    league = read_own_file(League, content, name, _EXAMPLE)
    held = list(_read(league, file))
    table = league_table(league, [each.event for each in held])
    if as_json:
        print_json(_json(league, held, table))
    elif as_csv:
        click.echo(write_csv(_csv_rows(held, table)), nl=False)
    else:
        _print(league, held, table)
    for line in _notes(held, table):
        echo(wrapped(line, "", "  "), err=True)


def _read(league: League, file: Path) -> Iterator[_Held]:
    """Yield the events of a league. Raises Complaint."""
    name = click.format_filename(file)
    seen: dict[str, str] = {}
    for number, each in enumerate(league.event, start=1):
        where = f"{name}: event[{number}]"
        found = prove_event(file.parent / each.file)
        held = _hold(each, found, where)
        if held.first in seen:
            raise Complaint(
                f"{where}: expected another event, got that of {seen[held.first]} again in "
                f"{held.name}. Take one of them out."
            )
        seen[held.first] = held.name
        yield held


def _hold(noted: LeagueEvent, found: ProvenEvent, where: str) -> _Held:
    name, now = visible(noted.file), found.checkpoint
    if found.event.stage is not Stage.FINISHED:
        raise Complaint(f"{where}: expected an event that is over, got {name}, which is not.")
    advice = ""
    try:
        code = parse_checkpoint(noted.checkpoint) if noted.checkpoint else ""
    except ValueError as error:
        raise Complaint(f"{where}: {words_of(error)}.") from None
    if not code:
        advice = f'{name}: note checkpoint = "{now}" below it, so that a later change is noticed.'
    elif code != now:
        codes = [checkpoint(each) for each in hashes(found.file.log)]
        what = "it is none of the log in the file, which was written anew or cut off"
        if code in codes:
            entry = codes.index(code) + 1
            what = f"the event has gone on since entry {entry} of {len(codes)}"
        raise Complaint(
            f"{where}: expected {name} as it was with the checkpoint {code}, "
            f"got {now}: {what}. Look at it with `duelmat event show`, then note the new one."
        )
    return _Held(name, found.event, next(iter(hashes(found.file.log))), advice)


def _print(league: League, held: Sequence[_Held], table: LeagueTable) -> None:
    echo(visible(league.name), bold=True)
    rows = [
        (
            str(row.rank),
            visible(row.name),
            visible(row.external_id),
            str(row.points),
            f"{sum(each is not None for each in row.by_event)} of {len(held)}",
            f"{row.elo:.0f}",
            f"{row.glicko2.rating:.0f} ± {2 * row.glicko2.deviation:.0f}",
        )
        for row in table.rows
    ]
    if not is_terminal():
        rows = [_COLUMNS, *rows]
    if rows:
        print_table(_COLUMNS, rows, aligned(rows))


def _csv_rows(held: Sequence[_Held], table: LeagueTable) -> Iterator[Sequence[object]]:
    names = [each.name for each in held]
    ratings = ("elo", "glicko-2", "deviation", "volatility")
    yield "rank", "external id", "name", "points", *names, *ratings
    for row in table.rows:
        points = ["" if each is None else each for each in row.by_event]
        found = row.glicko2
        numbers = (row.elo, found.rating, found.deviation)
        shown = [f"{each:.2f}" for each in numbers]
        told = (row.rank, row.external_id, row.name, row.points)
        yield *told, *points, *shown, f"{found.volatility:.6f}"


def _json(league: League, held: Sequence[_Held], table: LeagueTable) -> Mapping[str, Any]:
    return {
        "league": league.name,
        "events": [each.name for each in held],
        **plain_values(table),
    }


def _notes(held: Sequence[_Held], table: LeagueTable) -> Iterator[str]:
    """Yield what an organiser has to know besides the table."""
    yield from (each.advice for each in held if each.advice)
    for at, each in enumerate(held):
        without = [visible(name) for event, name in table.nameless if event == at]
        if without:
            yield f"{each.name}: without an id, and so not counted: {', '.join(without)}."
    for external_id, names in table.renamed:
        known = ", ".join(map(visible, names))
        yield f"The id {visible(external_id)} had several names, the last one is shown: {known}."
