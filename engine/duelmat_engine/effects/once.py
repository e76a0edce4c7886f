"""Caches of answers about frozen values: each answer is worked out once."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, TypeVar

K = TypeVar("K")
V = TypeVar("V")
Zones = Mapping[Any, tuple[Any, ...]]


def once_each(work: Callable[[K], V]) -> Callable[[K], V]:
    """Return the same function with a cache: an answer for each very object it was asked about.

    For parts of effects and cards: there are few of them, they never change, and to compare them
    by value would take longer than the work. Kept objects stay, so that no other gets their id.
    """
    kept: dict[int, tuple[K, V]] = {}

    def find(value: K) -> V:
        try:
            return kept[id(value)][1]
        except KeyError:
            kept[id(value)] = found = (value, work(value))
            return found[1]

    return find


def while_same_lie(work: Callable[[Zones, K], V]) -> Callable[[Zones, K], V]:
    """Return the same function of zones and something else with a cache of its last answer.

    It is given again as long as the same is asked about the same cards in the same zones: of one
    action to the next few of them change.
    """
    asked: tuple[object, object, tuple[Any, ...]] = (None, None, ())
    answer: list[V] = []

    def find(zones: Zones, about: K) -> V:
        nonlocal asked
        names, lying = tuple(zones), tuple(zones.values())
        if asked[0] is not about or asked[1] != names or not are_same(lying, asked[2]):
            answer[:] = [work(zones, about)]
            asked = (about, names, lying)
        return answer[0]

    return find


def are_same(lying: Sequence[Any], before: Sequence[Any]) -> bool:
    """Whether the same cards lie in as many zones as before.

    The first zone's have to be the very same: in a duel that was just read they are not, and to
    compare all its cards with another's would take longer than to look again.
    """
    return bool(lying) and lying[0] is before[0] and lying == before
