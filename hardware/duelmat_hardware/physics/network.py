"""The circuit from a reader chip's outputs to its coil, solved at 13.56 MHz.

Between the two outputs lie the chip's drivers, the EMC filter (an inductor and a capacitor to
ground each), a capacitor in series with each end of the coil, capacitors across the coil, and the
coil with a resistor in each end:

    TX1 --driver--L0--+--C1--+-----+--resistor--.
                      C0     C2    |            coil
                      |      |   across         |
    TX2 --driver--L0--+--C1--+-----+--resistor--'

Both halves are alike, so one half stands for both: what leads to ground counts half between them.
The outputs are square waves, of which the filter leaves the fundamental. spice/coil.py has the
same circuit with square waves, and a test compares the two. Nothing here has been measured.
"""

from __future__ import annotations

import math
from functools import lru_cache
from typing import Final

import msgspec

from .driver import (
    CONDUCTANCES,
    FUNDAMENTAL_V,
    MOST_SUPPLY_A,
    OMEGA_PER_S,
    STRONG_OHM,
    SUPPLY_V,
    driver_ohm,
)

COIL_QUALITY: Final = 30.0
"""Of the coil with its two resistors, as docs/building.md has it tuned."""
WEAK_OHM: Final = driver_ohm(CONDUCTANCES[0])
"""Of both outputs in series at full power, the most that they may have: fields count on it."""
USUAL_OHM: Final = (WEAK_OHM + STRONG_OHM) / 2
"""Of a chip half way between the most and the least, as the simulated mat has them."""
SERIES_PF: Final = (
    *(4.7, 5.6, 6.8, 8.2, 10.0, 12.0, 15.0, 18.0),
    *(22.0, 27.0, 33.0, 39.0, 43.0, 47.0, 51.0, 56.0, 68.0, 82.0),
)
"""C1: the values that are tried."""


class Network(msgspec.Struct, frozen=True):
    """The parts between the outputs of a reader chip and its coil; one at each output or end."""

    filter_nh: float
    """L0."""
    filter_quality: float
    """Of L0 at 13.56 MHz."""
    filter_pf: float
    """C0."""
    series_pf: float
    """C1."""
    shunt_pf: float
    """C2."""
    across_pf: float
    """From one end of the coil to the other: trimmer, capacitor, and what the winding has."""
    damping_ohm: float = 0.0
    """The resistor; 0 where the coil's own resistance has it in it."""
    outputs_ohm: float = WEAK_OHM
    """Of both outputs of the chip in series."""

    def seen_ohm(self, coil_ohm: complex) -> complex:
        """Return the impedance between the chip's outputs with a coil of that impedance."""
        return beside(self._behind_filter(coil_ohm), _pf_ohm(self.filter_pf / 2)) + self._filter()

    def drive(self, coil_ohm: complex, outputs_ohm: float | None = None) -> Drive:
        """Return the currents with a coil of that impedance, or by outputs of that resistance."""
        seen = self.seen_ohm(coil_ohm)
        output_a = FUNDAMENTAL_V / (seen + (outputs_ohm or self.outputs_ohm))
        filtered = self._behind_filter(coil_ohm)
        filtered_v = output_a * beside(filtered, _pf_ohm(self.filter_pf / 2))
        ends_v = filtered_v * self._ends(coil_ohm) / filtered
        power_w = FUNDAMENTAL_V * output_a.real
        return Drive(seen, power_w / SUPPLY_V, abs(ends_v / (coil_ohm + 2 * self.damping_ohm)))

    def _filter(self) -> complex:
        return 2 * OMEGA_PER_S * self.filter_nh * 1e-9 * complex(1 / self.filter_quality, 1)

    def _behind_filter(self, coil_ohm: complex) -> complex:
        return self._ends(coil_ohm) + 2 * _pf_ohm(self.series_pf)

    def _ends(self, coil_ohm: complex) -> complex:
        """Return the impedance between the ends of the coil, with all that lies across them."""
        across = _pf_ohm(self.shunt_pf / 2 + self.across_pf)
        return beside(coil_ohm + 2 * self.damping_ohm, across)


class Drive(msgspec.Struct, frozen=True):
    """A driven coil."""

    seen_ohm: complex
    """The impedance between the chip's outputs."""
    supply_a: float
    """Drawn from TVDD."""
    coil_a: float
    """Through the coil, effective."""


MODULE: Final = Network(
    filter_nh=2200, filter_quality=15, filter_pf=47, series_pf=15, shunt_pf=180, across_pf=0
)
"""An RFID-RC522 as it is sold: values that builders read off theirs, which differ; L0 of a chip
inductor that gets smaller with its current is not in here, so the field is less still."""
REBUILT: Final = Network(
    filter_nh=470, filter_quality=20, filter_pf=220, series_pf=47, shunt_pf=75, across_pf=0
)
"""The same with the parts that docs/building.md has replaced, as the tile has them.

The filter is at 15.7 MHz and not at 14.3, as AN1445 has it: a coil without a card then looks like
a large resistance to the chip, and draws less than one with a card instead of more.
"""


