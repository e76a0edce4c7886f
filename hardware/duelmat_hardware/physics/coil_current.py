"""The current through a coil that is wound for a module, tuned or beside its resonance."""

from __future__ import annotations

from .network import Network, coil_law


def coil_current_a(inductance_nh: float, tuned_nh: float, network: Network) -> float:
    """The effective current through a coil of that inductance, if tuned at another one."""
    law = coil_law(network, tuned_nh)
    return law.current_a(beside_resonance(inductance_nh, tuned_nh, network))


def beside_resonance(inductance_nh: float, tuned_nh: float, network: Network) -> float:
    """Return the distance of a coil from its resonance, in units of the resonance's width."""
    return coil_law(network, tuned_nh).quality * (inductance_nh - tuned_nh) / tuned_nh
