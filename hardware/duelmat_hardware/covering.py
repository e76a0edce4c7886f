"""The share of a tag that lies over an antenna, however crooked its card lies."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from itertools import product
from typing import Final

from .geometry import Point, Rect, Size

ASTRAY_MM: Final = 12.0
"""A card may lie so far beside its zone's centre, along x and along y."""
ASKEW_DEG: Final = 15.0
"""And so far turned from the way that it should lie."""

Corners = Sequence[Point]


def worst_tags(offset: Point, size: Size, way_deg: int) -> Iterator[Corners]:
    """The tag of a card that lies so, straight and in every extreme of what is allowed.

    offset: the tag's centre from the card's, which lies upright at 0 degrees.
    """
    astray = (-ASTRAY_MM, 0.0, ASTRAY_MM)
    for dx_mm, dy_mm, askew in product(astray, astray, (-ASKEW_DEG, 0.0, ASKEW_DEG)):
        angle = math.radians(way_deg + askew)
        cos, sin = math.cos(angle), math.sin(angle)
        corners = (
            Point(offset.x_mm + u * size.w_mm / 2, offset.y_mm + v * size.h_mm / 2)
            for u, v in ((-1, -1), (1, -1), (1, 1), (-1, 1))
        )
        yield tuple(
            Point(dx_mm + c.x_mm * cos - c.y_mm * sin, dy_mm + c.x_mm * sin + c.y_mm * cos)
            for c in corners
        )


def share_over(tag: Corners, windows: Iterable[Rect]) -> float:
    """The share of the tag's area over windows that do not overlap, from 0 to 1."""
    return sum(_area(_clipped(tag, window)) for window in windows) / _area(tag)


def _clipped(corners: Corners, window: Rect) -> Corners:
    """The part of a convex shape over the window: cut along one edge after the other."""
    corners = _cut(corners, [c.x_mm - window.left_mm for c in corners])
    corners = _cut(corners, [window.right_mm - c.x_mm for c in corners])
    corners = _cut(corners, [c.y_mm - window.top_mm for c in corners])
    return _cut(corners, [window.bottom_mm - c.y_mm for c in corners])


def _cut(corners: Corners, inside_mm: Sequence[float]) -> Corners:
    """The part of a shape whose corners lie so far inside of an edge (negative: outside)."""
    kept: list[Point] = []
    for i, corner in enumerate(corners):
        last, here_mm, last_mm = corners[i - 1], inside_mm[i], inside_mm[i - 1]
        if (here_mm < 0) != (last_mm < 0):
            share = last_mm / (last_mm - here_mm)
            kept.append(
                Point(
                    last.x_mm + share * (corner.x_mm - last.x_mm),
                    last.y_mm + share * (corner.y_mm - last.y_mm),
                )
            )
        if here_mm >= 0:
            kept.append(corner)
    return kept


def _area(corners: Corners) -> float:
    return (
        abs(
            sum(
                one.x_mm * other.y_mm - other.x_mm * one.y_mm
                for one, other in zip(corners, (*corners[1:], *corners[:1]), strict=True)
            )
        )
        / 2
    )
