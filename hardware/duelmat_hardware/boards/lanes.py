"""Lanes: the ways of wires under a board as they are drawn, and the places of their names.

A wire goes upright and level on lanes, the shorter and the straighter the better. Wires of
different nets cross, but no two lie on each other and none passes over a leg that is not its own;
a name lies on its own wire or beside it, and on nothing else.
"""

from __future__ import annotations

import heapq
from collections import Counter, deque
from collections.abc import Iterable, Iterator, Mapping, Sequence
from enum import IntEnum
from itertools import pairwise
from typing import Final

import msgspec

from duelmat_hardware.errors import BoardError, Problem
from duelmat_hardware.geometry import Edges, Point, Rect, Size

LANE_MM: Final = 1.27
"""Between two wires beside each other: half of what legs are apart, so that one passes there."""
APART_MM: Final = 1.2
"""The least between wires of two nets that run alike, and between a wire and another net's leg."""
ROOMY_MM: Final = 2.0
"""From here on two wires beside each other have room for a name on each."""
LETTER: Final = 0.64
"""Width of a letter, of its height."""
WIRE_MM: Final = 0.4
LEG_MM: Final = 1.0
CORNER_COST_MM: Final = 4.0
"""The way that a wire goes to save a corner."""
CROSSING_COST_MM: Final = 1.0
"""The way that a wire goes to save a crossing."""
CLOSE_COST: Final = 0.5
"""A way costs this much more where it is close to another wire."""
MOST_TRIES: Final = 30
_ALONG_MM: Final = 0.5
_OTHERS: Final = "*"
"""More than one net, or a leg of none: no net has that name."""


class Wire(msgspec.Struct, frozen=True):
    """One wire from leg to leg."""

    net: str
    start: Point
    end: Point
    width_mm: float = WIRE_MM


class Way(msgspec.Struct, frozen=True):
    """The way of a wire."""

    net: str
    points: tuple[Point, ...]
    width_mm: float = WIRE_MM

    def lines(self) -> Iterator[tuple[Point, Point]]:
        """Return its straight parts, upright or level."""
        return pairwise(self.points)

    def boxes(self) -> Iterator[Rect]:
        """Return what its straight parts fill."""
        return (line_box(*line, self.width_mm) for line in self.lines())


class Name(msgspec.Struct, frozen=True):
    """A name in its place."""

    text: str
    middle: Point
    high_mm: float
    is_upright: bool = False
    """An upright name is read from the right."""

    def box(self) -> Rect:
        """Return what the name fills."""
        return self._box(len(self.text))

    def _box(self, letters: int) -> Rect:
        sides = [LETTER * self.high_mm * letters, self.high_mm]
        if self.is_upright:
            sides.reverse()
        return Rect(self.middle.x_mm, self.middle.y_mm, *sides)

    def is_on_any(self, taken_mm: Iterable[Edges], *, is_roomy: bool = False) -> bool:
        """Whether it, roomy: with half a letter before and behind it, lies on anything there."""
        return self._box(len(self.text) + is_roomy).is_overlapping_any(taken_mm)


class _Course(IntEnum):
    """The two ways in which a wire runs."""

    LEVEL = 0
    UPRIGHT = 1


_Node = tuple[int, int]
"""The number of a lane upright and of one level, which cross."""
_Step = tuple[int, int, _Course]
"""A node, and how it is passed."""


def line_box(start: Point, end: Point, width_mm: float) -> Rect:
    """Return what a straight part of a wire fills."""
    return Rect(
        (start.x_mm + end.x_mm) / 2,
        (start.y_mm + end.y_mm) / 2,
        abs(start.x_mm - end.x_mm) + width_mm,
        abs(start.y_mm - end.y_mm) + width_mm,
    )


