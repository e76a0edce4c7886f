"""The look-ahead: the cheapest pairing after which the later rounds can be paired too.

Later rounds are possible, whatever their results are, if the pairs that are still allowed hold as
many matchings of everybody, no two of which share a pair: each round may then be paired so that
the rest stays possible. Nothing is searched where nothing can go wrong: each round takes one
possible opponent from everybody, and a graph of n vertices with n / 2 neighbours each, or more,
has a matching of everybody (Dirac). Only small fields, in which players meet nearly all others,
come below that.

There the cheapest pairing is tried, then the next cheapest and so on, until one leaves the later
rounds possible. If so many rounds cannot be promised at all, the pairing promises as many as it
can. The steps of the search are counted, not timed: the same field gives the same answer anywhere.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from heapq import heappop, heappush
from itertools import islice
from typing import Final, NamedTuple

from duelmat_tournament.pairing.answer import Proof
from duelmat_tournament.pairing.exact import cheapest_matching, tie_break
from duelmat_tournament.pairing.graph import Graph, Matching
from duelmat_tournament.pairing.search import Found

WIDEST: Final = 40
"""The most vertices that are searched: an event has 20 rounds at most, for which Dirac's theorem
needs no more."""
_TRIED: Final = 8_000
"""By the square of the vertices, the number of pairings that are tried: 55 of 12 players, 5 of 40.
The first five are enough in nearly all fields, and to find a further one of 40 takes 0.1 s."""
_STEPS: Final = 4_000
"""Steps of one search for matchings that share no pair, about 20 ms: most take under 200."""
_ALL_STEPS: Final = 12_000
"""Steps of all searches for a round."""

Adjacent = Sequence[int]
"""For each vertex the set of its possible opponents, as bits."""


class Ahead(NamedTuple):
    """A matching of everybody with the number of rounds that are possible after it."""

    found: Found
    rounds: int
    """The number of later rounds that can be paired with the same players, as far as asked."""


def leave_rounds(graph: Graph, found: Found, rounds: int) -> Ahead:
    """Return the cheapest matching that leaves this number of later rounds possible.

    Args:
        graph: the field.
        found: the cheapest matching, which is the answer where nothing speaks against it.
        rounds: the number of rounds after this one.

    """
    if graph.allow_rematches or graph.allow_second_bye or not graph.size:
        return Ahead(found, 0)
    adjacent = graph.adjacent()
    least = _least(adjacent)
    if _is_dirac(adjacent, least - rounds):
        return Ahead(found, rounds)
    if graph.size > WIDEST:
        return Ahead(found, max(0, least - (graph.size + 1) // 2))
    search = _Search()
    for wanted in range(min(rounds, least - 1), 0, -1):
        if search.split(_without(adjacent, found.matching), wanted).rounds is not None:
            return Ahead(found, wanted)
        whole = search.split(adjacent, wanted + 1).rounds
        if whole is not None:
            return Ahead(_cheapest_that_leaves(graph, found, search, wanted, whole), wanted)
    return Ahead(found, 0)


def later_rounds(graph: Graph, matching: Matching, rounds: int) -> int:
    """Return the number of later rounds that a matching leaves possible, as far as asked."""
    if graph.allow_rematches or graph.allow_second_bye or not graph.size:
        return 0
    adjacent = _without(graph.adjacent(), matching)
    least = _least(adjacent)
    safe = max(0, min(rounds, least + 1 - (graph.size + 1) // 2))
    if safe == rounds or graph.size > WIDEST:
        return safe
    search = _Search()
    tried = range(min(rounds, least), safe, -1)
    return next((each for each in tried if search.split(adjacent, each).rounds is not None), safe)


def _cheapest_that_leaves(
    graph: Graph, found: Found, search: _Search, rounds: int, whole: list[Matching]
) -> Found:
    """Return the cheapest matching that leaves these rounds possible.

    whole: matchings of which any one may come first; they are the last resort.
    """
    is_sure, adjacent = True, graph.adjacent()
    for matching in islice(_cheapest_first(graph), 1 + _TRIED // graph.size**2):
        split = search.split(_without(adjacent, matching), rounds)
        if split.rounds is not None:
            return _proven(graph, found, matching, is_sure=is_sure)
        is_sure = is_sure and split.is_sure
    return _proven(graph, found, min(whole, key=graph.total), is_sure=False)


def _proven(graph: Graph, found: Found, matching: Matching, *, is_sure: bool) -> Found:
    """Return a matching with its proof; is_sure: no cheaper one leaves the rounds possible."""
    weight = graph.total(matching)
    if weight == found.bound:
        return found._replace(matching=matching, weight=weight)
    bound = weight if is_sure else found.bound
    return Found(matching, weight, bound, Proof.LOOK_AHEAD if is_sure else Proof.NONE)


def _cheapest_first(graph: Graph) -> Iterator[Matching]:
    """Yield all matchings of everybody, the cheapest first; among equals chance decides.

    After each one, the others are parted by the first pair in which they differ from it (Lawler).
    """
    edges = {
        (one, other): weight
        for one in range(graph.size)
        for other in range(one + 1, graph.size)
        if (weight := graph.weight(one, other)) is not None
    }
    waiting: list[tuple[int, int, Matching, int, frozenset[tuple[int, int]]]] = []

    def add(kept: Matching, closed: frozenset[tuple[int, int]]) -> None:
        taken = {vertex: pair for pair in kept for vertex in pair}
        free = {
            pair: weight
            for pair, weight in edges.items()
            if pair not in closed
            and taken.get(pair[0], pair) == pair
            and taken.get(pair[1], pair) == pair
        }
        found = cheapest_matching(free, graph.draw)
        if found is not None:
            chance = sum(tie_break(graph.draw[one], graph.draw[other]) for one, other in found)
            rest = [pair for pair in found if pair not in kept]
            entry = (graph.total(found), chance, [*kept, *rest], len(kept), closed)
            heappush(waiting, entry)

    add([], frozenset())
    while waiting:
        *_, matching, kept, closed = heappop(waiting)
        yield sorted(matching)
        for at in range(kept, len(matching)):
            add(matching[:at], closed | {matching[at]})


class _Split(NamedTuple):
    """The result of a search for matchings that share no pair."""

    rounds: list[Matching] | None
    """Some of the matchings, after which the others are possible; None: none were found."""
    is_sure: bool = True
    """Whether there are none if none were found."""


class _TooLongError(Exception):
    """The steps of a search are used up."""


class _Search:
    """Searches for matchings that share no pair, which count their steps.

    The order of the matchings does not matter: they are found by ascending opponents of one
    vertex, the hub, so that each choice of them is tried once.
    """

    def __init__(self) -> None:
        self.hub = 0
        self.steps = 0
        self.last = 0
        """The step after which the present search ends."""

    def split(self, adjacent: Adjacent, rounds: int) -> _Split:
        """Search for matchings of everybody, as many as rounds, no two of which share a pair."""
        self.hub = min(range(len(adjacent)), key=lambda vertex: adjacent[vertex].bit_count())
        self.last = min(self.steps + _STEPS, _ALL_STEPS)
        try:
            return _Split(self._split(list(adjacent), rounds, adjacent[self.hub]))
        except _TooLongError:
            return _Split(None, is_sure=False)

    def _split(self, adjacent: list[int], rounds: int, later: int) -> list[Matching] | None:
        """Return the matchings; later: the opponents that the hub may still have, as bits."""
        least = _least(adjacent)
        if least < rounds or later.bit_count() < rounds or _has_odd_part(adjacent):
            return None
        if _is_dirac(adjacent, least - rounds + 1):
            return []
        everybody = (1 << len(adjacent)) - 1
        while later.bit_count() >= rounds:
            bit = later & -later
            later ^= bit
            first = (self.hub, bit.bit_length() - 1)
            free = everybody & ~(1 << self.hub | bit)
            for others in self._matchings(adjacent, free):
                matching = [first, *others]
                rest = (
                    self._split(_without(adjacent, matching), rounds - 1, later)
                    if rounds > 1
                    else []
                )
                if rest is not None:
                    return [[(min(pair), max(pair)) for pair in matching], *rest]
        return None

    def _matchings(self, adjacent: list[int], free: int) -> Iterator[Matching]:
        """Yield all matchings of the free vertices, from the one with the fewest opponents on."""
        if not free:
            yield []
            return
        self.steps += 1
        if self.steps > self.last:
            raise _TooLongError
        vertex = min(_bits(free), key=lambda each: (adjacent[each] & free).bit_count())
        for other in _bits(adjacent[vertex] & free):
            for rest in self._matchings(adjacent, free & ~(1 << vertex | 1 << other)):
                yield [(vertex, other), *rest]


def _least(adjacent: Adjacent) -> int:
    """Return the fewest possible opponents of any vertex."""
    return min(each.bit_count() for each in adjacent)


def _is_dirac(adjacent: Adjacent, degree: int) -> bool:
    """Whether all rounds are possible until everybody has this number of opponents left."""
    return 2 * degree >= len(adjacent)


def _without(adjacent: Adjacent, matching: Matching) -> list[int]:
    """Return the possible opponents after a round."""
    left = list(adjacent)
    for one, other in matching:
        left[one] &= ~(1 << other)
        left[other] &= ~(1 << one)
    return left


def _has_odd_part(adjacent: Adjacent) -> bool:
    """Whether some part that nothing joins to the rest has an odd number of vertices."""
    unseen = (1 << len(adjacent)) - 1
    while unseen:
        part, edge = 0, unseen & -unseen
        while edge:
            part |= edge
            reached = 0
            for vertex in _bits(edge):
                reached |= adjacent[vertex]
            edge = reached & ~part
        if part.bit_count() % 2:
            return True
        unseen &= ~part
    return False


def _bits(mask: int) -> Iterator[int]:
    while mask:
        bit = mask & -mask
        yield bit.bit_length() - 1
        mask ^= bit
