"""The parts between a reader chip and its coil, after NXP's AN1445 (rev. 1.2, October 2010).

Each output of the chip leads through an inductor and a capacitor to ground (the EMC filter), and
a capacitor in series (C1), to one end of the coil, with a capacitor to ground there (C2). Filter
and C1 are those of physics/network.py, which serve the coil with every card and without one. All
of it is calculated; AN1445 itself has the values corrected with an analyser afterwards.
"""

from __future__ import annotations

import math
from typing import Final

import msgspec

from duelmat_hardware.coil_range import CoilRange
from duelmat_hardware.coils import CARRIER_HZ
from duelmat_hardware.physics.network import COIL_QUALITY, REBUILT, Network, matched

FILTER_NH: Final = REBUILT.filter_nh
FILTER_PF: Final = REBUILT.filter_pf
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

    @property
    def network(self) -> Network:
        """The parts with the trimmer as it should end up, and the filter before them."""
        return msgspec.structs.replace(
            REBUILT,
            series_pf=self.series_pf,
            shunt_pf=self.shunt_pf,
            across_pf=self.across_pf + self.trimmer_pf,
            damping_ohm=self.damping_ohm,
        )


def matching(span: CoilRange, resistance_ohm: float, trimmer_pf: float) -> Matching:
    """The values for a coil of that inductance and resistance, with the trimmer in its middle."""
    reactance = 2 * math.pi * CARRIER_HZ * span.tuned_nh * 1e-9
    damping = nearest(max(0.1, (reactance / COIL_QUALITY - resistance_ohm) / 2))
    found = matched(REBUILT, span.tuned_nh, (span.least_nh, span.most_nh), span.empty_nh)
    needed_pf = found.across_pf + found.shunt_pf / 2
    # A half of it stays at the ends; what lies across them does the same, and can be tuned.
    shunt_pf = nearest(needed_pf / 2)
    across_pf = nearest(needed_pf - shunt_pf / 2 - trimmer_pf)
    trimmed_pf = needed_pf - shunt_pf / 2 - across_pf
    return Matching(found.series_pf, shunt_pf, across_pf, round(trimmed_pf, 1), damping)


def nearest(value: float) -> float:
    """The nearest value of the series E24."""
    decade = math.pow(10, math.floor(math.log10(value)))
    found = min((*E24, 10.0), key=lambda step: abs(step * decade - value))
    return round(found * decade, 6)
