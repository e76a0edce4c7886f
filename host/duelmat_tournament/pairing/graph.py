"""The pairing graph: entrants as vertices in score groups, allowed pairs as edges with a weight.

Vertices are numbered from the top: by score group, and inside a group by chance. With an odd
number of entrants the bye is the last vertex, alone in the last group, and whoever had a bye has
"met" it. So a rematch and a second bye are the same thing here: no edge.
"""

from __future__ import annotations

from itertools import accumulate, groupby

from msgspec import Struct

from duelmat_tournament.names import NO_PLAYER, PlayerId, drawn
from duelmat_tournament.pairing.cost import Scale, scale_for
from duelmat_tournament.pairing.field import Entrant, Field, Float

Matching = list[tuple[int, int]]
"""Pairs of vertices, in any order, the higher (smaller) vertex of a pair first."""


class Graph(Struct, frozen=True):
    """A field in the form in which it is matched; vertices and groups count from 0."""

    ids: list[PlayerId]
    """The player by vertex; `NO_PLAYER` is the bye."""
    group: list[int]
    """By vertex."""
    starts: list[int]
    """The first vertex by group, and the number of vertices at the end."""
    met: list[set[int]]
    """By vertex."""
    team: list[int]
    """The team by vertex; 0: no team, or teams are not kept apart."""
    floated_down: list[int]
    """By vertex, 1 if another float down would be a repeated one, else 0."""
    floated_up: list[int]
    draw: list[int]
    """The drawn 64-bit number by vertex."""
    odd_above: list[int]
    """By group, the count of boundaries above it with an odd number of vertices above."""
    scale: Scale
    bye: int
    """The vertex of the bye; -1: none."""
    allow_rematches: bool
    allow_second_bye: bool

    @property
    def size(self) -> int:
        return len(self.ids)

    @property
    def groups(self) -> int:
        return len(self.starts) - 1

    def members(self, group: int) -> range:
        return range(self.starts[group], self.starts[group + 1])

    def is_odd(self, group: int) -> int:
        """Return 1 if an odd number of vertices is in groups above this one, else 0."""
        return self.starts[group] % 2

    def is_allowed(self, one: int, other: int) -> bool:
        if other not in self.met[one]:
            return True
        return self.allow_second_bye if self.bye in {one, other} else self.allow_rematches

    def weight(self, high: int, low: int) -> int | None:
        """Return the cost of a pair of a smaller and a larger vertex; None: not allowed."""
        weight = 0
        if low in self.met[high]:
            if not self.is_allowed(high, low):
                return None
            weight = self.scale.given_up
        team = self.team[high]
        if team and team == self.team[low]:
            weight += 1
        apart = self.group[low] - self.group[high]
        if apart:
            repeated = self.floated_down[high] + self.floated_up[low]
            weight += apart * apart * self.scale.spread + repeated * self.scale.repeated_float
        return weight

    def adjacent(self) -> list[int]:
        """Return for each vertex the set of its possible opponents, as bits."""
        everybody = (1 << self.size) - 1
        closed = [
            1 << vertex | sum(1 << other for other in met if not self.is_allowed(vertex, other))
            for vertex, met in enumerate(self.met)
        ]
        return [everybody & ~mask for mask in closed]

    def total(self, matching: Matching) -> int:
        """Return the cost of a matching of allowed pairs."""
        weights = (self.weight(high, low) for high, low in matching)
        return sum(weight for weight in weights if weight is not None)


def graph_of(field: Field) -> Graph:
    """Return the graph of a field that is in order."""

    def by_points_then_drawn(each: Entrant) -> tuple[int, int, int]:
        return -each.points, draws[each.id], each.id

    draws = {e.id: drawn(field.seed, "pairing", field.round, e.id) for e in field.entrants}
    entrants = sorted(field.entrants, key=by_points_then_drawn)
    sizes = [len(list(same)) for _, same in groupby(entrants, lambda each: each.points)]
    ids = [each.id for each in entrants]
    met = [set(each.met) for each in entrants]
    bye = -1
    if len(entrants) % 2:
        bye = len(entrants)
        sizes.append(1)
        ids.append(NO_PLAYER)
        met.append({each.id for each in entrants if each.had_bye})
        for each, opponents in zip(entrants, met, strict=False):
            if each.had_bye:
                opponents.add(NO_PLAYER)
    place = {player: vertex for vertex, player in enumerate(ids)}
    starts = [0, *accumulate(sizes)]
    odd_above = [0, *accumulate(start % 2 for start in starts[1:-1])]
    teams = {team: 1 + at for at, team in enumerate(sorted({e.team for e in entrants} - {""}))}
    for_bye = [0] if bye >= 0 else []
    return Graph(
        ids=ids,
        group=[group for group, size in enumerate(sizes) for _ in range(size)],
        starts=starts,
        met=[{place[other] for other in opponents if other in place} for opponents in met],
        team=[teams.get(e.team, 0) * field.keep_teammates_apart for e in entrants] + for_bye,
        floated_down=[int(e.last_float is Float.DOWN) for e in entrants] + for_bye,
        floated_up=[int(e.last_float is Float.UP) for e in entrants] + for_bye,
        draw=[draws.get(player, 1) for player in ids],
        odd_above=odd_above,
        scale=scale_for(len(ids), len(sizes)),
        bye=bye,
        allow_rematches=field.allow_rematches,
        allow_second_bye=field.allow_second_bye,
    )
