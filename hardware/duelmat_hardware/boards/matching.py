"""The parts between a reader chip and its coil, after NXP's AN1445 (rev. 1.2, October 2010).

Each output of the chip leads through an inductor and a capacitor to ground (the EMC filter), and
a capacitor in series (C1), to one end of the coil, with a capacitor to ground there (C2). All of
it is calculated; AN1445 itself has the values corrected with an analyser afterwards.
"""

from __future__ import annotations

import math
from typing import Final

import msgspec

CARRIER_HZ: Final = 13_560_000
OMEGA: Final = 2 * math.pi * CARRIER_HZ
FILTER_NH: Final = 560.0
"""Inductor of the EMC filter."""
FILTER_PF: Final = 220.0
"""Its capacitor: 14.3 MHz, as AN1445 has it for readers."""
TARGET_OHM: Final = 40.0
"""The impedance that both outputs are to see."""
QUALITY: Final = 30.0
"""The quality of the coil with its resistors."""
E24: Final = (
    *(1.0, 1.1, 1.2, 1.3, 1.5, 1.6, 1.8, 2.0, 2.2, 2.4, 2.7, 3.0),
    *(3.3, 3.6, 3.9, 4.3, 4.7, 5.1, 5.6, 6.2, 6.8, 7.5, 8.2, 9.1),
)


class Matching(msgspec.Struct, frozen=True):
    """The values of one reader's matching parts, as one can buy them."""

    series_pf: float
    """C1, one at each output."""
    shunt_pf: float
    """C2, one at each end of the coil, to ground."""
    across_pf: float
    """From one end to the other, beside the trimmer."""
    trimmer_pf: float
    """The setting at which the trimmer should end up."""
    damping_ohm: float
    """One in each end of the coil."""

    def seen_ohm(self, inductance_nh: float, resistance_ohm: float) -> complex:
        """The impedance between the chip's two outputs at 13.56 MHz."""
        w = OMEGA

        def capacitor(pf: float) -> complex:
            return 1 / (1j * w * pf * 1e-12)

        coil = 2 * self.damping_ohm + resistance_ohm + 1j * w * inductance_nh * 1e-9
        ends = _beside(coil, capacitor(self.shunt_pf / 2 + self.across_pf + self.trimmer_pf))
        through = ends + 2 * capacitor(self.series_pf)
        return _beside(through, capacitor(FILTER_PF / 2)) + 2j * w * FILTER_NH * 1e-9


def matching(inductance_nh: float, resistance_ohm: float, trimmer_pf: float) -> Matching:
    """The values for a coil of that inductance and resistance, with the trimmer in its middle."""
    reactance = OMEGA * inductance_nh * 1e-9
    damping = nearest(max(0.1, (reactance / QUALITY - resistance_ohm) / 2))
    parallel = reactance**2 / (2 * damping + resistance_ohm)
    inductor, capacitor = FILTER_NH * 1e-9, FILTER_PF * 1e-12
    detuned = 1 - OMEGA**2 * inductor * capacitor
    below = detuned**2 + (OMEGA * TARGET_OHM / 2 * capacitor) ** 2
    real = TARGET_OHM / below
    imaginary = 2 * OMEGA * (inductor * detuned - TARGET_OHM**2 / 4 * capacitor) / below
    middle = math.sqrt(real * parallel / 4)
    series_pf = 1e12 / (OMEGA * (middle + imaginary / 2))
    needed_pf = 1e12 * (2 / (OMEGA * reactance) - 1 / (OMEGA * middle))
    # A half of it stays at the ends; what lies across them does the same, and can be tuned.
    shunt_pf = nearest(needed_pf / 4)
    across_pf = nearest((needed_pf - shunt_pf) / 2 - trimmer_pf)
    # Of the values that are sold beside the exact ones, with the trimmer where it is best then.
    tried = (
        Matching(nearest(series_pf * share), shunt_pf, across_pf, trimmer_pf + step / 2, damping)
        for share in (0.9, 1.0, 1.1)
        for step in range(-16, 17)
    )
    return min(
        tried, key=lambda each: abs(each.seen_ohm(inductance_nh, resistance_ohm) - TARGET_OHM)
    )


def nearest(value: float) -> float:
    """The nearest value of the series E24."""
    decade = math.pow(10, math.floor(math.log10(value)))
    found = min((*E24, 10.0), key=lambda step: abs(step * decade - value))
    return round(found * decade, 6)


def _beside(one: complex, other: complex) -> complex:
    return one * other / (one + other)
