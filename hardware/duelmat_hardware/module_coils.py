"""The fields of whole reader modules at the plain tag of a card, wherever the card may lie.

A module's own coil has one rectangular window, a plain sleeve one tag in its middle: thin wires in
air, and the current that builders report. Nothing here has been measured.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import product
from typing import Final

import msgspec
import numpy as np

from .covering import ASKEW_DEG, ASTRAY_MM
from .errors import Problem
from .geometry import Rect
from .mat import Mat, MatZone, Sleeve, Zone
from .parts import Part
from .physics.film import FILM_OHMS, film_needs
from .physics.windows import Floats, Winding

ABOVE_MM: Final = 6.0
"""From a module's coil to the tag: 3 to 5 mm of board, and the card's front half of a sleeve."""
WAKING_A_PER_M: Final = 1.5
"""ISO/IEC 14443-2, 6.2: the weakest field in which a tag has to work."""
LEAST_MARGIN: Final = 1.0
"""A tag that needs all of that field just works."""
MOST_LEAK: Final = 0.4
"""Another zone's field at a tag, as a share of its own: as for wound coils (face_sensing.py)."""
_POINTS: Final = 7
"""Of a tag along each axis, over which its field is the mean."""


class Worst(msgspec.Struct, frozen=True):
    """A figure where it is worst, with the sleeve and the card's place from the zone's middle."""

    value: float
    sleeve: str
    dx_mm: float
    dy_mm: float
    askew_deg: float

    @property
    def text(self) -> str:
        """Return the figure with its place."""
        return f"{self.value:.2f} ({self.dx_mm:+g} {self.dy_mm:+g} mm, {self.askew_deg:+g} deg)"


class ModuleField(msgspec.Struct, frozen=True):
    """The field of a zone's module at the tag of a card that lies there; calculated."""

    zone: MatZone
    power_margin: Worst
    """Field at the tag to the weakest in which it has to work."""
    film_margins: tuple[float, ...]
    """The same below a card with a metal film, for each of FILM_OHMS."""
    neighbour_leak: Worst
    """The strongest field of another zone's module there, as a share of its own."""


def tag_fields_a_per_m(
    module: Part, sleeve: Sleeve, places: Sequence[tuple[float, float, float]]
) -> Floats:
    """The field at a sleeve's tag, the mean over its area, for places (x, y, turn) of a card.

    Places count from the middle of the module's coil. A field that points downwards is negative.
    """
    steps = (np.arange(_POINTS) + 0.5) / _POINTS - 0.5
    u, v = np.meshgrid(steps * sleeve.tag_size.w_mm, steps * sleeve.tag_size.h_mm)
    u, v = u.ravel() + sleeve.tag_offset.x_mm, v.ravel() + sleeve.tag_offset.y_mm
    x_mm, y_mm, turn_deg = (np.array(each)[:, None] for each in zip(*places, strict=True))
    cos, sin = np.cos(np.radians(turn_deg)), np.sin(np.radians(turn_deg))
    winding = Winding((Rect(0.0, 0.0, module.width_mm, module.height_mm),))
    _, upward = winding.field(x_mm + u * cos - v * sin, y_mm + u * sin + v * cos, ABOVE_MM)
    # mA times A/mm of one ampere is A/m
    return np.asarray(module.coil_turns * module.coil_ma * upward.mean(axis=1), dtype=np.float64)


def module_fields(mat: Mat) -> tuple[ModuleField, ...]:
    """The fields of all zones with a module, in their order."""
    return tuple(_field(mat, zone) for zone in mat.zones if zone.antennas)


def field_problems(fields: Sequence[ModuleField]) -> Iterator[Problem]:
    """Yield the problems of a mat whose zones have these fields."""
    for field in fields:
        if field.power_margin.value < LEAST_MARGIN:
            yield Problem(
                field.zone,
                f"{LEAST_MARGIN * WAKING_A_PER_M:g} A/m or more at the tag",
                f"{field.power_margin.value * WAKING_A_PER_M:.2f} A/m with the sleeve "
                f"{field.power_margin.sleeve!r} (calculated)",
                "Put the tag nearer to the card's middle, or take a larger tag.",
            )
        if field.neighbour_leak.value > MOST_LEAK:
            yield Problem(
                field.zone,
                f"fields of other zones' modules of at most {MOST_LEAK:g} of its own",
                f"{field.neighbour_leak.text} with the sleeve {field.neighbour_leak.sleeve!r}",
                "Move the zones apart.",
            )


def _field(mat: Mat, zone: Zone) -> ModuleField:
    module = mat.materials.part("reader")
    far, skew = (-ASTRAY_MM, 0.0, ASTRAY_MM), (-ASKEW_DEG, 0.0, ASKEW_DEG)
    places = [(x, y, turn) for x, y, turn in product(far, far, skew)]
    others = [
        antenna.windows[0].centre
        for antenna in mat.antennas
        if antenna.zone != zone.id
        and antenna.windows[0].centre.distance_mm(zone.area.centre) < 200
    ]
    weakest: Worst | None = None
    leak: Worst | None = None
    for sleeve in mat.sleeves:
        for way in (0.0, 90.0):
            own = np.abs(
                tag_fields_a_per_m(module, sleeve, [(x, y, way + t) for x, y, t in places])
            )
            at = int(np.argmin(np.round(own, 6)))
            found = Worst(float(own[at]) / WAKING_A_PER_M, sleeve.name, *places[at])
            if weakest is None or found.value < weakest.value:
                weakest = found
            for other in others:
                dx = zone.area.x_mm - other.x_mm
                dy = zone.area.y_mm - other.y_mm
                shifted = [(x + dx, y + dy, way + t) for x, y, t in places]
                share = np.abs(tag_fields_a_per_m(module, sleeve, shifted)) / own
                at = int(np.argmax(np.round(share, 6)))
                found = Worst(float(share[at]), sleeve.name, *places[at])
                if leak is None or found.value > leak.value:
                    leak = found
    assert weakest
    tag = next(each.tag_size for each in mat.sleeves if each.name == weakest.sleeve)
    return ModuleField(
        zone.id,
        weakest,
        tuple(weakest.value / film_needs(tag, ohm) for ohm in FILM_OHMS),
        leak or Worst(0.0, "", 0.0, 0.0, 0.0),
    )
