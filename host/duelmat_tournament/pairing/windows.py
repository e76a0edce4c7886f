"""Windows: runs of score groups that are matched exactly, and the bound that this proves.

Groups count from the top; the boundary above a group is odd if an odd number of vertices lies
above it, and then some pair crosses it. A window is a run of groups first..last. Two windows have
at least one group between them; the groups in no window are called free.

What is matched. All players of a window, and one vertex more for each of its two outer boundaries
that is odd: T for the upper one, B for the lower one. A pair of the window costs what it costs. A
player may also leave upwards or downwards. With p groups to the free group next to the window, to
leave costs the least of

    a pair with somebody of that free group: its whole weight;
    if there are groups beyond it: p * p + p of spread, and a repeated float if it is one.

An edge between two players stands for the cheapest of: they play; both leave upwards; both leave
downwards; one leaves upwards, one downwards and somebody passes the window. To pass is to play
from above the window to beneath it; it costs s * s of spread, where s is the number of groups of
the window and 1. T is matched with who leaves upwards (or downwards, and one passes), B with who
leaves downwards, T and B if one passes.

Bound: every pairing costs at least the cheapest matchings of all windows together, and 1 of spread
for each odd boundary between two free groups.

Proof. First each pair's weight is dealt out. Let its two be d groups apart. If both are in one
window, or one is in a window and the other in the free group next to it, the window gets all of
it. Else the way from the one to the other is cut up: p1 groups from the one to the next free
group (0 if the one is in a free group), likewise p2 for the other, s for each window that is
passed, and q boundaries between two free groups, so that d = p1 + p2 + q + the sum of all s. A
window that somebody leaves gets p * p + p with the repeated float if it is one, a window that is
passed s * s, each boundary 1. That is not more than d * d: it has the terms p1 * p1, p2 * p2,
all s * s and q * q >= q, and twice each product of two parts. If p1 > 0 and p2 > 0, then
2 * p1 * p2 >= p1 + p2. If only p1 > 0, then some other part is at least 1 (else the other one
were in the free group next to the window), and twice its product with p1 is more than p1.

So a boundary between free groups gets at least 1 if it is odd. A window gets, for its pairs and
those who leave, at least the weights above, and s * s for each that passes. It remains that these
are a matching as above. Let u leave upwards, d downwards, and x pass. The upper boundary is
crossed by u + x pairs, which is odd just if there is T; likewise d + x for B. If x is even, u is
odd just with T: T is matched with one of the u, the others leave two by two; likewise for B.
If x is odd, one of those who pass is used. With T and B, these two are matched, and u and d are
even. With T alone, u is even and d is odd: T is matched with one who leaves downwards; likewise
with B alone. With neither, u and d are odd, and one of each is an edge.

Edges are left out where that changes nothing. Let the excess of an edge be its spread without the
odd boundaries that its ways cross: never below 0. Every odd boundary is crossed, so the excesses
of a matching's edges add up to no more than its spread without all odd boundaries. A matching
that was found among the edges of an excess up to E, itself with an excess of up to E, is therefore
cheapest among all: a cheaper one has no other edges either.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from typing import Final, NamedTuple

from duelmat_tournament.pairing.exact import cheapest_matching
from duelmat_tournament.pairing.graph import Graph, Matching

_FIRST_EXCESS: Final = 4
"""The excess up to which edges are tried first; more than most windows need."""


class Window(NamedTuple):
    """A run of groups."""

    first: int
    last: int
    """Inclusive."""


class Leaving(NamedTuple):
    """A player who leaves the window for the free group next to it."""

    vertex: int
    group: int
    """The free group."""
    weight: int
    """The weight that the bound counts for it."""


class MatchedWindow(NamedTuple):
    """A window's cheapest matching."""

    weight: int
    pairs: Matching
    leaving: list[Leaving]
    passes: int
    """The number of pairs from the free group above the window to the one beneath."""


class _Way(NamedTuple):
    """The meaning of an edge that is no pair of the window."""

    leaving: tuple[Leaving, ...]
    passes: int


def match_window(graph: Graph, window: Window) -> MatchedWindow | None:
    """Return the cheapest matching of a window; None: there is none.

    None is possible only if the window is the whole field: from any other, all can leave.
    """
    forced = _odd_boundaries(graph, window)
    most: int | None = _FIRST_EXCESS
    while True:
        edges = _Edges(graph, window, most)
        found = cheapest_matching(edges.weights, edges.draw)
        if found is None:
            if most is None:
                return None
            most = None
            continue
        cost = graph.scale.cost_of(sum(edges.weights[pair] for pair in found))
        excess = cost.spread - forced
        if most is None or (not cost.given_up and excess <= most):
            return edges.read(found)
        most = None if cost.given_up else excess


def _odd_boundaries(graph: Graph, window: Window) -> int:
    """Count the odd boundaries inside a window and at its ends."""
    above, beneath = max(window.first - 1, 0), min(window.last + 1, graph.groups - 1)
    return graph.odd_above[beneath] - graph.odd_above[above]


