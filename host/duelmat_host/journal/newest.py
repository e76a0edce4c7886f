"""The newest head of a journal, kept beside it: a journal that was put back has fewer entries.

    duel-0001.jsonl     the journal
    duel-0001.head      a line: how many entries it had, and the hash of the last

It is written after each entry, without waiting for the disk: after a power cut it may be older
than the journal, never newer. Whoever puts both files back together is noticed by no file, but by
a head that somebody has noted elsewhere.
"""

from __future__ import annotations

import contextlib
import os
import re
from collections.abc import Sequence
from pathlib import Path
from typing import Final

import msgspec

from duelmat_files import open_own
from duelmat_files.outside import read_regular_file
from duelmat_host.journal.chain import Entry
from duelmat_message import Text, say_count

SUFFIX: Final = ".head"
_LINE: Final = re.compile(rb" *([1-9][0-9]{0,8}) ([0-9a-f]{64})\n")
_LONGEST_BYTES: Final = 100
"""More than a line has: nine digits, a blank, the 64 digits of a hash, and its end."""


class RolledBack(msgspec.Struct, frozen=True):
    """The finding that a journal is an earlier copy, or another in its place."""

    path: Path
    entries: int
    """The number of entries that it has."""
    written: int
    """The number of entries that had been written."""
    head: str
    """The hash of the last of those."""

    @property
    def text(self) -> Text:
        """The finding as a part of a sentence."""
        if self.entries < self.written:
            return say_count(
                "{file} was rolled back: it has {count} entry, and {written} had been written",
                "{file} was rolled back: it has {count} entries, and {written} had been written",
                self.entries,
                file=self.path.name,
                written=self.written,
            )
        return say_count(
            "{file} was exchanged: it has {count} entry, and entry {written} is another than "
            "the one that had been written",
            "{file} was exchanged: it has {count} entries, and entry {written} is another than "
            "the one that had been written",
            self.entries,
            file=self.path.name,
            written=self.written,
        )


def head_path(journal: Path) -> Path:
    """Return the path of the newest head of a journal."""
    return journal.with_suffix(SUFFIX)


def note_newest(journal: Path, newest: Entry) -> None:
    """Write down the newest entry of a journal; a disk without room leaves an older one there."""
    with contextlib.suppress(OSError):
        descriptor = open_own(head_path(journal))
        try:
            os.pwrite(descriptor, f"{newest.number:>9} {newest.hash}\n".encode(), 0)
        finally:
            os.close(descriptor)


def read_newest(journal: Path) -> tuple[int, str] | None:
    """Return the number and the hash that were written down last; None if there are none."""
    try:
        found = _LINE.match(read_regular_file(head_path(journal), _LONGEST_BYTES))
    except OSError:
        return None
    return None if found is None else (int(found[1]), found[2].decode())


def find_rollback(
    journal: Path, newest: tuple[int, str] | None, entries: Sequence[Entry]
) -> RolledBack | None:
    """Compare a journal with the newest head that was written down; None: they agree."""
    if newest is None:
        return None
    number, head = newest
    if number <= len(entries) and entries[number - 1].hash == head:
        return None
    return RolledBack(journal, len(entries), number, head)
