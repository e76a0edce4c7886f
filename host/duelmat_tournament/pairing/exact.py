"""Exact matching: everybody paired at the least weight, by rustworkx's blossom algorithm.

Of several cheapest matchings chance takes one: each edge has a further 40-bit number that its ends
drew, and the sum of these decides. So the answer does not depend on how the algorithm works.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

import rustworkx

_PRIME: Final = (1 << 61) - 1
_DRAWN_BITS: Final = 40

Edges = Mapping[tuple[int, int], int]
"""Weights of allowed pairs."""


def tie_break(one: int, other: int) -> int:
    """Return the number by which chance tells pairs apart that cost the same."""
    return one * other % _PRIME >> (61 - _DRAWN_BITS)


def cheapest_matching(edges: Edges, draw: list[int]) -> list[tuple[int, int]] | None:
    """Return the perfect matching of least weight; None: there is no perfect matching.

    Args:
        edges: the weight by pair of vertices.
        draw: the drawn number by vertex.

    """
    shift = _DRAWN_BITS + len(draw).bit_length()
    weighed = [
        (one, other, (weight << shift) + tie_break(draw[one], draw[other]))
        for (one, other), weight in edges.items()
    ]
    most = 1 + max((weight for *_, weight in weighed), default=0)
    graph: rustworkx.PyGraph[None, int] = rustworkx.PyGraph()
    graph.add_nodes_from([None] * len(draw))
    graph.add_edges_from([(one, other, most - weight) for one, other, weight in weighed])
    found = rustworkx.max_weight_matching(graph, max_cardinality=True, weight_fn=_itself)
    if 2 * len(found) < len(draw):
        return None
    return sorted((min(pair), max(pair)) for pair in found)


def _itself(weight: int) -> int:
    return weight
