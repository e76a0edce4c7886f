"""Whether antennas power the lower tag of a card, and it alone, wherever the card may lie.

All of it is calculated, for every zone, size of sleeve and way that a card may lie there, up to
12 mm off the zone's centre along both axes and 15 degrees askew.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from itertools import product
from typing import Final

import msgspec
import numpy as np

from .coils import Coil, coils
from .covering import ASKEW_DEG, ASTRAY_MM
from .driven_coil import DrivenCoil, driven_coil, field_a_per_m, middle_nh, network_for, shield_of
from .errors import Problem
from .mat import AntennaRole, Mat, MatZone, Sleeve, Zone
from .physics.film import FILM_OHMS, film_needs
from .physics.network import MODULE
from .physics.shield import Spread
from .physics.windows import Floats

LEAST_MARGIN: Final = 1.0
"""A tag that needs all of its field just answers; what a tag needs less is margin besides."""
MOST_RATIO: Final = 0.4
"""Tags whose thresholds differ by 20 % either way, a step of the transmitter of 25 % and as much
for hearing: 0.8 / 1.2 / 1.25 / 1.25, and a tenth less for what the calculation itself errs."""
OPEN_MARGIN: Final = 0.5
OPEN_RATIO: Final = 0.8
"""Laxer bounds where one antenna has to see a card both ways: the players may be asked."""
NEAR_MM: Final = 150.0
"""Antennas further away are not looked at."""
WAYS: Final = {
    0: "upright",
    90: "sideways",
    180: "upside-down",
    270: "sideways, head left",
}


class Placement(msgspec.Struct, frozen=True):
    """The placement of a card in its zone, as the zone's player sees it."""

    way_deg: int
    dx_mm: float
    dy_mm: float
    askew_deg: float

    @property
    def is_extreme(self) -> bool:
        """Whether it lies in the middle or as far off it as is allowed, along each axis."""
        return all(abs(step) in {0.0, ASTRAY_MM} for step in (self.dx_mm, self.dy_mm))

    @property
    def text(self) -> str:
        """Return the placement in words."""
        return f"{WAYS[self.way_deg]}, {self.dx_mm:+g} {self.dy_mm:+g} mm, {self.askew_deg:+g} deg"

    def __str__(self) -> str:
        return str(self.text)


class Worst(msgspec.Struct, frozen=True):
    """A figure at the placement and with the sleeve where it is worst."""

    value: float
    sleeve: str
    place: Placement

    @property
    def text(self) -> str:
        """Return the figure with its placement."""
        return f"{self.value:.2f} ({self.place.text})"

    def __str__(self) -> str:
        return str(self.text)


class ZoneField(msgspec.Struct, frozen=True):
    """The field of a zone's antennas at the tags of a card that lies there; calculated."""

    zone: MatZone
    is_open: bool
    """Whether one antenna sees cards both ways."""
    face_ratio: Worst
    """Coupling of the upper tag to that of the lower one."""
    power_margin: Worst
    """Field at the lower tag to that from which the tag answers."""
    sold_margin: Worst
    """The same with a module whose inductors and capacitors are as they are sold."""
    film_margins: tuple[float, ...]
    """The same as power_margin below a card with a metal film, for each of FILM_OHMS."""
    neighbour_leak: Worst
    """Coupling of another zone's antenna to that of the right one."""
    other_way: Worst | None
    """Coupling of the zone's other antenna to that of the right one; None if it has no other."""
    detuned: tuple[float, float]
    """Least and greatest change of a coil's inductance by a card, as a share of it."""


class _View(msgspec.Struct, frozen=True):
    """A zone as its own player sees it: what two zones have in common that are built alike."""

    own: tuple[tuple[AntennaRole, DrivenCoil], ...]
    beside: tuple[DrivenCoil, ...]
    is_open: bool


def zone_fields(mat: Mat) -> tuple[ZoneField, ...]:
    """The fields of all zones with antennas, in their order."""
    wound = coils(mat)
    wakes = mat.construction.part("tag").wakes_a_per_m
    return tuple(
        msgspec.structs.replace(_field(_view(mat, zone, wound), mat.sleeves, wakes), zone=zone.id)
        for zone in mat.zones
        if zone.antennas
    )


def field_problems(fields: tuple[ZoneField, ...]) -> Iterator[Problem]:
    """Yield the problems of a mat whose zones have these fields."""
    for field in fields:
        most = OPEN_RATIO if field.is_open else MOST_RATIO
        least = OPEN_MARGIN if field.is_open else LEAST_MARGIN
        if field.face_ratio.value > most:
            yield Problem(
                str(field.zone),
                f"an upper tag that couples at most {most:g} as well as the lower one",
                _calculated(field.face_ratio),
                "Make the sleeve's foil as large as the card, or the windows smaller than it.",
            )
        if field.power_margin.value < least:
            yield Problem(
                str(field.zone),
                f"{least:g} times the field from which the tag answers, or more, at the lower tag",
                _calculated(field.power_margin),
                "Make the ferrite larger than the tag, or windows that lie closer around it.",
            )
        if field.neighbour_leak.value > MOST_RATIO:
            yield Problem(
                str(field.zone),
                f"other zones' antennas that couple at most {MOST_RATIO:g} as well as its own",
                _calculated(field.neighbour_leak),
                "Move the zones apart, or make their windows smaller.",
            )


