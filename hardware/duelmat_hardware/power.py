"""The power budget: what each rail has to carry at worst, and what may be asked of it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

import msgspec

from .mat import Mat
from .parts import Part

COLOURS: Final = 3
"""A light is white when its three colours are on."""
FULL: Final = 255


class Loads(msgspec.Struct, frozen=True):
    """What is on the rails."""

    readers: int
    fields: int
    """Fields that are on at once."""
    banks: int
    touch_chips: int
    displays: int
    lights: int
    brightness_cap: int
    share: float
    parts: Mapping[str, Part]


class Draw(msgspec.Struct, frozen=True):
    """One line of the budget."""

    rail: str
    what: str
    count: int
    each_ma: float

    @property
    def total_ma(self) -> float:
        return self.count * self.each_ma


class Limit(msgspec.Struct, frozen=True):
    """What one part can carry, and what it has to."""

    role: str
    part: Part
    needed_ma: float
    allowed_ma: float
    """After the share that may be used."""

    @property
    def is_kept(self) -> bool:
        return self.needed_ma <= self.allowed_ma


class Budget(msgspec.Struct, frozen=True):
    """All lines, all limits, and the brightness that follows from them."""

    draws: tuple[Draw, ...]
    limits: tuple[Limit, ...]
    largest_cap: int
    """The greatest brightness cap with which every limit is kept; 0 if even dark lights are too
    much."""

    def total_ma(self, rail: str) -> float:
        return sum(draw.total_ma for draw in self.draws if draw.rail == rail)


def loads(mat: Mat) -> Loads:
    """What is on the rails of a mat."""
    return Loads(
        readers=len(mat.antennas),
        fields=mat.fields_at_once,
        banks=len(mat.construction.banks),
        touch_chips=len(mat.construction.touch),
        displays=len(mat.displays),
        lights=mat.light_count,
        brightness_cap=mat.brightness_cap,
        share=mat.construction.share,
        parts=dict(mat.construction.parts),
    )


def budget(load: Loads) -> Budget:
    """The rails at worst: all fields, all lights white at the cap, all segments lit."""
    draws = _draws(load, load.brightness_cap)
    limits = _limits(load, draws)
    caps = (cap for cap in range(FULL, 0, -1))
    largest = next(
        (c for c in caps if all(limit.is_kept for limit in _limits(load, _draws(load, c)))), 0
    )
    return Budget(draws, limits, largest)


def _draws(load: Loads, cap: int) -> tuple[Draw, ...]:
    part = load.parts
    low = [
        Draw("3.3 V", "readers, field off", load.readers, part["reader"].idle_ma),
        Draw("3.3 V", "fields that are on", load.fields, part["reader"].active_ma),
        Draw("3.3 V", "decoders", load.banks + 1, part["decoder"].idle_ma),
        Draw("3.3 V", "bank buffers", load.banks, part["bank_buffer"].idle_ma),
        Draw("3.3 V", "touch chips", load.touch_chips, part["touch"].idle_ma),
        Draw("3.3 V", "level shifter", 1, part["level_shifter"].idle_ma),
    ]
    light = part["light"]
    lit_ma = COLOURS * light.active_ma * cap / FULL
    regulator, supply = part["regulator"], part["supply"]
    low_ma = sum(draw.total_ma for draw in low)
    input_ma = low_ma * regulator.volts / supply.volts / regulator.efficiency
    display = part["display_driver"]
    high = [
        Draw("lights", "lights, dark", load.lights, light.idle_ma),
        Draw("lights", f"lights, white at {cap} of {FULL}", load.lights, lit_ma),
        Draw("5 V", "displays, all segments", load.displays, display.idle_ma + display.active_ma),
        Draw("5 V", "light buffer", 1, part["light_buffer"].idle_ma),
        Draw("5 V", "board", 1, part["board"].idle_ma),
        Draw("5 V", "regulator's input for 3.3 V", 1, input_ma),
    ]
    return (*low, *high)


def _limits(load: Loads, draws: tuple[Draw, ...]) -> tuple[Limit, ...]:
    def total(*rails: str) -> float:
        return sum(draw.total_ma for draw in draws if draw.rail in rails)

    def limit(role: str, carries_ma: float, *rails: str) -> Limit:
        return Limit(role, part[role], total(*rails), carries_ma * load.share)

    part = load.parts
    return (
        limit("regulator", part["regulator"].gives_ma, "3.3 V"),
        limit("light_fuse", part["light_fuse"].rating_ma, "lights"),
        limit("main_fuse", part["main_fuse"].rating_ma, "lights", "5 V"),
        limit("supply", part["supply"].gives_ma, "lights", "5 V"),
    )
