"""Score groups that are shuffled: paired by chance, and repaired where that breaks a rule.

A group is solved if all its players meet at no cost, and each guest, who comes from another group
because somebody must, at the cost that the bound counts for it. A group that is not solved costs
more than the bound knows; a group that takes part in this then becomes part of a window.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

from duelmat_tournament.pairing.graph import Graph, Matching


class Shuffled(NamedTuple):
    """A group after shuffling."""

    pairs: Matching | None
    """None: not everybody can be paired here."""
    floaters: list[tuple[int, int]]
    """The players who float down, each with the group to which they go as guests."""
    troubles: set[int]
    """Groups with which this one has pairs above the bound's cost, perhaps this group itself."""


def float_weight(graph: Graph, group: int, lower: int) -> int:
    """Return the least cost of a float between two groups."""
    return (lower - group) ** 2 * graph.scale.spread


def shuffle_group(
    graph: Graph, group: int, guests: Mapping[int, int], lower: Sequence[int]
) -> Shuffled:
    """Return a group paired with its guests.

    Args:
        graph: the field.
        group: the group.
        guests: the weight that a pair may have, by guest.
        lower: the groups to which somebody floats down, one each time that a group is named.

    """
    room = _Room(graph, group, guests, lower)
    members = list(graph.members(group))
    visitors = [*room.floats, *guests]
    if len(visitors) > len(members):
        return Shuffled(None, [], {group})
    hosts, rest = members[: len(visitors)], members[len(visitors) :]
    pairs = [*zip(visitors, hosts, strict=True), *zip(rest[::2], rest[1::2], strict=True)]
    _repair(pairs, len(visitors), room.is_fitting)
    troubles = {room.origin(one) for one, other in pairs if not room.is_fitting(one, other)}
    if troubles:
        _repair(pairs, len(visitors), room.is_bearable)
        if not all(room.is_bearable(*pair) for pair in pairs):
            return Shuffled(None, [], troubles)
    return Shuffled(
        [(min(pair), max(pair)) for pair in pairs if pair[0] >= 0],
        [(host, room.floats[place]) for place, host in pairs if place < 0],
        troubles,
    )


class _Room:
    """The vertices of a group's matching: members, guests and places for floats down.

    Places are negative numbers: a player paired with one of them floats down. Guests and places
    stand first in a pair.
    """

    def __init__(
        self, graph: Graph, group: int, guests: Mapping[int, int], lower: Sequence[int]
    ) -> None:
        self.graph = graph
        self.group = group
        self.guests = guests
        self.floats = {-1 - at: each for at, each in enumerate(lower)}

    def origin(self, one: int) -> int:
        """Return the group from which a guest comes, or to which a place leads."""
        return self.floats[one] if one < 0 else self.graph.group[one]

    def is_fitting(self, one: int, other: int) -> bool:
        """Whether the bound knows what the two cost."""
        if one < 0:
            return self._is_floating_well(other, self.floats[one])
        return self.graph.weight(min(one, other), max(one, other)) == self.guests.get(one, 0)

    def is_bearable(self, one: int, other: int) -> bool:
        """Whether the two may be paired at all."""
        if one < 0:
            hosts = self.graph.members(self.floats[one])
            return any(self.graph.is_allowed(other, host) for host in hosts)
        return self.graph.is_allowed(one, other)

    def _is_floating_well(self, vertex: int, lower: int) -> bool:
        """Whether somebody of a lower group can host the vertex at the least weight."""
        if self.graph.floated_down[vertex]:
            return False
        least = float_weight(self.graph, self.group, lower)
        hosts = self.graph.members(lower)
        return any(self.graph.weight(vertex, host) == least for host in hosts)


def _repair(pairs: Matching, visitors: int, is_fitting: Callable[[int, int], bool]) -> None:
    """Swap players between each unfit pair and another pair, if both fit then.

    Args:
        pairs: the pairs, which are changed.
        visitors: so many pairs at the start have a guest or a place first, which stays there.
        is_fitting: whether two may be paired.

    """
    for at, pair in enumerate(pairs):
        if not is_fitting(*pair):
            _swap(pairs, at, visitors, is_fitting)


def _swap(pairs: Matching, at: int, visitors: int, is_fitting: Callable[[int, int], bool]) -> None:
    one, other = pairs[at]
    for step in range(1, len(pairs)):
        place = (at + step) % len(pairs)
        third, fourth = pairs[place]
        if is_fitting(one, fourth) and is_fitting(third, other):
            pairs[at], pairs[place] = (one, fourth), (third, other)
            return
        is_inside = at >= visitors and place >= visitors
        if is_inside and is_fitting(one, third) and is_fitting(other, fourth):
            pairs[at], pairs[place] = (one, third), (other, fourth)
            return
