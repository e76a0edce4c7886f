"""Routes the nets of a board on a grid of two layers, the same every time.

Net after net takes the cheapest path (A*). Copper that is fixed is never touched; a path may
cross what was routed before at a price, and what it crosses is torn out and routed again. The
price of a contested place rises each time, so that nets find ways around each other.
"""

from __future__ import annotations

import heapq
import itertools
from collections import deque
from collections.abc import Iterable, Sequence
from typing import Final

import msgspec
import numpy as np
from numpy.typing import NDArray

from duelmat_hardware.errors import BoardError, Problem
from duelmat_hardware.geometry import Point, Rect

from .copper import BOTH, Item, Layer, Shape, Track, Via

CLEARANCE_MM: Final = 0.2
DIP_MM: Final = 0.03
"""The length by which a track may come nearer to a corner between two nodes than at them."""
VIA_MM: Final = 0.6
VIA_DRILL_MM: Final = 0.3
HOLES_MM: Final = 0.25
"""From hole to hole, at least."""
VIA_COST: Final = 6.0
CROSSING_COST: Final = 8.0
MOST_TRIES: Final = 15
"""For each net on the average."""

Mask = NDArray[np.bool_]


class Rules(msgspec.Struct, frozen=True):
    """The rules by which nets are routed."""

    areas: tuple[Rect, ...]
    """The middle of every track lies in one of these."""
    step_mm: float
    widths_mm: dict[str, float] = {}
    """The widths of nets that need more than the usual one."""
    width_mm: float = 0.2
    barred: tuple[Rect, ...] = ()
    """The areas in which no track may be."""
    rise: float = 2.0
    """The rise of a place's price each time that nets meet there."""
    joined: frozenset[str] = frozenset()
    """The names of pads that copper joins already, each net's with each other."""
    has_vias: bool = True
    """Without vias, nets change the layer at legs only."""
    against: float = 1.0
    """The price of a step along y on the top, and along x on the bottom."""


class Routed(msgspec.Struct, frozen=True):
    """The copper that was found."""

    tracks: tuple[Track, ...]
    vias: tuple[Via, ...]


