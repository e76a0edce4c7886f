"""The currents from a reader chip to its coil, and the dips that an analyser shows, as a table."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from .coil_range import CoilRange
from .coils import CARRIER_HZ
from .physics.dips import GROUNDED_OHM, OPEN_OHM, dips_hz
from .physics.driver import MOST_SUPPLY_A, STRONG_OHM
from .physics.network import MODULE, REBUILT, Network, coil_ohm, tag_ohm, tuned

NETWORKS: Final = {"Module as sold": MODULE, "Module with other parts": REBUILT}
TAG_QUALITY: Final = 20.0
"""Of a tag that is in tune, with its chip; assumed."""
TAG_TURN_NH: Final = 60.0
"""Of one turn of a tag; assumed, and so is how it couples."""
TAG_COUPLED_NH: Final = 14.0
CIRCUIT_HEAD: Final = (
    *("Network", "Coil", "Chip sees", "Draws", "Coil carries", "with a tag in tune"),
    *("Dips, outputs open", "Dips, outputs at ground"),
)

CIRCUIT: Final = (
    "",
    "## Currents and dips of the first coil",
    "",
    "From the least inductance that a card leaves to the coil without one, tuned in between.",
    "A module as sold and one with the parts of docs/building.md are driven at full power.",
    "What a chip draws is given for the weakest outputs that it may have and for the strongest.",
    f"It may draw {1000 * MOST_SUPPLY_A:g} mA; what a coil carries is given for the weakest.",
    "A tag in tune takes current from its coil, a dull one little.",
    "Two dips show outputs that are held at ground while the field is off.",
    "",
)


def circuit_rows(found: CoilRange) -> Iterator[tuple[str, ...]]:
    """Yield the currents and dips with a card near the coil's middle, in tune, and without one."""
    for name, network in NETWORKS.items():
        in_tune = tuned(network, found.tuned_nh)
        for inductance_nh in (found.least_nh, found.tuned_nh, found.most_nh, found.empty_nh):
            yield (name, *_row(in_tune, inductance_nh, found.tuned_nh))


def _row(network: Network, inductance_nh: float, tuned_nh: float) -> tuple[str, ...]:
    coil = coil_ohm(inductance_nh, tuned_nh)
    drive = network.drive(coil)
    strong_ma, weak_ma = 1000 * network.drive(coil, STRONG_OHM).supply_a, 1000 * drive.supply_a
    tag = tag_ohm(TAG_COUPLED_NH, TAG_TURN_NH, TAG_QUALITY, CARRIER_HZ)
    loaded = network.drive(coil + tag)
    dips = [
        " and ".join(
            f"{hz / 1e6:.1f}" for hz in dips_hz(network, inductance_nh, coil.real, output_ohm)
        )
        for output_ohm in (OPEN_OHM, GROUNDED_OHM)
    ]
    return (
        f"{inductance_nh:.0f} nH",
        f"{drive.seen_ohm.real:.0f} {drive.seen_ohm.imag:+.0f}j ohm",
        f"{weak_ma:.0f}, {strong_ma:.0f} mA",
        f"{1000 * drive.coil_a:.0f} mA",
        f"{1000 * loaded.coil_a:.0f} mA",
        *(f"{each} MHz" for each in dips),
    )
