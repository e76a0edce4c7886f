"""The frequencies at which a coil rings through its network while the chip drives nothing.

A pickup loop at an analyser sees them as dips. An idle output that is open leaves one resonance;
one that is held at ground joins the filter's inductor to the coil, so that there are two, one on
either side of 13.56 MHz.
"""

from __future__ import annotations

import math
from typing import Final

from .driver import OMEGA_PER_S
from .network import Network, beside

GROUNDED_OHM: Final = 10.0
"""Both idle outputs at ground, in series; assumed."""
OPEN_OHM: Final = 1e6
STEP_HZ: Final = 10_000
RANGE_HZ: Final = (9_000_000, 19_000_000)


def dips_hz(
    network: Network, inductance_nh: float, resistance_ohm: float, output_ohm: float
) -> tuple[int, ...]:
    """Return the frequencies at which the current that a pickup loop induces is greatest."""
    steps = range(*RANGE_HZ, STEP_HZ)
    ohms = [abs(_around(network, inductance_nh, resistance_ohm, output_ohm, hz)) for hz in steps]
    return tuple(
        hz
        for hz, before, here, after in zip(steps[1:], ohms, ohms[1:], ohms[2:], strict=False)
        if here < min(before, after)
    )


def _around(
    network: Network, inductance_nh: float, resistance_ohm: float, output_ohm: float, hz: int
) -> complex:
    """Return the impedance around the coil at a frequency."""
    omega = 2 * math.pi * hz

    def capacitor(capacitance_pf: float) -> complex:
        return complex(0, -1 / (omega * capacitance_pf * 1e-12))

    loss = OMEGA_PER_S / network.filter_quality
    filtering = 2e-9 * network.filter_nh * complex(loss, omega) + output_ohm
    inner = beside(filtering, capacitor(network.filter_pf / 2)) + 2 * capacitor(network.series_pf)
    ends = beside(inner, capacitor(network.shunt_pf / 2 + network.across_pf))
    return resistance_ohm + 2 * network.damping_ohm + 1e-9j * omega * inductance_nh + ends
