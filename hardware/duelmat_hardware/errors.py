"""The errors of this package: what can be wrong with a mat.

HardwareError           anything this package raises
├── MatError            a mat file is unreadable or breaks the mat's rules; `problems` has them all
│   └── BoardError      a circuit board cannot be made: a part, a place, a net without a way
└── DrawingError        WireViz or Graphviz is missing or failed
"""

from __future__ import annotations

from collections.abc import Sequence

import msgspec


class Problem(msgspec.Struct, frozen=True):
    """One thing that is wrong with a mat file."""

    where: str
    """Place in the file, as a path of keys: `seat.zones[3].at_mm`."""
    expected: str
    """The content that stands there in a good file."""
    got: str
    """The content that stands there now."""
    advice: str
    """The advice on what to do about it."""

    @property
    def text(self) -> str:
        """Return the problem as a sentence."""
        return f"{self.where}: expected {self.expected}, got {self.got}. {self.advice}"

    def __str__(self) -> str:
        return str(self.text)


class HardwareError(Exception):
    """Anything this package raises."""


class DrawingError(HardwareError):
    """A program that draws the wiring is missing or failed."""


class MatError(HardwareError):
    """A mat file has problems; all that can be found in one reading are listed."""

    def __init__(self, source: str, problems: Sequence[Problem]) -> None:
        self.source = source
        self.problems = tuple(problems)
        head = (
            f"{source}: 1 problem" if len(problems) == 1 else f"{source}: {len(problems)} problems"
        )
        lines = (f"  {each.text}" for each in self.problems)
        super().__init__("\n".join((head, *lines)))


class BoardError(MatError):
    """A circuit board cannot be made: each part or net that prevents it is a problem."""
