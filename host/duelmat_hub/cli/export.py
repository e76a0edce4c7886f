"""`duelmat event export`: tables of an event file, and the file without deck lists."""

from __future__ import annotations

from pathlib import Path

import click

from duelmat_command.choices import Choice
from duelmat_command.output import (
    Complaint,
    complains_of,
    echo,
)
from duelmat_hub.cli.event_file import PUBLIC, is_same_file, prove_event, write_file
from duelmat_hub.errors import HubError
from duelmat_hub.exports import csv_of
from duelmat_message.errors import DuelmatError
from duelmat_tournament.exchange import format_event
from duelmat_tournament.names import RoundNumber


@click.command(name="export")
@click.argument("file", type=click.Path(path_type=Path))
@click.option(
    "--what",
    type=Choice(["players", "standings", "pairings", "results", "places", "public"]),
    required=True,
    help="The table, or the event file without deck lists.",
)
@click.option(
    "--round",
    "number",
    type=click.IntRange(1),
    metavar="N",
    help="The round of pairings or results, or after which standings are.",
)
@click.option(
    "--out",
    type=click.Path(path_type=Path),
    metavar="PATH",
    help="Write here instead of to standard output.",
)
@click.option("--replace", "may_replace", is_flag=True, help="Replace an older one at --out.")
@complains_of(DuelmatError, HubError)
def command(
    file: Path, *, what: str, number: int | None, out: Path | None, may_replace: bool
) -> None:
    """Take a table out of an event file, or make one that everybody may have.

    \b
    What there is:
      players    number, name, team, first round, whether they still take part (CSV)
      standings  after a round of Swiss, with the tie-breaks (CSV)
      pairings   of a round that was published, with the results (CSV)
      results    to enter them elsewhere: round, table, both ids, winner, duels (CSV)
                 of teams also the players and the winner at each seat, as in pairings
      places     the final places, by the cut and before it (CSV)
      public     the event file without deck lists; names, calls and penalties stay in it

    \b
    Examples:
      duelmat event export event.json --what standings --out standings.csv
      duelmat event export event.json --what pairings --round 2 > pairings.csv
      duelmat event export event.json --what results --out results.csv
      duelmat event export event.json --what public --out public.json

    Without --round, results are those of all rounds, and the rest is that of the last one.

    CSV files are UTF-8 with commas, as spreadsheets read them. The event file is proven first, and
    nothing is taken from one that does not hold. A file that is there already stays, unless
    --replace is given, and then it must be an older one of the same kind. The exit code is 2 if
    nothing was exported.
    """
    content = _content(file, what, None if number is None else RoundNumber(number))
    if out is not None and is_same_file(file, out):
        raise Complaint("--out: expected another file than the event file itself, got the same.")
    if out is None:
        click.echo(content, nl=False)
        return
    kind = "an event file" if what == "public" else f"a table of {what}"
    write_file(out, content, kind, PUBLIC, replace=may_replace)
    echo(f"{click.format_filename(out)} is written.")


def _content(file: Path, what: str, number: RoundNumber | None) -> bytes:
    if number is not None and what in ("players", "places", "public"):
        raise Complaint(
            f"--round: expected it with standings, pairings or results, got it with {what}."
        )
    found = prove_event(file)
    if what == "public":
        return format_event(found.file.log)
    return csv_of(f"{what}.csv", found.event, number)
