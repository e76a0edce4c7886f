"""The largest matching of a graph without weights, and the vertices that one of them can miss.

Edmonds' search from one unmatched vertex after the other. A search that finds no way to another
unmatched vertex leaves a tree, which no later way passes: it is set aside. The outer vertices of
all these trees are those that some largest matching misses (Gallai and Edmonds).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple


class Largest(NamedTuple):
    """A largest matching."""

    mate: list[int]
    """The partner by vertex; -1: unmatched."""
    outer: int
    """The vertices that some largest matching misses, as bits."""

    @property
    def unmatched(self) -> int:
        return self.mate.count(-1)


def bits(mask: int) -> Iterator[int]:
    """Yield the places of the bits that are set, the lowest first."""
    while mask:
        low = mask & -mask
        yield low.bit_length() - 1
        mask ^= low


def largest_matching(adjacent: Sequence[int]) -> Largest:
    """Return a largest matching of a graph that is given by its vertices' neighbours as bits."""
    mate = _first_come(adjacent)
    there = (1 << len(adjacent)) - 1
    outer = 0
    for root in range(len(adjacent)):
        if mate[root] < 0:
            tree = _Tree(adjacent, mate, root, there)
            if not tree.grow():
                there &= ~tree.seen
                outer |= tree.outer
    return Largest(mate, outer)


def _first_come(adjacent: Sequence[int]) -> list[int]:
    mate = [-1] * len(adjacent)
    free = (1 << len(adjacent)) - 1
    for vertex, neighbours in enumerate(adjacent):
        fitting = neighbours & free
        if mate[vertex] < 0 and fitting:
            other = (fitting & -fitting).bit_length() - 1
            mate[vertex], mate[other] = other, vertex
            free ^= 1 << vertex | 1 << other
    return mate


class _Tree:
    """The alternating tree of one search; outer vertices are an even number of edges away."""

    def __init__(self, adjacent: Sequence[int], mate: list[int], root: int, there: int) -> None:
        self.adjacent = adjacent
        self.mate = mate
        self.there = there
        self.seen = self.outer = 1 << root
        self.queue = [root]
        self.parent = [-1] * len(mate)
        self.base = list(range(len(mate)))
        self.inside = {root: 1 << root}
        """The vertices of each blossom by its base, as bits."""

    def grow(self) -> bool:
        """Search, and return whether the matching has become larger."""
        for vertex in self.queue:
            fresh = self.adjacent[vertex] & self.there & ~self.seen
            while fresh:
                other = (fresh & -fresh).bit_length() - 1
                self.parent[other] = vertex
                beyond = self.mate[other]
                if beyond < 0:
                    self._augment(other)
                    return True
                self.seen |= 1 << other | 1 << beyond
                self.outer |= 1 << beyond
                self.inside[other], self.inside[beyond] = 1 << other, 1 << beyond
                self.queue.append(beyond)
                fresh &= ~self.seen
            while across := self._outer_neighbours(vertex):
                self._contract(vertex, (across & -across).bit_length() - 1)
        return False

    def _outer_neighbours(self, vertex: int) -> int:
        """Return the outer neighbours outside the vertex's own blossom."""
        neighbours = self.adjacent[vertex] & self.there & self.outer
        return neighbours & ~self.inside[self.base[vertex]]

    def _augment(self, end: int) -> None:
        while end >= 0:
            before = self.parent[end]
            after = self.mate[before]
            self.mate[end], self.mate[before] = before, end
            end = after

    def _contract(self, one: int, other: int) -> None:
        """Make one blossom of the odd cycle that an edge between two outer vertices closes."""
        meeting = self._meeting(one, other)
        bases = self._mark(one, meeting, other) | self._mark(other, meeting, one)
        whole = self.inside[meeting]
        for base in bases:
            whole |= self.inside[base]
        for vertex in bits(whole & ~self.outer):
            self.queue.append(vertex)
        for vertex in bits(whole):
            self.base[vertex] = meeting
        self.outer |= whole
        self.inside[meeting] = whole

    def _meeting(self, one: int, other: int) -> int:
        """Return the base at which the ways of two outer vertices to the root meet."""
        passed = set()
        while True:
            one = self.base[one]
            passed.add(one)
            if self.mate[one] < 0:
                break
            one = self.parent[self.mate[one]]
        while self.base[other] not in passed:
            other = self.parent[self.mate[self.base[other]]]
        return self.base[other]

    def _mark(self, vertex: int, meeting: int, child: int) -> set[int]:
        """Return the bases on the way to the meeting, and give each vertex its way round."""
        bases = set()
        while self.base[vertex] != meeting:
            bases |= {self.base[vertex], self.base[self.mate[vertex]]}
            self.parent[vertex] = child
            child = self.mate[vertex]
            vertex = self.parent[child]
        return bases
