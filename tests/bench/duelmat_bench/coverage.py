"""Coverage of each rule system: its statements held by a conformance test that ran and passed.

A statement counts when a passed test is marked with it and the engine itself cited it there: a
limit both in an acceptance and in a refusal, a prohibition in a refusal, a happening in an event
or an acceptance, a name by being looked up in the catalogue. The tests note what was cited as
properties of their report. What a table owes its players is cited by nobody: a test of the host
that is marked with it has to pass.
"""

from __future__ import annotations

import subprocess
import sys
import tempfile
from collections.abc import Iterable, Iterator, Mapping, Sequence
from importlib import import_module
from pathlib import Path
from typing import Any, TypedDict
from xml.etree import ElementTree as ET

from duelmat_engine.catalogue import Statement, systems
from duelmat_host.errors import HostError

Noted = Mapping[str, set[str]]
"""The ways in which each statement was met in tests marked with it, as in HOWS."""

HOWS = ("accepted", "refused", "event", "explained", "kept")


class CoverageError(HostError):
    """The conformance tests could not be run."""


TESTS = Path(__file__).parents[2]
"""All tests."""

MARKED = (TESTS / "engine", TESTS / "host")
"""Where tests are marked with what they hold."""

COUNTED = (TESTS / "engine" / "conformance", TESTS / "host")
"""Those tests by which coverage is counted."""


class Counts(TypedDict):
    statements: int
    tested: int


class Coverage(TypedDict):
    """The counts by system prefix, and the number of tests that did not pass."""

    systems: dict[str, Counts]
    failed: int


def measure_coverage(folders: Sequence[Path] = COUNTED) -> Coverage:
    """Run the tests of some folders that are marked with statements, and count.

    Raises CoverageError when one of the folders is missing or nothing could be run.
    """
    for folder in folders:
        if not folder.is_dir():
            raise CoverageError(
                f"No conformance tests: expected the folder {folder}, found none. "
                "Coverage is measured in a checkout, where the tests are."
            )
    with tempfile.TemporaryDirectory() as kept:
        report = Path(kept) / "report.xml"
        command = [sys.executable, "-m", "pytest", *map(str, folders), "-m", "rule"]
        done = subprocess.run(
            [*command, "-q", f"--junitxml={report}", "-p", "no:cacheprovider"],
            capture_output=True,
            text=True,
            check=False,
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
        case "forbids":
            return "refused" in met
        case "happens":
            return bool(met & {"event", "accepted"})
        case "names":
            return "explained" in met
        case "owes":
            return "kept" in met


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


def marked_tests(rule: str, folders: Sequence[Path] = MARKED) -> Iterator[str]:
    """Every test that is marked with the rule, whole or for some parameters.

    None where the tests, or what they need to be loaded, are not installed.
    """
    root = folders[0].parent
    if str(root) not in sys.path:
        sys.path.append(str(root))
    for path in sorted(path for folder in folders for path in folder.rglob("test_*.py")):
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