def coil_ohm(inductance_nh: float, tuned_nh: float, tag: complex = 0) -> complex:
    """Return the impedance of a coil and its resistors, with what a tag above it adds.

    The resistance is that of the quality at the inductance at which the coil is tuned.
    """
    reactance = OMEGA_PER_S * 1e-9
    return complex(reactance * tuned_nh / COIL_QUALITY, reactance * inductance_nh) + tag


@lru_cache(maxsize=256)
def tuned(network: Network, tuned_nh: float) -> Network:
    """Return the network with the capacitor across the coil that gives it the most current."""
    coil = coil_ohm(tuned_nh, tuned_nh)

    def current_a(across_pf: float) -> float:
        return msgspec.structs.replace(network, across_pf=across_pf).drive(coil).coil_a

    low, high = 0.01, 1e21 / (OMEGA_PER_S**2 * tuned_nh)
    while high - low > 0.05:
        third = (high - low) / 3
        if current_a(low + third) < current_a(high - third):
            low += third
        else:
            high -= third
    return msgspec.structs.replace(network, across_pf=(low + high) / 2)


@lru_cache(maxsize=256)
def matched(
    network: Network, tuned_nh: float, with_card_nh: tuple[float, float], empty_nh: float
) -> Network:
    """Return the network with the C1 that serves a coil over all that its inductance may be.

    The current through the coil is the most where it is least, between the inductances that a
    card leaves, and what the chip draws stays within its limit everywhere, without a card too:
    the current that weak outputs give, and the limit with strong ones.
    """
    choices = [
        tuned(msgspec.structs.replace(network, series_pf=series_pf), tuned_nh)
        for series_pf in SERIES_PF
    ]

    def drives(choice: Network, most_nh: float, outputs_ohm: float) -> list[Drive]:
        steps = (with_card_nh[0] + (most_nh - with_card_nh[0]) * step / 8 for step in range(9))
        return [choice.drive(coil_ohm(each_nh, tuned_nh), outputs_ohm) for each_nh in steps]

    def rank(choice: Network) -> tuple[bool, float]:
        drawn_a = max(each.supply_a for each in drives(choice, empty_nh, STRONG_OHM))
        least_a = min(each.coil_a for each in drives(choice, with_card_nh[1], WEAK_OHM))
        is_kept = drawn_a <= MOST_SUPPLY_A
        return is_kept, least_a if is_kept else -drawn_a

    return max(choices, key=rank)


class CoilLaw(msgspec.Struct, frozen=True):
    """The current through a coil near the inductance at which it is tuned, as one resonance."""

    tuned_a: float
    """Effective, in tune."""
    quality: float
    """Of the coil with all that the network and the drivers take from it."""

    def current_a(self, beside: float) -> float:
        """Return the current so many widths of the resonance beside it."""
        return self.tuned_a / math.sqrt(1 + beside**2)


FITTED_SHARES: Final = (-0.08, -0.04, 0.04, 0.08)
"""Of the tuned inductance, where the law is fitted: as far as cards detune a coil."""


@lru_cache(maxsize=256)
def coil_law(network: Network, tuned_nh: float) -> CoilLaw:
    """Return the law that a tuned network comes to within a few hundredths."""
    found = tuned(network, tuned_nh)
    in_tune_a = found.drive(coil_ohm(tuned_nh, tuned_nh)).coil_a
    qualities = []
    for share in FITTED_SHARES:
        current_a = found.drive(coil_ohm(tuned_nh * (1 + share), tuned_nh)).coil_a
        qualities.append(math.sqrt(max((in_tune_a / current_a) ** 2 - 1, 0.0)) / abs(share))
    return CoilLaw(in_tune_a, sum(qualities) / len(qualities))


def tag_ohm(coupled_nh: float, turn_nh: float, quality: float, resonance_hz: float) -> complex:
    """Return what a tag adds to the impedance of a coil.

    `coupled_nh` is the mutual inductance with one turn of the tag, `turn_nh` the inductance of one
    turn: how many turns there are does not matter, for both go by their number.
    """
    detuned = 1 - (2 * math.pi * resonance_hz / OMEGA_PER_S) ** 2
    own = OMEGA_PER_S * turn_nh * 1e-9 * complex(1 / quality, detuned)
    return (OMEGA_PER_S * coupled_nh * 1e-9) ** 2 / own


def beside(one: complex, other: complex) -> complex:
    """Return the impedance of two that lie in parallel."""
    return one * other / (one + other)


def _pf_ohm(capacitance_pf: float) -> complex:
    return complex(0, -1 / (OMEGA_PER_S * capacitance_pf * 1e-12))
