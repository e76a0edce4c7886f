"""The metrics of a table in the text form that Prometheus reads."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from importlib.metadata import version
from typing import Final

from prometheus_client.exposition import generate_latest
from prometheus_client.metrics_core import (
    CounterMetricFamily,
    GaugeMetricFamily,
    InfoMetricFamily,
    Metric,
    SummaryMetricFamily,
)
from prometheus_client.registry import Collector

from duelmat_host.app.line_view import LineView
from duelmat_host.app.metrics import Metrics, memory_bytes

CONTENT_TYPE: Final = "text/plain; version=1.0.0; charset=utf-8"


@dataclass(frozen=True, slots=True)
class _Families(Collector):
    """The metrics of one moment."""

    families: tuple[Metric, ...]

    def collect(self) -> Iterable[Metric]:
        return self.families


def metrics_text(metrics: Metrics, line: LineView) -> bytes:
    """Return all counts of a table and its line, as they are now."""
    return generate_latest(_Families(tuple(_families(metrics, line))))


def _families(metrics: Metrics, line: LineView) -> Iterator[Metric]:
    kinds = metrics.entries
    counters = (
        ("rounds", "Rounds of the table.", metrics.rounds),
        ("work_seconds", "Time that the host took in rounds with work.", metrics.work_ns / 1e9),
        ("touches", "Touches of pads.", metrics.touches),
        ("presses", "Presses of buttons.", metrics.presses),
        ("plays", "Actions that were carried out.", kinds["action"]),
        ("refusals", "Plays that were refused.", kinds["refused"]),
        ("takebacks", "Plays that were taken back.", kinds["takeback"]),
        ("views", "Views made for pages.", metrics.views),
        ("log_warnings", "Lines logged as warnings or errors.", metrics.warnings),
        ("frames_sent", "Frames sent to the board.", line.sent),
        ("frames_resent", "Frames sent to the board again.", line.resent),
        ("frames_received", "Messages from the board.", line.received),
        ("frames_bad", "Pieces of input from the board that were of no use.", line.bad),
        ("frames_duplicate", "Frames from the board that came twice.", line.duplicate),
        ("events_missed", "Events that the board could not keep.", line.missed),
        ("unknown_parts", "Reports of parts that the mat does not have.", line.unknown_parts),
        ("sessions", "How often the board was met anew.", line.sessions),
    )
    for name, meaning, value in counters:
        yield CounterMetricFamily(f"duelmat_{name}", meaning, value=value)
    entries = CounterMetricFamily("duelmat_entries", "Journal entries by kind.", labels=["kind"])
    for kind, count in sorted(kinds.items()):
        entries.add_metric([kind], count)
    yield entries
    yield SummaryMetricFamily(
        "duelmat_append_seconds",
        "Journal appends, and the time until the disk had them.",
        count_value=kinds.total(),
        sum_value=metrics.append_ns / 1e9,
    )
    gauges = (
        ("feeds", "Pages that follow the table.", metrics.feeds),
        ("link_up", "Whether the board answers.", int(line.state == "up")),
        ("sweep_seconds", "Time of the last look at every zone.", (line.sweep_ms or 0) / 1e3),
        ("memory_bytes", "Memory that the program takes.", memory_bytes()),
    )
    for name, meaning, value in gauges:
        yield GaugeMetricFamily(f"duelmat_{name}", meaning, value=value)
    yield InfoMetricFamily("duelmat", "The program.", value={"version": version("duelmat")})
