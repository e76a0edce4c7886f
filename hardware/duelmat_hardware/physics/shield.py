"""A card's shield as two thin sheets, and the flux that reaches the tags on its two sides.

The shield is a foil that lets no flux through, with ferrite on both sides of it, alike. With the
surface current's stream function psi (A) on the foil and magnetic charge q (A/mm) on the ferrite,
the potential on the shield's two faces is u +- psi/2, where u = u_coil + S q. Flux that enters a
ferrite on one face runs along it and leaves on the same face:

    q = 2 div(m grad u)           on the ferrite; m is its permeability times its thickness
    T psi - div(m grad psi) = -H  on the foil; H is the coil's field through it

S is the potential of charged cells, T the field of cells with a current around them: the panels
of sources and doublets by which air flow over wings is calculated, and as there the foil's edge
lies a quarter of a cell outside of the outermost current. Both are closed formulas of rectangles.

What it leaves out: the foil's resistance and thickness, capacitances, the tags' own currents, and
other cards. docs/adr/0031 says what that costs, and by how much it differs from a solution
without these simplifications.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Callable, Sequence
from typing import Final

import msgspec
import numpy as np
from numpy.typing import NDArray

from duelmat_hardware.geometry import Point, Rect, Size

from .windows import Floats, Winding, over_corners

Primitive = Callable[[Floats, Floats], Floats]

MU_0_NH_PER_MM: Final = 4e-7 * math.pi * 1e6
FERRITE_MM: Final = 12.0
"""Permeability times thickness of one ferrite sheet: 120 times 0.1 mm, as parts.toml asks for."""
CELL_MM: Final = 3.0
TURN_INSETS_MM: Final = (0.25, 0.75, 1.25, 1.75)
"""The turns of a tag, from the edge of its antenna inwards; assumed."""


class Spread(msgspec.Struct, frozen=True):
    """Places of a card: its centre from the coil's origin, and its turn."""

    dx_mm: tuple[float, ...]
    dy_mm: tuple[float, ...]
    turn_deg: tuple[float, ...]


class Coupling(msgspec.Struct, frozen=True):
    """Mutual inductances of one turn around a coil's windows and one turn of a tag, per place."""

    lower_nh: Floats
    """With the tag that lies towards the coil."""
    upper_nh: Floats
    """With the tag behind the shield."""


