"""The hours of work that a mat takes by hand: what is done, how often, and minutes for each.

Counts are those of the mat; minutes are our guess for somebody who solders well, a quick one and a
slow one, and nobody has built a mat yet.
"""

from __future__ import annotations

from typing import Final

import msgspec

from .bom import joints, plug_contacts
from .harness import Harness
from .mat import Mat

PLATE_MINUTES: Final = (480.0, 600.0)
"""Printing, gluing, sawing, drilling and covering two plates."""
FAULTS: Final = (0.05, 0.15)
"""Of all the rest: looking for faults, and doing it again."""


class Task(msgspec.Struct, frozen=True):
    """One kind of work."""

    what: str
    count: int
    minutes: tuple[float, float]
    """For each: quick and slow."""

    def hours(self, pace: int) -> float:
        """Return the hours for all of it; pace 0 is quick and 1 slow."""
        return self.count * self.minutes[pace] / 60


def tasks(mat: Mat, harness: Harness) -> tuple[Task, ...]:
    """Return the tasks of building a mat, sleeves included."""
    wires = sum(len(cable.wires) for cable in harness.cables if cable.role != "bus_cable")
    return (
        Task("wires between boards: cut, strip, solder, lay", wires, (2.0, 3.0)),
        Task("contacts to crimp", plug_contacts(mat), (1.0, 1.5)),
        Task("joints under the boards", joints(harness), (1.0, 1.5)),
        Task("coils to wind", len(mat.antennas), (12.0, 18.0)),
        Task("modules to cut and tune", len(mat.antennas), (12.0, 18.0)),
        Task("lights to fix", mat.light_count, (1.0, 1.5)),
        Task("pads to cut and stick", len(mat.pads), (4.0, 6.0)),
        Task("plates", 1, PLATE_MINUTES),
        Task("sleeves to fill and enrol", mat.construction.cards, (3.0, 4.0)),
    )


def total_hours(mat: Mat, harness: Harness) -> tuple[int, int]:
    """Return the hours of all tasks with faults, quick and slow, rounded to five."""
    found = tasks(mat, harness)
    quick, slow = ((1 + FAULTS[pace]) * sum(task.hours(pace) for task in found) for pace in (0, 1))
    return 5 * round(quick / 5), 5 * round(slow / 5)
