"""The journals of a table's directory, one a duel, and which of them goes on."""

from __future__ import annotations

import contextlib
import re
from pathlib import Path
from typing import Final

from duelmat_files import replace_whole
from duelmat_host.app.journal_fold import duel_begun
from duelmat_host.errors import JournalError
from duelmat_host.journal.journal import Journal
from duelmat_message import say

_JOURNAL: Final = re.compile(r"duel-([0-9]+)\.(?:jsonl|head)")
"""The name of a journal, and of its newest head, which stays if the journal is taken away; damaged
ones that were set aside have other names."""


def open_journal(directory: Path, *, new: bool) -> tuple[Journal, int]:
    """Return the journal to continue with, and its duel's number.

    After an end it is a new journal, but not at an event: there the table proposes the result.
    """
    number = _newest(directory)
    if number and not new:
        journal = Journal.open(journal_path(directory, number))
        if not journal.entries("over") or duel_begun(journal).setup.confirms_result:
            return journal, number
        journal.close()
    number += 1
    path = journal_path(directory, number)
    try:
        return Journal.open(path), number
    except JournalError:
        with contextlib.suppress(OSError):
            if not path.stat().st_size:  # no room for its first line
                path.unlink()
        raise


def adopt_journal(directory: Path, content: bytes) -> tuple[Journal, int]:
    """Return a new journal with the content of another one, and its duel's number.

    Raises JournalError, OSError; there is the whole journal then, or none.
    """
    number = _newest(directory) + 1
    path = journal_path(directory, number)
    replace_whole(path, content)
    return Journal.open(path), number


def _newest(directory: Path) -> int:
    """Return the highest number of a journal in a directory; 0: there is none."""
    found = (_JOURNAL.fullmatch(path.name) for path in directory.iterdir())
    return max((int(each[1]) for each in found if each), default=0)


def earlier_journals(directory: Path) -> list[str]:
    """Return a sentence about journals in an older format, if there are any."""
    found = sorted(directory.glob("duel-*.sqlite3"))
    if not found:
        return []
    which = found[0].name if len(found) == 1 else f"{found[0].name} - {found[-1].name}"
    return [
        say(
            "Journals of an earlier form ({which}) cannot be read any more and were left alone.",
            which=which,
        )
    ]


def journal_path(directory: Path, number: int) -> Path:
    """Return the path of the journal of a table's duel."""
    return directory / f"duel-{number:04}.jsonl"


def journal_numbers(directory: Path) -> list[int]:
    """Return the numbers of the duels whose journals lie in a table's directory."""
    found = (path.stem.removeprefix("duel-") for path in directory.glob("duel-*.jsonl"))
    return sorted(int(number) for number in found if number.isdecimal())