def _calculated(worst: Worst) -> str:
    return f"{worst.value:.2f} with the sleeve {worst.sleeve!r}, {worst.place.text} (calculated)"


def _view(mat: Mat, zone: Zone, wound: tuple[Coil, ...]) -> _View:
    centre = zone.area.centre
    own = [mat.antennas[index] for index in zone.antennas]
    beside = [
        driven_coil(antenna, zone, wound[antenna.index])
        for antenna in mat.antennas
        if antenna.zone != zone.id
        and min(window.centre.distance_mm(centre) for window in antenna.windows) < NEAR_MM
    ]
    return _View(
        own=tuple(
            (antenna.role, driven_coil(antenna, zone, wound[antenna.index])) for antenna in own
        ),
        beside=tuple(sorted(beside, key=repr)),
        is_open=zone.is_turn_told,
    )


@lru_cache(maxsize=64)  # zones that are built alike have the same, in whatever mat
def _field(view: _View, sleeves: tuple[Sleeve, ...], wakes_a_per_m: float) -> ZoneField:
    """The field of such a zone, whose name is left empty, with tags that wake in such a field."""
    shields = [(each, shield_of(each)) for each in sleeves]
    faces, leaks, others = [], [], []
    powers: list[Worst] = []
    sold: list[Worst] = []
    detuned: list[float] = []
    for role, coil in view.own:
        places = placements(ways_over(role, is_open=view.is_open))
        spread = spread_of(places)
        far = [at for at, each in enumerate(places) if each.is_extreme]
        far_places = [places[at] for at in far]
        far_spread = spread_of(far_places)
        for sleeve, shield in shields:
            name = sleeve.name
            coupled = coil.coupled(shield, spread)
            lower = coupled.lower_nh
            with_card_nh = coil.inductance_nh(shield, spread)
            detuned += list(with_card_nh / coil.alone_nh - 1)
            tuned_nh = middle_nh(with_card_nh)
            rebuilt = network_for(with_card_nh, coil.alone_nh)
            for network, found in ((rebuilt, powers), (MODULE, sold)):
                field = field_a_per_m(lower, with_card_nh, tuned_nh, sleeve.tag_size, network)
                found.append(_least(field / wakes_a_per_m, name, places))
            faces.append(_most(coupled.upper_nh / lower, name, places))
            for other_role, other in view.own:
                if other_role is not role:
                    share = other.coupled(shield, far_spread).lower_nh / lower[far]
                    others.append(_most(share, name, far_places))
            for other in view.beside:
                share = other.coupled(shield, far_spread).lower_nh / lower[far]
                leaks.append(_most(share, name, far_places))
    margin, sold_margin = (min(found, key=_value) for found in (powers, sold))
    tag = next(each.tag_size for each in sleeves if each.name == margin.sleeve)
    return ZoneField(
        zone=MatZone(""),
        is_open=view.is_open,
        face_ratio=max(faces, key=_value),
        power_margin=margin,
        sold_margin=sold_margin,
        film_margins=tuple(margin.value / film_needs(tag, ohm) for ohm in FILM_OHMS),
        neighbour_leak=max(leaks, key=_value),
        other_way=max(others, key=_value) if others else None,
        detuned=(min(detuned), max(detuned)),
    )


def spread_of(places: list[Placement]) -> Spread:
    """These placements as the calculation of fields takes them."""
    return Spread(
        tuple(each.dx_mm for each in places),
        tuple(each.dy_mm for each in places),
        tuple(each.way_deg + each.askew_deg for each in places),
    )


def ways_over(role: AntennaRole, *, is_open: bool) -> tuple[int, ...]:
    """Return the ways in which cards lie over an antenna, in degrees.

    is_open: whether it sees cards both ways.
    """
    if is_open:
        return tuple(WAYS)
    return (90, 270) if role is AntennaRole.B else (0, 180)


def placements(ways: tuple[int, ...]) -> list[Placement]:
    """Every placement that is calculated for a card that lies in these ways."""
    half = ASTRAY_MM / 2
    astray = (-ASTRAY_MM, -half, 0.0, half, ASTRAY_MM)
    return [
        Placement(*each) for each in product(ways, astray, astray, (-ASKEW_DEG, 0.0, ASKEW_DEG))
    ]


def _most(values: Floats, sleeve: str, places: list[Placement]) -> Worst:
    at = int(np.argmax(np.round(values, 6)))  # the first of those that symmetry makes equal
    return Worst(float(values[at]), sleeve, places[at])


def _least(values: Floats, sleeve: str, places: list[Placement]) -> Worst:
    at = int(np.argmin(np.round(values, 6)))
    return Worst(float(values[at]), sleeve, places[at])


def _value(worst: Worst) -> float:
    return round(worst.value, 6)
