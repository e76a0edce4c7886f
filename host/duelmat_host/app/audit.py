"""Audit of a journal: its chain of hashes, its duel carried out again, its face-down cards.

It reads and changes nothing. Trusting nobody, it compares each opening with the card that the
engine says has come to light, not with what the table says of it.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from duelmat_engine.ruleset import find_ruleset
from duelmat_hardware import load_mat
from duelmat_host.app.table_factory import begun_of
from duelmat_host.errors import JournalError
from duelmat_host.journal.journal import NO_HASH, Journal
from duelmat_host.table.entries import ActionDone, TakenBack, from_data
from duelmat_host.table.reducer import apply, begin
from duelmat_host.table.seals import SealCheck, came_to_light
from duelmat_host.table.zone_map import ZoneMap


@dataclass(frozen=True, slots=True)
class Audit:
    """What was found in a journal."""

    entries: int
    """How many hold."""
    head: str
    """The hash of the last that holds."""
    actions: int
    sealed: int
    opened: int
    faults: tuple[str, ...]


def audit(path: Path) -> Audit:
    """Check the journal in this file.

    Raises: NotAJournalError, JournalError for a file that cannot be read as a journal at all.
    """
    entries, fault = Journal.read(path)
    faults = [f"entry {len(entries) + 1}: {fault}"] if fault else []
    begun = [entry for entry in entries if entry.kind == "duel"]
    if not begun:
        raise JournalError(
            f"expected the journal of a duel in {path}, got {len(entries)} entries, none of which "
            "begins one. Name a file such as duel-0001.sqlite3 in the table's directory."
        )
    opening = begun_of(path, begun[0].data)
    zones = ZoneMap(find_ruleset(opening.setup.ruleset), load_mat())
    state = begin(opening.setup, zones, opening.number)
    seals = SealCheck()
    actions = 0
    for written in entries:
        try:
            entry = from_data(written.kind, written.data)
            state = apply(state, entry)
        except Exception as error:  # noqa: BLE001  (whatever a forged entry holds)
            faults.append(
                f"entry {written.number} ({written.kind}): expected it to fit the duel before it, "
                f"got {type(error).__name__}: {error}"
            )
            break
        current = state.current
        if isinstance(entry, TakenBack):
            seals.go_back({piece.oid for _, piece in state.duel.pieces() if piece.key is None})
        if isinstance(entry, ActionDone):
            actions += 1
            shown = came_to_light(current.events, state.duel)
            seals.take(written.number, written.data, shown)
    head = entries[-1].hash if entries else NO_HASH.hex()
    found = (*faults, *seals.faults)
    return Audit(len(entries), head, actions, seals.sealed_count, seals.opened_count, found)
