"""Where the time of a run went: a plugin of pytest that writes seconds by file and the slowest.

`make durations` runs what `make test` runs, with it.
"""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Mapping
from pathlib import Path
from typing import Final

import pytest

KEPT: Final = Path(__file__).parents[1] / "docs" / "measured" / "durations.json"
SLOWEST: Final = 10
LEAST_S: Final = 1.0
"""Files that take less are summed up as others."""


class Durations:
    """Sums up the reports of all workers."""

    def __init__(self) -> None:
        self._seconds: dict[str, float] = defaultdict(float)

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        self._seconds[report.nodeid] += report.duration

    def pytest_sessionfinish(self) -> None:
        KEPT.write_text(json.dumps(summary(self._seconds), indent=1) + "\n")


def summary(seconds: Mapping[str, float]) -> dict[str, object]:
    """Return the seconds of all tests, of each slow file, and of the slowest tests."""
    by_file: dict[str, float] = defaultdict(float)
    for test, taken in seconds.items():
        by_file[test.partition("::")[0]] += taken
    slow = {name: taken for name, taken in _slowest_first(by_file).items() if taken >= LEAST_S}
    return {
        "tests": len(seconds),
        "seconds": round(sum(seconds.values())),
        "slowest": dict(list(_slowest_first(seconds).items())[:SLOWEST]),
        "files": slow | {"others": round(sum(by_file.values()) - sum(slow.values()), 1)},
    }


def _slowest_first(seconds: Mapping[str, float]) -> dict[str, float]:
    ordered = sorted(seconds.items(), key=lambda each: (-each[1], each[0]))
    return {name: round(taken, 1) for name, taken in ordered}


def pytest_configure(config: pytest.Config) -> None:
    """Look on in the process that has all reports."""
    if not hasattr(config, "workerinput"):
        config.pluginmanager.register(Durations())
