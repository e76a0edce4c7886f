"""`duelmat replay --check`: does a journal hold, and was every card what it was said to be?"""

from __future__ import annotations

import sys
from pathlib import Path

import click

from duelmat_host.cli.output import print_json, wrapped


def check_journal(file: Path, *, as_json: bool) -> None:
    """Check a journal and say what was found; ends the program with 1 if something is wrong."""
    from duelmat_host.app.audit import audit  # noqa: PLC0415  (keeps --help quick)

    found = audit(file)
    if as_json:
        print_json(
            {
                "file": str(file),
                "entries": found.entries,
                "head": found.head,
                "actions": found.actions,
                "sealed": found.sealed,
                "opened": found.opened,
                "faults": list(found.faults),
            }
        )
    else:
        click.echo(f"{found.entries} entries hold; the last has the hash {found.head}.")
        click.echo(
            f"{found.actions} actions; cards laid face-down and committed to: {found.sealed}, "
            f"come to light since: {found.opened}."
        )
        for fault in found.faults:
            click.echo(wrapped(f"Wrong: {fault}.", "", "  "))
        if not found.faults:
            click.echo("Every opening fits its commitment.")
    if found.faults:
        sys.exit(1)
