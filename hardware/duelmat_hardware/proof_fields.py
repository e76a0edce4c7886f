"""The fields that the proof on a table measures: one coil, one sleeve, a few places.

All of it is calculated, as in face_sensing.py, for the coil of the mat's first antenna with the
reader's typical current. On the table the sleeve lies in the middle first, then straight and
12 mm off where the calculation has the faces alike the most, then where it has least power. Then
one thing after the other is changed: height, coil B over this coil, a neighbour beside it, and a
card with a metal film.
"""

from __future__ import annotations

from enum import Enum
from itertools import product
from typing import Annotated, Final

import msgspec
from msgspec import Meta

from .coils import coils
from .covering import ASTRAY_MM
from .driven_coil import (
    BELOW_MM,
    DrivenCoil,
    driven_coil,
    field_a_per_m,
    middle_nh,
    network_for,
    shield_of,
)
from .face_sensing import Placement, placements, spread_of
from .geometry import Point
from .mat import Mat, Sleeve
from .physics.driver import CONDUCTANCES, field_share
from .physics.film import film_needs
from .physics.network import Network
from .physics.shield import Spread

Share = Annotated[float, Meta(gt=0, le=1)]
WAYS: Final = (0, 180)
"""In which an upright card lies over antenna A."""
SIDEWAYS_DEG: Final = 90.0
_MIDDLE: Final = Spread((0.0,), (0.0,), (0.0,))
RAISED_MM: Final = 8.0
"""Four pieces of the top sheet, which halve the field: two to three steps of power."""
FILM_OHM: Final = 3.0
"""Per square, of the metal film of a holographic card: aluminium of some 10 nm; assumed."""


class Setup(Enum):
    """The thing on the table that is changed beside the sleeve's place."""

    ALONE = "alone"
    """One coil, and a sleeve on the top sheet."""
    RAISED = "raised"
    """The sleeve lies 8 mm higher."""
    COIL_B = "coil b"
    """Coil B of the zone, over the coil, is tuned and closed, on no reader."""
    SIDEWAYS = "sideways"
    """The same, and the card lies sideways, so that coil B alone should read it."""
    NEIGHBOUR = "neighbour"
    """The coil of the next zone, beside the coil, is tuned and closed, on no reader."""
    NEXT_ZONE = "next zone"
    """The same, and the card lies over that coil, which alone should read it."""
    FOIL_CARD = "foil card"
    """The card in the sleeve has a metal film, and lies face down."""


