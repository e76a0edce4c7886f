"""`duelmat replay --check`: whether a journal is intact and its face-down cards were genuine."""

from __future__ import annotations

import re
import sys
from pathlib import Path

import click

from duelmat_host.cli.output import Complaint, print_json, wrapped


def check_journal(file: Path, head: str | None, *, as_json: bool) -> None:
    """Check a journal and print the result; ends the program with 1 if something is wrong.

    Args:
    file: the journal.
    head: what was noted of it, or None.
    as_json: whether to print one JSON object.

    """
    from duelmat_host.app.audit import audit

    found = audit(file, "" if head is None else _digits(head))
    if as_json:
        print_json(
            {
                "file": str(file),
                "entries": found.entries,
                "head": found.head,
                "noted": found.noted,
                "actions": found.actions,
                "sealed": found.sealed,
                "opened": found.opened,
                "faults": list(found.faults),
            }
        )
    else:
        holds = "entry holds" if found.entries == 1 else "entries hold"
        click.echo(f"{found.entries} {holds}; the last has the hash {found.head}.")
        click.echo(
            f"{found.actions} actions; cards laid face-down and committed to: {found.sealed}, "
            f"come to light since: {found.opened}."
        )
        is_asked = head is not None
        words = _end_words(found.entries, found.head, found.noted, is_asked=is_asked)
        click.echo(wrapped(words, "", "  "))
        for fault in found.faults:
            click.echo(wrapped(f"Wrong: {fault}.", "", "  "))
        if not found.faults:
            click.echo("Every opening fits its commitment.")
    if found.faults:
        sys.exit(1)


def _digits(head: str) -> str:
    """Return the head as it was noted, without the separators between its digits."""
    digits = re.sub(r"[\s:-]", "", head).lower()
    if not re.fullmatch(r"[0-9a-f]{16,64}", digits):
        raise Complaint(
            f"Expected in --head at least the first 16 hex digits of a journal's head, got "
            f"{head[:80]!r}: they stand on the public page and in what `duelmat play` printed."
        )
    return digits


def _end_words(entries: int, head: str, noted: int | None, *, is_asked: bool) -> str:
    """Return what is known of the journal's end."""
    if not is_asked:
        return (
            f"Whether its end was cut off cannot be told from the file alone: if a head was noted "
            f"(on the public page, or when the table was closed), compare it with {head[:16]}, or "
            "name it with --head."
        )
    if noted is None:
        return "The head that was noted is that of no entry."
    if noted == entries:
        return "The head that was noted is that of the last entry: nothing was cut off."
    return (
        f"The head that was noted is that of entry {noted}: up to there nothing was changed or "
        f"cut off. The {entries - noted} after it were written later."
    )