class ShieldedTag:
    """The shield of a sleeve, and where its tags sit; places count from the card's centre."""

    def __init__(
        self, foil: Rect, ferrite: Rect, tag_at: Point, tag: Size, *, cell_mm: float = CELL_MM
    ) -> None:
        across = _lines(foil.left_mm, foil.right_mm, (ferrite.left_mm, ferrite.right_mm), cell_mm)
        down = _lines(foil.top_mm, foil.bottom_mm, (ferrite.top_mm, ferrite.bottom_mm), cell_mm)
        left, top = (each.ravel() for each in np.meshgrid(across[:-1], down[:-1], indexing="ij"))
        right, bottom = (each.ravel() for each in np.meshgrid(across[1:], down[1:], indexing="ij"))
        self._cells = (left, right, top, bottom)
        self._x, self._y = (left + right) / 2, (top + bottom) / 2
        self._area = (right - left) * (bottom - top)
        inside = (np.abs(self._x - ferrite.x_mm) < ferrite.w_mm / 2) & (
            np.abs(self._y - ferrite.y_mm) < ferrite.h_mm / 2
        )
        self._ferrite = np.nonzero(inside)[0]
        along = self._divergence(inside, down.size - 1)
        currents = self._of_cells(_current_field, self._x, self._y, self._cells)
        self._psi_of_field = np.linalg.inv(currents - along / 2)
        chosen = self._ferrite
        along = along[np.ix_(chosen, chosen)]
        charged = self._of_cells(
            _charge_potential,
            self._x[chosen],
            self._y[chosen],
            tuple(edge[chosen] for edge in self._cells),
        )
        u_of_coil = np.linalg.inv(np.eye(chosen.size) - 2 * charged @ along)
        self._charge_of_coil = (along @ u_of_coil).T
        through = self._covered(tag_at, tag) @ along
        self._of_lower, self._of_upper = self._adjoints(through, through @ u_of_coil)

    def couplings(self, winding: Winding, below_mm: float, spread: Spread) -> Coupling:
        """The couplings with a coil so far below the foil, for every place of the card."""
        u_coil, upward = self._seen(winding, below_mm, spread)
        found = [
            MU_0_NH_PER_MM * (u_coil[:, self._ferrite] @ of_u + upward @ of_h)
            for of_u, of_h in (self._of_lower, self._of_upper)
        ]
        return Coupling(*found)

    def detuning_nh(self, winding: Winding, below_mm: float, spread: Spread) -> Floats:
        """The change of a coil's inductance, of one turn around each window, by the shield."""
        u_coil, upward = self._seen(winding, below_mm, spread)
        psi = -upward @ self._psi_of_field.T
        on_ferrite = u_coil[:, self._ferrite]
        charge = 2 * on_ferrite @ self._charge_of_coil
        by_foil = (psi * upward) @ self._area
        by_ferrite = (charge * on_ferrite) @ self._area[self._ferrite]
        return np.asarray(MU_0_NH_PER_MM * (by_foil - by_ferrite), dtype=np.float64)

    def _seen(self, winding: Winding, below_mm: float, spread: Spread) -> tuple[Floats, Floats]:
        """The coil's potential and field at all cells, for every place of the card."""
        turn = np.radians(np.asarray(spread.turn_deg))[:, None]
        cos, sin = np.cos(turn), np.sin(turn)
        x = np.asarray(spread.dx_mm)[:, None] + self._x * cos - self._y * sin
        y = np.asarray(spread.dy_mm)[:, None] + self._x * sin + self._y * cos
        return winding.field(x, y, below_mm)

    def _divergence(self, inside: NDArray[np.bool_], rows: int) -> Floats:
        """div(m grad) on the cells, with no flux over the edge of the ferrite."""
        left, right, top, bottom = self._cells
        count = self._x.size
        found = np.zeros((count, count))
        number = np.arange(count).reshape(-1, rows)
        for one, other, width, apart in (
            (number[:-1], number[1:], bottom - top, self._x),
            (number[:, :-1], number[:, 1:], right - left, self._y),
        ):
            a, b = one.ravel(), other.ravel()
            both = inside[a] & inside[b]
            a, b = a[both], b[both]
            flow = FERRITE_MM * width[a] / (apart[b] - apart[a])
            np.add.at(found, (a, b), flow / self._area[a])
            np.add.at(found, (b, a), flow / self._area[b])
            np.add.at(found, (a, a), -flow / self._area[a])
            np.add.at(found, (b, b), -flow / self._area[b])
        return found

    def _covered(self, at: Point, tag: Size) -> Floats:
        """The area of each ferrite cell within a tag's turns, the mean of them."""
        left, right, top, bottom = (edge[self._ferrite] for edge in self._cells)
        total = np.zeros(self._ferrite.size)
        for inset in TURN_INSETS_MM:
            half_w, half_h = tag.w_mm / 2 - inset, tag.h_mm / 2 - inset
            w = np.minimum(right, at.x_mm + half_w) - np.maximum(left, at.x_mm - half_w)
            h = np.minimum(bottom, at.y_mm + half_h) - np.maximum(top, at.y_mm - half_h)
            total += np.clip(w, 0, None) * np.clip(h, 0, None)
        return total / len(TURN_INSETS_MM)

    def _adjoints(self, through: Floats, of_u: Floats) -> tuple[tuple[Floats, Floats], ...]:
        """Return what a coil's potential and field at each cell add to the flux of either tag."""
        on_foil = np.zeros(self._x.size)
        on_foil[self._ferrite] = through / 2
        of_h = on_foil @ self._psi_of_field
        return (-of_u, -of_h), (of_u, -of_h)

    @staticmethod
    def _of_cells(primitive: Primitive, x: Floats, y: Floats, cells: Sequence[Floats]) -> Floats:
        left, right, top, bottom = cells
        edges = (
            left - x[:, None],
            right - x[:, None],
            top - y[:, None],
            bottom - y[:, None],
        )
        return over_corners(primitive, *edges) / (4 * math.pi)


def effective_area_mm2(tag: Size) -> float:
    """The mean area of a tag's turns."""
    areas = [(tag.w_mm - 2 * inset) * (tag.h_mm - 2 * inset) for inset in TURN_INSETS_MM]
    return sum(areas) / len(areas)


def _current_field(x: Floats, y: Floats) -> Floats:
    """Return the primitive of the field in a cell's own plane, by a current of 1 A around it."""
    return np.asarray(np.hypot(x, y) / (x * y), dtype=np.float64)


def _charge_potential(x: Floats, y: Floats) -> Floats:
    """Return the primitive of the potential in a cell's own plane, by a charge of 1 A/mm on it."""
    return np.asarray(
        x * np.arcsinh(y / np.abs(x)) + y * np.arcsinh(x / np.abs(y)), dtype=np.float64
    )


def _lines(least: float, most: float, marks: Sequence[float], cell_mm: float) -> Floats:
    """Edges of cells, on every mark well inside, and a quarter of a cell within the foil."""
    inner = [mark for mark in marks if least + cell_mm / 2 < mark < most - cell_mm / 2]
    places = [least, *sorted(inner), most]
    lines = [least]
    for start, end in itertools.pairwise(places):
        count = max(round((end - start) / cell_mm), 1)
        lines += [start + (end - start) * (i + 1) / count for i in range(count)]
    found = np.array(lines)
    found[0] += (found[1] - found[0]) / 4
    found[-1] -= (found[-1] - found[-2]) / 4
    return found
