"""Caches of answers that never change: each answer is worked out once."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

K = TypeVar("K")
V = TypeVar("V")
Zones = TypeVar("Zones")


class LazyDict(dict[K, V]):
    """A cache of answers, each worked out when it is first asked for."""

    def __init__(self, work: Callable[[K], V]) -> None:
        self.work = work

    def __missing__(self, about: K) -> V:
        found = self[about] = self.work(about)
        return found


def cached(work: Callable[[str], V]) -> Callable[[str], V]:
    """Return the same function of a text with a cache, which costs less than one of functools."""
    return LazyDict(work).__getitem__


def cached_by_identity(work: Callable[[K], V]) -> Callable[[K], V]:
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


def cached_while_unmoved(work: Callable[[Zones, K], V]) -> Callable[[Zones, K], V]:
    """Return the same function of zones and something else with a cache of its last answer.

    It is given again as long as the same is asked about the very same zones: they never change,
    and a duel in which no card has moved has those of the duel before it.
    """
    latest: tuple[object, object, Any] = (None, None, None)

    def find(zones: Zones, about: K) -> V:
        nonlocal latest
        then, what, answer = latest
        if then is not zones or what is not about:
            answer = work(zones, about)
            latest = (zones, about, answer)
        found: V = answer
        return found

    return find
