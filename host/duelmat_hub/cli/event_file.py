"""Event files as the commands of `duelmat event` read and write them."""

from __future__ import annotations

import os
import re
from pathlib import Path
from typing import Final, NamedTuple

import click

from duelmat_command.output import Complaint, read_bytes
from duelmat_files import PRIVATE
from duelmat_files.outside import DATA_LIMIT_BYTES, read_regular_file
from duelmat_files.whole_file import write_whole
from duelmat_tournament.check import check_event
from duelmat_tournament.event import Event
from duelmat_tournament.exchange import EventFile, parse_event
from duelmat_tournament.fold import fold

LIMIT_BYTES: Final = DATA_LIMIT_BYTES
"""The limit of an event file: 4,096 players with their deck lists need about a third of it."""
PUBLIC: Final = 0o644
"""The mode of a file that everybody may read."""
OWN: Final = PRIVATE
"""The mode of a file with deck lists."""
_KIND: Final = 17
"""The first bytes, by which a file shows its kind: those of an event file are always the same, and
so are those of a table, which are its first columns."""
_STEERING: Final = re.compile(r"[\x00-\x1f\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069]")
"""Signs that a terminal follows, ends of lines, and those that turn the direction of what comes
behind the text."""


class ProvenEvent(NamedTuple):
    """An event whose file was proven."""

    file: EventFile
    event: Event
    checkpoint: str
    """The code of the last entry."""


def read_event_file(path: Path) -> bytes:
    """Return the content of a file that may be an event file, or raise a Complaint."""
    return read_bytes(path, "an event file", LIMIT_BYTES)


def prove_event(path: Path) -> ProvenEvent:
    """Return the event of a file, or raise a Complaint with all that is wrong with it."""
    name = click.format_filename(path)
    content = read_event_file(path)
    checked = check_event(content, source=name)
    if checked.faults:
        raise Complaint(
            "\n".join(
                (
                    *map(visible, checked.faults),
                    (
                        f"{name}: expected an event file that can be proven. Nothing was taken "
                        "from it."
                    ),
                )
            )
        )
    found = parse_event(content, name)
    event = fold(found.log)
    assert event is not None, "a proven log has an entry"
    return ProvenEvent(found, event, checked.checkpoint)


def write_file(path: Path, content: bytes, what: str, mode: int, *, replace: bool) -> None:
    """Write a file whole, in place of an existing one only if that may be replaced.

    replace: whether an existing file with the same beginning, so of the same kind, is replaced.
    """
    name = click.format_filename(path)
    if os.path.lexists(path):
        if not replace:
            raise Complaint(
                f"{name}: expected a new file, got one that is there already. Name another "
                "one, or add --replace."
            )
        if not _begins_as(path, content[:_KIND]):
            raise Complaint(
                f"{name}: expected {what} to replace, got something else, which stays as it "
                "is. Name another file."
            )
    write_whole(path, content, what, mode)


def is_same_file(one: Path, other: Path) -> bool:
    """Whether two paths lead to one file."""
    try:
        return one.samefile(other)
    except OSError:
        return False


def _begins_as(path: Path, beginning: bytes) -> bool:
    try:
        return read_regular_file(path, LIMIT_BYTES).startswith(beginning)
    except OSError:
        return False


def visible(text: str) -> str:
    """Return a text of a file on one line, without signs that would steer a terminal."""
    return _STEERING.sub("\N{REPLACEMENT CHARACTER}", " ".join(text.split("\n")))
