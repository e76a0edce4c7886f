"""The current that a reader drives through its coil, estimated from data sheets.

MFRC522 (NXP, product data sheet rev. 3.9): 60 mA into TVDD of 3.3 V is typical when the network
shows the two outputs 40 ohm, as AN1445 has it matched. Nothing here has been measured.
"""

from __future__ import annotations

import math
from typing import Final

OMEGA_PER_S: Final = 2 * math.pi * 13.56e6
SUPPLY_A: Final = 0.06
MATCHED_OHM: Final = 40.0
REACHING_SHARE: Final = 0.7
"""Of the power, what filter and matching parts leave for the coil and its resistors; assumed."""
QUALITY: Final = 30.0
"""Of the loaded coil, as docs/building.md has it tuned."""
CONDUCTANCES: Final = (32, 13, 7, 5, 3, 2, 1)
"""CWGsP (DS 9.3.3.9) at each of the firmware's steps of power, from full power to the least."""
DRIVER_OHM: Final = 5.0
"""Of one driver at the highest conductance, 63 for CWGsP and 15 for GsN; assumed."""


def coil_current_a(inductance_nh: float, tuned_nh: float) -> float:
    """The effective current through a coil of that inductance, if tuned at another one.

    A bridge that draws a steady current carries pi / (2 sqrt 2) of it at its frequency. Beside
    resonance the current falls as that of one resonant loop does.
    """
    bridge_a = SUPPLY_A * math.pi / (2 * math.sqrt(2))
    power_w = REACHING_SHARE * bridge_a**2 * MATCHED_OHM
    resistance_ohm = OMEGA_PER_S * tuned_nh * 1e-9 / QUALITY
    beside = beside_resonance(inductance_nh, tuned_nh)
    return math.sqrt(power_w / resistance_ohm / (1 + beside**2))


def beside_resonance(inductance_nh: float, tuned_nh: float) -> float:
    """Return the distance of a coil from its resonance, in units of the resonance's width."""
    return QUALITY * (inductance_nh - tuned_nh) / tuned_nh


def field_share(conductance: int) -> float:
    """The field at a conductance of the drivers, as a share of that at full power.

    It goes by the current that the matched load lets through.
    """
    return _around_load_ohm(CONDUCTANCES[0]) / _around_load_ohm(conductance)


def _around_load_ohm(conductance: int) -> float:
    return MATCHED_OHM + DRIVER_OHM * 63 / conductance + DRIVER_OHM * 15 / 8
