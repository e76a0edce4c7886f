"""Tasks: the things to lay on the coil, one after the other."""

from __future__ import annotations

from collections.abc import Iterator
from enum import Enum
from typing import Final

import msgspec

from duelmat_hardware.proof import SLEEVES
from duelmat_hardware.proof_fields import RAISED_MM, PlaceField, ProofFields, Setup
from duelmat_maker.proof.readings import Face, Measured
from duelmat_message import listed

PLAIN_TAGS: Final = 3
"""Tags without a sleeve that are tried before the coil is given up."""
MOVED_SLEEVE: Final = 1
"""The sleeve that is laid off the middle, too."""
_FACES: Final = {Setup.ALONE: tuple(Face), Setup.FOIL_CARD: (Face.DOWN,)}
"""The faces that are laid; else up alone."""
_PREPARED: Final = {
    Setup.ALONE: "",
    Setup.RAISED: f"Lay {RAISED_MM:g} mm of top sheet on the coil, four pieces. ",
    Setup.COIL_B: "Take the pieces away, and close coil B's open end. ",
    Setup.SIDEWAYS: "Leave coil B closed. ",
    Setup.NEIGHBOUR: "Open coil B again, and close the neighbour's open end. ",
    Setup.NEXT_ZONE: "Leave the neighbour closed. ",
    Setup.FOIL_CARD: (
        "Open the neighbour again, and put a holographic card in place of the sleeve's own. "
    ),
}


class TaskKind(Enum):
    """The kinds of tasks."""

    CLEAR = "clear"
    PLAIN = "plain"
    SLEEVE = "sleeve"


class Task(msgspec.Struct, frozen=True):
    """One thing to lay on the coil."""

    kind: TaskKind
    text: str
    number: int = 0
    """The number of the plain tag or of the sleeve, from 1."""
    face: Face = Face.UP
    place: int = 0
    """The index of the place among the calculated ones."""


CLEAR: Final = Task(
    TaskKind.CLEAR, "Take everything off the coil, and keep tags a hand's breadth away."
)


def plain_task(number: int) -> Task:
    """Lay a tag without a sleeve."""
    text = (
        f"Lay tag {number} on the top sheet, in the middle of the window at the foot, and a strip "
        "of ferrite on it."
    )
    return Task(TaskKind.PLAIN, text, number)


def sleeve_tasks(fields: ProofFields) -> Iterator[Task]:
    """Yield all layings: each sleeve with both faces in the middle, then one sleeve elsewhere, and
    with other things on the table.
    """
    for sleeve in range(1, SLEEVES + 1):
        for face in Face:
            yield _sleeve_task(fields, sleeve, face, 0)
    for place in range(1, len(fields.places)):
        for face in _FACES.get(fields.places[place].setup, (Face.UP,)):
            yield _sleeve_task(fields, MOVED_SLEEVE, face, place)


def next_sleeve_task(fields: ProofFields, measured: Measured) -> Task | None:
    """Return the first laying that has not been measured; None if all have."""
    for task in sleeve_tasks(fields):
        if measured.laying(task.number, task.face, task.place) is None:
            return task
    return None


def _sleeve_task(fields: ProofFields, sleeve: int, face: Face, place: int) -> Task:
    field = fields.places[place]
    if field.setup is Setup.SIDEWAYS:
        lying = f"Lay sleeve {sleeve} face up and sideways, its head to the right"
    elif face is Face.UP:
        lying = f"Lay sleeve {sleeve} face up and straight, its foot over the window at the foot"
    else:
        lying = f"Turn sleeve {sleeve} over, face down and straight, its foot over the same window"
    text = f"{_PREPARED[field.setup]}{lying}: {_where(field)}."
    return Task(TaskKind.SLEEVE, text, sleeve, face, place)


_BESIDE: Final = {
    Setup.ALONE: "",
    Setup.RAISED: f", {RAISED_MM:g} mm higher",
    Setup.COIL_B: ", with coil B",
    Setup.SIDEWAYS: ", sideways over coil B",
    Setup.NEIGHBOUR: ", with the neighbour",
    Setup.NEXT_ZONE: ", over the neighbour",
    Setup.FOIL_CARD: ", behind a metal film",
}


def place_name(place: PlaceField) -> str:
    """Describe the place of a sleeve, and what else is on the table, in words."""
    return f"{_where(place)}{_BESIDE[place.setup]}"


def _where(place: PlaceField) -> str:
    steps = []
    if place.dx_mm:
        steps.append(
            f"{place.dx_mm:g} mm to the right"
            if place.dx_mm > 0
            else f"{-place.dx_mm:g} mm to the left"
        )
    if place.dy_mm:
        steps.append(
            f"{place.dy_mm:g} mm towards the foot"
            if place.dy_mm > 0
            else f"{-place.dy_mm:g} mm towards the head"
        )
    return listed(steps) if steps else "in the middle"
