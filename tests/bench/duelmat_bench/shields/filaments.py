"""Closed formulas of thin wires: Maxwell's for coaxial loops, Neumann's integral for any.

Lengths in millimetres, inductances in nanohenry.
"""

from __future__ import annotations

import math
from typing import Final

from scipy.special import ellipe, ellipk

MU_0: Final = 4e-7 * math.pi
"""Vacuum permeability, H/m; the same number in nanohenry a millimetre is 1e6 times it."""


def coaxial_nh(one_mm: float, other_mm: float, apart_mm: float) -> float:
    """The mutual inductance of two coaxial circular filaments (Maxwell, Treatise, 701)."""
    square = 4 * one_mm * other_mm / ((one_mm + other_mm) ** 2 + apart_mm**2)
    modulus = math.sqrt(square)
    terms = (2 / modulus - modulus) * ellipk(square) - 2 / modulus * ellipe(square)
    return float(MU_0 * 1e6 * math.sqrt(one_mm * other_mm) * terms)


def ring_nh(radius_mm: float, side_mm: float) -> float:
    """The inductance of a ring of square section with even current (Maxwell's mean distance)."""
    mean_mm = 0.44705 * side_mm
    return MU_0 * 1e6 * radius_mm * (math.log(8 * radius_mm / mean_mm) - 2)
