"""The contents of a mat's model, which host and players name: zones, buttons, choice pads.

A mat file chooses a model, and decides where these are and how they are wired.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

import msgspec

from .mat import AntennaRole, Model, Seat, ZoneKind


class Slot(msgspec.Struct, frozen=True):
    """A zone that a mat must have."""

    id: str
    kind: ZoneKind
    column: int | None = None


class Contents(msgspec.Struct, frozen=True):
    """The zones of one model of mat."""

    seat: tuple[Slot, ...]
    """The zones of one seat, in the order in which their antennas, lamps and pads are numbered."""
    shared: tuple[Slot, ...]
    """The zones of both seats, numbered last."""

    def slots(self) -> Iterator[tuple[str, Slot]]:
        """Every zone of a mat, by its full id, in order."""
        for seat in Seat:
            for slot in self.seat:
                yield f"{seat}.{slot.id}", slot
        for slot in self.shared:
            yield slot.id, slot

    def pad_names(self) -> list[str]:
        """Every touch pad of a mat, in order."""
        choices = [f"{seat}.{choice}" for seat in Seat for choice in CHOICE_IDS]
        return [zone for zone, _ in self.slots()] + choices


def _rows(columns: range) -> Iterator[Slot]:
    for letter, kind in (("m", ZoneKind.MONSTER), ("s", ZoneKind.SPELL_TRAP)):
        for column in columns:
            yield Slot(f"{letter}{column}", kind, column)


_PILES: Final = (
    Slot("grave", ZoneKind.GRAVE),
    Slot("banished", ZoneKind.BANISHED),
    Slot("extra", ZoneKind.EXTRA),
    Slot("deck", ZoneKind.DECK),
)

MODELS: Final = {
    Model.STANDARD: Contents(
        (*_rows(range(1, 6)), Slot("field", ZoneKind.FIELD), *_PILES),
        (Slot("x1", ZoneKind.EXTRA_MONSTER, 2), Slot("x2", ZoneKind.EXTRA_MONSTER, 4)),
    ),
    # The middle three columns keep the names that they have on the standard mat.
    Model.MINI: Contents((*_rows(range(2, 5)), *_PILES), ()),
}


PILE_KINDS: Final = (ZoneKind.GRAVE, ZoneKind.BANISHED, ZoneKind.EXTRA)
"""Kinds with an unsensed stack beside a landing spot."""

BUTTON_IDS: Final = ("ok", "phase", "judge")
"""The buttons of one seat, in the order of their numbers."""

CHOICE_IDS: Final = ("choice1", "choice2")
"""The pads of one seat that belong to no zone."""

PHASE_LAMPS: Final = 6
"""Lamps of the phase bar."""

LIGHTS_PER_ZONE: Final = 4
"""A lamp style may light some of a zone's four lights, so it needs all of them."""


def roles(kind: ZoneKind) -> tuple[AntennaRole, ...]:
    """The antennas that a zone of that kind has, in order."""
    if kind is ZoneKind.MONSTER:
        return (AntennaRole.A, AntennaRole.B)
    return () if kind is ZoneKind.DECK else (AntennaRole.ONLY,)
