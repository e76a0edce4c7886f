"""The hours of work that a mat takes by hand: what is done, how often, and minutes for each.

Counts are those of the mat; minutes are our guess for somebody who solders well, a quick one and a
slow one, and nobody has built a mat yet.
"""

from __future__ import annotations

from collections import Counter
from typing import Final

import msgspec

from .bank import READER_PINS
from .bom import ADAPTER_PINS, PICO_PINS, joints, plug_contacts
from .chapters import CHAPTERS, PART_CHAPTERS
from .harness import Device, Group, Harness
from .mat import Mat

PLATE_MINUTES: Final = (480.0, 600.0)
"""Printing, gluing, sawing, drilling and covering two plates."""
FAULTS: Final = (0.05, 0.15)
"""Of all the rest: looking for faults, and doing it again."""
WIRES: Final = "wires between boards: cut, strip, solder, lay"
CRIMPS: Final = "contacts to crimp"
JOINTS: Final = "joints under the boards"
PARTS: Final = "parts to put in their places"
CONTACTS: Final = "contacts of parts to solder"

_CABLE_CHAPTERS: Final = {
    Group.READERS: 6,
    Group.TOUCH: 8,
    Group.PANEL: 9,
    Group.LIGHTS: 10,
}
_BOARD_CHAPTERS: Final = {"main": 3, "inlet": 3, "bank": 5, "TOUCH": 8, "LIFE": 9}
"""By the beginning of a board's name."""
_SOLDERED: Final = {
    "board": 2 * len(PICO_PINS),  # its headers, and the strips that they are pushed into
    "bank_buffer": 3 * ADAPTER_PINS,  # on its adapter, the headers there, and these on the board
    "reader": len(READER_PINS),  # the header; coil and cable are other work
}
"""Contacts of parts that are not soldered once each."""


class Task(msgspec.Struct, frozen=True):
    """One kind of work."""

    chapter: int
    """The chapter of docs/building.md that tells of it."""
    what: str
    count: int
    minutes: tuple[float, float]
    """For each: quick and slow."""

    def hours(self, pace: int) -> float:
        """Return the hours for all of it; pace 0 is quick and 1 slow."""
        return self.count * self.minutes[pace] / 60


def tasks(mat: Mat, harness: Harness) -> tuple[Task, ...]:
    """Return the tasks of building a mat, sleeves included, chapter by chapter."""
    wires: Counter[int] = Counter()
    for cable in harness.cables:
        if cable.group is Group.POWER:
            wires[10 if cable.name.startswith("W_FEED") else 3] += len(cable.wires)
        elif cable.group is not Group.BUS:  # ribbons are pressed, not soldered
            wires[_CABLE_CHAPTERS[cable.group]] += len(cable.wires)
    crimps: Counter[int] = Counter()
    for role, count in plug_contacts(mat).items():
        crimps[PART_CHAPTERS[role]] += count
    under: Counter[int] = Counter()
    for board, count in joints(harness).items():
        under[next(n for name, n in _BOARD_CHAPTERS.items() if board.startswith(name))] += count
    parts: Counter[int] = Counter()
    contacts: Counter[int] = Counter()
    for device in harness.devices:
        chapter = _soldering_chapter(device)
        if chapter:
            parts[chapter] += 1
            contacts[chapter] += _SOLDERED.get(device.role, len(device.pins))
    found = [
        *(Task(chapter, PARTS, count, (1.0, 1.5)) for chapter, count in parts.items()),
        *(Task(chapter, CONTACTS, count, (0.15, 0.25)) for chapter, count in contacts.items()),
        *(Task(chapter, WIRES, count, (2.0, 3.0)) for chapter, count in wires.items()),
        *(Task(chapter, CRIMPS, count, (1.0, 1.5)) for chapter, count in crimps.items()),
        *(Task(chapter, JOINTS, count, (1.0, 1.5)) for chapter, count in under.items()),
        Task(2, "plates, with the top sheet", 1, PLATE_MINUTES),
        Task(7, "coils to wind", len(mat.antennas), (12.0, 18.0)),
        Task(7, "modules to cut and tune", len(mat.antennas), (12.0, 18.0)),
        Task(8, "pads to cut and stick", len(mat.pads), (4.0, 6.0)),
        Task(10, "lights to fix", mat.light_count, (1.0, 1.5)),
        Task(12, "sleeves to fill and enrol", mat.construction.cards, (3.0, 4.0)),
    ]
    return tuple(sorted(found, key=lambda task: task.chapter))


def _soldering_chapter(device: Device) -> int | None:
    """Return the chapter in which a part is soldered; none if it is not, or as wires are."""
    if device.role == "reader":
        return 6
    if device.role.startswith("tuning_"):
        return 7
    chapters = (n for name, n in _BOARD_CHAPTERS.items() if device.board.startswith(name))
    return next(chapters, None) if device.role else None


def chapter_hours(found: tuple[Task, ...]) -> dict[int, tuple[float, float]]:
    """Return the hours of each chapter without faults, quick and slow."""
    return {
        number: (
            sum(task.hours(0) for task in found if task.chapter == number),
            sum(task.hours(1) for task in found if task.chapter == number),
        )
        for number in CHAPTERS
    }


def total_hours(mat: Mat, harness: Harness) -> tuple[int, int]:
    """Return the hours of all tasks with faults, quick and slow, rounded to five."""
    found = tasks(mat, harness)
    quick, slow = ((1 + FAULTS[pace]) * sum(task.hours(pace) for task in found) for pace in (0, 1))
    return 5 * round(quick / 5), 5 * round(slow / 5)
