"""`duelmat replay --check`: whether a journal is intact and its face-down cards were genuine."""

from __future__ import annotations

import re
import sys
from pathlib import Path

from duelmat_command.output import (
    Complaint,
    echo,
    print_json,
    wrapped,
)
from duelmat_host.app.shown_head import (
    HEAD_DIGITS,
    WEAK_DIGITS,
    in_fours,
    is_weak,
    short_head,
)


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
                "weak": head is not None and is_weak(_digits(head)),
                "actions": found.actions,
                "sealed": found.sealed,
                "opened": found.opened,
                "faults": [str(fault.text) for fault in found.faults],
            }
        )
    else:
        echo(
            f"1 entry holds; the last has the hash {found.head}."
            if found.entries == 1
            else f"{found.entries} entries hold; the last has the hash {found.head}."
        )
        echo(
            f"1 action; cards laid face-down and committed to: {found.sealed}, come to light "
            f"since: {found.opened}."
            if found.actions == 1
            else f"{found.actions} actions; cards laid face-down and committed to: "
            f"{found.sealed}, come to light since: {found.opened}."
        )
        is_asked = head is not None
        words = _end_words(found.entries, found.head, found.noted, is_asked=is_asked)
        echo(wrapped(words, "", "  "))
        if found.noted is not None and is_weak(_digits(head or "")):
            echo(wrapped(_weak_words(), "", "  "))
        for fault in found.faults:
            echo(wrapped(f"Wrong: {fault.text}.", "", "  "))
        if not found.faults:
            echo("Every opening fits its commitment.")
    if found.faults:
        sys.exit(1)


def _digits(head: str) -> str:
    """Return the noted head without the separators between its digits."""
    digits = re.sub(r"[\s:-]", "", head).lower()
    if not re.fullmatch(rf"[0-9a-f]{{{WEAK_DIGITS},64}}", digits):
        raise Complaint(
            f"Expected in --head the {HEAD_DIGITS} hex digits of a journal's head, got "
            f"{head[:80]!r}: they stand on the public page and in what `duelmat play` printed."
        )
    return digits


def _weak_words() -> str:
    return (
        f"The head that was noted is weak: it has fewer digits than {HEAD_DIGITS}, as earlier "
        "versions showed them, and another journal with the same ones can be made in minutes."
    )


def _end_words(entries: int, head: str, noted: int | None, *, is_asked: bool) -> str:
    """Return a sentence about the completeness of the journal's end."""
    if not is_asked:
        return (
            "Whether its end was cut off cannot be told from the file alone: if a head was "
            "noted (on the public page, or when the table was closed), compare it with "
            f"{in_fours(short_head(head))}, or name it with --head."
        )
    if noted is None:
        return "The head that was noted is that of no entry."
    if noted == entries:
        return "The head that was noted is that of the last entry: nothing was cut off."
    return (
        f"The head that was noted is that of entry {noted}: up to there nothing was "
        f"changed or cut off. The {entries - noted} after it were written later."
    )
