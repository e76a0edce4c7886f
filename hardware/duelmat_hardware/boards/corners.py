"""Places near a board's corners that no part takes: for screws, and for fiducials."""

from __future__ import annotations

import itertools
import math
from collections.abc import Sequence
from typing import Final

from duelmat_hardware.geometry import Point, Rect

from .design import FIDUCIAL_ROOM_MM, Hole, Part

SCREW_MM: Final = 3.2
"""The hole of a screw M3."""
HEAD_MM: Final = 6.4
"""The room of its head."""
EDGE_MM: Final = 0.8
"""From the board's edge to a head or a fiducial's window, at least."""
STEP_MM: Final = 0.5


def screws(outline: Sequence[Point], parts: Sequence[Part]) -> tuple[Hole, ...]:
    """Return a screw near each corner."""
    taken = [part.body for part in parts]
    return tuple(Hole(at, SCREW_MM, HEAD_MM) for at in _places(outline, taken, HEAD_MM))


def fiducials(
    outline: Sequence[Point], parts: Sequence[Part], holes: Sequence[Hole]
) -> tuple[Point, ...]:
    """Return a fiducial near each corner but the last: turned, they lie elsewhere."""
    taken = [*(part.body for part in parts), *(hole.room for hole in holes)]
    return tuple(_places(outline, taken, FIDUCIAL_ROOM_MM)[:-1])


def _places(outline: Sequence[Point], taken: Sequence[Rect], wide_mm: float) -> list[Point]:
    """Return the free place nearest to each corner of a rectangular board."""
    w, h = (side - EDGE_MM - wide_mm / 2 for side in (outline[2].x_mm, outline[2].y_mm))
    grid = [
        Point(x * STEP_MM, y * STEP_MM)
        for x, y in itertools.product(*(_steps(half_mm) for half_mm in (w, h)))
    ]
    rooms = [*taken]
    found: list[Point] = []
    for corner in outline:
        at = next(
            at
            for at in sorted(grid, key=lambda at: (at.distance_mm(corner), at.x_mm, at.y_mm))
            if not any(
                Rect(at.x_mm, at.y_mm, wide_mm, wide_mm).is_overlapping(room) for room in rooms
            )
        )
        rooms.append(Rect(at.x_mm, at.y_mm, wide_mm, wide_mm))
        found.append(at)
    return found


def _steps(half_mm: float) -> range:
    most = math.floor(half_mm / STEP_MM)
    return range(-most, most + 1)
