"""Cards upon cards: the flux that reaches the tags of a pile, all shields solved together.

Each card's shield is what `duelmat_hardware.physics.shield` makes of it: currents around the cells
of a foil, charges on those of its ferrite. Here the shields lie on each other and act on each
other through the same closed formulas, at the height between them:

    u_i = u_coil + S_ij q_j + D_ij psi_j      q_i = 2 div(m grad u_i)
    (T_ii - div(m grad)/2) psi_i + T_ij psi_j + W_ij q_j = -H_coil

Its cells should be no wider than twice that height: narrower ones err less and take longer, by the
cube of their number.

    python -m duelmat_bench.shields.piles [--cell 2.2]
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Sequence
from typing import Any, Final

import numpy as np

from duelmat_hardware import Antenna, Mat, Sleeve, load_mat
from duelmat_hardware.coils import coils
from duelmat_hardware.driven_coil import BELOW_MM, driven_coil
from duelmat_hardware.physics.shield import MU_0_NH_PER_MM, Primitive, ShieldedTag
from duelmat_hardware.physics.windows import Floats, Winding

SLEEVE_MM: Final = 1.35
"""From foil to foil in a pile, as docs/building.md reckons a sleeve."""
SLID_MM: Final = ((0, 0), (2, 2), (2, -2), (0, 4), (0, 8), (8, 8))
"""How far the second card lies off the first."""
_DIGITS: Final = 2

Place = tuple[float, float]


class Shield(ShieldedTag):
    """One card's shield, with what couples it to others."""

    def __init__(self, sleeve: Sleeve, cell_mm: float) -> None:
        assert sleeve.foil and sleeve.ferrite
        super().__init__(
            sleeve.foil, sleeve.ferrite, sleeve.tag_offset, sleeve.tag_size, cell_mm=cell_mm
        )
        inside = np.zeros(self._x.size, dtype=bool)
        inside[self._ferrite] = True
        whole = self._divergence(inside, int(np.sum(self._x == self._x[0])))
        self.x_mm, self.y_mm, self.ferrite = self._x, self._y, self._ferrite
        self.along = whole[np.ix_(self._ferrite, self._ferrite)]
        self.currents = np.linalg.inv(self._psi_of_field)
        at = self.ferrite
        self.charged = self.on_ferrite(_charge_potential(0.0), self._x[at], self._y[at])
        self.through = self._covered(sleeve.tag_offset, sleeve.tag_size) @ self.along

    def on_foil(self, primitive: Primitive, x: Floats, y: Floats) -> Floats:
        """What all its cells do at those points."""
        return self._of_cells(primitive, x, y, self._cells)

    def on_ferrite(self, primitive: Primitive, x: Floats, y: Floats) -> Floats:
        """What the cells with ferrite do there."""
        cells = tuple(edge[self._ferrite] for edge in self._cells)
        return self._of_cells(primitive, x, y, cells)


def pile_nh(
    shield: Shield, places: Sequence[Place], winding: Winding, below_mm: float = BELOW_MM
) -> list[tuple[float, float]]:
    """The couplings of one turn of the coil with the lower and the upper tag of each card, the
    lowest first; they lie straight.
    """
    count, ferrite = shield.x_mm.size, shield.ferrite
    size = count + ferrite.size
    matrix = np.zeros((len(places) * size, len(places) * size))
    right = np.zeros(len(places) * size)
    for i, (dx_mm, dy_mm) in enumerate(places):
        psi, u = _parts(i, size, count)
        x, y = shield.x_mm + dx_mm, shield.y_mm + dy_mm
        potential, upward = winding.field(x, y, below_mm + i * SLEEVE_MM)
        right[psi], right[u] = -upward, potential[ferrite]
        matrix[psi, psi] = shield.currents
        matrix[u, u] = np.eye(ferrite.size) - 2 * shield.charged @ shield.along
        for j, (other_x_mm, other_y_mm) in enumerate(places):
            if i == j:
                continue
            above_mm = (i - j) * SLEEVE_MM
            at_x, at_y = x - other_x_mm, y - other_y_mm
            other_psi, other_u = _parts(j, size, count)
            angle, rising = _solid_angle(above_mm), _rising(above_mm)
            charge = _charge_potential(above_mm)
            on_x, on_y = at_x[ferrite], at_y[ferrite]
            matrix[psi, other_psi] = shield.on_foil(rising, at_x, at_y)
            matrix[psi, other_u] = 2 * shield.on_ferrite(angle, at_x, at_y) @ shield.along
            matrix[u, other_psi] = -shield.on_foil(angle, on_x, on_y)
            matrix[u, other_u] = -2 * shield.on_ferrite(charge, on_x, on_y) @ shield.along
    solved = np.linalg.solve(matrix, right)
    found = []
    for i in range(len(places)):
        psi, u = _parts(i, size, count)
        half = solved[psi][ferrite] / 2
        faces = (shield.through @ (solved[u] - half), shield.through @ (solved[u] + half))
        lower, upper = (MU_0_NH_PER_MM * abs(float(each)) for each in faces)
        found.append((lower, upper))
    return found


