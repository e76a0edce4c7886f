"""`duelmat report`: what somebody who answers a question needs to know, in one file."""

from __future__ import annotations

import os
from datetime import UTC, datetime
from pathlib import Path

import click

from duelmat_command.config import DATABASE_VARIABLE, read_config
from duelmat_command.output import (
    Complaint,
    complains_of,
    echo,
)
from duelmat_command.settings import ConfiguredCommand, SettingOption
from duelmat_message import words_of
from duelmat_message.errors import DuelmatError


@click.command(name="report", cls=ConfiguredCommand)
@click.option(
    "--dir",
    "directory",
    cls=SettingOption,
    setting="directory",
    type=click.Path(path_type=Path),
    show_default=True,
    help="The table's directory.",
)
@click.option(
    "--out",
    "file",
    type=click.Path(path_type=Path),
    metavar="FILE.zip",
    help="Where to write it; without it, a new file here with today's date.",
)
@complains_of(DuelmatError)
def command(directory: Path, file: Path | None) -> None:
    """Pack log, versions, settings and the shape of the journals for a question.

    It holds no seat's or judge's address, no card, no tag, no deck and no journal. The log has the
    players' names and what everybody could see of the duel: look through the file before you send
    it.

    \b
    Examples:
      duelmat report
      duelmat report --dir ./table --out question.zip
    """
    from duelmat_command.log_file import log_folder
    from duelmat_host.app.report import has_table, report_files, write_report

    held = read_config(os.environ)
    settings = {key: (each.value, each.source.value) for key, each in held.items()}
    named = held["registry"].value
    registry = None if named is None else Path(named)
    database = os.environ.get(DATABASE_VARIABLE, "")
    out = file or Path(f"duelmat-report-{datetime.now(UTC):%Y%m%d-%H%M%S}.zip")
    directory = directory.expanduser()
    files = report_files(directory, settings, log_folder(), registry, database)
    try:
        write_report(out, files)
    except FileExistsError:
        raise Complaint(
            f"{click.format_filename(out)}: expected a new file, got one that is there: name "
            "another with --out."
        ) from None
    except OSError as error:
        raise Complaint(
            f"{click.format_filename(out)}: expected a file to write to, got: {words_of(error)}. "
            "Name another place with --out."
        ) from None
    echo(f"Packed into {click.format_filename(out)}:")
    for name, text in files.items():
        size = f"{len(text.encode()):9,}"
        told = f"{size} bytes"
        echo(f"  {name:24} {told}")
    echo(
        "Left out: the seats' and the judge's addresses, cards, tags, decks, names in "
        "the settings, the journals."
    )
    if has_table(directory):
        echo(
            "The log has the players' names and what everybody could see of the duel: look "
            "through the file before you send it."
        )
    else:
        echo(
            f"There is no table in {click.format_filename(directory)}, and nothing of one is in "
            "the file: if it is elsewhere, name its directory with --dir."
        )