class _Lanes:
    """The lanes of one board, and the nets that have taken them."""

    def __init__(self, legs: Mapping[Point, str], size: Size) -> None:
        self._x = _axis(size.w_mm, [leg.x_mm for leg in legs])
        self._y = _axis(size.h_mm, [leg.y_mm for leg in legs])
        self._allowed: dict[_Step, str] = {}
        """The only net that may pass."""
        self._used: dict[_Step, str] = {}
        self._close: dict[_Step, str] = {}
        for leg, net in legs.items():
            for course in _Course:
                self._keep(line_box(leg, leg, 0), course, net or _OTHERS)

    def take(self, way: Way) -> None:
        """Keep the lanes of a way for its net."""
        for start, end in way.lines():
            course = _Course.LEVEL if start.y_mm == end.y_mm else _Course.UPRIGHT
            line = line_box(start, end, 0)
            self._keep(line, course, way.net)
            for i, j in self._nodes(line, 0):
                self._used[i, j, course] = way.net
            for i, j in self._nodes(line, ROOMY_MM):
                self._close[i, j, course] = way.net

    def _keep(self, line: Rect, course: _Course, net: str) -> None:
        for i, j in self._nodes(line, APART_MM):
            before = self._allowed.setdefault((i, j, course), net)
            if before != net:
                self._allowed[i, j, course] = _OTHERS

    def _nodes(self, line: Rect, around_mm: float) -> Iterator[_Node]:
        columns = _within(self._x, line.left_mm - around_mm, line.right_mm + around_mm)
        rows = _within(self._y, line.top_mm - around_mm, line.bottom_mm + around_mm)
        return ((i, j) for i in columns for j in rows)

    def way(self, wire: Wire) -> Way | None:
        """Return the cheapest way that is left for a wire (A*)."""
        start, end = self._node(wire.start), self._node(wire.end)
        before: dict[_Step, _Step] = {}
        queue = [(0.0, 0.0, (*start, course), (*start, course)) for course in _Course]
        while queue:
            _, cost_mm, step, last = heapq.heappop(queue)
            if step in before:
                continue
            before[step] = last
            if step[:2] == end:
                return Way(wire.net, self._corners(before, step), wire.width_mm)
            for following, more_mm in self._following(step, wire.net):
                if following not in before:
                    so_far_mm = cost_mm + more_mm
                    left_mm = self._apart_mm(following[:2], end)
                    heapq.heappush(queue, (so_far_mm + left_mm, so_far_mm, following, step))
        return None

    def _following(self, step: _Step, net: str) -> Iterator[tuple[_Step, float]]:
        i, j, course = step
        turned = _Course.UPRIGHT if course is _Course.LEVEL else _Course.LEVEL
        if self._allowed.get((i, j, turned), net) == net:
            yield (i, j, turned), CORNER_COST_MM
        for by in (-1, 1):
            to = (i + by, j) if course is _Course.LEVEL else (i, j + by)
            is_inside = 0 <= to[0] < len(self._x) and 0 <= to[1] < len(self._y)
            if is_inside and self._allowed.get((*to, course), net) == net:
                far_mm = self._apart_mm((i, j), to)
                is_crossing = self._used.get((*to, turned), net) != net
                is_along_its_own = self._used.get((*to, course)) == net
                is_close = self._close.get((*to, course), net) != net
                cost_mm = far_mm * (1 + is_along_its_own + CLOSE_COST * is_close)
                yield (*to, course), cost_mm + CROSSING_COST_MM * is_crossing

    def _node(self, point: Point) -> _Node:
        return self._x.index(round(point.x_mm, 3)), self._y.index(round(point.y_mm, 3))

    def _apart_mm(self, node: _Node, other: _Node) -> float:
        x_mm = abs(self._x[node[0]] - self._x[other[0]])
        return x_mm + abs(self._y[node[1]] - self._y[other[1]])

    def _corners(self, before: Mapping[_Step, _Step], step: _Step) -> tuple[Point, ...]:
        """The end of a way, its corners and its start, turned round."""
        nodes = [step[:2]]
        while before[step] != step:
            if before[step][:2] == step[:2]:
                nodes.append(step[:2])
            step = before[step]
        nodes = list(dict.fromkeys([*nodes, step[:2]]))
        return tuple(Point(self._x[i], self._y[j]) for i, j in reversed(nodes))


def _axis(length_mm: float, legs_mm: Sequence[float]) -> list[float]:
    """Places of lanes, a pitch apart through most legs, and one through each leg between two."""
    pitch = round(LANE_MM * 1000)
    legs = [round(mm * 1000) for mm in legs_mm]
    ((first, _),) = Counter(leg % pitch for leg in legs).most_common(1)
    lanes = range(first or pitch, round(length_mm * 1000), pitch)
    return sorted({at / 1000 for at in (*lanes, *legs)})


