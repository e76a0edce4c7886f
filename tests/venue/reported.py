"""The reports of a journal as its table makes them."""

from __future__ import annotations

from duelmat_engine import find_ruleset
from duelmat_hardware import load_mat
from duelmat_host.app.journal_fold import begun_of
from duelmat_host.journal.chain import Entry
from duelmat_host.journal.journal import Journal
from duelmat_host.table.reducer import begin
from duelmat_host.table.state import TableState
from duelmat_host.table.zone_map import ZoneMap
from duelmat_host.uplink.report_maker import ReportMaker


def start_of(journal: Journal) -> TableState:
    """Return the table before the first entry of a journal."""
    begun = begun_of(journal.path, journal.entry(0).data)
    zones = ZoneMap(find_ruleset(begun.setup.ruleset), load_mat())
    return begin(begun.setup, zones, begun.number)


def reports_of(journal: Journal) -> list[tuple[Entry, int]]:
    """Return each entry of a journal with the number of its report; 0: it has none."""
    maker = ReportMaker(start_of(journal))
    made = [(entry, maker.take(entry)) for entry in journal.entries()]
    return [(entry, report.n if report else 0) for entry, report in made]
