"""A reader's outputs, its network and its coil: square waves, until all has settled.

physics/network.py calculates the same with the fundamental alone; a test compares the two.
"""

from __future__ import annotations

from typing import Final

from duelmat_hardware.coil_range import first_range
from duelmat_hardware.mat import Mat
from duelmat_hardware.physics.driver import OMEGA_PER_S, SUPPLY_V
from duelmat_hardware.physics.network import (
    MODULE,
    REBUILT,
    WEAK_OHM,
    Network,
    coil_ohm,
    tuned,
)

from .deck import writing

PERIOD_NS: Final = 1000 / 13.56
SETTLED: Final = 80
"""Periods: more than twice what a coil of quality 30 takes to come within a thousandth."""
SAMPLED: Final = 10
"""Periods that are written down."""
EDGE_NS: Final = 0.5
"""Of an output; assumed, and of no weight."""
STEP_NS: Final = PERIOD_NS / 200


def decks(mat: Mat) -> dict[str, str]:
    """Name and text of each deck of a mat's first coil."""
    found = first_range(mat)
    tuned_nh = found.tuned_nh
    places = {"covered": found.least_nh, "tuned": tuned_nh, "empty": found.empty_nh}
    networks = {"module": MODULE, "rebuilt": REBUILT}
    return {
        f"coil_{kind}_{place}": driven(tuned(network, tuned_nh), inductance_nh, tuned_nh)
        for kind, network in networks.items()
        for place, inductance_nh in places.items()
    }


def driven(network: Network, inductance_nh: float, tuned_nh: float) -> str:
    """The deck of a coil of that inductance, tuned at another one, at full power."""
    driver = WEAK_OHM / 2
    loss = OMEGA_PER_S * network.filter_nh * 1e-9 / network.filter_quality
    coil = coil_ohm(inductance_nh, tuned_nh).real
    lines = [f"* A coil of {inductance_nh:.0f} nH that is tuned at {tuned_nh:.0f} nH"]
    for output, delay_ns in ((1, 0.0), (2, PERIOD_NS / 2)):
        times = (delay_ns, EDGE_NS, EDGE_NS, PERIOD_NS / 2 - EDGE_NS, PERIOD_NS)
        wave = " ".join(f"{each:.6f}n" for each in times)
        lines += [
            f"Vtx{output} tx{output} 0 PULSE(0 {SUPPLY_V:g} {wave})",
            f"Rdriver{output} tx{output} out{output} {driver:.4f}",
            f"Lfilter{output} out{output} lossy{output} {network.filter_nh:g}n",
            f"Rfilter{output} lossy{output} filtered{output} {loss:.4f}",
            f"Cfilter{output} filtered{output} 0 {network.filter_pf:g}p",
            f"Cseries{output} filtered{output} end{output} {network.series_pf:g}p",
            f"Cshunt{output} end{output} 0 {network.shunt_pf:g}p",
            f"Rend{output} end{output} 0 10meg",
        ]
    until_ns = (SETTLED + SAMPLED) * PERIOD_NS
    lines += [
        f"Cacross end1 end2 {network.across_pf:.4f}p",
        f"Rcoil end1 coil {coil + 2 * network.damping_ohm:.4f}",
        f"Lcoil coil end2 {inductance_nh:.3f}n",
        f".tran {STEP_NS:.5f}n {until_ns:.4f}n {SETTLED * PERIOD_NS:.4f}n {STEP_NS:.5f}n",
        *writing(["i(Lcoil)", "v(tx1)", "v(tx2)", "i(Vtx1)", "i(Vtx2)"]),
    ]
    return "\n".join(lines) + "\n"
