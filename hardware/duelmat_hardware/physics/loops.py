"""Coils of rectangular windows with turns of their own each, and what couples with them in air.

A coil's vector potential is that of its straight wires, a closed formula; what links it with
another loop is that potential along the other's wire (Neumann's integral). Lengths in
millimetres; wires lie along x and y, other loops may be turned and moved.
"""

from __future__ import annotations

from itertools import product
from typing import Final

import msgspec
import numpy as np

from duelmat_hardware.geometry import Point, Rect, Size

from .shield import TURN_INSETS_MM, Spread
from .windows import Floats

NH_PER_MM: Final = 0.1
"""mu0 / 4 pi."""
WIRE_MM: Final = 0.5
"""Diameter of a coil's wire."""
PITCH_MM: Final = 0.6
"""From turn to turn: the wire and its enamel, wound by hand."""
_GAUSS_AT, _GAUSS_WEIGHT = np.polynomial.legendre.leggauss(4)

Path = tuple[Floats, Floats, Floats, Floats]
"""Of a loop: points x and y on its wire, and the piece of wire there, along x and y."""


class Loop(msgspec.Struct, frozen=True):
    """A window of a coil with so many turns around it; negative ones are wound the other way."""

    window: Rect
    turns: float

    def moved(self, step: Point) -> Loop:
        """Return the same loop elsewhere."""
        window = self.window
        at = window.centre.plus(step)
        return Loop(Rect(at.x_mm, at.y_mm, window.w_mm, window.h_mm), self.turns)


Loops = tuple[Loop, ...]
"""A coil: its loops in series."""


def linked_nh(coil: Loops, tag: Size, at: Point, spread: Spread, above_mm: float) -> Floats:
    """Return what links a coil with one turn of a tag, per place of the card that it is on.

    It is negative where a tag lies beside the coil rather than over it.
    at: the tag's middle from the card's, negative x where the card lies on its face.
    """
    points_x, points_y, along_x, along_y = _path(tag, at)
    turn = np.radians(np.asarray(spread.turn_deg))[:, None]
    cos, sin = np.cos(turn), np.sin(turn)
    x = np.asarray(spread.dx_mm)[:, None] + points_x * cos - points_y * sin
    y = np.asarray(spread.dy_mm)[:, None] + points_x * sin + points_y * cos
    potential_x, potential_y = _potential(coil, x, y, above_mm)
    linked = potential_x * (along_x * cos - along_y * sin)
    linked += potential_y * (along_x * sin + along_y * cos)
    return np.asarray(linked.sum(axis=1), dtype=np.float64)


def mutual_nh(one: Loops, other: Loops) -> float:
    """Return the mutual inductance of two coils in one plane."""
    return sum(
        a.turns * b.turns * _linked(a.window, b.window, PITCH_MM) for a, b in product(one, other)
    )


def own_nh(coil: Loops, wire_mm: float = WIRE_MM) -> float:
    """Return the inductance of a coil."""
    alone = sum(
        abs(each.turns) * _linked(each.window, each.window, wire_mm / 2)
        - abs(each.turns) * _linked(each.window, each.window, PITCH_MM)
        for each in coil
    )
    return alone + mutual_nh(coil, coil)


def _potential(coil: Loops, x: Floats, y: Floats, above_mm: float) -> tuple[Floats, Floats]:
    """Return the vector potential along x and y, in nH/mm, for 1 A."""
    along_x, along_y = np.zeros_like(x), np.zeros_like(x)
    for loop in coil:
        window = loop.window
        left, right = window.left_mm - x, window.right_mm - x
        top, bottom = window.top_mm - y, window.bottom_mm - y
        for edge, sense in ((top, loop.turns), (bottom, -loop.turns)):
            away = np.hypot(edge, above_mm)
            along_x += sense * (np.arcsinh(right / away) - np.arcsinh(left / away))
        for edge, sense in ((right, loop.turns), (left, -loop.turns)):
            away = np.hypot(edge, above_mm)
            along_y += sense * (np.arcsinh(bottom / away) - np.arcsinh(top / away))
    return NH_PER_MM * along_x, NH_PER_MM * along_y


def _path(tag: Size, at: Point) -> Path:
    """Return points on the mean turn of a tag."""
    inset = sum(TURN_INSETS_MM) / len(TURN_INSETS_MM)
    half_w, half_h = tag.w_mm / 2 - inset, tag.h_mm / 2 - inset
    still, ahead = np.ones(_GAUSS_AT.size), _GAUSS_WEIGHT
    x = half_w * np.concatenate((_GAUSS_AT, still, -_GAUSS_AT, -still))
    y = half_h * np.concatenate((-still, _GAUSS_AT, still, -_GAUSS_AT))
    along_x = half_w * np.concatenate((ahead, 0 * still, -ahead, 0 * still))
    along_y = half_h * np.concatenate((0 * still, ahead, 0 * still, -ahead))
    return at.x_mm + x, at.y_mm + y, along_x, along_y


def _linked(one: Rect, other: Rect, least_mm: float) -> float:
    """Return the mutual inductance of one turn around each; wires are that far apart at least."""
    total = 0.0
    for (a, sense), (b, other_sense) in product(
        ((one.top_mm, 1), (one.bottom_mm, -1)), ((other.top_mm, 1), (other.bottom_mm, -1))
    ):
        away = max(abs(a - b), least_mm)
        wires = _side_by_side(one.left_mm, one.right_mm, other.left_mm, other.right_mm, away)
        total += sense * other_sense * wires
    for (a, sense), (b, other_sense) in product(
        ((one.right_mm, 1), (one.left_mm, -1)), ((other.right_mm, 1), (other.left_mm, -1))
    ):
        away = max(abs(a - b), least_mm)
        wires = _side_by_side(one.top_mm, one.bottom_mm, other.top_mm, other.bottom_mm, away)
        total += sense * other_sense * wires
    return NH_PER_MM * total


def _side_by_side(
    start: float, end: float, other_start: float, other_end: float, away: float
) -> float:
    """Return the double integral of 1 / distance along two wires that lie side by side."""

    def twice(along: float) -> float:
        return float(along * np.arcsinh(along / away) - np.hypot(along, away))

    return (
        twice(end - other_start)
        - twice(end - other_end)
        - twice(start - other_start)
        + twice(start - other_end)
    )
