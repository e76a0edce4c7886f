"""Measures how near copper comes to copper, to the board's edge, and holes to holes.

It knows neither grid nor router: distances are exact, between the pads, tracks, vias and pours
that are written to the files.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

import shapely
from shapely.geometry import LineString, box
from shapely.geometry import Polygon as Area
from shapely.geometry.base import BaseGeometry

from duelmat_hardware.errors import BoardError, Problem
from duelmat_hardware.geometry import Point

from .copper import BOTH, Item
from .design import Design
from .gerbers import MASK_MM
from .pour import Polygon, board_area
from .router import CLEARANCE_MM, HOLES_MM

EDGE_MM = 0.25
ROUNDING_MM = 1e-4
"""Corners of pours are rounded to that."""


def proven(design: Design, fills: Mapping[int, Sequence[Polygon]]) -> Design:
    """The design; a BoardError names what comes too near to what, and where."""
    problems = [*violations(design, fills), *misprints(design)]
    if problems:
        raise BoardError(design.title, problems)
    return design


def violations(design: Design, fills: Mapping[int, Sequence[Polygon]]) -> Iterator[Problem]:
    """Everything that is nearer to something else than it may be."""
    items = list(design.items())
    for layer in BOTH:
        here = [(core(item), item.shape.round_mm, _words(item), item.net)
                for item in items if layer in item.layers]  # fmt: skip
        for i, pour in enumerate(design.pours):
            if pour.layer is layer:
                here += [(_area(each), 0.0, f"the pour of {pour.net}", pour.net)
                         for each in fills[i]]  # fmt: skip
        yield from _too_near(here, layer.value)
        edge = board_area(design).boundary
        for shape, reach, words, _ in here:
            gap = shape.distance(edge) - reach
            if gap < EDGE_MM - ROUNDING_MM:
                yield _problem(words, "the board's edge", EDGE_MM, gap, layer.value)
    holes = [(item.shape.start, item.hole_mm, _words(item)) for item in items if item.hole_mm]
    holes += [(hole.at, hole.diameter_mm, "a screw's hole") for hole in design.holes]
    for i, (at, wide, words) in enumerate(holes):
        for other, across, name in holes[:i]:
            gap = at.distance_mm(other) - wide / 2 - across / 2
            if gap < HOLES_MM:
                yield _problem(words, name, HOLES_MM, gap, "holes")


def misprints(design: Design) -> Iterator[Problem]:
    """Yield each mark that would be printed on what is soldered, or beside the board."""
    inside = board_area(design)
    openings = [
        (core(item), item.shape.round_mm, part.ref)
        for part in design.parts
        for pad, item in zip(part.footprint.pads, part.items(), strict=True)
        if not pad.is_covered
    ]
    for part in design.parts:
        for stroke in part.strokes():
            ends = [(at.x_mm, at.y_mm) for at in (stroke.start, stroke.end)]
            mark, reach = LineString(ends), stroke.width_mm / 2
            if not inside.buffer(-reach).contains(mark):
                yield _problem(f"a mark of {part.ref}", "the board's edge", 0.0, -reach, "print")
            for shape, round_mm, ref in openings:
                gap = shape.distance(mark) - round_mm - reach
                if gap < MASK_MM:
                    yield _problem(f"a mark of {part.ref}", ref, MASK_MM, gap, "print")


Piece = tuple[BaseGeometry, float, str, str]


def _too_near(pieces: Sequence[Piece], layer: str) -> Iterator[Problem]:
    """Pairs of different nets; pieces without a net are near to all others."""
    tree = shapely.STRtree([piece[0] for piece in pieces])
    most = max(piece[1] for piece in pieces)
    for i, (shape, reach, words, net) in enumerate(pieces):
        for j in tree.query(shape, predicate="dwithin", distance=CLEARANCE_MM + reach + most):
            other, across, name, its = pieces[int(j)]
            if int(j) <= i or (net and net == its):
                continue
            gap = float(shape.distance(other)) - reach - across
            if gap < CLEARANCE_MM - ROUNDING_MM:
                yield _problem(words, name, CLEARANCE_MM, gap, layer)


def _problem(one: str, other: str, least_mm: float, gap_mm: float, layer: str) -> Problem:
    return Problem(
        f"{one} and {other} ({layer})",
        f"{least_mm:g} mm between them",
        f"{gap_mm:.3f} mm",
        "Move the parts apart, or route the board anew.",
    )


def core(item: Item) -> BaseGeometry:
    """The line or rectangle around which a shape is rounded."""
    shape = item.shape
    (x, y), (w, h) = (shape.start.x_mm, shape.start.y_mm), shape.half
    if shape.half != (0.0, 0.0):
        return box(x - w, y - h, x + w, y + h)
    if shape.start == shape.end:
        return shapely.Point(x, y)
    return LineString([(x, y), (shape.end.x_mm, shape.end.y_mm)])


def _area(polygon: Polygon) -> BaseGeometry:
    area = Area([(point.x_mm, point.y_mm) for point in polygon])
    return area if area.is_valid else area.buffer(0)


def _words(item: Item) -> str:
    at: Point = item.shape.start
    kind = item.name or ("a via" if item.hole_mm else "a track")
    return f"{kind} of {item.net or 'no net'} at {at.x_mm:g}, {at.y_mm:g} mm"
