"""The quasi-static field of round windings, foils and ferrites about one axis, at 13.56 MHz.

The unknown is psi = r * A_phi (the flux through a circle, over 2 pi), at the nodes of a grid that
is fine at edges, wires and sheets and coarse far off:

    -d/dr(1/(mu r) dpsi/dr) - d/dz(1/(mu r) dpsi/dz) + j omega sigma psi / r = J

Skin effect in the foil is resolved; displacement currents and capacitances are left out, which is
right for bodies of a few centimetres where the wavelength is 22 m. It is calculated, not measured:
tests compare it with Maxwell's formula for coaxial loops and with grids twice as fine.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Sequence
from typing import Final

import msgspec
import numpy as np
from numpy.typing import NDArray
from scipy.sparse import coo_array, csc_array
from scipy.sparse.linalg import splu

from .filaments import MU_0

OMEGA_PER_S: Final = 2 * math.pi * 13.56e6
ALUMINIUM_S_PER_M: Final = 3.5e7
REACH_MM: Final = 260.0
"""The field is taken to be none beyond; its share there is below 0.1 %."""
GROWTH: Final = 0.22
"""How much a step of the grid grows with each millimetre from where it is fine."""

Complexes = NDArray[np.complex128]
Floats = NDArray[np.float64]


class Disc(msgspec.Struct, frozen=True):
    """A round sheet about the axis."""

    radius_mm: float
    bottom_mm: float
    thickness_mm: float
    permeability: float = 1.0
    """Relative, its real part."""
    conductivity_s_per_m: float = 0.0


class Winding(msgspec.Struct, frozen=True):
    """Turns in series, each of a square section."""

    radii_mm: tuple[float, ...]
    height_mm: float
    side_mm: float
    """Of a turn's section; 2.24 times the radius of the round wire that it stands for."""


class RoundField:
    """The field of what lies about one axis; each winding is driven with 1 A in turn."""

    def __init__(
        self, windings: Sequence[Winding], discs: Sequence[Disc], *, fineness: float = 1.0
    ) -> None:
        self._windings = windings
        self._discs = discs
        r_marks: list[tuple[float, float]] = [(0.0, 1.0)]
        z_marks: list[tuple[float, float]] = []
        for winding in windings:
            half = winding.side_mm / 2
            step = winding.side_mm / 2
            for radius in winding.radii_mm:
                r_marks += [(radius - half, step), (radius + half, step)]
            z_marks += [(winding.height_mm - half, step), (winding.height_mm + half, step)]
        for disc in discs:
            r_marks.append((disc.radius_mm, 0.25))
            step = disc.thickness_mm / (6 if disc.conductivity_s_per_m else 4)
            top_mm = disc.bottom_mm + disc.thickness_mm
            z_marks += [(disc.bottom_mm, step), (top_mm, step)]
        self._r_mm = graded(r_marks, 0.0, REACH_MM, fineness)
        self._z_mm = graded(z_marks, -REACH_MM, REACH_MM, fineness)
        self._solve()

    def inductance_nh(self, one: int, other: int) -> float:
        """The real part of the mutual inductance of two windings, or of one with itself."""
        return float(self._flux_nwb[one, other].real)

    def _solve(self) -> None:
        r, z = self._r_mm * 1e-3, self._z_mm * 1e-3
        dr, dz = np.diff(r), np.diff(z)
        r_mid, z_mid = (r[1:] + r[:-1]) / 2, (z[1:] + z[:-1]) / 2
        reluctivity = np.full((dr.size, dz.size), 1 / MU_0)
        conductivity = np.zeros_like(reluctivity)
        for disc in self._discs:
            inside = np.ix_(
                r_mid < disc.radius_mm * 1e-3,
                (z_mid > disc.bottom_mm * 1e-3)
                & (z_mid < (disc.bottom_mm + disc.thickness_mm) * 1e-3),
            )
            reluctivity[inside] /= disc.permeability
            conductivity[inside] += disc.conductivity_s_per_m
        # Currents through a turn's section, shared out to the corners of its cells.
        loads = np.stack([self._load(each, r, z, dr, dz) for each in self._windings], axis=1)
        number = np.arange(r.size * z.size).reshape(r.size, z.size)
        over_r = 1 / r_mid[:, None]
        # Faces between nodes along r lie between two cells in z, half of each cell.
        along_r = reluctivity * over_r / dr[:, None] * dz[None, :] / 2
        face_r = np.zeros((dr.size, z.size))
        face_r[:, :-1] += along_r
        face_r[:, 1:] += along_r
        along_z = reluctivity * over_r * dr[:, None] / dz[None, :] / 2
        face_z = np.zeros((r.size, dz.size))
        face_z[:-1] += along_z
        face_z[1:] += along_z
        eddy = conductivity * over_r * (dr[:, None] * dz[None, :]) / 4
        node = np.zeros((r.size, z.size))
        for rows, columns in ((0, 0), (0, 1), (1, 0), (1, 1)):
            node[rows : rows + dr.size, columns : columns + dz.size] += eddy
        one = np.concatenate([number[:-1].ravel(), number[:, :-1].ravel()])
        other = np.concatenate([number[1:].ravel(), number[:, 1:].ravel()])
        weight = np.concatenate([face_r.ravel(), face_z.ravel()])
        flat = number.ravel()
        matrix = csc_array(
            coo_array(
                (
                    np.concatenate(
                        [weight, weight, -weight, -weight, 1j * OMEGA_PER_S * node.ravel()]
                    ),
                    (
                        np.concatenate([one, other, one, other, flat]),
                        np.concatenate([one, other, other, one, flat]),
                    ),
                )
            )
        )
        free = number[1:-1, 1:-1].ravel()
        factored = splu(matrix[free][:, free].tocsc(), permc_spec="MMD_AT_PLUS_A")
        right = loads[free].astype(np.complex128)
        psi = factored.solve(right)
        self._flux_nwb: Complexes = 2 * math.pi * (right.T @ psi) * 1e9

    @staticmethod
    def _load(winding: Winding, r: Floats, z: Floats, dr: Floats, dz: Floats) -> Floats:
        load = np.zeros((r.size, z.size))
        half = winding.side_mm / 2
        r_mm, z_mm = (r[1:] + r[:-1]) * 500, (z[1:] + z[:-1]) * 500
        rows = np.abs(z_mm - winding.height_mm) < half
        for radius in winding.radii_mm:
            section = np.outer(dr * (np.abs(r_mm - radius) < half), dz * rows)
            section /= 4 * section.sum()
            for i, j in ((0, 0), (0, 1), (1, 0), (1, 1)):
                load[i : i + dr.size, j : j + dz.size] += section
        return load.ravel()


def graded(
    marks: Sequence[tuple[float, float]], least: float, most: float, fineness: float
) -> Floats:
    """Grid lines from least to most through every mark (place, step), coarser away from them."""
    places = sorted({round(place, 6) for place, _ in marks} | {least, most})

    def step_at(x: float) -> float:
        return min(step + GROWTH * abs(x - place) for place, step in marks) / fineness

    lines = [places[0]]
    for start, end in itertools.pairwise(places):
        walked = [start]
        while walked[-1] < end:
            x = walked[-1]
            step = step_at(x + step_at(x) / 2)
            walked.append(x + step)
        count = max(len(walked) - 1, 1)
        # Squeezed or stretched so that the last line falls on the mark.
        shape = np.array(walked) - start
        lines += list(start + shape[1 : count + 1] * (end - start) / shape[count])
    return np.array(lines)
