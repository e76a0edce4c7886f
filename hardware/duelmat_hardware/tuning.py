"""Tuning of each coil to resonance: capacitor and trimmer, by the capacitance of the module.

Modules differ in the capacitance that they put across the coil, and a card above the coil lowers
its inductance. A coil is tuned with a card lying half way to the furthest place, so what the
tuning piece has to add is the capacitance for that inductance, less that of module and winding,
which the dip without a tuning piece shows.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

import msgspec

from .coils import CARRIER_HZ, Coil, capacitance_pf, coils, resonance_hz
from .driven_coil import driven_coil, shield_of
from .mat import AntennaRole, Mat
from .physics.shield import Spread

TRIMMER_PF: Final = (3.0, 30.0)
FIXED_PF: Final = (0.0, 22.0, 47.0, 68.0, 90.0)
"""Beside the trimmer: nothing, one of the NP0 capacitors of supplies.toml, or the smallest and the
largest of them."""
MODULES_PF: Final = (40.0, 60.0, 80.0, 90.0, 100.0, 105.0, 110.0, 115.0)
"""Across the coil, of module and winding together: others measured 100 to 110 pF on modules sold
as RFID-RC522."""
ASTRAY_MM: Final = 6.0
"""The place of the card with which a coil is tuned, off the middle along both axes."""


class Kind(msgspec.Struct, frozen=True):
    """Coils that are wound alike."""

    first: Coil
    labels: tuple[str, ...]
    with_card_nh: float
    """Inductance with a sleeved card where it lies for tuning."""

    @property
    def needed_pf(self) -> float:
        """The capacitance with which the coil resonates with that card."""
        return capacitance_pf(self.with_card_nh, CARRIER_HZ)


class Case(msgspec.Struct, frozen=True):
    """One kind of coil on a module with so much capacitance."""

    module_pf: float
    dip_hz: float
    """The resonance of coil and module without tuning piece and without a card."""
    missing_pf: float
    """The capacitance that the tuning piece has to add."""
    fixed_pf: float | None
    """Of the capacitor beside the trimmer; None if none brings it to resonance."""

    @property
    def trimmer_pf(self) -> float | None:
        """The capacitance at which the trimmer ends up; None: none brings resonance."""
        return None if self.fixed_pf is None else self.missing_pf - self.fixed_pf


def kinds(mat: Mat) -> tuple[Kind, ...]:
    """The coils of a mat by how they are wound; a window turned by a quarter is the same."""
    alike: dict[tuple[object, ...], list[Coil]] = {}
    for coil in coils(mat):
        sizes = tuple(sorted(tuple(sorted((w.w_mm, w.h_mm))) for w in coil.windows))
        alike.setdefault((sizes, coil.turns), []).append(coil)
    return tuple(
        Kind(of[0], tuple(coil.label for coil in of), _with_card_nh(mat, of[0]))
        for of in alike.values()
    )


def _with_card_nh(mat: Mat, coil: Coil) -> float:
    """The mean over all sleeves, with a card as the antenna reads it."""
    antenna = mat.antennas[coil.antenna]
    wound = driven_coil(antenna, mat.zone(antenna.zone), coil)
    way_deg = 90.0 if antenna.role is AntennaRole.B else 0.0
    spread = Spread((ASTRAY_MM,), (ASTRAY_MM,), (way_deg,))
    found = [float(wound.inductance_nh(shield_of(each), spread)[0]) for each in mat.sleeves]
    return sum(found) / len(found)


def cases(kind: Kind) -> Iterator[Case]:
    """Yield the case of each module with coils of a kind."""
    for module_pf in MODULES_PF:
        missing_pf = kind.needed_pf - module_pf
        dip_hz = resonance_hz(kind.first.inductance_nh, module_pf)
        yield Case(module_pf, dip_hz, missing_pf, fixed_for(missing_pf))


def fixed_for(missing_pf: float) -> float | None:
    """The capacitor with which the trimmer stands nearest to its middle; None if none reaches."""
    least, most = TRIMMER_PF
    reached = [fixed for fixed in FIXED_PF if least <= missing_pf - fixed <= most]
    middle = (least + most) / 2
    return min(reached, key=lambda fixed: abs(missing_pf - fixed - middle), default=None)


def reach_pf(kind: Kind) -> tuple[float, float]:
    """The least and the greatest capacitance of a module that can be brought to resonance."""
    return kind.needed_pf - FIXED_PF[-1] - TRIMMER_PF[1], kind.needed_pf - TRIMMER_PF[0]
