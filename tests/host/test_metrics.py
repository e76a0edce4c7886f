"""The metrics of a table: what is counted, how it is written, and that nothing grows."""

from __future__ import annotations

import asyncio
import logging
from pathlib import Path
from time import monotonic

import pytest
from msgspec import convert
from prometheus_client.parser import text_string_to_metric_families

from direct_mat import MemoryJournal
from duelmat_host.app import table_runner
from duelmat_host.app.line_view import LineView, line_view
from duelmat_host.app.metrics import CountedJournal, Metrics, memory_bytes
from duelmat_host.app.metrics_text import metrics_text
from duelmat_host.app.table_service import TableService
from duelmat_host.errors import JournalError
from duelmat_host.link.session import LinkStatistics
from fake_board import FakeBoard
from host.test_bad_input import FullJournal, Table, tags

LINE = convert(
    dict.fromkeys(LinkStatistics.__struct_fields__, 0)
    | {"state": "up", "firmware": None, "sweep_ms": 150, "faults": "none", "told": []},
    LineView,
)


def samples(text: bytes) -> dict[str, float]:
    """The values by name and label, as Prometheus reads them."""
    return {
        sample.name + "".join(f"[{value}]" for value in sample.labels.values()): sample.value
        for family in text_string_to_metric_families(text.decode())
        for sample in family.samples
    }


def test_what_happens_at_a_table_is_counted(tmp_path: Path) -> None:
    """Touches, presses, plays, refusals, takebacks, frames, entries: each by what was done."""
    table = Table(tmp_path)
    table.plug(FakeBoard())
    table.run(1_500)
    table.begin()
    service = TableService(table.table_loop)
    before = samples(service.metrics())
    table.set_a_monster("a.m3", "S4")
    table.press("a.judge")
    table.run(500)
    table.see("a.m3", role="B")
    table.run(1_000)
    table.see("a.m4", tags("a:C2").up)
    table.see("a.m2", tags("a:C9").up)
    table.run(5_000)
    service.views.view("public")
    after = samples(service.metrics())
    told = {name: after[name] - before.get(name, 0) for name in after}
    entries = [entry.kind for entry in table.journal.entries()]
    for name, kind in (("plays", "action"), ("refusals", "refused"), ("takebacks", "takeback")):
        assert after[f"duelmat_{name}_total"] == entries.count(kind)
        assert after[f"duelmat_entries_total[{kind}]"] == entries.count(kind)
        assert told[f"duelmat_{name}_total"] >= 1, name
    assert before["duelmat_touches_total"] == 10
    assert told["duelmat_presses_total"] == 1
    assert told["duelmat_views_total"] == 1
    assert told["duelmat_rounds_total"] == pytest.approx(750, abs=110)
    line = line_view(table.table_loop.line, table.table_loop.sense)
    assert after["duelmat_frames_sent_total"] == line.sent
    assert after["duelmat_sessions_total"] == 1
    assert after["duelmat_link_up"] == 1
    assert after["duelmat_feeds"] == 0
    assert after["duelmat_append_seconds_count"] == sum(
        value for name, value in after.items() if name.startswith("duelmat_entries_total[")
    )
    assert after["duelmat_append_seconds_sum"] > 0
    table.close()


def test_the_text_names_each_metric_once_with_its_meaning() -> None:
    """It is parsed by the client's own parser, and each has a help line."""
    table = Metrics(warnings=3)
    table.entries["action"] += 2
    families = list(text_string_to_metric_families(metrics_text(table, LINE).decode()))
    names = [family.name for family in families]
    assert len(names) == len(set(names))
    assert all(name.startswith("duelmat") for name in names)
    assert all(family.documentation.endswith(".") for family in families)
    assert samples(metrics_text(table, LINE))["duelmat_log_warnings_total"] == 3


def test_what_could_not_be_written_is_not_counted() -> None:
    """An append that fails has not happened."""
    metrics = Metrics()
    with pytest.raises(JournalError):
        CountedJournal(FullJournal(), metrics).append_all([("action", {})])
    assert metrics.entries.total() == 0
    CountedJournal(MemoryJournal(), metrics).append_all([("action", {})])
    assert metrics.entries == {"action": 1}
    assert metrics.append_ns > 0


def test_memory_is_that_of_this_program() -> None:
    """More than an interpreter takes, and it grows with what is held."""
    before = memory_bytes()
    held = bytearray(b"x" * 50_000_000)
    assert memory_bytes() - before > 40_000_000
    assert len(held) == 50_000_000
    assert before > 5_000_000


def test_a_table_that_is_not_turned_is_reported(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Not before its first round, then well, and no longer when it hangs for some seconds."""
    table = Table(tmp_path)
    service = TableService(table.table_loop)
    assert not service.health().ok

    async def turn() -> None:
        turning = asyncio.create_task(service.run())
        while not service.health().ok:  # noqa: ASYNC110  (a watchdog has nothing to wait for)
            await asyncio.sleep(0.01)
        assert service.health().link == "down"
        logging.getLogger("duelmat_host.x").warning("something")
        service.stop()
        await turning

    asyncio.run(turn())
    later_s = monotonic() + 60
    monkeypatch.setattr(table_runner, "monotonic", lambda: later_s)
    assert not service.health().ok
    assert table.table_loop.metrics.warnings == 1
    logging.getLogger("duelmat_host.x").warning("after the end")
    assert table.table_loop.metrics.warnings == 1
    table.close()
