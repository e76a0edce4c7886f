"""The zones, buttons and choice pads that a mat may have, by the names that host and players use.

A mat file lists those of its zones; it decides where they are, what senses them, and how they are
wired.
"""

from __future__ import annotations

import re
from typing import Final

import msgspec

from .mat import AntennaRole, ZoneKind


class Slot(msgspec.Struct, frozen=True):
    """The kind and column that a zone's id names."""

    kind: ZoneKind
    column: int | None = None


_ROWS: Final = {"m": ZoneKind.MONSTER, "s": ZoneKind.SPELL_TRAP}
_COLUMNS: Final = 5
_SINGLE: Final = {
    "field": ZoneKind.FIELD,
    "grave": ZoneKind.GRAVE,
    "banished": ZoneKind.BANISHED,
    "extra": ZoneKind.EXTRA,
    "deck": ZoneKind.DECK,
}
_SHARED_COLUMNS: Final = {"x1": 2, "x2": 4}
_ROW_ID: Final = re.compile(rf"([{''.join(_ROWS)}])([1-{_COLUMNS}])")

SEAT_IDS: Final = (
    *(f"{letter}{column}" for letter in _ROWS for column in range(1, _COLUMNS + 1)),
    *_SINGLE,
)
"""The zones that a seat may have, in the order in which antennas, lamps and pads are numbered."""
SHARED_IDS: Final = tuple(_SHARED_COLUMNS)
"""The zones that both seats may have, which are numbered last."""

PILE_KINDS: Final = (ZoneKind.GRAVE, ZoneKind.BANISHED, ZoneKind.EXTRA)
"""Kinds with an unsensed stack beside a landing spot."""

BUTTON_IDS: Final = ("ok", "phase", "judge")
"""The buttons of one seat, in the order of their numbers."""

CHOICE_IDS: Final = ("choice1", "choice2")
"""The pads of one seat that belong to no zone."""

PHASE_LAMPS: Final = 6
"""Lamps of the phase bar."""

LIGHTS_PER_ZONE: Final = 4
"""A lamp style has a pattern for so many; a zone with fewer shows the first part of it."""


def slot(zone_id: str) -> Slot:
    """The kind and column of a zone of that id; KeyError if no mat has such a zone."""
    if zone_id in _SHARED_COLUMNS:
        return Slot(ZoneKind.EXTRA_MONSTER, _SHARED_COLUMNS[zone_id])
    found = _ROW_ID.fullmatch(zone_id)
    if found:
        return Slot(_ROWS[found[1]], int(found[2]))
    return Slot(_SINGLE[zone_id])


def possible_roles(kind: ZoneKind) -> tuple[tuple[AntennaRole, ...], ...]:
    """The sets of antennas that a zone of that kind may have, in the order of its antennas."""
    none: tuple[AntennaRole, ...] = ()
    if kind is ZoneKind.DECK:
        return (none,)
    one = (AntennaRole.ONLY,)
    if kind is ZoneKind.MONSTER:
        return (AntennaRole.A, AntennaRole.B), one, none
    return one, none
