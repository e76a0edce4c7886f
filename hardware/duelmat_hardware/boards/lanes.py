"""Lanes: the ways of wires under a carrier as they are drawn, and the places of their names.

A wire leaves its leg upright, goes across on a lane, and reaches the other leg upright. Wires of
different nets cross, but no two lie on each other and none passes over a leg that is not its own;
a name lies on its own wire, and on nothing else.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import pairwise
from typing import Final

import msgspec

from duelmat_hardware.errors import BoardError, Problem
from duelmat_hardware.geometry import Point, Rect

LANE_MM: Final = 1.75
"""Between two wires beside each other, so that a name fits on each."""
STEP_MM: Final = 0.45
END_MM: Final = 1.2
"""Between the ends of two wires on one line, and between a wire and a leg of another net."""
NAME_MM: Final = 1.4
"""Height of a name."""
LETTER: Final = 0.64
"""Width of a letter, of its height."""
WIRE_MM: Final = 0.4
LEG_MM: Final = 1.0
_ALONG_MM: Final = 0.5


class Wire(msgspec.Struct, frozen=True):
    """One wire from leg to leg."""

    net: str
    start: Point
    end: Point


class Way(msgspec.Struct, frozen=True):
    """The way of a wire."""

    net: str
    points: tuple[Point, ...]

    def lines(self) -> Iterator[tuple[Point, Point]]:
        """Return its straight parts, upright or level."""
        return pairwise(self.points)


def line_box(start: Point, end: Point, width_mm: float = WIRE_MM) -> Rect:
    """Return what a straight part of a wire fills."""
    return Rect(
        (start.x_mm + end.x_mm) / 2,
        (start.y_mm + end.y_mm) / 2,
        abs(start.x_mm - end.x_mm) + width_mm,
        abs(start.y_mm - end.y_mm) + width_mm,
    )


def name_box(middle: Point, name: str, height_mm: float = NAME_MM) -> Rect:
    """Return what a name fills."""
    return Rect(middle.x_mm, middle.y_mm, LETTER * height_mm * len(name), height_mm)


def lead(board: str, wires: Sequence[Wire], legs: Mapping[Point, str], h_mm: float) -> list[Way]:
    """Return a way for each wire, in their order.

    `legs` has the net of every leg of the board, "" for those of none. Raises BoardError if no
    ways keep the wires apart.
    """
    order = sorted(range(len(wires)), key=lambda at: _length_mm(wires[at]))
    found: dict[int, Way] = {}

    def lead_from(place: int) -> bool:
        if place == len(order):
            return True
        for way in _ways(wires[order[place]], h_mm):
            if _is_free(way, found.values(), legs):
                found[order[place]] = way
                if lead_from(place + 1):
                    return True
                del found[order[place]]
        return False

    if not lead_from(0):
        expected = f"a lane for each of {len(wires)} wires"
        advice = "Leave more rows between the parts of the carrier."
        raise BoardError(board, [Problem(board, expected, "wires on each other", advice)])
    return [found[at] for at in range(len(wires))]


def _length_mm(wire: Wire) -> float:
    return abs(wire.start.x_mm - wire.end.x_mm) + abs(wire.start.y_mm - wire.end.y_mm)


def _ways(wire: Wire, h_mm: float) -> Iterator[Way]:
    """The ways over all lanes of the board, the shortest first."""
    start, end = wire.start, wire.end
    lanes = [start.y_mm, end.y_mm]
    lanes += [STEP_MM * at for at in range(2, int(h_mm / STEP_MM) - 1)]
    lanes.sort(key=lambda y_mm: (abs(y_mm - start.y_mm) + abs(y_mm - end.y_mm), y_mm))
    for y_mm in lanes:
        points = (start, Point(start.x_mm, y_mm), Point(end.x_mm, y_mm), end)
        yield Way(wire.net, tuple(dict.fromkeys(points)))


def _is_free(way: Way, others: Iterable[Way], legs: Mapping[Point, str]) -> bool:
    for line in way.lines():
        around = line_box(*line, 2 * END_MM)
        if any(net != way.net and around.is_holding(leg) for leg, net in legs.items()):
            return False
    return not any(
        _lie_together(line, other_line)
        for other in others
        if other.net != way.net
        for line in way.lines()
        for other_line in other.lines()
    )


def _lie_together(line: tuple[Point, Point], other: tuple[Point, Point]) -> bool:
    """Whether two lines run along each other nearer than a lane."""
    is_level = line[0].y_mm == line[1].y_mm
    if is_level != (other[0].y_mm == other[1].y_mm):
        return False
    ends = [
        (each.x_mm, each.y_mm) if is_level else (each.y_mm, each.x_mm) for each in (*line, *other)
    ]
    (a, across), (b, _), (c, other_across), (d, _) = ends
    apart = max(min(a, b), min(c, d)) - min(max(a, b), max(c, d))
    return apart < END_MM and abs(across - other_across) < LANE_MM


def place_names(ways: Sequence[Way], legs: Mapping[Point, str]) -> dict[str, Point]:
    """Return the middle of each net's name, on a wire of its own and on nothing else."""
    found: dict[str, Point] = {}
    taken = [Rect(leg.x_mm, leg.y_mm, LEG_MM, LEG_MM) for leg in legs]
    for net in dict.fromkeys(way.net for way in ways):
        others = [line_box(*line) for way in ways if way.net != net for line in way.lines()]
        middle = first_free(
            net, NAME_MM, _middles([way for way in ways if way.net == net]), [*taken, *others]
        )
        if middle is not None:
            found[net] = middle
            taken.append(name_box(middle, net))
    return found


def first_free(
    name: str, height_mm: float, middles: Iterable[Point], taken: Sequence[Rect]
) -> Point | None:
    """Return the first of some places at which a name lies on nothing that is there."""
    for middle in middles:
        box = name_box(middle, name, height_mm)
        if not any(box.is_overlapping(other) for other in taken):
            return middle
    return None


def _middles(ways: Sequence[Way]) -> Iterator[Point]:
    """Points on the level parts of a net's wires, from the middle of the longest outwards."""
    level = [line for way in ways for line in way.lines() if line[0].y_mm == line[1].y_mm]
    for start, end in sorted(level, key=lambda line: -abs(line[0].x_mm - line[1].x_mm)):
        middle, length = (start.x_mm + end.x_mm) / 2, abs(start.x_mm - end.x_mm)
        for at in range(int(length / _ALONG_MM)):
            off_mm = _ALONG_MM * ((at + 1) // 2) * (1 if at % 2 else -1)
            yield Point(middle + off_mm, start.y_mm)
