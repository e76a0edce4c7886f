"""Do the tests hold the rules? Runs each mutant's own tests against it (see mutations.py).

A mutant is killed when a conformance test marked with a statement that it touches fails, or does
not end. Tests marked with other statements don't count, nor do counts, snapshots or tests of the
catalogue. What killed it last time is tried first, then what is quickest; survivors.toml gives
the reason for each survivor that may live.

`make mutants` hunts all of them.
"""

from __future__ import annotations

import argparse
import multiprocessing
import os
import signal
import sys
from collections import defaultdict
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from time import process_time
from typing import Any, Final

import pytest
from msgspec import toml

from duelmat_bench.engine.mutations import Mutant, mutants
from duelmat_engine.ruleset.registry import ruleset_names

HERE: Final = Path(__file__).parent
TESTS: Final = HERE.parents[2] / "engine" / "conformance"
WANTED: Final = 0.95
"""The share of mutants of each ruleset that have to be killed."""
LONGEST_S: Final = 3.0
"""A test that computes for longer than this, and ten times as long as it should, never ends."""
KILLERS: Final = "duelmat/killers"
"""The key in pytest's cache of the tests that killed each mutant last time."""


@dataclass
class Job:
    """A mutant, and the tests that may kill it."""

    ruleset: str
    mutant: Mutant
    tests: list[pytest.Item]

    @property
    def name(self) -> str:
        return f"{self.ruleset}: {self.mutant.name}"


class Hunt:
    """A pytest plugin: instead of running every test once, runs each mutant's own tests."""

    def __init__(self, names: Sequence[str], wanted: str, workers: int) -> None:
        self.names = names
        self.wanted = wanted
        self.workers = workers
        self.jobs: list[Job] = []
        self.killers: dict[str, str] = {}
        """The test that killed each mutant; empty for a survivor."""

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        _steady_hypothesis()
        cache = session.config.cache
        assert cache is not None
        last: dict[str, str] = cache.get(KILLERS, {})
        hunted = [(n, m) for n in self.names for m in mutants(n) if self.wanted in m.name]
        by_rule = self._tests(session, {rule for _, m in hunted for rule in m.rules})
        for name, mutant in hunted:
            found = dict.fromkeys(t for rule in mutant.rules for t in by_rule.get(rule, ()))
            tests = sorted(found, key=_SECONDS.__getitem__)
            before = last.get(f"{name}: {mutant.name}", "")
            first = [test for test in tests if test.nodeid == before]
            self.jobs.append(Job(name, mutant, [*first, *(t for t in tests if t not in first)]))
        self._run()
        cache.set(KILLERS, last | {name: test for name, test in self.killers.items() if test})
        return True

    @staticmethod
    def _tests(session: pytest.Session, wanted: set[str]) -> dict[str, list[pytest.Item]]:
        """Return the tests that hold each statement and pass."""
        found: defaultdict[str, list[pytest.Item]] = defaultdict(list)
        for item in session.items:
            rules = {rule for mark in item.iter_markers("rule") for rule in mark.args} & wanted
            if not rules:
                continue
            began = process_time()
            if _fails(item):
                print(f"left out, for it fails by itself: {item.nodeid}", flush=True)
                continue
            _SECONDS[item] = process_time() - began
            for rule in rules:
                found[rule].append(item)
        return found

    def _run(self) -> None:
        _JOBS[:] = self.jobs
        # what the workers share is what stands at this moment, tests and all
        with multiprocessing.get_context("fork").Pool(self.workers) as pool:
            for done, (index, killer) in enumerate(
                pool.imap_unordered(_hunt, range(len(self.jobs))), start=1
            ):
                self.killers[self.jobs[index].name] = killer
                if done % 200 == 0:
                    alive = sum(not test for test in self.killers.values())
                    print(f"{done} of {len(self.jobs)} mutants, {alive} alive", flush=True)


def _steady_hypothesis() -> None:
    """The same examples every time, none of them remembered or made smaller."""
    import hypothesis

    phases = [hypothesis.Phase.explicit, hypothesis.Phase.generate]
    hypothesis.settings.register_profile(
        "mutants", derandomize=True, database=None, phases=phases, max_examples=100
    )
    hypothesis.settings.load_profile("mutants")


