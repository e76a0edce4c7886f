"""The outputs of a reader chip: two drivers that switch a coil between them against each other.

MFRC522 (NXP, product data sheet rev. 3.9): 60 mA into TVDD of 3.3 V is typical, 100 mA the most.
The resistance of a driver is reckoned, from what voltage its n side and its p side may lose.
Nothing here has been measured.
"""

from __future__ import annotations

import math
from typing import Final

OMEGA_PER_S: Final = 2 * math.pi * 13.56e6
SUPPLY_V: Final = 3.3
"""At TVDD."""
MOST_SUPPLY_A: Final = 0.1
"""DS table 150, ITVDD: through both outputs together, at most."""
FUNDAMENTAL_V: Final = 4 / math.pi * SUPPLY_V / math.sqrt(2)
"""Effective, of the square wave between the outputs."""
MATCHED_OHM: Final = 40.0
"""The load that AN1445 has between the outputs."""
CONDUCTANCES: Final = (32, 13, 7, 5, 3, 2, 1)
"""CWGsP (DS 9.3.3.9) at each of the firmware's steps of power, from full power to the least."""
DRIVER_OHM: Final = 5.0
"""Of one driver at the highest conductance, 63 for CWGsP and 15 for GsN; assumed."""
STRONG_OHM: Final = 5.0
"""Both outputs in series, of a chip that draws the typical 60 mA into MATCHED_OHM: the least that
they may have, while driver_ohm is the most."""


def driver_ohm(conductance: int) -> float:
    """Return the resistance of both outputs in series, one of each sign, at a conductance."""
    return DRIVER_OHM * 63 / conductance + DRIVER_OHM * 15 / 8


def field_share(conductance: int) -> float:
    """The field at a conductance of the drivers, as a share of that at full power.

    It goes by the current that the matched load lets through.
    """
    return _around_load_ohm(CONDUCTANCES[0]) / _around_load_ohm(conductance)


def _around_load_ohm(conductance: int) -> float:
    return MATCHED_OHM + driver_ohm(conductance)
