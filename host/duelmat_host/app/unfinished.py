"""The unfinished duel of a table's directory, and its match that is not decided."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from duelmat_engine import Result, base_name
from duelmat_host.app.journal_fold import begun_of, fold
from duelmat_host.app.journal_folder import journal_numbers, journal_path
from duelmat_host.errors import JournalError
from duelmat_host.journal.journal import Journal
from duelmat_host.table.duel_setup import DuelSetup


def results_so_far(last: Path, setup: DuelSetup) -> tuple[Result, ...]:
    """Return the results of the match that the next duel belongs to; none if it begins one.

    last: the journal of the last duel at this table.
    setup: the conditions of the next duel; its match is that of the last one if players, ruleset
    (whatever own cards are added) and number of duels (also where that is open) are the same, and
    the last one is over.
    """
    if not last.is_file():
        return ()
    try:
        folded = fold(last)
    except JournalError:  # it was set aside, or another program has written it
        return ()
    end = folded.end
    if folded.fault is not None or not folded.entries:
        return ()
    before = end.setup
    is_same = (base_name(before.ruleset), before.names, before.duels) == (
        base_name(setup.ruleset),
        setup.names,
        setup.duels,
    )
    return before.after(end.duel).results if is_same and end.duel.is_over() else ()


def is_unfinished(directory: Path) -> bool:
    """Whether the last duel or match of a table's directory has begun and is not over."""
    numbers = journal_numbers(directory)
    if not numbers:
        return False
    path = journal_path(directory, numbers[-1])
    try:
        entries, _ = Journal.read(path)
        if any(entry.kind == "over" for entry in entries):
            return unfinished_match(path) is not None
    except (JournalError, OSError):
        return True  # whoever opens it is told
    return len(entries) > 1


def unfinished_match(last: Path) -> DuelSetup | None:
    """Return the conditions of the next duel of an undecided match; None if there is none.

    last: the journal of the last duel at this table.
    Raises JournalError.
    """
    entries, _ = Journal.read(last)
    setup = begun_of(last, entries[0].data).setup if entries else None
    if setup is None or not setup.duels:
        return None
    results = results_so_far(last, setup)
    return replace(setup, results=results) if results else None
