"""Fills the pours of a design: what is free of other copper, without slivers and islands."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import shapely
from shapely.geometry import LineString, box
from shapely.geometry import Polygon as Area

from duelmat_hardware.geometry import Point

from .copper import Item, Pour, Shape
from .design import Design

Polygon = tuple[Point, ...]
"""Its corners; a hole is joined to the edge by a cut."""

CLEARANCE_MM: Final = 0.22
THIN_MM: Final = 0.2
"""The least width of a pour."""
EDGE_MM: Final = 0.4
STEPS: Final = 8
"""Corners of a quarter circle."""
GRID_MM: Final = 1e-4
SPARE_MM: Final = 0.012
"""The length by which an edge may be straightened, to have fewer corners."""


def area_of(shape: Shape, more_mm: float = 0.0) -> Area:
    """The copper of a shape, enlarged by so much."""
    ends = [(point.x_mm, point.y_mm) for point in (shape.start, shape.end)]
    line = LineString(ends)
    if shape.half != (0.0, 0.0):
        (x, y), (w, h) = ends[0], shape.half
        return (
            box(x - w, y - h, x + w, y + h).buffer(more_mm, STEPS)
            if more_mm
            else box(x - w, y - h, x + w, y + h)
        )
    return line.buffer(shape.round_mm + more_mm, STEPS)


def board_area(design: Design) -> Area:
    """The board within its outline, without its holes."""
    area = Area([(point.x_mm, point.y_mm) for point in design.outline])
    for hole in design.holes:
        at = shapely.Point(hole.at.x_mm, hole.at.y_mm)
        area = area.difference(at.buffer(hole.diameter_mm / 2, STEPS))
    return area


def filled(design: Design) -> dict[int, list[Polygon]]:
    """The polygons of each pour, by its number."""
    items = list(design.items())
    return {i: _filled(design, pour, items) for i, pour in enumerate(design.pours)}


def _filled(design: Design, pour: Pour, items: Sequence[Item]) -> list[Polygon]:
    inside = Area([(point.x_mm, point.y_mm) for point in pour.outline])
    inside = inside.intersection(board_area(design).buffer(-EDGE_MM))
    near = [item for item in items if pour.layer in item.layers]
    walls = [area_of(item.shape, CLEARANCE_MM) for item in near if item.net != pour.net]
    free = inside.difference(shapely.unary_union(walls))
    half = THIN_MM / 2
    free = free.buffer(-half, STEPS).buffer(half, STEPS).simplify(SPARE_MM)
    free = shapely.set_precision(free, GRID_MM)
    anchors = [area_of(item.shape) for item in near if item.net == pour.net]
    pieces = [free] if isinstance(free, Area) else list(free.geoms)
    kept = [piece for piece in pieces if any(piece.intersects(anchor) for anchor in anchors)]
    polygons = [_cut(piece.normalize()) for piece in kept]
    return sorted(polygons, key=lambda polygon: (polygon[0].x_mm, polygon[0].y_mm))


def _cut(area: Area) -> Polygon:
    """The corners of an area as one closed line, its holes joined to it from left to right."""
    outer = [(x, y) for x, y in area.exterior.coords][:-1]
    holes = sorted(([(x, y) for x, y in ring.coords][:-1] for ring in area.interiors), key=min)
    for hole in holes:
        start = min(range(len(hole)), key=lambda i: hole[i])
        x, y = hole[start]
        # Straight to the left, to the nearest edge of what is joined already.
        best, place = None, 0
        for i, (one, other) in enumerate(zip(outer, [*outer[1:], outer[0]], strict=True)):
            low, high = sorted((one[1], other[1]))
            if low <= y <= high and one[1] != other[1]:
                cross = one[0] + (other[0] - one[0]) * (y - one[1]) / (other[1] - one[1])
                if cross <= x and (best is None or cross > best[0]):
                    best, place = (round(cross, 4), y), i
        assert best is not None
        around = [*hole[start:], *hole[: start + 1]]
        outer = [*outer[: place + 1], best, *around, best, *outer[place + 1 :]]
    return tuple(Point(round(x, 4), round(y, 4)) for x, y in outer)
