"""`duelmat replay --check`: whether a journal is intact and its face-down cards were genuine."""

from __future__ import annotations

import re
import sys
from pathlib import Path

from duelmat_host.app.shown_head import (
    HEAD_DIGITS,
    WEAK_DIGITS,
    in_fours,
    is_weak,
    short_head,
)
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
                "weak": head is not None and is_weak(_digits(head)),
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
        if found.noted is not None and is_weak(_digits(head or "")):
            echo(wrapped(_weak_words(), "", "  "))
        for fault in found.faults:
            echo(wrapped(say("Wrong: {fault}.", fault=fault), "", "  "))
        if not found.faults:
            echo(say("Every opening fits its commitment."))
    if found.faults:
        sys.exit(1)


def _digits(head: str) -> str:
    """Return the head as it was noted, without the separators between its digits."""
    digits = re.sub(r"[\s:-]", "", head).lower()
    if not re.fullmatch(rf"[0-9a-f]{{{WEAK_DIGITS},64}}", digits):
        raise Complaint(
            say(
                "Expected in --head the {number} hex digits of a journal's head, got "
                "{head!r}: they stand on the public page and in what `duelmat play` printed.",
                number=HEAD_DIGITS,
                head=head[:80],
            )
        )
    return digits


def _weak_words() -> str:
    return say(
        "The head that was noted is weak: it has fewer digits than {number}, as earlier versions "
        "showed them, and another journal with the same ones can be made in minutes.",
        number=HEAD_DIGITS,
    )


def _end_words(entries: int, head: str, noted: int | None, *, is_asked: bool) -> str:
    """Return what is known of the journal's end."""
    if not is_asked:
        return say(
            "Whether its end was cut off cannot be told from the file alone: if a head was "
            "noted (on the public page, or when the table was closed), compare it with "
            "{head}, or name it with --head.",
            head=in_fours(short_head(head)),
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
