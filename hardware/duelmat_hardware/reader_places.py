"""The places of the readers on the base plate, and of the pieces that tune their coils."""

from __future__ import annotations

from typing import Final

from .geometry import Point
from .mat import Antenna, AntennaRole, Mat, Seat

READER_STEP_MM: Final = 24.0
"""Half the distance of the two readers under a monster zone."""
TUNING_STEP_MM: Final = 37.0
"""From a reader's centre to that of its tuning piece."""


def reader_place(mat: Mat, antenna: Antenna) -> Point:
    """The place of an antenna's reader on the base plate: under its zone, A and B side by side."""
    zone = mat.zone(antenna.zone)
    step = {AntennaRole.A: -READER_STEP_MM, AntennaRole.B: READER_STEP_MM}.get(antenna.role, 0.0)
    return zone.area.centre.plus(Point(-step if zone.seat is Seat.B else step, 0.0))


def tuning_place(mat: Mat, antenna: Antenna) -> Point:
    """The place of a coil's tuning piece: beside its reader, on the side of its player."""
    is_turned = mat.zone(antenna.zone).seat is Seat.B
    step = Point(0.0, -TUNING_STEP_MM if is_turned else TUNING_STEP_MM)
    return reader_place(mat, antenna).plus(step)
