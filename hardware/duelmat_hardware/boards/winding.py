"""Coils in copper: two windows in series, wound against each other, two turns around each.

The path goes from the coil's one end around the near window, through the middle of the zone to the
far window, twice around that, back, and out to the other end. The pair of tracks in the middle
crosses once, which turns the far window's sense round; three hops to the other layer lead over
the coil's own tracks.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterable, Sequence
from typing import Final

from duelmat_hardware.geometry import Point, Rect

from .copper import Layer, Track, Via

WIDTH_MM: Final = 0.6
PITCH_MM: Final = 1.0
"""From one turn to the next."""
APART_MM: Final = 0.5
"""Half the distance of the pair in the middle."""
HOP_MM: Final = 1.1
"""From a track to the vias of a hop over it."""
COPPER_MM: Final = 0.035
MU_0_NH_PER_MM: Final = 0.4 * math.pi
ENDS: Final = (Point(32.6, 47.3), Point(32.6, 44.5))
"""The places of the coil's two ends, beyond the corner of a near window of 58 x 30 mm."""

Run = tuple[Layer, tuple[Point, ...]]
"""A line of points on one layer; runs follow each other by vias."""


def runs(near: Rect, far: Rect, ends: tuple[Point, Point] = ENDS) -> list[Run]:
    """The path of a coil whose windows lie one below the other, `near` with the higher y."""
    top, bottom = Layer.TOP, Layer.BOTTOM
    inner, outer = WIDTH_MM / 2, WIDTH_MM / 2 + PITCH_MM
    left, right = near.left_mm - outer, near.right_mm + outer
    low, high = near.bottom_mm + outer, near.top_mm - outer
    left_in, right_in = near.left_mm - inner, near.right_mm + inner
    low_in, high_in = near.bottom_mm + inner, near.top_mm - inner
    far_low, far_high = far.bottom_mm + outer, far.top_mm - outer
    far_low_in, far_high_in = far.bottom_mm + inner, far.top_mm - inner
    a, out = APART_MM, ends[1].y_mm
    return [
        (
            top,
            _points(
                *((ends[0].x_mm, low), (left, low), (left, high), (-a, high), (-a, 8), (a, 7)),
                *((a, far_low), (right, far_low), (right, far_high), (left, far_high)),
                *((left, far_low_in), (right_in, far_low_in), (right_in, far_high_in)),
                *((left_in, far_high_in), (left_in, far_low_in - 1.5)),
            ),
        ),
        (bottom, _points((left_in, far_low_in - 1.5), (left_in, far_low))),
        (top, _points((left_in, far_low), (-a, far_low), (-a, 6))),
        (bottom, _points((-a, 6), (a, 9))),
        (
            top,
            _points(
                *((a, 9), (a, high), (right, high), (right, low_in), (left_in, low_in)),
                *((left_in, high_in), (right_in, high_in), (right_in, out)),
            ),
        ),
        (bottom, _points((right_in, out), (right + 0.9, out))),
        (top, _points((right + 0.9, out), (ends[1].x_mm, out))),
    ]


def _points(*places: tuple[float, float]) -> tuple[Point, ...]:
    return tuple(Point(round(x, 4), round(y, 4)) for x, y in places)


def turned(point: Point) -> Point:
    """A place after a quarter turn that brings the lower right corner to the lower left."""
    return Point(0.0 - point.y_mm, point.x_mm)


def turned_runs(path: Iterable[Run]) -> list[Run]:
    """A coil after that quarter turn."""
    return [(layer, tuple(map(turned, points))) for layer, points in path]


def hopping(path: Iterable[Run], over: Sequence[Run]) -> list[Run]:
    """The path with hops to the lower layer where it crosses another coil's tracks."""
    found: list[Run] = []
    for layer, points in path:
        if layer is Layer.BOTTOM:
            found.append((layer, points))
            continue
        line: list[Point] = [points[0]]
        for start, end in itertools.pairwise(points):
            for begin, stop in _crossed(start, end, over):
                found += [(Layer.TOP, (*line, begin)), (Layer.BOTTOM, (begin, stop))]
                line = [stop]
            line.append(end)
        found.append((Layer.TOP, tuple(line)))
    return found


