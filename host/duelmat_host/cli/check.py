"""`duelmat replay --check`: whether a journal is intact and its face-down cards were genuine."""

from __future__ import annotations

import re
import sys
from pathlib import Path

from duelmat_host.cli.output import (
    Complaint,
    echo,
    print_json,
    wrapped,
)
from duelmat_message import say, say_count


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
        echo(
            say_count(
                "1 entry holds; the last has the hash {head}.",
                "{count} entries hold; the last has the hash {head}.",
                found.entries,
                head=found.head,
            )
        )
        echo(
            say_count(
                "1 action; cards laid face-down and committed to: {sealed}, come to light since: "
                "{opened}.",
                "{count} actions; cards laid face-down and committed to: {sealed}, come to light "
                "since: {opened}.",
                found.actions,
                sealed=found.sealed,
                opened=found.opened,
            )
        )
        is_asked = head is not None
        words = _end_words(found.entries, found.head, found.noted, is_asked=is_asked)
        echo(wrapped(words, "", "  "))
        for fault in found.faults:
            echo(wrapped(say("Wrong: {fault}.", fault=fault), "", "  "))
        if not found.faults:
            echo(say("Every opening fits its commitment."))
    if found.faults:
        sys.exit(1)


def _digits(head: str) -> str:
    """Return the head as it was noted, without the separators between its digits."""
    digits = re.sub(r"[\s:-]", "", head).lower()
    if not re.fullmatch(r"[0-9a-f]{16,64}", digits):
        raise Complaint(
            say(
                "Expected in --head at least the first 16 hex digits of a journal's head, got "
                "{head!r}: they stand on the public page and in what `duelmat play` printed.",
                head=head[:80],
            )
        )
    return digits


def _end_words(entries: int, head: str, noted: int | None, *, is_asked: bool) -> str:
    """Return what is known of the journal's end."""
    if not is_asked:
        return say(
            "Whether its end was cut off cannot be told from the file alone: if a head was "
            "noted (on the public page, or when the table was closed), compare it with "
            "{head}, or name it with --head.",
            head=head[:16],
        )
    if noted is None:
        return say("The head that was noted is that of no entry.")
    if noted == entries:
        return say("The head that was noted is that of the last entry: nothing was cut off.")
    return say(
        "The head that was noted is that of entry {noted}: up to there nothing was "
        "changed or cut off. The {entries} after it were written later.",
        noted=noted,
        entries=entries - noted,
    )
