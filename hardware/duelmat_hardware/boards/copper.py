"""Copper on a board: pads, tracks, vias and what they belong to, with the distances between them.

Coordinates are millimetres in the board's frame: x to the right, y downwards, as KiCad draws.
"""

from __future__ import annotations

import math
from enum import StrEnum
from typing import Final

import msgspec

from duelmat_hardware.geometry import Point


class Layer(StrEnum):
    """The two layers of copper."""

    TOP = "F.Cu"
    BOTTOM = "B.Cu"


BOTH: Final = (Layer.TOP, Layer.BOTTOM)


class Shape(msgspec.Struct, frozen=True):
    """A rectangle whose corners are rounded by `round_mm`: pads, and capsules of a track's form.

    A track of the width w is the line from `start` to `end` with a radius of w / 2 and no extent.
    """

    start: Point
    end: Point
    round_mm: float
    """Radius of what is swept along the line."""
    half: tuple[float, float] = (0.0, 0.0)
    """Half width and height of the rectangle that is swept, along x and y."""

    def distance_mm(self, x: float, y: float) -> float:
        """From a point to the shape's edge; negative inside."""
        ax, ay, bx, by = self.start.x_mm, self.start.y_mm, self.end.x_mm, self.end.y_mm
        dx, dy = bx - ax, by - ay
        length = dx * dx + dy * dy
        t = 0.0 if length == 0 else min(1.0, max(0.0, ((x - ax) * dx + (y - ay) * dy) / length))
        out_x = abs(x - ax - t * dx) - self.half[0]
        out_y = abs(y - ay - t * dy) - self.half[1]
        outside = math.hypot(max(out_x, 0.0), max(out_y, 0.0))
        return outside + min(max(out_x, out_y), 0.0) - self.round_mm

    def reach(self) -> tuple[float, float, float, float]:
        """Left, top, right and bottom of the shape."""
        (ax, ay), (bx, by) = (self.start.x_mm, self.start.y_mm), (self.end.x_mm, self.end.y_mm)
        wide, high = self.half[0] + self.round_mm, self.half[1] + self.round_mm
        return (min(ax, bx) - wide, min(ay, by) - high, max(ax, bx) + wide, max(ay, by) + high)


class Track(msgspec.Struct, frozen=True):
    """A straight piece of copper with round ends."""

    net: str
    layer: Layer
    start: Point
    end: Point
    width_mm: float

    @property
    def shape(self) -> Shape:
        return Shape(self.start, self.end, self.width_mm / 2)


class Via(msgspec.Struct, frozen=True):
    """A plated hole that joins both layers."""

    net: str
    at: Point
    diameter_mm: float = 0.6
    drill_mm: float = 0.3

    @property
    def shape(self) -> Shape:
        return Shape(self.at, self.at, self.diameter_mm / 2)


class Pour(msgspec.Struct, frozen=True):
    """A net's copper that fills what is free of an area."""

    net: str
    layer: Layer
    outline: tuple[Point, ...]


class Item(msgspec.Struct, frozen=True):
    """A piece of copper with its net and layers, whatever it is; an empty net is no net."""

    net: str
    layers: tuple[Layer, ...]
    shape: Shape
    hole_mm: float = 0.0
    """Diameter of its hole, in the middle."""
    name: str = ""
    """The pad that nets are led to; empty for tracks, vias, and what is joined already."""
