"""The magnetic field of a coil's rectangular windows, by the closed formulas of thin wires.

Outside its own wire a loop's field has a potential: its current times the solid angle under which
the loop is seen, over 4 pi. Lengths in millimetres, the current 1 A in every turn.
"""

from __future__ import annotations

import math
from collections.abc import Callable

import msgspec
import numpy as np
from numpy.typing import NDArray

from duelmat_hardware.geometry import Rect

Floats = NDArray[np.float64]


class Winding(msgspec.Struct, frozen=True):
    """Windows in series with one turn around each, every other one wound the other way round."""

    windows: tuple[Rect, ...]

    def field(self, x_mm: Floats, y_mm: Floats, above_mm: float) -> tuple[Floats, Floats]:
        """The potential (A) and the field's upward part (A/mm) at points above the windows."""
        potential, upward = np.zeros_like(x_mm), np.zeros_like(x_mm)

        def seen(x: Floats, y: Floats) -> Floats:
            return np.arctan(x * y / (above_mm * np.sqrt(x * x + y * y + above_mm**2)))

        def rising(x: Floats, y: Floats) -> Floats:
            square = x * x + y * y + above_mm**2
            below = np.sqrt(square) * (x * x + above_mm**2) * (y * y + above_mm**2)
            return x * y * (square + above_mm**2) / below

        for number, window in enumerate(self.windows):
            sense = -1.0 if number % 2 else 1.0
            edges = (
                window.left_mm - x_mm,
                window.right_mm - x_mm,
                window.top_mm - y_mm,
                window.bottom_mm - y_mm,
            )
            potential += sense * over_corners(seen, *edges) / (4 * math.pi)
            upward += sense * over_corners(rising, *edges) / (4 * math.pi)
        return potential, upward


def over_corners(
    primitive: Callable[[Floats, Floats], Floats],
    left: Floats,
    right: Floats,
    top: Floats,
    bottom: Floats,
) -> Floats:
    """The integral over rectangles, of which `primitive` is the twofold antiderivative."""
    return (
        primitive(right, bottom)
        - primitive(left, bottom)
        - primitive(right, top)
        + primitive(left, top)
    )
