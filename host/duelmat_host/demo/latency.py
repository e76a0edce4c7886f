"""From card placed to light lit: measured on the colours that the board's light pin really sends."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from math import ceil
from typing import Any

Picture = Sequence[Sequence[int]]


@dataclass(slots=True)
class LatencyMeter:
    """Waits for the lamp of a zone to say that a play was understood."""

    lamps: Mapping[str, Sequence[int]]
    """The lights of each zone's lamp, by index in the chain."""
    taken_ms: list[int] = field(default_factory=list)
    _zone: str = ""
    _since_ms: int = 0

    @property
    def is_waiting(self) -> bool:
        return bool(self._zone)

    def placed(self, zone: str, now_ms: int) -> None:
        """A card is being laid on a zone now."""
        self._zone = zone if zone in self.lamps else ""
        self._since_ms = now_ms

    def forget(self) -> None:
        self._zone = ""

    def see(self, event: Mapping[str, Any]) -> None:
        """A picture that the lights have taken over."""
        if event.get("event") != "lights" or not self._zone:
            return
        if is_confirming([event["lights"][index] for index in self.lamps[self._zone]]):
            self.taken_ms.append(int(event["t_ms"]) - self._since_ms)
            self._zone = ""


def is_confirming(lamp: Picture) -> bool:
    """Whether a lamp shows CONFIRM: green on its second and fourth light, the others dark."""
    dark = all(not any(lamp[i]) for i in (0, 2))
    lit = all(lamp[i][1] > lamp[i][0] and lamp[i][1] > 0 for i in (1, 3))
    return dark and lit


def percentile(values: Sequence[float], share: float) -> float:
    """The value that this share of all is not above; 0 for none."""
    if not values:
        return 0
    ordered = sorted(values)
    return ordered[max(0, ceil(share * len(ordered)) - 1)]


def spread(values: Sequence[float], digits: int = 1) -> dict[str, float]:
    return {
        name: round(percentile(values, share), digits)
        for name, share in (("p50", 0.5), ("p95", 0.95), ("p99", 0.99))
    }
