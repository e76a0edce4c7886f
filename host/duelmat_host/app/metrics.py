"""Metrics: counts of what a running table does. Numbers only; nothing here ever grows.

Hooks are attributes that are counted up where something happens; who wants to know reads them.
"""

from __future__ import annotations

import logging
import resource
import sys
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from time import perf_counter_ns
from typing import Any

from duelmat_host.table.duel_setup import Writer, Written


@dataclass(slots=True)
class Metrics:
    """Counts of the work that one table has done since it was opened."""

    rounds: int = 0
    """The number of rounds that the table has run."""
    work_ns: int = 0
    """The time that rounds with something to do took."""
    longest_work_ns: int = 0
    """The longest such round since the last `take_longest_ns`."""
    touches: int = 0
    presses: int = 0
    views: int = 0
    """The number of views that were made for pages."""
    entries: Counter[str] = field(default_factory=Counter)
    """The number of entries written into the journal, by their kinds."""
    append_ns: int = 0
    """The time that writing them took."""
    warnings: int = 0
    """Lines of the log of level warning or above."""
    feeds: int = 0
    """The number of pages that follow the table now."""

    def take_longest_ns(self) -> int:
        """Return the time of the longest round since the last call."""
        longest_ns, self.longest_work_ns = self.longest_work_ns, 0
        return longest_ns

    def take_work(self, work_ns: int) -> None:
        """Count a round that had something to do."""
        self.work_ns += work_ns
        self.longest_work_ns = max(self.longest_work_ns, work_ns)


class CountedJournal:
    """A journal whose appends are counted and timed."""

    def __init__(self, journal: Writer, metrics: Metrics) -> None:
        self._journal = journal
        self._metrics = metrics

    def append_all(self, items: Sequence[tuple[str, Mapping[str, Any]]]) -> Sequence[Written]:
        """Append to the journal and count; JournalError is raised before anything is counted."""
        started_ns = perf_counter_ns()
        entries = self._journal.append_all(items)
        self._metrics.append_ns += perf_counter_ns() - started_ns
        self._metrics.entries.update(kind for kind, _ in items)
        return entries


class WarningCounter(logging.Handler):
    """Counts the warnings and errors that are logged."""

    def __init__(self, metrics: Metrics) -> None:
        super().__init__(logging.WARNING)
        self._metrics = metrics

    def emit(self, record: logging.LogRecord) -> None:
        """Count a line."""
        del record
        self._metrics.warnings += 1


def memory_bytes() -> int:
    """Return the memory that this program takes now, or its peak where that is unknown."""
    try:
        pages = int(Path("/proc/self/statm").read_text().split()[1])
    except OSError:
        peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
        return peak if sys.platform == "darwin" else 1024 * peak
    return pages * resource.getpagesize()