def _within(axis: Sequence[float], low: float, high: float) -> list[int]:
    return [at for at, mm in enumerate(axis) if low - 1e-6 < mm < high + 1e-6]


def lead(board: str, wires: Sequence[Wire], legs: Mapping[Point, str], size: Size) -> list[Way]:
    """Return a way for each wire, in their order: the shortest first, unless one has none left.

    `legs` has the net of every leg of the board, "" for those of none. Raises BoardError if no
    ways keep the wires apart.
    """
    order = deque(sorted(range(len(wires)), key=lambda at: _length_mm(wires[at])))
    for _ in range(MOST_TRIES):
        lanes = _Lanes(legs, size)
        found: dict[int, Way] = {}
        for at in order:
            way = lanes.way(wires[at])
            if way is None:
                break
            found[at] = way
            lanes.take(way)
        if len(found) == len(wires):
            return [found[at] for at in range(len(wires))]
        order.remove(at)
        order.appendleft(at)
    expected = f"a lane for each of {len(wires)} wires"
    advice = "Leave more room between the parts of the board."
    raise BoardError(board, [Problem(board, expected, "wires on each other", advice)])


def _length_mm(wire: Wire) -> float:
    return wire.start.way_mm(wire.end)


def place_names(
    ways: Sequence[Way], legs: Mapping[Point, str], heights_mm: Sequence[float]
) -> list[Name]:
    """Return each net's name, on a wire of its own or beside it, and on nothing else.

    Nets with the shortest wires choose first; a net without a free place has none. The first of
    these heights is taken that has room.
    """
    nets: dict[str, list[Way]] = {}
    for way in ways:
        nets.setdefault(way.net, []).append(way)
    found: list[Name] = []
    taken = [Rect(leg.x_mm, leg.y_mm, LEG_MM, LEG_MM) for leg in legs]
    for net in sorted(nets, key=lambda net: max(map(_longest_mm, nets[net]))):
        others = [box for way in ways if way.net != net for box in way.boxes()]
        name = first_free(_names(net, nets[net], heights_mm), [*taken, *others])
        if name is not None:
            found.append(name)
            taken.append(name.box())
    return found


def first_free(names: Iterable[Name], taken: Iterable[Rect]) -> Name | None:
    """Return the first of these places that is free, better with room before and behind it."""
    taken_mm = [rect.edges_mm for rect in taken]  # once: a name has hundreds of places
    narrow: Name | None = None
    for name in names:
        if not name.is_on_any(taken_mm):
            if not name.is_on_any(taken_mm, is_roomy=True):
                return name
            narrow = narrow or name
    return narrow


def _longest_mm(way: Way) -> float:
    return max(start.distance_mm(end) for start, end in way.lines())


def _names(net: str, ways: Sequence[Way], heights_mm: Sequence[float]) -> Iterator[Name]:
    """Places for a net's name: on its wires, level ones first; then past an end; then beside."""
    lines = sorted(
        (line for way in ways for line in way.lines()),
        key=lambda line: (line[0].x_mm == line[1].x_mm, -line[0].distance_mm(line[1])),
    )
    for share, side in ((1, 0), (0, 0), (-1, 1), (-1, -1)):
        for high_mm in heights_mm:
            less_mm = share * LETTER * high_mm * len(net)
            across_mm = side * (high_mm + LEG_MM) / 2
            for start, end in lines:
                for along_mm in _steps(start.distance_mm(end) - less_mm):
                    is_upright = start.x_mm == end.x_mm
                    by = (across_mm, along_mm) if is_upright else (along_mm, across_mm)
                    middle = line_box(start, end, 0).centre.plus(Point(*by))
                    yield Name(net, middle, high_mm, is_upright)


def _steps(long_mm: float) -> Iterator[float]:
    """Steps along a line, from its middle outwards to both sides."""
    for at in range(int(long_mm / _ALONG_MM + 1)):
        yield _ALONG_MM * ((at + 1) // 2) * (1 if at % 2 else -1)
