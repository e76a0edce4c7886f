"""Whether a clock that arrives somewhere counts once an edge."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import msgspec

LOW_V: Final = 0.8
HIGH_V: Final = 2.31
"""Between these a level means nothing. The widest band of what inputs ask for: 0.8 and 2.0 V of
the buffers at 3.3 V, 0.3 and 0.7 of its supply of an MFRC522."""


class Edges(msgspec.Struct, frozen=True):
    """The worst of both edges at one place."""

    dip_v: float
    """How far the level turns back between the thresholds, or comes back beyond one."""
    band_ns: float
    """How long the level is between the thresholds."""
    over_v: float
    """How far it goes beyond its final levels."""


class Answer(msgspec.Struct, frozen=True):
    """The worse of both edges of an answer at one place."""

    settles_ns: float
    """From the middle of the edge that is sent until the level stays beyond the threshold."""
    over_v: float
    """How far it goes beyond its final levels."""


def answer(
    time_s: Sequence[float],
    level_v: Sequence[float],
    rail_v: float,
    edges_ns: tuple[float, float],
) -> Answer:
    """An answer that is sent high and then low at these times, as it arrives."""
    rises_ns, falls_ns = edges_ns
    levels = [(time * 1e9, level) for time, level in zip(time_s, level_v, strict=True)]
    low = [time for time, level in levels if rises_ns < time < falls_ns and level < HIGH_V]
    high = [time for time, level in levels if time > falls_ns and level > LOW_V]
    settles_ns = max(max(low, default=rises_ns) - rises_ns, max(high, default=falls_ns) - falls_ns)
    return Answer(settles_ns, max(max(level_v) - rail_v, -min(level_v)))


def edges(time_s: Sequence[float], level_v: Sequence[float], rail_v: float) -> Edges:
    """The edges of one period: rising in its first half, falling in its second."""
    middle = time_s[-1] / 2
    half = next(i for i, time in enumerate(time_s) if time > middle)
    rise = _edge(time_s[:half], level_v[:half], LOW_V, HIGH_V)
    falling = [rail_v - level for level in level_v[half:]]
    fall = _edge(time_s[half:], falling, rail_v - HIGH_V, rail_v - LOW_V)
    return Edges(
        max(rise[0], fall[0]),
        max(rise[1], fall[1]),
        max(max(level_v) - rail_v, -min(level_v)),
    )


def _edge(
    time_s: Sequence[float], level_v: Sequence[float], low_v: float, high_v: float
) -> tuple[float, float]:
    """How far a rising level turns back, and how many nanoseconds it takes between thresholds."""
    enters = next(i for i, level in enumerate(level_v) if level > low_v)
    leaves = next(i for i, level in enumerate(level_v) if level > high_v)
    highest = dip_v = 0.0
    for level in level_v[enters:]:
        highest = max(highest, min(level, high_v))
        dip_v = max(dip_v, highest - level)
    return dip_v, (time_s[leaves] - time_s[enters]) * 1e9
