"""One antenna's coil, driven by its reader, and the fields at the tags of a card above it."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

import msgspec
import numpy as np

from .coils import Coil
from .geometry import Point, Rect, Size
from .mat import Antenna, Seat, Sleeve, Zone
from .physics.coil_current import coil_current_a
from .physics.network import REBUILT, Network, matched
from .physics.shield import (
    CELL_MM,
    MU_0_NH_PER_MM,
    Coupling,
    ShieldedTag,
    Spread,
    effective_area_mm2,
)
from .physics.windows import Floats, Winding

BELOW_MM: Final = 4.3
"""From the middle of a coil's winding to the foil of a card that lies on the top sheet."""
LEAST_CELLS: Final = 19
"""Across a foil."""
MOST_SHIELDS: Final = 4
"""So many solved shields are kept; each holds some 5 MB."""


class DrivenCoil(msgspec.Struct, frozen=True):
    """A coil as a zone's own player sees it, with places counted from that zone's centre."""

    winding: Winding
    turns: int
    alone_nh: float
    """Its inductance without a card."""

    def coupled(self, shield: ShieldedTag, spread: Spread, below_mm: float = BELOW_MM) -> Coupling:
        """The couplings of all its turns with one turn of either tag."""
        signed = self.signed(shield, spread, below_mm)
        return Coupling(np.abs(signed.lower_nh), np.abs(signed.upper_nh))

    def signed(self, shield: ShieldedTag, spread: Spread, below_mm: float = BELOW_MM) -> Coupling:
        """The same with its sign, which changes where the flux does."""
        one = shield.couplings(self.winding, below_mm, spread)
        return Coupling(self.turns * one.lower_nh, self.turns * one.upper_nh)

    def inductance_nh(
        self, shield: ShieldedTag, spread: Spread, below_mm: float = BELOW_MM
    ) -> Floats:
        """Its inductance with a card above it, for every place of the card."""
        change_nh = shield.detuning_nh(self.winding, below_mm, spread)
        return np.asarray(self.alone_nh + change_nh * self.turns**2, dtype=np.float64)


def driven_coil(antenna: Antenna, zone: Zone, coil: Coil) -> DrivenCoil:
    """The coil of an antenna, seen from a zone that may be another than its own."""
    is_turned = zone.seat is Seat.B

    def local(window: Rect) -> Rect:
        place = _seen_from(window.centre, zone.area.centre, is_turned)
        return Rect(*place, window.w_mm, window.h_mm)

    winding = Winding(tuple(local(window) for window in antenna.windows))
    return DrivenCoil(winding, coil.turns, coil.inductance_nh)


def middle_nh(inductance_nh: Floats) -> float:
    """The inductance at which a coil is tuned: half way between the least and the greatest."""
    return float(inductance_nh.min() + inductance_nh.max()) / 2


def network_for(inductance_nh: Floats, alone_nh: float) -> Network:
    """Return the rebuilt network of a coil that has these inductances with cards."""
    ends = (float(inductance_nh.min()), float(inductance_nh.max()))
    return matched(REBUILT, middle_nh(inductance_nh), ends, alone_nh)


def field_a_per_m(
    coupled_nh: Floats,
    inductance_nh: Floats,
    tuned_nh: float,
    tag: Size,
    network: Network,
) -> Floats:
    """The field at a tag, the mean over its turns, that couples so with a coil so detuned."""
    current_a = np.array(
        [coil_current_a(float(each), tuned_nh, network) for each in inductance_nh]
    )
    area_mm2 = MU_0_NH_PER_MM * effective_area_mm2(tag)
    return np.asarray(1000 * coupled_nh * current_a / area_mm2, dtype=np.float64)


@lru_cache(maxsize=MOST_SHIELDS)
def shield_of(sleeve: Sleeve) -> ShieldedTag:
    """The shield of a sleeve, with cells that are small beside it; solved once for each sleeve."""
    assert sleeve.foil and sleeve.ferrite
    narrow_mm = min(sleeve.foil.w_mm, sleeve.foil.h_mm)
    return ShieldedTag(
        sleeve.foil,
        sleeve.ferrite,
        sleeve.tag_offset,
        sleeve.tag_size,
        cell_mm=min(CELL_MM, narrow_mm / LEAST_CELLS),
    )


def _seen_from(point: Point, centre: Point, is_turned: bool) -> tuple[float, float]:
    x_mm, y_mm = round(point.x_mm - centre.x_mm, 6), round(point.y_mm - centre.y_mm, 6)
    return (0.0 - x_mm, 0.0 - y_mm) if is_turned else (x_mm, y_mm)
