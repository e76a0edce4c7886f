"""Going on after a stop: the duel as the journal tells it.

Actions are carried out again in order, without judging and without writing; what the hands still
owed is in the last entry; what lies face-down is read again from the mat.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, Protocol

from duelmat_engine.names import NOBODY, parse_seat
from duelmat_engine.notation import parse_action
from duelmat_host.table.layout import read_sight
from duelmat_host.table.table import DuelTable, Writer


class Written(Protocol):
    """The part of a journal entry that is needed."""

    @property
    def kind(self) -> str: ...
    @property
    def data(self) -> Any: ...


class _Nowhere:
    """Takes entries and forgets them: they are written already."""

    def append(self, kind: str, data: Mapping[str, Any]) -> object:
        del kind, data
        return None


def resume(table: DuelTable, entries: Iterable[Written]) -> int:
    """Bring a fresh table to where its journal ends; how many actions it holds."""
    journal: Writer = table.journal
    table.journal = _Nowhere()
    count = 0
    try:
        for entry in entries:
            data = entry.data
            match entry.kind:
                case "action":
                    seat = NOBODY if data["by"] == "chance" else parse_seat(data["by"])
                    table.repeat(parse_action(data["action"]), seat)
                    table.owed = {z: read_sight(s) for z, s in data.get("owed", {}).items()}
                    count += 1
                case "takeback":
                    table.take_back(parse_seat(data["by"]))
                case "done":
                    table.finish(data["task"], data["zone"], data.get("key", ""))
                case "refused":
                    table.refused_count += 1
                case _:
                    continue
    finally:
        table.journal = journal
    table.begin_anew()
    return count
