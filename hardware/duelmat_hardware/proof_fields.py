"""The fields that the proof on a table measures: one coil, one sleeve, a few places.

All of it is calculated, as in face_sensing.py, for the coil of the mat's first antenna with the
reader's typical current. On the table the sleeve lies in the middle first, then straight and
12 mm off where the calculation has the faces alike the most, then where it has least power.
"""

from __future__ import annotations

from typing import Annotated, Final

import msgspec
import numpy as np
from msgspec import Meta

from .coils import coils
from .covering import ASTRAY_MM
from .driven_coil import driven_coil, field_a_per_m, middle_nh, shield_of
from .face_sensing import Placement, placements, spread_of
from .mat import Mat, Sleeve
from .physics.driver import CONDUCTANCES, field_share
from .physics.windows import Floats

Share = Annotated[float, Meta(gt=0, le=1)]
WAYS: Final = (0, 180)
"""In which an upright card lies over antenna A."""


class PlaceField(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The fields at the two tags of a sleeve that lies straight at one place, at full power."""

    dx_mm: float
    """From the middle of the coil's two windows, to the right."""
    dy_mm: float
    """From there towards the card's foot."""
    lower_a_per_m: Annotated[float, Meta(gt=0)]
    upper_a_per_m: Annotated[float, Meta(ge=0)]

    @property
    def ratio(self) -> float:
        """Field at the upper tag as a share of that at the lower one."""
        return self.upper_a_per_m / self.lower_a_per_m


class ProofFields(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The calculated fields of the table."""

    sleeve: str
    """Name of the size of sleeve."""
    places: Annotated[tuple[PlaceField, ...], Meta(min_length=1)]
    """The places of a sleeve, the middle first."""
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
    shield = shield_of(sleeve)
    places = placements(WAYS)
    spread = spread_of(places)
    coupled = coil.coupled(shield, spread)
    with_card_nh = coil.inductance_nh(shield, spread)
    tuned_nh = middle_nh(with_card_nh)

    def field(coupled_nh: Floats) -> Floats:
        return field_a_per_m(coupled_nh, with_card_nh, tuned_nh, sleeve.tag_size)

    lower, upper = field(coupled.lower_nh), field(coupled.upper_nh)
    straight = [at for at, place in enumerate(places) if _is_straight(place)]
    middle = next(at for at in straight if not places[at].dx_mm and not places[at].dy_mm)
    off = [at for at in straight if at != middle]
    alike = max(off, key=lambda at: round(float(upper[at] / lower[at]), 6))
    weak = min(off, key=lambda at: round(float(lower[at]), 6))
    return ProofFields(
        sleeve=sleeve.name,
        places=tuple(
            PlaceField(
                places[at].dx_mm,
                places[at].dy_mm,
                round(float(lower[at]), 4),
                round(float(upper[at]), 4),
            )
            for at in dict.fromkeys((middle, alike, weak))
        ),
        least_a_per_m=round(float(np.min(lower)), 4),
        tuned_nh=round(tuned_nh, 1),
        shares=tuple(round(field_share(each), 4) for each in CONDUCTANCES),
    )


def _is_straight(place: Placement) -> bool:
    """Whether a card lies upright, not askew, and in the middle or as far off as is allowed."""
    return (
        place.way_deg == 0
        and place.askew_deg == 0
        and {abs(place.dx_mm), abs(place.dy_mm)} <= {0.0, ASTRAY_MM}
    )
