"""Recorded duels, which light tables replay: entries of a journal and the reports made of them."""

from __future__ import annotations

from collections.abc import Generator
from pathlib import Path
from typing import Any, Final

import msgspec
from msgspec.structs import replace

from direct_mat import MAT
from duelmat_engine import Seat, find_ruleset
from duelmat_host.app.journal_fold import begun_of
from duelmat_host.journal.chain import Entry
from duelmat_host.journal.journal import Journal
from duelmat_host.table.entries import JudgeCalled
from duelmat_host.table.entry_form import to_data
from duelmat_host.table.reducer import begin
from duelmat_host.table.state import TableState
from duelmat_host.table.zone_map import ZoneMap
from duelmat_host.uplink.report_maker import ReportMaker
from duelmat_venue.reports import Report
from host.journals import write

CALLED_AFTER: Final = 9
"""The entries after which a judge is called and sent away again, in every recorded duel."""


class Recorded(msgspec.Struct, frozen=True):
    """An entry of a recorded duel, and the report that was made of it, if there was one."""

    kind: str
    data: dict[str, Any]
    report: Report | None


class RecordedReports:
    """Gives the reports of a duel that is replayed, without computing them.

    Each has the time that the table's own entries have: it tells whose report it is.
    """

    def __init__(self, record: list[Recorded]) -> None:
        self._record = record
        self.read = 0
        self._took_ms = 0

    def steps(self, written: Entry) -> Generator[None, None, Report | None]:
        """Return the next report in one step."""
        yield from ()
        return self.take(written)

    def take(self, written: Entry) -> Report | None:
        found = self._record[self.read]
        assert written.kind == found.kind
        self.read += 1
        self._took_ms += written.data.get("took_ms", 0)
        if found.report is None:
            return None
        report = replace(found.report, took_ms=self._took_ms)
        self._took_ms = 0
        return report


def make_record(folder: Path) -> list[Recorded]:
    """Play a duel at random, and return its record."""
    with Journal.open(write(folder / "recorded.jsonl", most=CALLED_AFTER)) as journal:
        played = Journal.read(write(folder / "whole.jsonl"))[0][CALLED_AFTER + 1 :]
        for is_called in (True, False):
            journal.append(*to_data(JudgeCalled(Seat(0), called=is_called)))
        for entry in played:
            journal.append(entry.kind, entry.data)
        maker = ReportMaker(start_of(journal.entry(0)))
        return [Recorded(each.kind, each.data, maker.take(each)) for each in journal.entries()]


def read_record(path: Path) -> list[Recorded]:
    """Return a record that was kept as JSON."""
    return msgspec.json.decode(path.read_bytes(), type=list[Recorded])


def start_of(first: Entry) -> TableState:
    """Return the table before the first entry of a journal."""
    begun = begun_of(Path("recorded.jsonl"), first.data)
    zones = ZoneMap(find_ruleset(begun.setup.ruleset), MAT)
    return begin(begun.setup, zones, begun.number)


def entry_of(recorded: Recorded, table: int) -> tuple[str, dict[str, Any]]:
    """Return an entry as a table writes it: its time tells whose it is."""
    return recorded.kind, {**recorded.data, "took_ms": table}


def expected_reports(record: list[Recorded], entries: list[Entry]) -> list[Report]:
    """Return the reports that a hub has to have of a journal's entries."""
    maker = RecordedReports(record)
    return [report for each in entries if (report := maker.take(each)) is not None]
