"""The lights of the mat as layers: the highest layer that says something about a lamp wins.

Only public facts go in, so that lights show nobody what a hand or a face-down card is.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from duelmat_wire import lamps


@dataclass(slots=True)
class Scene:
    """The wanted style of each lamp, layer by layer from the lowest."""

    lamps: Sequence[str]
    """The mat's lamps in wire order: zone ids, then phase lamps."""
    _layers: list[Mapping[str, int]] = field(default_factory=list)

    def layer(self, style: int, zones: Iterable[str]) -> None:
        """Put a style on these lamps, over all layers so far; unknown lamps are ignored."""
        self._layers.append(dict.fromkeys(zones, style))

    def styles(self) -> bytes:
        """Return one style for each lamp, in the order of the wire's SCENE message."""
        wanted: dict[str, int] = {}
        for layer in self._layers:
            wanted.update(layer)
        return bytes(wanted.get(name, lamps.OFF) for name in self.lamps)


def phase_lamps(phases: Sequence[str], phase: str, lamp_names: Sequence[str]) -> list[str]:
    """Return the lamps of the phase bar that stand for the present phase, in order.

    Where there are more phases than lamps, neighbours share one.
    """
    bar = [name for name in lamp_names if name.startswith("phase.")]
    if phase not in phases:
        return []
    index = list(phases).index(phase) * len(bar) // max(len(bar), len(phases))
    return bar[index : index + 1]
