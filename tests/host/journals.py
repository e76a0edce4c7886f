"""A journal of a duel in which cards are Set and come to light, as a file."""

from __future__ import annotations

import json
from collections.abc import Callable
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

from direct_mat import DECK, MAT, MemoryJournal, do, seat_down
from duelmat_engine.actions import Advance, Cancel, Pass, Play
from duelmat_engine.judging.listing import legal_actions
from duelmat_engine.play import apply, new_duel, roll
from duelmat_host.app.journal_fold import begin_journal
from duelmat_host.journal.journal import Journal
from duelmat_host.table.live import LiveTable

MOST_ACTIONS = 90


def played_table(seed: int = 2) -> LiveTable:
    """A table after a random duel in which cards are Set and come to light; one for each seed."""
    return _played_table(seed)


@cache
def _played_table(seed: int) -> LiveTable:
    chance = Random(seed)
    duel = new_duel("trump_king", [DECK, DECK], seed=seed).duel
    performance, _, dice = seat_down(duel)
    for _ in range(MOST_ACTIONS):
        if duel.decision is None:
            break
        actions = [a for a in legal_actions(duel) if not isinstance(a, Cancel)]
        sets = [a for a in actions if isinstance(a, Play) and not a.face_up]
        lively = [a for a in actions if not isinstance(a, Advance | Pass)]
        action = (
            roll(duel)
            if duel.decision.kind == "chance"
            else chance.choice(sets if sets and chance.random() < 0.5 else lively or actions)
        )
        after = apply(duel, action).duel
        if after.decision is not None and after.decision.kind == "chance":
            dice.ready.append(roll(after).values)
        for step in performance.perform(duel, action, after):
            do(performance, step)
        duel = after
    return performance.table


def played(seed: int = 2) -> tuple[tuple[str, dict[str, Any]], ...]:
    """The entries of its journal after the first."""
    journal = played_table(seed).journal
    assert isinstance(journal, MemoryJournal)
    return tuple(journal.entries)


def write(
    path: Path,
    forge: Callable[[list[dict[str, Any]]], None] = lambda _: None,
    most: int | None = None,
) -> Path:
    """The journal as a file; what `forge` does to the actions' data is hashed as if it were so."""
    entries = [(kind, json.loads(json.dumps(data))) for kind, data in played()]
    forge([data for kind, data in entries if kind == "action"])
    with Journal.open(path) as journal:
        begin_journal(journal, played_table().state.setup, MAT, 1)
        for kind, data in entries[:most]:
            journal.append(kind, data)
    return path


def head_of(path: Path) -> str:
    return Journal.read(path)[0][-1].hash
