"""Seeded chance as a pure function of its state (SplitMix64), so that a duel can hold it.

The state is an int of 64 bits. Every draw gives a value and the next state.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, TypeVar

_MASK: Final = (1 << 64) - 1
T = TypeVar("T")


def seeded(seed: int) -> int:
    """A first state from any int; never 0, which stands for "no generator"."""
    return (seed * 0x9E3779B97F4A7C15 + 0xD1B54A32D192ED03) & _MASK or 1


def draw(state: int) -> tuple[int, int]:
    """64 random bits and the next state."""
    state = (state + 0x9E3779B97F4A7C15) & _MASK
    mixed = state
    mixed = ((mixed ^ (mixed >> 30)) * 0xBF58476D1CE4E5B9) & _MASK
    mixed = ((mixed ^ (mixed >> 27)) * 0x94D049BB133111EB) & _MASK
    return mixed ^ (mixed >> 31), state or 1


def below(state: int, limit: int) -> tuple[int, int]:
    """A number from 0 to limit - 1, each equally likely, and the next state."""
    ceiling = (1 << 64) - (1 << 64) % limit
    while True:
        bits, state = draw(state)
        if bits < ceiling:
            return bits % limit, state


def shuffled(state: int, items: Sequence[T]) -> tuple[tuple[T, ...], int]:
    """The items in random order, and the next state."""
    mixed = list(items)
    for last in range(len(mixed) - 1, 0, -1):
        pick, state = below(state, last + 1)
        mixed[last], mixed[pick] = mixed[pick], mixed[last]
    return tuple(mixed), state
