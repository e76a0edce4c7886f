"""Latency from a placed card to its lit lamp, by the light pin's output, and the host's work."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from math import ceil
from typing import Any

from duelmat_host.app.table_loop import Work
from duelmat_wire import lamps

Picture = tuple[tuple[int, ...], ...]


SHOWN_MS = 100
"""A lamp that has looked the same for this long shows the scene that was sent last."""


@dataclass(slots=True)
class LatencyMeter:
    """Waits for the lamp of a zone to change after a card was laid there.

    Only lamps that were steady before count: of a blinking one nobody could tell what changed it.
    """

    lights: Mapping[str, Sequence[int]]
    """The lights of each zone's lamp, by index in the chain."""
    taken_ms: list[int] = field(default_factory=list)
    _shown: dict[str, Picture] = field(default_factory=dict)
    _changed_ms: dict[str, int] = field(default_factory=dict)
    _zone: str = ""
    _since_ms: int = 0

    @property
    def is_waiting(self) -> bool:
        return bool(self._zone)

    def placed(self, zone: str, now_ms: int, style: int) -> None:
        """Start measuring: a card is laid on a zone now, whose lamp has this style."""
        shown = now_ms - self._changed_ms.get(zone, -SHOWN_MS) >= SHOWN_MS
        steady = shown and lamps.is_steady(style)
        self._zone = zone if zone in self.lights and steady else ""
        self._since_ms = now_ms

    def forget(self) -> None:
        self._zone = ""

    def see(self, event: Mapping[str, Any]) -> None:
        """Take the colours that the lights now show."""
        if event.get("event") != "lights":
            return
        for name, indices in self.lights.items():
            picture = tuple(tuple(event["lights"][index]) for index in indices)
            if picture == self._shown.get(name):
                continue
            self._shown[name] = picture
            self._changed_ms[name] = int(event["t_ms"])
            if name == self._zone:
                self.taken_ms.append(int(event["t_ms"]) - self._since_ms)
                self._zone = ""


@dataclass(slots=True)
class WorkMeter:
    """Collects the host's work for each round, as TableLoop.on_work reports it."""

    real_ms: list[float] = field(default_factory=list)
    cpu_ms: list[float] = field(default_factory=list)

    def take(self, work: Work) -> None:
        self.real_ms.append(work.real_ns / 1e6)
        self.cpu_ms.append(work.cpu_ns / 1e6)


def percentile(values: Sequence[float], share: float) -> float:
    """Return the value that this share of all is not above; 0 for none."""
    if not values:
        return 0
    ordered = sorted(values)
    return ordered[max(0, ceil(share * len(ordered)) - 1)]


def spread(values: Sequence[float], digits: int = 1) -> dict[str, float]:
    return {
        name: round(percentile(values, share), digits)
        for name, share in (("p50", 0.5), ("p95", 0.95), ("p99", 0.99))
    }
