"""The winding of each coil: turns, inductance to aim at, and the wire it takes.

The formula is that of NXP's MFRC631 data sheet, 14.1.4 (K = 1.47 for a rectangle); it is an
estimate, and docs/building.md says how a wound coil is measured and tuned.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Sequence
from typing import Final

import msgspec

from .geometry import Rect
from .mat import AntennaIndex, Mat
from .reader_places import tuning_place

CARRIER_HZ: Final = 13_560_000
SHAPE_FACTOR: Final = 1.47
TURNS_EXPONENT: Final = 1.8
MOST_TURNS: Final = 8
LIFT_MM: Final = 60.0
"""The height by which the coil plate can be lifted with its coils soldered on."""


class Coil(msgspec.Struct, frozen=True):
    """One antenna's winding."""

    antenna: AntennaIndex
    label: str
    windows: tuple[Rect, ...]
    turns: int
    """Around each window."""
    inductance_nh: float
    resonance_pf: float
    """Capacitance in parallel with which it resonates at 13.56 MHz."""
    wire_mm: float
    """Enamelled wire, with both leads down to the tuning piece."""


def inductance_nh(windows: Sequence[Rect], turns: int, wire_mm: float) -> float:
    """The inductance of windows in series, each wound with so many turns."""
    total = 0.0
    for window in windows:
        around_cm = 2 * (window.w_mm + window.h_mm) / 10
        step = math.log(around_cm / (wire_mm / 10)) - SHAPE_FACTOR
        total += 2 * around_cm * step * turns**TURNS_EXPONENT
    return total


def capacitance_pf(inductance_nh: float, hertz: float) -> float:
    """The capacitance in parallel with which a coil resonates."""
    return 1e21 / ((2 * math.pi * hertz) ** 2 * inductance_nh)


def resonance_hz(inductance_nh: float, capacitance_pf: float) -> float:
    """Return the frequency at which a coil resonates with a capacitance in parallel."""
    return 1 / (2 * math.pi * math.sqrt(inductance_nh * 1e-9 * capacitance_pf * 1e-12))


def turns_for(
    windows: Sequence[Rect], wire_mm: float, least_nh: float, most_nh: float
) -> int | None:
    """The fewest turns that reach the band; None if they leave it again."""
    for turns in range(1, MOST_TURNS + 1):
        reached = inductance_nh(windows, turns, wire_mm)
        if reached >= least_nh:
            return turns if reached <= most_nh else None
    return None


def coils(mat: Mat) -> tuple[Coil, ...]:
    """The windings of all antennas, in their order."""
    construction = mat.construction
    wire_mm = construction.part("coil_wire").diameter_mm
    found = []
    for antenna in mat.antennas:
        windows = antenna.windows
        turns = turns_for(windows, wire_mm, construction.least_nh, construction.most_nh)
        assert turns is not None
        wound_nh = inductance_nh(windows, turns, wire_mm)
        around_mm = sum(2 * (window.w_mm + window.h_mm) for window in windows)
        place = tuning_place(mat, antenna)
        lead_mm = construction.spacer_mm + LIFT_MM + windows[0].centre.way_mm(place)
        between_mm = sum(
            one.centre.way_mm(other.centre) for one, other in itertools.pairwise(windows)
        )
        found.append(
            Coil(
                antenna=antenna.index,
                label=antenna.label,
                windows=windows,
                turns=turns,
                inductance_nh=wound_nh,
                resonance_pf=capacitance_pf(wound_nh, CARRIER_HZ),
                wire_mm=turns * around_mm + 2 * (lead_mm + between_mm),
            )
        )
    return tuple(found)