class Router:
    """One board, or a part of it, while it is being routed."""

    def __init__(self, items: Sequence[Item], rules: Rules) -> None:
        self._items, self._rules = items, rules
        areas = rules.areas
        self._left = min(area.left_mm for area in areas)
        self._top = min(area.top_mm for area in areas)
        step = rules.step_mm
        self._wide = round((max(a.right_mm for a in areas) - self._left) / step) + 1
        self._high = round((max(a.bottom_mm for a in areas) - self._top) / step) + 1
        self._x = self._left + step * np.arange(self._wide)
        self._y = self._top + step * np.arange(self._high)
        self._history = np.zeros((2, self._high, self._wide))
        self._outside = self._barred()
        self._done: dict[str, Routed] = {}

    def route(self, nets: Sequence[str]) -> tuple[Routed, list[str]]:
        """The copper of all nets that could be routed, and the names of those that could not."""
        queue = deque(nets)
        left: list[str] = []
        tries = MOST_TRIES * len(nets)
        while queue:
            net = queue.popleft()
            tries -= 1
            found = self._net(net) if tries > 0 else None
            if found is None:
                left.append(net)
                continue
            for other in self._crossed(net, found):
                self._done.pop(other)
                queue.append(other)
            self._done[net] = found
        done = [self._done[net] for net in nets if net in self._done]
        tracks = tuple(track for one in done for track in one.tracks)
        return Routed(tracks, tuple(via for one in done for via in one.vias)), left

    def _barred(self) -> Mask:
        inside = np.zeros((self._high, self._wide), dtype=np.bool_)
        for area in self._rules.areas:
            inside |= self._within(area)
        for area in self._rules.barred:
            inside &= ~self._within(area)
        return ~inside

    def _within(self, area: Rect) -> Mask:
        x = (self._x >= area.left_mm - 1e-6) & (self._x <= area.right_mm + 1e-6)
        y = (self._y >= area.top_mm - 1e-6) & (self._y <= area.bottom_mm + 1e-6)
        return np.asarray(y[:, None] & x[None, :], dtype=np.bool_)

    def _near(self, item: Item, limit_mm: float) -> tuple[slice, slice, Mask]:
        """The nodes less than so far from a shape: the window of the grid, and which of it."""
        left, top, right, bottom = item.shape.reach()
        x0, x1 = np.searchsorted(self._x, (left - limit_mm, right + limit_mm))
        y0, y1 = np.searchsorted(self._y, (top - limit_mm, bottom + limit_mm))
        shape = item.shape
        ax, ay = shape.start.x_mm, shape.start.y_mm
        dx, dy = shape.end.x_mm - ax, shape.end.y_mm - ay
        x, y = self._x[None, x0:x1] - ax, self._y[y0:y1, None] - ay
        length = dx * dx + dy * dy
        t = np.clip((x * dx + y * dy) / length, 0, 1) if length else np.zeros((1, 1))
        out_x = np.abs(x - t * dx) - shape.half[0]
        out_y = np.abs(y - t * dy) - shape.half[1]
        outside = np.hypot(np.maximum(out_x, 0), np.maximum(out_y, 0))
        inside = np.minimum(np.maximum(out_x, out_y), 0)
        close = outside + inside - shape.round_mm < limit_mm
        return slice(y0, y1), slice(x0, x1), close

    def _width(self, net: str) -> float:
        return self._rules.widths_mm.get(net, self._rules.width_mm)

    def _net(self, net: str) -> Routed | None:
        """The net's tracks and vias; None if a pad cannot be reached."""
        half = self._width(net) / 2
        spare = CLEARANCE_MM + DIP_MM
        walls = np.stack([self._outside, self._outside])
        closed = self._outside if self._rules.has_vias else np.ones_like(self._outside)
        closed = closed.copy()  # for vias
        for item in self._items:
            if item.net != net:
                for layer in item.layers:
                    rows, columns, close = self._near(item, spare + half)
                    walls[BOTH.index(layer), rows, columns] |= close
            if item.net != net or item.name:  # no via in a pad either
                limit = spare + VIA_MM / 2 if item.net != net else VIA_MM / 2 + 0.05
                rows, columns, close = self._near(item, limit)
                closed[rows, columns] |= close
        price = self._history.copy()
        for other, done in self._done.items():
            for item in _items_of(done):
                if other == net:
                    continue
                for layer in item.layers:
                    limit = spare + (half if len(item.layers) == 1 else max(half, 0))
                    rows, columns, close = self._near(item, limit)
                    price[BOTH.index(layer), rows, columns] += CROSSING_COST * close
                rows, columns, close = self._near(item, spare + VIA_MM / 2)
                price[:, rows, columns] += 0.3 * close
        pads = [item for item in self._items if item.net == net and item.name]
        return self._joined(net, pads, walls, closed, price)

    def _joined(
        self, net: str, pads: Sequence[Item], walls: Mask, closed: Mask, price: NDArray[np.float64]
    ) -> Routed | None:
        groups = [self._nodes(pad, walls) for pad in pads]
        if any(not nodes for nodes in groups):
            return None
        is_joined = [pad.name in self._rules.joined for pad in pads]
        is_joined[0] = is_joined[0] or not any(is_joined)
        reached = {
            n for nodes, is_in in zip(groups, is_joined, strict=True) if is_in for n in nodes
        }
        waiting = [nodes for nodes, is_in in zip(groups, is_joined, strict=True) if not is_in]
        tracks: list[Track] = []
        vias: list[Via] = []
        search = _Search(walls, closed, price, self._rules.against)
        while waiting:
            goals = {node: i for i, nodes in enumerate(waiting) for node in nodes}
            path = search.path(reached, goals)
            if path is None:
                return None
            waiting.pop(goals[path[-1]])
            reached.update(path)
            more = [nodes for nodes in waiting if reached.intersection(nodes)]
            waiting = [nodes for nodes in waiting if nodes not in more]
            for nodes in more:
                reached.update(nodes)
            reached.update(next(nodes for nodes in groups if path[-1] in nodes))
            tracks += self._tracks(net, path)
            for via in self._vias(net, path):
                vias.append(via)
                rows, columns, close = self._near(
                    Item(net, BOTH, via.shape), HOLES_MM + DIP_MM + VIA_DRILL_MM - VIA_MM / 2
                )
                search.close(rows, columns, close)
        return Routed(tuple(tracks), tuple(vias))

    def _nodes(self, pad: Item, walls: Mask) -> list[int]:
        """The free nodes within a pad, with their layers."""
        rows, columns, close = self._near(pad, -0.04)
        found = []
        for layer in pad.layers:
            number = BOTH.index(layer)
            for i, j in np.argwhere(close & ~walls[number, rows, columns]):
                row, column = int(i) + rows.start, int(j) + columns.start
                found.append(int((number * self._high + row) * self._wide + column))
        return found

    def _at(self, node: int) -> tuple[Layer, Point]:
        layer, rest = divmod(node, self._high * self._wide)
        row, column = divmod(rest, self._wide)
        at = Point(round(float(self._x[column]), 4), round(float(self._y[row]), 4))
        return BOTH[layer], at

    def _tracks(self, net: str, path: Sequence[int]) -> list[Track]:
        places = [self._at(node) for node in path]
        found: list[Track] = []
        width = self._width(net)
        for (layer, start), (other, end) in itertools.pairwise(places):
            if layer is not other:
                continue
            last = found[-1] if found else None
            if last and last.layer is layer and last.end == start and _is_on(last, end):
                found[-1] = msgspec.structs.replace(last, end=end)
            else:
                found.append(Track(net, layer, start, end, width))
        return found

    def _vias(self, net: str, path: Sequence[int]) -> list[Via]:
        places = [self._at(node) for node in path]
        return [
            Via(net, at, VIA_MM, VIA_DRILL_MM)
            for (layer, at), (other, _) in itertools.pairwise(places)
            if layer is not other
        ]

    def _crossed(self, net: str, found: Routed) -> list[str]:
        """The nets whose copper the new one comes too near to; their places become dearer."""
        crossed = []
        for other, done in self._done.items():
            if other == net:
                continue
            pairs = itertools.product(_items_of(found), _items_of(done))
            if any(_is_close(one, two) for one, two in pairs):
                crossed.append(other)
        if crossed:
            for item in _items_of(found):
                for layer in item.layers:
                    rows, columns, close = self._near(item, 0.1)
                    self._history[BOTH.index(layer), rows, columns] += self._rules.rise * close
        return crossed


