from __future__ import annotations

import random

import networkx as nx
from hypothesis import given
from hypothesis import strategies as st

from duelmat_tournament.pairing.blossom import bits, largest_matching


def by_chance(size: int, seed: int) -> list[int]:
    chance = random.Random(f"{size} {seed}")
    density = chance.choice((0.1, 0.2, 0.4, 0.8))
    adjacent = [0] * size
    for one in range(size):
        for other in range(one):
            if chance.random() < density:
                adjacent[one] |= 1 << other
                adjacent[other] |= 1 << one
    return adjacent


def size_by_networkx(adjacent: list[int]) -> int:
    graph: nx.Graph[int] = nx.Graph()
    graph.add_nodes_from(range(len(adjacent)))
    graph.add_edges_from((v, other) for v, mask in enumerate(adjacent) for other in bits(mask))
    return len(nx.max_weight_matching(graph, maxcardinality=True))


def without(adjacent: list[int], vertex: int) -> list[int]:
    return [0 if v == vertex else mask & ~(1 << vertex) for v, mask in enumerate(adjacent)]


@given(st.integers(0, 22), st.integers(0, 10**6))
def test_no_matching_is_larger(size: int, seed: int) -> None:
    """As large as networkx finds; pairs are edges, and mates of each other."""
    adjacent = by_chance(size, seed)
    found = largest_matching(adjacent)
    for vertex, other in enumerate(found.mate):
        assert other < 0 or (found.mate[other] == vertex and adjacent[vertex] >> other & 1)
    assert found.unmatched == size - 2 * size_by_networkx(adjacent)


@given(st.integers(1, 10), st.integers(0, 10**6))
def test_outer_vertices_are_those_that_a_largest_matching_can_miss(size: int, seed: int) -> None:
    """Without such a vertex a matching as large exists; without another one it does not."""
    adjacent = by_chance(size, seed)
    most = size_by_networkx(adjacent)
    missed = {v for v in range(size) if size_by_networkx(without(adjacent, v)) == most}
    assert set(bits(largest_matching(adjacent).outer)) == missed