class _Edges:
    """The edges of a window's matching up to an excess; vertices count from the window's first."""

    def __init__(self, graph: Graph, window: Window, most: int | None) -> None:
        self.graph = graph
        self.window = window
        self.most = most
        self.base = graph.starts[window.first]
        end = graph.starts[window.last + 1]
        self.weights: dict[tuple[int, int], int] = {}
        self.ways: dict[tuple[int, int], _Way] = {}
        self.draw = graph.draw[self.base : end]
        self._add_pairs()
        self._add_ways(end - self.base)

    def read(self, found: list[tuple[int, int]]) -> MatchedWindow:
        """Translate a matching of these edges into a matching of the window."""
        ways = [self.ways[pair] for pair in found if pair in self.ways]
        return MatchedWindow(
            sum(self.weights[pair] for pair in found),
            [(self.base + u, self.base + v) for u, v in found if (u, v) not in self.ways],
            [leaving for way in ways for leaving in way.leaving],
            sum(way.passes for way in ways),
        )

    def _add_pairs(self) -> None:
        graph, base, weights = self.graph, self.base, self.weights
        for above in range(self.window.first, self.window.last + 1):
            for beneath in range(above, self.window.last + 1):
                excess = self._excess((beneath - above) ** 2, above, beneath)
                if self.most is not None and excess > self.most:
                    continue
                for high in graph.members(above):
                    for low in graph.members(beneath):
                        if low > high:
                            weight = graph.weight(high, low)
                            if weight is not None:
                                weights[high - base, low - base] = weight

    def _add_ways(self, size: int) -> None:
        graph, window = self.graph, self.window
        has_above, has_beneath = window.first > 0, window.last < graph.groups - 1
        upwards = dict(self._leaving(window.first - 1)) if has_above else {}
        downwards = dict(self._leaving(window.last + 1)) if has_beneath else {}
        for ways in (upwards, downwards):
            for one, other in combinations(ways, 2):
                self._add(one, other, (ways[one], ways[other]))
        top = bottom = -1
        if has_above and graph.is_odd(window.first):
            top = size
            self.draw.append(graph.draw[self.base - 1])
            for vertex, way in upwards.items():
                self._add(vertex, top, (way,))
        if has_beneath and graph.is_odd(window.last + 1):
            bottom = size + (top >= 0)
            self.draw.append(graph.draw[self.base + size])
            for vertex, way in downwards.items():
                self._add(vertex, bottom, (way,))
        if has_above and has_beneath:
            self._add_passes(upwards, downwards, top, bottom)

    def _add_passes(
        self, upwards: dict[int, Leaving], downwards: dict[int, Leaving], top: int, bottom: int
    ) -> None:
        """Add the edges of players who pass the window: from a group above it to one below."""
        above, beneath = self.window.first - 1, self.window.last + 1
        steps = beneath - above
        if self.most is not None and self._excess(steps * steps, above, beneath) > self.most:
            return
        if top >= 0 and bottom >= 0:
            self._add(top, bottom, (), 1)
        elif top >= 0:
            for vertex, way in downwards.items():
                self._add(vertex, top, (way,), 1)
        elif bottom >= 0:
            for vertex, way in upwards.items():
                self._add(vertex, bottom, (way,), 1)
        else:
            for one, up in upwards.items():
                for other, down in downwards.items():
                    if one != other:
                        self._add(min(one, other), max(one, other), (up, down), 1)

    def _leaving(self, free: int) -> Iterator[tuple[int, Leaving]]:
        """Yield each vertex that can leave for a free group within the excess, and its leaving."""
        for vertex in range(self.base, self.graph.starts[self.window.last + 1]):
            weight = _leaving_weight(self.graph, vertex, free)
            if weight is None:
                continue
            ends = sorted((free, self.graph.group[vertex]))
            cost = self.graph.scale.cost_of(weight)
            excess = self._excess(cost.spread, *ends)
            if self.most is None or (excess <= self.most and not cost.given_up):
                yield vertex - self.base, Leaving(vertex, free, weight)

    def _excess(self, spread: int, above: int, beneath: int) -> int:
        return spread - self.graph.odd_above[beneath] + self.graph.odd_above[above]

    def _add(self, one: int, other: int, leaving: tuple[Leaving, ...], passes: int = 0) -> None:
        steps = self.window.last - self.window.first + 2
        weight = sum(each.weight for each in leaving)
        weight += passes * steps * steps * self.graph.scale.spread
        known = self.weights.get((one, other))
        if known is None or weight < known:
            self.weights[one, other] = weight
            self.ways[one, other] = _Way(leaving, passes)


def _leaving_weight(graph: Graph, vertex: int, free: int) -> int | None:
    """Return the least cost of a vertex of a window playing outside; None: impossible.

    Args:
        graph: the field.
        vertex: the player who leaves.
        free: the free group next to the window, on the side to which the vertex leaves.

    """
    is_up = free < graph.group[vertex]
    steps = abs(graph.group[vertex] - free)
    repeated = graph.floated_up[vertex] if is_up else graph.floated_down[vertex]
    repeated *= graph.scale.repeated_float
    least = steps * steps * graph.scale.spread + repeated
    best: int | None = None
    if 0 < free < graph.groups - 1:
        best = least + steps * graph.scale.spread
    for other in graph.members(free):
        weight = graph.weight(min(vertex, other), max(vertex, other))
        if weight is not None and (best is None or weight < best):
            best = weight
            if weight == least:
                break
    return best
