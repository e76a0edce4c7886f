"""Shields as round discs over a round coil of a window's area, and what they let through.

All shapes stand for rectangles of the same area: the coil for a window of 58 x 30 mm with two
turns, the tag for an antenna of 30 x 18 mm with four.
"""

from __future__ import annotations

import math
from typing import Any, Final

import msgspec

from .axisymmetric import ALUMINIUM_S_PER_M, Disc, RoundField, Winding

LIFT_MM: Final = 4.0
"""From the coil to the lower tag."""
GAP_MM: Final = 0.15
"""Between a tag and the ferrite."""
FERRITE_MM: Final = 0.1
FOIL_MM: Final = 0.04
PERMEABILITY: Final = 120.0
COIL_PITCH_MM: Final = 1.0
COIL_SIDE_MM: Final = 0.56
"""A square of which the mean distance to itself is the radius of a wire of 0.5 mm."""
TAG_SIDE_MM: Final = 0.1
TAG_INSETS_MM: Final = (0.1, 0.6, 1.1, 1.6)
WINDOWS: Final = {"58x30": (58.0, 30.0), "66x90": (66.0, 90.0)}
SHIELDS: Final = {
    "none": (0.0, 0.0),
    "25, 25": (25.0, 25.0),
    "25, 20": (25.0, 20.0),
    "30, 25": (30.0, 25.0),
    "40, 15": (40.0, 15.0),
    "40, 25": (40.0, 25.0),
    "40, 30": (40.0, 30.0),
    "strip 34x22": (math.sqrt(34 * 22 / math.pi), math.sqrt(34 * 22 / math.pi)),
}
"""Radii of foil and ferrite, in millimetres."""


class Stack(msgspec.Struct, frozen=True):
    """The inductances of a coil and two tags with a shield between them."""

    lower_nh: float
    upper_nh: float
    coil_nh: float

    @property
    def ratio(self) -> float:
        return self.upper_nh / self.lower_nh


def stack(
    window: tuple[float, float],
    foil_mm: float,
    ferrite_mm: float,
    *,
    permeability: float = PERMEABILITY,
    fineness: float = 1.5,
) -> Stack:
    """The inductances over that window with a shield of those radii; 0 for no shield."""
    coil_mm = math.sqrt(window[0] * window[1] / math.pi)
    tag_mm = math.sqrt(30 * 18 / math.pi)
    bottom_mm = LIFT_MM + GAP_MM
    foil_at_mm = bottom_mm + FERRITE_MM
    above_mm = foil_at_mm + FOIL_MM
    turns = tuple(tag_mm - inset for inset in TAG_INSETS_MM)
    half = COIL_PITCH_MM / 2
    discs = [
        Disc(ferrite_mm, bottom_mm, FERRITE_MM, permeability),
        Disc(foil_mm, foil_at_mm, FOIL_MM, 1.0, ALUMINIUM_S_PER_M),
        Disc(ferrite_mm, above_mm, FERRITE_MM, permeability),
    ]
    field = RoundField(
        [
            Winding((coil_mm - half, coil_mm + half), 0.0, COIL_SIDE_MM),
            Winding(turns, LIFT_MM, TAG_SIDE_MM),
            Winding(turns, above_mm + FERRITE_MM + GAP_MM, TAG_SIDE_MM),
        ],
        discs if foil_mm else [],
        fineness=fineness,
    )
    return Stack(*(field.inductance_nh(0, other) for other in (1, 2, 0)))


def measure_shields() -> dict[str, Any]:
    """The inductances for every window and shield, in nanohenry."""
    return {
        window: {
            shield: {
                "lower_nh": round(found.lower_nh, 2),
                "upper_nh": round(found.upper_nh, 3),
                "face_ratio": round(found.ratio, 4),
                "coil_nh": round(found.coil_nh, 1),
            }
            for shield, radii in SHIELDS.items()
            for found in [stack(size, *radii)]
        }
        for window, size in WINDOWS.items()
    }
