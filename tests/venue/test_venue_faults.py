"""A hall whose hubs, tables, database and cables fail: each report arrives once and in order."""

import pytest

from duelmat_bench.venue.faults import KINDS, WRONG, Plan, measure_faults
from duelmat_bench.venue.records import RecordedReports, make_record
from duelmat_host.journal.journal import Journal


@pytest.mark.long
def test_nothing_is_lost_doubled_or_out_of_order() -> None:
    """One fault of each kind; `make venue-faults` lets many more come to many more tables."""
    found = measure_faults(Plan(6, 5.0, len(KINDS), 1.5, 4.0, "short"), print)
    assert {name: found[name] for name in WRONG} == dict.fromkeys(WRONG, 0)
    assert found["reports"] > 100
    assert set(found["faults"]) == set(KINDS)


def test_recorded_reports_are_those_of_the_journal(
    tmp_path_factory: pytest.TempPathFactory,
) -> None:
    """A light table sends what a table sends that computes its reports."""
    folder = tmp_path_factory.mktemp("record")
    record = make_record(folder)
    light = RecordedReports(record)
    with Journal.open(folder / "recorded.jsonl") as journal:
        reports = [light.take(each) for each in journal.entries()]
    assert reports == [each.report for each in record]
    assert any(each is not None and each.changes.get("judge") for each in reports)
