"""The antennas that must never be on together, and whether enough others always remain."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from .geometry import Point, Rect
from .mat import Antenna, AntennaIndex

Windows = Sequence[Rect]

WAKING_SHARE: Final = 1.5 / 7.5
"""ISO/IEC 14443-2, 6.2: a tag must work from 1.5 A/m and bear 7.5 A/m, so a field that is as
strong as it may be over its own window wakes tags wherever it keeps more than this share."""


def waking_mm(window: Rect) -> float:
    """The distance from a window's centre at which its field, in the mat's plane, may wake a tag.

    Of a loop of radius r the field falls from NI/2r in the middle to NIr^2/4d^3 beside it; a
    rectangle counts as the circle of its area. Derived, not yet measured.
    """
    radius_mm = math.sqrt(window.w_mm * window.h_mm / math.pi)
    return radius_mm * math.cbrt(1 / (2 * WAKING_SHARE))


def least_neighbour_mm(windows: Iterable[Rect]) -> float:
    """The nearest that two windows' centres may be if no part of one lies in the other's field."""
    found = list(windows)
    reach_mm = max((waking_mm(window) for window in found), default=0.0)
    half_mm = max((max(window.w_mm, window.h_mm) / 2 for window in found), default=0.0)
    return math.ceil(reach_mm + half_mm)


def distance_mm(one: Windows, other: Windows) -> float:
    """The distance of two antennas: the nearest pair of their windows' centres.

    Two windows in series (antenna A) each have a field of their own, so the point half way
    between them, where there is none, says nothing.
    """
    return min(a.centre.distance_mm(b.centre) for a in one for b in other)


def neighbour_pairs(
    antennas: Sequence[Antenna], neighbour_mm: float
) -> tuple[tuple[AntennaIndex, AntennaIndex], ...]:
    """The pairs of one zone, and those nearer than `neighbour_mm`."""
    return tuple(
        (one.index, other.index)
        for i, one in enumerate(antennas)
        for other in antennas[i + 1 :]
        if one.zone == other.zone or distance_mm(one.windows, other.windows) < neighbour_mm
    )


def near_point(
    point: Point, antennas: Iterable[Antenna], neighbour_mm: float
) -> tuple[AntennaIndex, ...]:
    """The antennas with a window centre nearer than `neighbour_mm` to the point."""
    return tuple(
        antenna.index
        for antenna in antennas
        if min(w.centre.distance_mm(point) for w in antenna.windows) < neighbour_mm
    )


def neighbour_lists(
    count: int, pairs: Iterable[tuple[AntennaIndex, AntennaIndex]]
) -> tuple[tuple[AntennaIndex, ...], ...]:
    """List for each antenna the antennas that must be off while it is on."""
    lists: list[list[AntennaIndex]] = [[] for _ in range(count)]
    for one, other in pairs:
        lists[one].append(other)
        lists[other].append(one)
    return tuple(tuple(sorted(indices)) for indices in lists)


Round = tuple[AntennaIndex, ...]


def sweep_rounds(
    neighbours: Sequence[Sequence[AntennaIndex]], at_once: int
) -> tuple[list[Round], Round]:
    """Shares the antennas out to rounds of `at_once` without two neighbours in a round.

    If no more is left over than a last, shorter round would hold, a sweep can always keep
    `at_once` fields on. The antenna with the most neighbours among the rest goes first, because
    it finds a place hardest; the search goes back when an antenna finds none, for as long as
    SEARCH_STEPS allows.
    """
    return _Sharing(neighbours, at_once).outcome()


SEARCH_STEPS: Final = 5_000
"""Groups tried before a mat is refused; the standard mat needs as many as it has rounds."""


class _Sharing:
    """One search for rounds, with the best that it has met."""

    def __init__(self, neighbours: Sequence[Sequence[AntennaIndex]], at_once: int) -> None:
        self._neighbours = [frozenset(indices) for indices in neighbours]
        self._at_once = at_once
        self._steps_left = SEARCH_STEPS
        self._best: tuple[list[Round], Round] = ([], ())

    def outcome(self) -> tuple[list[Round], Round]:
        everyone = frozenset(AntennaIndex(i) for i in range(len(self._neighbours)))
        self._best = ([], tuple(sorted(everyone)))
        self._share([], everyone)
        return self._best

    def _share(self, rounds: list[Round], rest: frozenset[AntennaIndex]) -> bool:
        if len(rest) < len(self._best[1]):
            self._best = (rounds, tuple(sorted(rest)))
        if len(rest) < self._at_once:
            return True
        order = sorted(rest, key=lambda i: (-len(rest & self._neighbours[i]), i))
        first = order[0]
        free = [i for i in order[1:] if i not in self._neighbours[first]]
        for group in self._groups((first,), free):
            self._steps_left -= 1
            if self._steps_left < 0:
                return False
            if self._share([*rounds, group], rest.difference(group)):
                return True
        return False

    def _groups(self, group: Round, free: Sequence[AntennaIndex]) -> Iterator[Round]:
        """Every full round that begins with `group`, the most burdened antennas first."""
        if len(group) == self._at_once:
            yield group
            return
        for place, candidate in enumerate(free):
            apart = [i for i in free[place + 1 :] if i not in self._neighbours[candidate]]
            yield from self._groups((*group, candidate), apart)
