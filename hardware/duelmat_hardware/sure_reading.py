"""The step of power at which an antenna still reads a card that lies as it should.

A tag that answers alone is asked once more with so much less power (`duelmat_device.presence`).
Two wrong readings do not stand that, where tags wake in about the usual field: a card over the
other antenna's windows, whose own coil is open or has come off, and the upper sticker of a sleeve
whose lower one is dead. docs/adr/0089 has the figures.
"""

from __future__ import annotations

from typing import Final

from .mat import Antenna, AntennaRole, Mat, Sense

OF_TWO: Final = 4
"""The step for each antenna of a zone that has two: the last at which it reads a usual tag
wherever a card lies up to 12 mm and 15 degrees off."""
OF_ANY_WAY: Final = 1
"""The step for an antenna over which cards lie both ways: the first at which it reads no upper
sticker. One card in twenty-five that lies so far off is not read at it either."""


def sure_step(mat: Mat, antenna: Antenna) -> int:
    """Return the steps of power that prove an antenna's reading; 0: full power does.

    Where one antenna has only upright cards over it, it reads no upper sticker.
    """
    zone = mat.zone(antenna.zone)
    if antenna.role is not AntennaRole.ONLY:
        return OF_TWO
    return OF_ANY_WAY if zone.is_turn_told and Sense.FACE in zone.senses else 0
