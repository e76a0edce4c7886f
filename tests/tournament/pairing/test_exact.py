from __future__ import annotations

import random
from itertools import combinations

import networkx as nx
from hypothesis import given
from hypothesis import strategies as st

from duelmat_tournament.pairing.exact import cheapest_matching


def by_chance(size: int, chance: random.Random) -> dict[tuple[int, int], int]:
    """Edges with few different weights, so that many matchings are equally cheap."""
    pairs = [pair for pair in combinations(range(size), 2) if chance.random() < 0.8]
    return {pair: chance.randrange(3) for pair in pairs}


@given(st.integers(0, 14), st.integers(0, 1 << 64).map(random.Random))
def test_everybody_is_matched_at_the_least_weight(size: int, chance: random.Random) -> None:
    """As networkx finds it."""
    edges = by_chance(size, chance)
    graph: nx.Graph[int] = nx.Graph()
    graph.add_nodes_from(range(size))
    graph.add_weighted_edges_from((one, other, -each) for (one, other), each in edges.items())
    expected = nx.max_weight_matching(graph, maxcardinality=True)
    found = cheapest_matching(edges, [chance.getrandbits(64) for _ in range(size)])
    if found is None:
        assert 2 * len(expected) < size
        return
    assert sorted(vertex for pair in found for vertex in pair) == list(range(size))
    least = sum(edges[min(pair), max(pair)] for pair in expected)
    assert sum(edges[pair] for pair in found) == least


@given(st.integers(2, 14), st.integers(0, 1 << 64).map(random.Random))
def test_the_order_of_the_edges_changes_nothing(size: int, chance: random.Random) -> None:
    """What the vertices have drawn decides between matchings that are equally cheap."""
    edges = by_chance(size, chance)
    draw = [chance.getrandbits(64) for _ in range(size)]
    mixed = dict(chance.sample(sorted(edges.items()), len(edges)))
    assert cheapest_matching(mixed, draw) == cheapest_matching(edges, draw)
