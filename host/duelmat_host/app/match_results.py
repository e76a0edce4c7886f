"""The results so far at a table that was closed between two duels."""

from __future__ import annotations

from pathlib import Path

from duelmat_engine import Result
from duelmat_host.app.retelling import fold
from duelmat_host.errors import JournalError
from duelmat_host.table.duel_setup import DuelSetup


def results_so_far(last: Path, setup: DuelSetup) -> tuple[Result, ...]:
    """Return the results with which a match goes on; none if another one begins.

    last: the journal of the last duel at this table.
    setup: the conditions of the next duel; its match is that of the last one if players, ruleset
    and number of duels (also where that is open) are the same, and the last one is over.
    """
    if not last.is_file():
        return ()
    try:
        folded = fold(last)
    except JournalError:  # it was set aside, or another program has written it
        return ()
    if folded.fault is not None or not folded.passed:
        return ()
    end = folded.passed[-1][3]
    before = end.setup
    is_same = (before.ruleset, before.names, before.duels) == (
        setup.ruleset,
        setup.names,
        setup.duels,
    )
    return before.after(end.duel).results if is_same and end.duel.is_over() else ()
