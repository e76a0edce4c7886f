"""`duelmat event restore`: an event put from a backup into a place of its own."""

from __future__ import annotations

from contextlib import ExitStack
from pathlib import Path

import click

from duelmat_command.config import DATABASE_VARIABLE
from duelmat_command.output import complains_of, echo
from duelmat_command.settings import ConfiguredCommand
from duelmat_hub.cli.backup import make_copy, one_place, open_source, words_of_copy
from duelmat_hub.errors import HubError
from duelmat_message.errors import DuelmatError


@click.command("restore", cls=ConfiguredCommand, short_help="Put a copied event in its place.")
@click.argument("copy", type=click.Path(path_type=Path))
@click.argument("directory", type=click.Path(path_type=Path), required=False, metavar="[DIR]")
@click.option(
    "--database",
    envvar=DATABASE_VARIABLE,
    metavar="URL",
    help="An empty PostgreSQL database for the event, instead of a directory.",
)
@complains_of(DuelmatError, HubError)
@click.pass_context
def command(ctx: click.Context, copy: Path, directory: Path | None, database: str | None) -> None:
    """Put an event that `duelmat event backup` has copied into DIR or into a database.

    The place has to be empty: nothing is written over. End every hub of the event first, and open
    hubs at the new place afterwards, at the address of before: all links let in again. Tables
    notice it, and report what was played since the copy was made.

    \b
    Examples:
      duelmat event restore /media/stick/round-3 open-again
      duelmat event restore round-3 --database postgresql://hub@db/again
    """
    from duelmat_hub.clocks import utc_ms

    with ExitStack() as stack:
        source = open_source(stack, copy, None)
        copied = make_copy(source, stack, *one_place(ctx, directory, database), utc_ms())
        place = directory if directory is not None else "The database"
        echo(f"{place} has the event: {words_of_copy(copied)}.")
