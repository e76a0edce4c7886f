"""`duelmat event backup`: a copy of a running event, which a hub can serve as it is."""

from __future__ import annotations

from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING

import click

from duelmat_command.config import DATABASE_VARIABLE
from duelmat_command.output import Complaint, complains_of, counted, echo
from duelmat_command.settings import ConfiguredCommand, is_named
from duelmat_hub.errors import HubError
from duelmat_message.errors import DuelmatError

if TYPE_CHECKING:
    from duelmat_hub.copying import Copied
    from duelmat_hub.store import Store


@click.command("backup", cls=ConfiguredCommand, short_help="Copy a running event.")
@click.argument("directory", type=click.Path(path_type=Path), required=False, metavar="[DIR]")
@click.option(
    "--database",
    envvar=DATABASE_VARIABLE,
    metavar="URL",
    help="The PostgreSQL database of the event, instead of its directory.",
)
@click.option(
    "--to",
    "copy",
    type=click.Path(path_type=Path),
    required=True,
    metavar="COPY",
    help="The directory of the copy: a new one, or an empty one.",
)
@complains_of(DuelmatError, HubError)
@click.pass_context
def command(ctx: click.Context, directory: Path | None, database: str | None, copy: Path) -> None:
    """Copy an event while its hubs run: log, deck lists, links, and all that tables report.

    The copy is of one moment, and nobody waits for it. It is a directory with an SQLite database,
    also of an event in PostgreSQL: `duelmat event serve COPY` goes on with it as it is, and
    `duelmat event restore` puts it into another place. Tables that have gone on since then report
    again what it lacks. What people and judges did since then is not in it: make one after each
    round. It lets in whoever has a link, and holds all deck lists: keep it as the event itself.

    \b
    Examples:
      duelmat event backup open-2026 --to /media/stick/round-3
      duelmat event backup --database postgresql://hub@db/open --to round-3
    """
    from duelmat_hub.clocks import utc_ms

    with ExitStack() as stack:
        source = open_source(stack, *one_place(ctx, directory, database))
        copied = make_copy(source, stack, copy, None, utc_ms())
        echo(f"{copy} has the event: {words_of_copy(copied)}.")


def one_place(
    ctx: click.Context, directory: Path | None, database: str | None
) -> tuple[Path | None, str | None]:
    """Return the directory or the database that was named. Raises Complaint."""
    if directory is not None and not is_named(ctx, "database"):
        database = None
    if (directory is None) == (database is None):
        got = "neither" if directory is None else "both"
        raise Complaint(f"Expected a directory of the event, or --database URL; got {got}.")
    return directory, database


def open_source(stack: ExitStack, directory: Path | None, database: str | None) -> Store:
    """Open an event that is there, beside the hub that may have it open."""
    from duelmat_hub.store import FILE_NAME, open_database, open_file

    if directory is not None and not (directory / FILE_NAME).is_file():
        raise Complaint(
            f"Expected the directory of an event, with a file {FILE_NAME}; got {directory}, "
            "which has none."
        )
    store = open_file(directory) if directory is not None else open_database(str(database))
    stack.callback(store.close)
    return store


def make_copy(
    source: Store, stack: ExitStack, directory: Path | None, database: str | None, now_ms: int
) -> Copied:
    """Copy an event into a directory that no hub has, or into a database."""
    from duelmat_hub.copying import copy_event
    from duelmat_hub.running import locked
    from duelmat_hub.store import open_database, open_file

    if directory is not None:
        stack.enter_context(locked(directory))
    target = open_file(directory) if directory is not None else open_database(str(database))
    stack.callback(target.close)
    return copy_event(source, target, now_ms)


def words_of_copy(copied: Copied) -> str:
    entries = counted(copied.entries, "entry", "entries")
    return f"{entries} and {counted(copied.reports, 'report')} of tables"