def measure_piles(mat: Mat, cell_mm: float) -> list[dict[str, Any]]:
    """Two cards on the first antenna that stands alone, the lower one straight or far off."""
    antenna = next(each for each in mat.antennas if each.role == "only")
    shield = Shield(mat.sleeves[-1], cell_mm)
    winding = _winding(mat, antenna)
    rows = []
    for first in ((0.0, 0.0), (12.0, -12.0)):
        (alone,) = pile_nh(shield, [first], winding)
        for slid in SLID_MM:
            second = (first[0] + slid[0], first[1] + slid[1])
            lowest, upper = pile_nh(shield, [first, second], winding)
            (free,) = pile_nh(shield, [second], winding, BELOW_MM + SLEEVE_MM)
            rows.append(
                {
                    "first_mm": first,
                    "slid_mm": slid,
                    "first_alone_nh": _rounded(alone),
                    "first_nh": _rounded(lowest),
                    "second_alone_nh": _rounded(free),
                    "second_nh": _rounded(upper),
                }
            )
    return rows


def _winding(mat: Mat, antenna: Antenna) -> Winding:
    zone = mat.zone(antenna.zone)
    return driven_coil(antenna, zone, coils(mat)[antenna.index]).winding


def _rounded(pair: tuple[float, float]) -> tuple[float, float]:
    return round(pair[0], _DIGITS), round(pair[1], _DIGITS)


def _parts(card: int, size: int, count: int) -> tuple[slice, slice]:
    """Where a card's currents and its potential stand among all unknowns."""
    return slice(card * size, card * size + count), slice(card * size + count, (card + 1) * size)


def _solid_angle(z: float) -> Primitive:
    return lambda x, y: np.arctan(x * y / (z * np.sqrt(x * x + y * y + z * z)))


def _rising(z: float) -> Primitive:
    def primitive(x: Floats, y: Floats) -> Floats:
        square = x * x + y * y + z * z
        below = np.sqrt(square) * (x * x + z * z) * (y * y + z * z)
        return np.asarray(x * y * (square + z * z) / below, dtype=np.float64)

    return primitive


def _charge_potential(z: float) -> Primitive:
    def primitive(x: Floats, y: Floats) -> Floats:
        flat = x * np.arcsinh(y / np.hypot(x, z)) + y * np.arcsinh(x / np.hypot(y, z))
        if not z:
            return np.asarray(flat, dtype=np.float64)
        raised = z * np.arctan(x * y / (z * np.sqrt(x * x + y * y + z * z)))
        return np.asarray(flat - raised, dtype=np.float64)

    return primitive


def main() -> None:
    parser = argparse.ArgumentParser(
        prog="python -m duelmat_bench.shields.piles",
        description="Two cards on one coil, solved together: couplings with their tags, as JSON.",
    )
    parser.add_argument("--cell", type=float, default=2.2, help="width of a cell in mm (2.2)")
    for row in measure_piles(load_mat(), parser.parse_args().cell):
        print(json.dumps(row))


if __name__ == "__main__":
    main()
