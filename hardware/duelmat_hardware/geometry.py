"""Points and upright rectangles on the sheet, in millimetres.

x runs right and y runs towards seat "a"; a rectangle is known by its centre.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from typing import Annotated, Final

import msgspec
from msgspec import Meta

ROUNDING_MM: Final = 1e-6
"""Far below what can be made, far above what adding and halving leave behind."""

Length = Annotated[float, Meta(gt=0, le=5000)]
"""A length on the mat, in millimetres."""
Coordinate = Annotated[float, Meta(ge=-5000, le=5000)]
"""A place along one axis, or a step along it, in millimetres."""


Edges = tuple[float, float, float, float]
"""Where a rectangle ends: left, top, right and bottom, in millimetres."""


class Point(msgspec.Struct, frozen=True, array_like=True):
    """A place on the sheet, or a step from one place to another."""

    x_mm: Coordinate
    y_mm: Coordinate

    def plus(self, step: Point) -> Point:
        return Point(self.x_mm + step.x_mm, self.y_mm + step.y_mm)

    def turned(self) -> Point:
        """The step after half a turn about the origin."""
        return Point(0.0 - self.x_mm, 0.0 - self.y_mm)

    def distance_mm(self, other: Point) -> float:
        return math.hypot(self.x_mm - other.x_mm, self.y_mm - other.y_mm)

    def way_mm(self, other: Point) -> float:
        """Return the length of the way to another place along x and along y."""
        return abs(self.x_mm - other.x_mm) + abs(self.y_mm - other.y_mm)


class Size(msgspec.Struct, frozen=True, array_like=True):
    """Width (along x) and height (along y)."""

    w_mm: Length
    h_mm: Length


class Rect(msgspec.Struct, frozen=True, array_like=True):
    """A rectangle with sides along x and y; `x_mm` and `y_mm` are its centre."""

    x_mm: Coordinate
    y_mm: Coordinate
    w_mm: Length
    h_mm: Length

    @property
    def centre(self) -> Point:
        return Point(self.x_mm, self.y_mm)

    @property
    def left_mm(self) -> float:
        return self.x_mm - self.w_mm / 2

    @property
    def right_mm(self) -> float:
        return self.x_mm + self.w_mm / 2

    @property
    def top_mm(self) -> float:
        return self.y_mm - self.h_mm / 2

    @property
    def bottom_mm(self) -> float:
        return self.y_mm + self.h_mm / 2

    @property
    def edges_mm(self) -> Edges:
        return (self.left_mm, self.top_mm, self.right_mm, self.bottom_mm)

    def is_overlapping(self, other: Rect) -> bool:
        """Whether the two share more than an edge."""
        return self.is_overlapping_any([other.edges_mm])

    def is_overlapping_any(self, others_mm: Iterable[Edges]) -> bool:
        """Whether it shares more than an edge with one of them."""
        left, top, right, bottom = self.edges_mm
        return any(
            left + ROUNDING_MM < other_right
            and other_left + ROUNDING_MM < right
            and top + ROUNDING_MM < other_bottom
            and other_top + ROUNDING_MM < bottom
            for other_left, other_top, other_right, other_bottom in others_mm
        )

    def is_holding(self, point: Point) -> bool:
        """Whether the point lies inside or on an edge."""
        return (
            self.left_mm <= point.x_mm <= self.right_mm
            and self.top_mm <= point.y_mm <= self.bottom_mm
        )

    def is_within(self, other: Rect) -> bool:
        return (
            other.left_mm <= self.left_mm + ROUNDING_MM
            and self.right_mm <= other.right_mm + ROUNDING_MM
            and other.top_mm <= self.top_mm + ROUNDING_MM
            and self.bottom_mm <= other.bottom_mm + ROUNDING_MM
        )

    @property
    def text(self) -> str:
        """Return the rectangle in words."""
        return (
            f"x {self.left_mm:g} to {self.right_mm:g}, y {self.top_mm:g} to {self.bottom_mm:g} mm"
        )

    def __str__(self) -> str:
        return str(self.text)


class Frame(msgspec.Struct, frozen=True):
    """A frame of reference on the sheet: its origin, and whether it is turned by half a turn."""

    origin: Point
    is_turned: bool = False

    def place(self, point: Point) -> Point:
        return self.origin.plus(point.turned() if self.is_turned else point)

    def place_rect(self, rect: Rect) -> Rect:
        centre = self.place(rect.centre)
        return Rect(centre.x_mm, centre.y_mm, rect.w_mm, rect.h_mm)