class PlaceField(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The fields at the two tags of a sleeve that lies straight at one place, at full power."""

    dx_mm: float
    """From the middle of the coil's two windows, to the right."""
    dy_mm: float
    """From there towards the card's foot."""
    lower_a_per_m: Annotated[float, Meta(ge=0)]
    upper_a_per_m: Annotated[float, Meta(ge=0)]
    setup: Setup = Setup.ALONE

    @property
    def ratio(self) -> float:
        """Field at the upper tag as a share of that at the lower one."""
        return self.upper_a_per_m / self.lower_a_per_m if self.lower_a_per_m else 0.0


class ProofFields(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The calculated fields of the table."""

    sleeve: str
    """Name of the size of sleeve."""
    places: Annotated[tuple[PlaceField, ...], Meta(min_length=1)]
    """The places of a sleeve, the middle first."""
    wakes_a_per_m: Annotated[float, Meta(gt=0)]
    """The field from which a tag has to answer."""
    least_a_per_m: Annotated[float, Meta(gt=0)]
    """At the lower tag, at the worst of all placements that the mat has to tell."""
    tuned_nh: Annotated[float, Meta(gt=0)]
    """The coil's inductance with a card, at which it is tuned."""
    shares: Annotated[
        tuple[Share, ...], Meta(min_length=len(CONDUCTANCES), max_length=len(CONDUCTANCES))
    ]
    """The field at each step of power, as a share of that at full power."""

    @property
    def wanted_share(self) -> float:
        """The share of its field in the middle with which a tag has to answer there, so that it
        answers at the worst placement with all of it.
        """
        return self.least_a_per_m / self.places[0].lower_a_per_m

    @property
    def wanted_step(self) -> int:
        """The last step of power that leaves that share or more."""
        enough = [at for at, share in enumerate(self.shares) if share >= self.wanted_share]
        return max(enough, default=0)


def proof_sleeve(mat: Mat) -> Sleeve:
    """The sleeve that is made for the proof: the largest."""
    return max(mat.sleeves, key=lambda each: each.size.w_mm * each.size.h_mm)


def proof_fields(mat: Mat) -> ProofFields:
    """The fields of the mat's first antenna, which lies under a monster zone."""
    antenna = mat.antennas[0]
    sleeve = proof_sleeve(mat)
    coil = driven_coil(antenna, mat.zone(antenna.zone), coils(mat)[0])
    upright = placements(WAYS)
    with_card_nh = coil.inductance_nh(shield_of(sleeve), spread_of(upright))
    tuned_nh = middle_nh(with_card_nh)
    table = _Table(coil, sleeve, tuned_nh, network_for(with_card_nh, coil.alone_nh))
    found = table.fields(spread_of(upright))
    straight = [field for field, place in zip(found, upright, strict=True) if _is_straight(place)]
    middle = next(field for field in straight if not field.dx_mm and not field.dy_mm)
    off = [field for field in straight if field is not middle]
    alike = max(off, key=lambda field: round(field.ratio, 6))
    weak = min(off, key=lambda field: field.lower_a_per_m)
    return ProofFields(
        sleeve=sleeve.name,
        places=(*dict.fromkeys((middle, alike, weak)), *_changed(mat, table, middle)),
        wakes_a_per_m=mat.construction.part("tag").wakes_a_per_m,
        least_a_per_m=min(field.lower_a_per_m for field in found),
        tuned_nh=round(tuned_nh, 1),
        shares=tuple(round(field_share(each), 4) for each in CONDUCTANCES),
    )


def neighbour(mat: Mat) -> Point:
    """Return the place of the nearest zone with antennas, from the middle of the first one."""
    first = mat.zone(mat.antennas[0].zone).area.centre
    others = (zone.area.centre for zone in mat.zones if zone.antennas)
    nearest = min(
        (centre for centre in others if centre != first), key=lambda each: each.distance_mm(first)
    )
    return Point(abs(nearest.x_mm - first.x_mm), -abs(nearest.y_mm - first.y_mm))


class _Table(msgspec.Struct, frozen=True):
    """One coil, tuned, and the sleeve that lies over it."""

    coil: DrivenCoil
    sleeve: Sleeve
    tuned_nh: float
    network: Network

    def fields(
        self, spread: Spread, setup: Setup = Setup.ALONE, below_mm: float = BELOW_MM
    ) -> list[PlaceField]:
        """Return the fields with the sleeve at each place, so high above the coil."""
        shield = shield_of(self.sleeve)
        coupled = self.coil.coupled(shield, spread, below_mm)
        with_card_nh = self.coil.inductance_nh(shield, spread, below_mm)
        lower, upper = (
            field_a_per_m(each, with_card_nh, self.tuned_nh, self.sleeve.tag_size, self.network)
            for each in (coupled.lower_nh, coupled.upper_nh)
        )
        return [
            PlaceField(dx, dy, round(float(low), 4), round(float(up), 4), setup)
            for dx, dy, low, up in zip(spread.dx_mm, spread.dy_mm, lower, upper, strict=True)
        ]


def _changed(mat: Mat, table: _Table, middle: PlaceField) -> tuple[PlaceField, ...]:
    """Return the fields with one thing after the other changed.

    Coils that are tuned and driven by nobody are left out of the calculation: beside them the
    fields should be those of the coil alone.
    """
    (raised,) = table.fields(_MIDDLE, Setup.RAISED, BELOW_MM + RAISED_MM)
    beside = neighbour(mat)
    across = _astray(Point(0.0, 0.0), SIDEWAYS_DEG)
    near = _astray(beside, 0.0)
    strongest = [
        max(table.fields(spread, setup), key=lambda field: field.lower_a_per_m)
        for setup, spread in ((Setup.SIDEWAYS, across), (Setup.NEXT_ZONE, near))
    ]
    needed = film_needs(table.sleeve.tag_size, FILM_OHM)
    replace = msgspec.structs.replace
    return (
        raised,
        replace(middle, setup=Setup.COIL_B),
        strongest[0],
        replace(middle, setup=Setup.NEIGHBOUR),
        strongest[1],
        replace(
            middle,
            setup=Setup.FOIL_CARD,
            lower_a_per_m=round(middle.lower_a_per_m / needed, 4),
        ),
    )


def _astray(middle: Point, turn_deg: float) -> Spread:
    """Return the straight places of a card around a middle, as far off it as is allowed."""
    steps = list(product((-ASTRAY_MM, 0.0, ASTRAY_MM), repeat=2))
    return Spread(
        tuple(middle.x_mm + dx for dx, _ in steps),
        tuple(middle.y_mm + dy for _, dy in steps),
        (turn_deg,) * len(steps),
    )


def _is_straight(place: Placement) -> bool:
    """Whether a card lies upright, not askew, and in the middle or as far off as is allowed."""
    return (
        place.way_deg == 0
        and place.askew_deg == 0
        and {abs(place.dx_mm), abs(place.dy_mm)} <= {0.0, ASTRAY_MM}
    )
