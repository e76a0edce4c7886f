"""The least cost of a field's pairing by networkx, from the definition of the cost alone."""

from __future__ import annotations

from itertools import combinations

import networkx as nx

from duelmat_tournament.names import NO_PLAYER, PlayerId
from duelmat_tournament.pairing import Cost, Field, cost_of

_BASE = 1 << 20
"""More than any line of a cost in a field of some hundred players."""


def allowed_graph(field: Field) -> nx.Graph[PlayerId]:
    """Return players as vertices and allowed pairs as edges; the bye is `NO_PLAYER`."""
    graph: nx.Graph[PlayerId] = nx.Graph()
    graph.add_nodes_from(each.id for each in field.entrants)
    for one, other in combinations(field.entrants, 2):
        if other.id not in one.met or field.allow_rematches:
            graph.add_edge(one.id, other.id)
    if len(field.entrants) % 2:
        graph.add_node(NO_PLAYER)
        for each in field.entrants:
            if not each.had_bye or field.allow_second_bye:
                graph.add_edge(each.id, NO_PLAYER)
    return graph


def is_possible(field: Field) -> bool:
    """Whether everybody can be paired."""
    graph = allowed_graph(field)
    return 2 * len(nx.max_weight_matching(graph, maxcardinality=True)) == len(graph)


def exact_cost(field: Field) -> Cost | None:
    """Return the least cost of a pairing of everybody; None: there is none."""
    graph = allowed_graph(field)
    for one, other in graph.edges:
        graph.edges[one, other]["weight"] = -_number(_cost(field, [(one, other)]))
    found = nx.max_weight_matching(graph, maxcardinality=True)
    return _cost(field, list(found)) if 2 * len(found) == len(graph) else None


def _number(cost: Cost) -> int:
    number = 0
    for line in (cost.given_up, cost.spread, cost.repeated_floats, cost.teammates):
        number = number * _BASE + line
    return number


def _cost(field: Field, edges: list[tuple[PlayerId, PlayerId]]) -> Cost:
    byes = [max(edge) for edge in edges if NO_PLAYER in edge]
    pairs = [edge for edge in edges if NO_PLAYER not in edge]
    return cost_of(field, pairs, byes[0] if byes else None)
