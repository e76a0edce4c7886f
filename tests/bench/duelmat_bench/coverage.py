"""Coverage of each rule system: its statements held by a conformance test that ran and passed.

A statement counts when a passed test is marked with it and the engine itself cited it there: a
limit both in an acceptance and in a refusal, a happening in an event or an acceptance, a name by
being looked up in the catalogue. The tests note what was cited as properties of their report.
"""

from __future__ import annotations

import subprocess
import sys
import tempfile
from collections.abc import Iterable, Iterator, Mapping
from importlib import import_module
from pathlib import Path
from typing import Any, TypedDict
from xml.etree import ElementTree as ET

from duelmat_engine.catalogue import Statement, systems
from duelmat_host.errors import HostError

Noted = Mapping[str, set[str]]
"""The ways in which each statement was met in tests marked with it, as in HOWS."""

HOWS = ("accepted", "refused", "event", "explained")


class CoverageError(HostError):
    """The conformance tests could not be run."""


TESTS = Path(__file__).parents[2] / "engine"
"""The tests of the engine."""

CONFORMANCE = TESTS / "conformance"
"""Those of them by which coverage is counted."""


class Counts(TypedDict):
    statements: int
    tested: int


class Coverage(TypedDict):
    """The counts by system prefix, and the number of tests that did not pass."""

    systems: dict[str, Counts]
    failed: int


def measure_coverage(tests_dir: Path = CONFORMANCE) -> Coverage:
    """Run the conformance tests of a folder, and count.

    Raises CoverageError when there is no such folder or nothing could be run.
    """
    if not tests_dir.is_dir():
        raise CoverageError(
            f"No conformance tests: expected the folder {tests_dir}, found none. "
            "Coverage is measured in a checkout, where the tests are."
        )
    with tempfile.TemporaryDirectory() as folder:
        report = Path(folder) / "report.xml"
        command = [sys.executable, "-m", "pytest", str(tests_dir), "-q", f"--junitxml={report}"]
        done = subprocess.run(
            [*command, "-p", "no:cacheprovider"], capture_output=True, text=True, check=False
        )
        if not report.is_file():
            raise CoverageError(f"The conformance tests did not run: {done.stderr or done.stdout}")
        noted, failed = read_report(report.read_bytes())
    return Coverage(systems=count(noted), failed=failed)


def read_report(data: bytes) -> tuple[Noted, int]:
    """Return what passed tests noted about the statements they are marked with, and how many
    failed.
    """
    noted: dict[str, set[str]] = {}
    failed = 0
    for case in ET.fromstring(data).iter("testcase"):
        if any(case.find(fault) is not None for fault in ("failure", "error", "skipped")):
            failed += 1
            continue
        properties = [(p.get("name", ""), p.get("value", "")) for p in case.iter("property")]
        marked = {rule for how, rule in properties if how == "marked"}
        for how, rule in properties:
            if how in HOWS and rule in marked:
                noted.setdefault(rule, set()).add(how)
    return noted, failed


def is_tested(statement: Statement, hows: Iterable[str]) -> bool:
    """Whether what was noted is enough for this kind of statement."""
    met = set(hows)
    match statement.kind:
        case "limits":
            return {"accepted", "refused"} <= met
        case "happens":
            return bool(met & {"event", "accepted"})
        case "names":
            return "explained" in met


def count(noted: Noted) -> dict[str, Counts]:
    """Statements and tested ones, by system prefix."""
    return {
        system.system: Counts(
            statements=len(system.statement),
            tested=sum(is_tested(s, noted.get(s.id, ())) for s in system.statement),
        )
        for system in systems()
    }


# Tests that hold a rule


def marked_tests(rule: str, folder: Path = TESTS) -> Iterator[str]:
    """Every test of the engine that is marked with the rule, whole or for some parameters.

    None where the tests, or what they need to be loaded, are not installed.
    """
    root = folder.parent
    if str(root) not in sys.path:
        sys.path.append(str(root))
    for path in sorted(folder.rglob("test_*.py")):
        if "mark.rule" not in path.read_text(encoding="utf-8"):
            continue
        name = path.relative_to(root)
        try:
            module = import_module(".".join(name.with_suffix("").parts))
        except ModuleNotFoundError:
            return
        for test, value in vars(module).items():
            if getattr(value, "__module__", "") == module.__name__ and rule in _marks(value):
                yield f"{root.name}/{name.as_posix()}::{test}"


def _marks(test: object) -> set[str]:
    """The ids that a test, or a row of its parameters, is marked with."""
    marks: list[Any] = list(getattr(test, "pytestmark", ()))
    for mark in marks[:]:
        if mark.name == "parametrize":
            marks += [m for row in mark.args[1] for m in getattr(row, "marks", ())]
    return {name for mark in marks if mark.name == "rule" for name in mark.args}