def _crossed(start: Point, end: Point, over: Sequence[Run]) -> list[tuple[Point, Point]]:
    """The stretches of a line along x or y that lie on other tracks, with room for vias."""
    is_across = start.y_mm == end.y_mm
    if not is_across and start.x_mm != end.x_mm:
        return []

    def along(point: Point) -> float:
        return point.x_mm if is_across else point.y_mm

    def beside(point: Point) -> float:
        return point.y_mm if is_across else point.x_mm

    low, high = sorted((along(start), along(end)))
    places = []
    for layer, points in over:
        for one, other in itertools.pairwise(points):
            if layer is not Layer.TOP or along(one) != along(other):
                continue
            least, most = sorted((beside(one), beside(other)))
            if least <= beside(start) <= most and low <= along(one) <= high:
                places.append(along(one))
    stretches: list[list[float]] = []
    for place in sorted(places):
        if stretches and place - HOP_MM <= stretches[-1][1] + WIDTH_MM:
            stretches[-1][1] = place + HOP_MM
        else:
            stretches.append([place - HOP_MM, place + HOP_MM])
    if along(end) < along(start):
        stretches = [[last, first] for first, last in reversed(stretches)]

    def at(place: float) -> Point:
        place = round(place, 4)
        return Point(place, start.y_mm) if is_across else Point(start.x_mm, place)

    return [(at(first), at(last)) for first, last in stretches]


def tracks(net: str, path: Sequence[Run]) -> list[Track]:
    """The copper of a path."""
    return [
        Track(net, layer, start, end, WIDTH_MM)
        for layer, points in path
        for start, end in itertools.pairwise(points)
        if start != end
    ]


def vias(net: str, path: Sequence[Run]) -> list[Via]:
    """The holes between the runs of a path."""
    return [Via(net, points[0]) for _, points in path[1:]]


def inductance_nh(path: Sequence[Run]) -> float:
    """The inductance of all pieces along x and y, by Neumann's formula for parallel filaments.

    A track is a filament at its geometric mean distance from itself, 0.2235 times its width and
    thickness; the few oblique pieces and the layers' distance are left out.
    """
    pieces = [
        piece
        for _, points in path
        for piece in itertools.pairwise(points)
        if piece[0].x_mm == piece[1].x_mm or piece[0].y_mm == piece[1].y_mm
    ]
    own_mm = 0.2235 * (WIDTH_MM + COPPER_MM)
    total = 0.0
    for one, other in itertools.product(pieces, pieces):
        total += _mutual_nh(one, other, own_mm)
    return total


def _mutual_nh(one: tuple[Point, Point], other: tuple[Point, Point], own_mm: float) -> float:
    """The mutual inductance of two filaments along x or y; 0 if they stand across each other."""
    is_across = one[0].y_mm == one[1].y_mm
    if is_across != (other[0].y_mm == other[1].y_mm):
        return 0.0

    def along(point: Point) -> float:
        return point.x_mm if is_across else point.y_mm

    def beside(point: Point) -> float:
        return point.y_mm if is_across else point.x_mm

    apart = max(abs(beside(one[0]) - beside(other[0])), own_mm)

    def term(z: float) -> float:
        return z * math.asinh(z / apart) - math.hypot(z, apart)

    a, b, c, d = along(one[0]), along(one[1]), along(other[0]), along(other[1])
    return MU_0_NH_PER_MM / (4 * math.pi) * (term(b - c) - term(a - c) - term(b - d) + term(a - d))


def length_mm(path: Sequence[Run]) -> float:
    """The length of a path's copper."""
    return sum(
        start.distance_mm(end) for _, points in path for start, end in itertools.pairwise(points)
    )


def resistance_ohm(path: Sequence[Run], hertz: float) -> float:
    """The resistance of the copper at a frequency, if the current flows evenly in its skin."""
    ohm_mm = 1.72e-5
    skin_mm = math.sqrt(ohm_mm * 1e-3 / (math.pi * hertz * 4e-7 * math.pi)) * 1e3
    return ohm_mm * length_mm(path) / (2 * skin_mm * (WIDTH_MM + COPPER_MM))