class _Search:
    """A* from any of some nodes to any of others, over the nodes of both layers."""

    def __init__(
        self, walls: Mask, closed: Mask, price: NDArray[np.float64], against: float
    ) -> None:
        _, high, wide = walls.shape
        self._high, self._wide = high, wide
        self._layer = high * wide
        self._against = against
        self._free: list[bool] = (~walls).ravel().tolist()
        self._open: list[bool] = (~closed).ravel().tolist()
        self._price: list[float] = price.ravel().tolist()

    def close(self, rows: slice, columns: slice, near: Mask) -> None:
        """Lets no further via be made at these places."""
        for i, j in np.argwhere(near):
            self._open[(int(i) + rows.start) * self._wide + int(j) + columns.start] = False

    def path(self, starts: Iterable[int], goals: dict[int, int]) -> list[int] | None:
        wide, layer = self._wide, self._layer
        rows = [goal % layer // wide for goal in goals]
        columns = [goal % wide for goal in goals]
        low_row, high_row, low, high = min(rows), max(rows), min(columns), max(columns)

        def remaining(node: int) -> float:
            row, column = divmod(node % layer, wide)
            dy = max(low_row - row, row - high_row, 0)
            dx = max(low - column, column - high, 0)
            return float(max(dx, dy) + 0.4142 * min(dx, dy))

        cost = dict.fromkeys(sorted(starts), 0.0)
        before: dict[int, int] = {}
        heap = [(remaining(node), node) for node in cost]
        heapq.heapify(heap)
        done: set[int] = set()
        while heap:
            _, node = heapq.heappop(heap)
            if node in done:
                continue
            if node in goals:
                path = [node]
                while path[-1] in before:
                    path.append(before[path[-1]])
                return path[::-1]
            done.add(node)
            spent = cost[node]
            for after, way in self._steps(node):
                if after in done or not self._free[after]:
                    continue
                total = spent + way * (1 + self._price[after])
                if total < cost.get(after, 1e9) - 1e-9:
                    cost[after] = total
                    before[after] = node
                    heapq.heappush(heap, (total + remaining(after), after))
        return None

    def _steps(self, node: int) -> list[tuple[int, float]]:
        wide, layer = self._wide, self._layer
        place = node % layer
        row, column = divmod(place, wide)
        found = []
        left, right, up, down = column > 0, column < wide - 1, row > 0, row < self._high - 1
        across, along = (1.0, self._against) if node < layer else (self._against, 1.0)
        if left:
            found.append((node - 1, across))
        if right:
            found.append((node + 1, across))
        if up:
            found.append((node - wide, along))
        if down:
            found.append((node + wide, along))
        # Obliquely only where both ways around the corner are free: a pad's edge may lie between.
        oblique = 0.7071 * (across + along)
        for is_there, one, other in (
            (left and up, -1, -wide),
            (right and up, 1, -wide),
            (left and down, -1, wide),
            (right and down, 1, wide),
        ):
            if is_there and self._free[node + one] and self._free[node + other]:
                found.append((node + one + other, oblique))
        if self._open[place]:
            found.append((node + layer if node < layer else node - layer, VIA_COST))
        return found


def _items_of(done: Routed) -> list[Item]:
    found = [Item(track.net, (track.layer,), track.shape) for track in done.tracks]
    return found + [Item(via.net, BOTH, via.shape, via.drill_mm) for via in done.vias]


def _is_on(track: Track, end: Point) -> bool:
    """Whether a point lies on the track's line, beyond its end."""
    ax, ay = track.end.x_mm - track.start.x_mm, track.end.y_mm - track.start.y_mm
    bx, by = end.x_mm - track.end.x_mm, end.y_mm - track.end.y_mm
    return abs(ax * by - ay * bx) < 1e-6 and ax * bx + ay * by > 0


def _is_close(one: Item, other: Item) -> bool:
    """Whether two round-ended shapes on a layer in common are nearer than the clearance."""
    if not set(one.layers) & set(other.layers):
        return False
    limit = CLEARANCE_MM + one.shape.round_mm + other.shape.round_mm - 1e-6
    a, b, c, d = one.shape.start, one.shape.end, other.shape.start, other.shape.end
    if _are_crossing(a, b, c, d):
        return True
    ends = ((a, c, d), (b, c, d), (c, a, b), (d, a, b))
    return any(_apart_mm(point, start, end) < limit for point, start, end in ends)


def _apart_mm(point: Point, start: Point, end: Point) -> float:
    return _line(start, end).distance_mm(point.x_mm, point.y_mm)


def _line(start: Point, end: Point) -> Shape:
    return Shape(start, end, 0.0)


def _are_crossing(a: Point, b: Point, c: Point, d: Point) -> bool:
    def side(p: Point, q: Point, r: Point) -> float:
        return (q.x_mm - p.x_mm) * (r.y_mm - p.y_mm) - (q.y_mm - p.y_mm) * (r.x_mm - p.x_mm)

    return side(a, b, c) * side(a, b, d) < 0 and side(c, d, a) * side(c, d, b) < 0


def routed(items: Sequence[Item], nets: Sequence[str], rules: Rules, board: str) -> Routed:
    """All nets of a board; a BoardError names those for which there is no room."""
    found, left = Router(items, rules).route(nets)
    if left:
        many = f"{len(left)} of {len(nets)} nets without a way: {', '.join(sorted(left))}"
        advice = (
            "Give the board more room, place the parts of these nets nearer to each other, or use "
            f"a finer grid than {rules.step_mm:g} mm."
        )
        problem = Problem(f"the {board}", "a way for every net on two layers", many, advice)
        raise BoardError(board, [problem])
    return found
