"""Audit of a journal: its chain of hashes, its duel carried out again, its face-down cards.

It reads and changes nothing. Trusting nobody, it compares each opening with the card that the
engine says has come to light, not with what the table says of it.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from duelmat_engine.ruleset import find_ruleset
from duelmat_hardware import load_mat
from duelmat_host.app.resume import repeat
from duelmat_host.app.table_factory import setup_of_entries
from duelmat_host.errors import JournalError
from duelmat_host.journal.journal import NO_HASH, Journal
from duelmat_host.table.duel_setup import DuelSetup
from duelmat_host.table.seals import SealCheck, came_to_light
from duelmat_host.table.table import DuelTable
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


class _Nowhere:
    """A journal for a table that only repeats."""

    def append(self, kind: str, data: Mapping[str, Any]) -> None:
        raise AssertionError(kind, data)


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
    table = _table_for(setup_of_entries(path, begun[0].data))
    seals = SealCheck()
    actions = 0
    for entry in entries:
        try:
            events = repeat(table, entry.kind, entry.data)
        except Exception as error:  # noqa: BLE001  (whatever a forged entry holds)
            faults.append(
                f"entry {entry.number} ({entry.kind}): expected it to fit the duel before it, got "
                f"{type(error).__name__}: {error}"
            )
            break
        if entry.kind == "takeback":
            seals.go_back({piece.oid for _, piece in table.duel.pieces() if piece.key is None})
        if entry.kind == "action":
            actions += 1
            seals.take(entry.number, entry.data, came_to_light(events, table.duel))
    head = entries[-1].hash if entries else NO_HASH.hex()
    found = (*faults, *seals.faults)
    return Audit(len(entries), head, actions, seals.sealed_count, seals.opened_count, found)


def _table_for(setting: DuelSetup) -> DuelTable:
    zones = ZoneMap(find_ruleset(setting.ruleset), load_mat())
    return DuelTable(setting, zones, _Nowhere(), lambda options, count: tuple(options[:count]))