_JOBS: Final[list[Job]] = []
_SECONDS: Final[dict[pytest.Item, float]] = {}
"""The seconds that each test computes alone."""
_LUCKY: Final[dict[str, list[pytest.Item]]] = {}
"""The tests that have killed a mutant of each statement, the last one first."""


def _hunt(index: int) -> tuple[int, str]:
    """The test that kills this mutant; empty if none does."""
    job = _JOBS[index]
    lucky = [t for rule in job.mutant.rules for t in _LUCKY.get(rule, ())]
    ordered = dict.fromkeys((*job.tests[:1], *(t for t in lucky if t in job.tests), *job.tests))
    with job.mutant.inside():
        killer = next((test for test in ordered if _fails(test)), None)
    if killer is None:
        return index, ""
    for rule in job.mutant.rules:
        others = [t for t in _LUCKY.get(rule, ()) if t is not killer]
        _LUCKY[rule] = [killer, *others[:3]]
    return index, killer.nodeid


def _fails(item: pytest.Item) -> bool:
    """Whether a test fails: run as pytest runs it, without reports."""
    running: Any = item
    stack: Any = item.session
    running._initrequest()
    try:
        with _deadline(max(LONGEST_S, 10 * _SECONDS.get(item, 0.0))):
            stack._setupstate.setup(item)
            item.runtest()
    except KeyboardInterrupt:
        raise
    except BaseException:  # noqa: BLE001  (whatever it is, the test has not passed)
        return True
    else:
        return False
    finally:
        stack._setupstate.teardown_exact(None)
        running._request = False
        running.funcargs = None


class _EndlessError(BaseException):
    """A test has computed for far longer than it should."""


@contextmanager
def _deadline(seconds: float) -> Iterator[None]:
    """Interrupt what computes for longer; waiting does not count."""

    def stop(*_: object) -> None:
        raise _EndlessError

    before = signal.signal(signal.SIGVTALRM, stop)
    signal.setitimer(signal.ITIMER_VIRTUAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
        signal.signal(signal.SIGVTALRM, before)


def excused() -> dict[str, str]:
    """The survivors that may live, with the reason."""
    path = HERE / "survivors.toml"
    found: dict[str, dict[str, str]] = toml.decode(path.read_bytes()) if path.exists() else {}
    return {
        f"{name}: {mutant}": why for name, group in found.items() for mutant, why in group.items()
    }


def report(hunt: Hunt) -> int:
    """Print the survivors; 0 if every ruleset has few enough, each with its reason."""
    reasons = excused()
    good = True
    for name in hunt.names:
        jobs = [job for job in hunt.jobs if job.ruleset == name]
        alive = [job for job in jobs if not hunt.killers[job.name]]
        for job in alive:
            reason = reasons.get(job.name, "NO REASON GIVEN")
            good = good and job.name in reasons
            print(f"alive  {job.name} ({', '.join(job.mutant.rules)})  {reason}")
        killed = len(jobs) - len(alive)
        share = killed / max(len(jobs), 1)
        good = good and (share >= WANTED or not jobs)
        print(f"{name}: {killed} of {len(jobs)} killed ({share:.1%})")
    for name in sorted(reasons.keys() & {n for n, test in hunt.killers.items() if test}):
        print(f"killed, though survivors.toml says that it lives: {name}")
    if not hunt.wanted and hunt.names == list(ruleset_names()):
        for name in sorted(reasons.keys() - hunt.killers.keys()):
            good = False
            print(f"survivors.toml names what is no mutant: {name}")
    total = len(hunt.jobs)
    killed = sum(bool(test) for test in hunt.killers.values())
    print(f"{killed} of {total} killed ({killed / max(total, 1):.1%})")
    return 0 if total and good else 1


def main(arguments: Sequence[str]) -> int:
    """Hunt the mutants of these rulesets, or of all."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("rulesets", nargs="*", metavar="RULESET", help="all of them by default")
    parser.add_argument("-k", dest="wanted", default="", help="only mutants with this in the name")
    parser.add_argument("--workers", type=int, default=os.cpu_count() or 1)
    chosen = parser.parse_args(arguments)
    names = chosen.rulesets or list(ruleset_names())
    hunt = Hunt(names, chosen.wanted, chosen.workers)
    options = ["-q", "--capture=no", "-p", "no:logging", "-p", "no:randomly"]
    pytest.main([str(TESTS), *options], plugins=[hunt])
    return report(hunt) if hunt.killers else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
