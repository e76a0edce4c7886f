"""The costs of the pairs of a round of Swiss, as docs/adr/0025 has them; networkx matches them."""

from __future__ import annotations

from itertools import combinations
from typing import Any

import networkx as nx

from duelmat_bench.tournament.oracle_state import BYE, State


class Costs:
    """What the pairs of a round cost, as one integer each."""

    def __init__(self, state: State, number: int, players: set[int]) -> None:
        self.players = sorted(players)
        self.state = state
        points = state.points_before(number)
        scores = sorted({points[each] for each in players - {BYE}}, reverse=True)
        self.group = {each: scores.index(points[each]) for each in players - {BYE}}
        self.group[BYE] = len(scores)
        self.met: set[frozenset[int]] = set()
        for held in state.rounds:
            self.met |= {frozenset(pair) for pair in held.pairs.values()}
            self.met |= {frozenset((each, BYE)) for each in held.byes}
        self.down, self.up = self._floats(number)
        self.are_teams_apart = number <= state.policy["teammates_apart_rounds"]
        size = len(players)
        self.repeated = size + 1
        self.spread = self.repeated * (size + 1)
        self.broken = self.spread * (size * (len(scores) + 1) ** 2 + 1)

    def _floats(self, number: int) -> tuple[set[int], set[int]]:
        """Return who played somebody with fewer points in the last round, and with more."""
        if number == 1:
            return set(), set()
        last, points = self.state.rounds[-1], self.state.points_before(number - 1)
        down, up = set(last.byes), set()
        for one, other in last.pairs.values():
            if points[one] != points[other]:
                high, low = (one, other) if points[one] > points[other] else (other, one)
                down.add(high)
                up.add(low)
        return down, up

    def is_repeated(self, one: int, other: int) -> bool:
        return frozenset((one, other)) in self.met

    def of_pair(self, one: int, other: int) -> int:
        high, low = sorted((one, other), key=lambda each: self.group[each])
        cost = self.broken * self.is_repeated(one, other)
        apart = self.group[low] - self.group[high]
        if apart:
            floats = (high in self.down) + (low in self.up)
            cost += apart * apart * self.spread + floats * self.repeated
        if self.are_teams_apart and BYE not in (one, other):
            teams = [self.state.players[each].team for each in (one, other)]
            cost += bool(teams[0]) and teams[0] == teams[1]
        return cost

    def total(self, pairs: list[tuple[int, int]]) -> int:
        return sum(self.of_pair(*pair) for pair in pairs)

    def graph(self, given_up: Any) -> nx.Graph[int]:
        graph: nx.Graph[int] = nx.Graph()
        graph.add_nodes_from(self.players)
        for one, other in combinations(self.players, 2):
            rule = "second-bye" if BYE in (one, other) else "rematch"
            if rule in given_up or not self.is_repeated(one, other):
                graph.add_edge(one, other, weight=self.of_pair(one, other))
        return graph

    def is_served(self, given_up: Any) -> bool:
        """Whether everybody can be paired."""
        matching = nx.max_weight_matching(self.graph(given_up), maxcardinality=True, weight="no")
        return 2 * len(matching) == len(self.players)

    def least(self, given_up: Any) -> int:
        """Return what the cheapest pairing costs."""
        return self.total(list(nx.min_weight_matching(self.graph(given_up))))
