"""Findings: what was tested, what came of it, and what to check; and the report of all of it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from enum import Enum

import msgspec


class State(Enum):
    """The result of a test."""

    FINE = "fine"
    """It works as it should."""
    WEAK = "weak"
    """It works, and not as well as it should."""
    FAULT = "fault"
    """It does not work."""
    SKIPPED = "skipped"
    """Not tested."""


class Diagnosis(msgspec.Struct, frozen=True):
    """A test with its result."""

    part: str
    """"reader", "pad", ..."""
    name: str
    state: State
    text: str
    check: str = ""
    """The things to look at, if it is not fine."""

    def __str__(self) -> str:
        line = f"{self.state.value:8}{self.part:9}{self.name:12}{self.text}"
        return f"{line}\n{'':29}Check: {self.check}" if self.check else line


class Report(msgspec.Struct, frozen=True):
    """A report: facts about the mat, and the findings."""

    about: Mapping[str, str]
    findings: tuple[Diagnosis, ...]

    @property
    def count(self) -> Mapping[State, int]:
        """Count the findings of each state."""
        return {s: sum(f.state is s for f in self.findings) for s in State}

    @property
    def is_well(self) -> bool:
        return not self.count[State.FAULT]

    def format(self) -> str:
        """Format the report as a file to attach to a question: faults come first."""
        lines = ["Duelmat doctor", ""]
        lines += [f"{name}: {value}" for name, value in self.about.items()]
        lines += ["", ", ".join(f"{n} {s.value}" for s, n in self.count.items()), ""]
        order = (State.FAULT, State.WEAK, State.SKIPPED, State.FINE)
        lines += [str(f) for state in order for f in self.findings if f.state is state]
        return "\n".join(lines) + "\n"


def counted(findings: Iterable[Diagnosis]) -> str:
    """Return a sentence about some findings."""
    found = list(findings)
    fine = sum(f.state is State.FINE for f in found)
    return f"{fine} of {len(found)} are fine"
