"""Finding something out about a frozen value only once."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

K = TypeVar("K")
V = TypeVar("V")


def once_each(work: Callable[[K], V]) -> Callable[[K], V]:
    """The same function, its answer kept for each very object that it was asked about.

    For parts of effects and cards: there are few of them, they never change, and to compare them
    by value would take longer than the work. Kept objects stay, so that no other gets their id.
    """
    kept: dict[int, tuple[K, V]] = {}

    def find(value: K) -> V:
        found = kept.get(id(value))
        if found is None:
            found = kept[id(value)] = (value, work(value))
        return found[1]

    return find
