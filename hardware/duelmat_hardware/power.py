"""The power budget: what each rail has to carry at worst, and what may be asked of it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

import msgspec

from .mat import Mat
from .parts import Part

COPPER_OHM_MM2_PER_M: Final = 0.0175
"""Resistance of a metre of copper of one square millimetre."""
COLOURS: Final = 3
"""A light is white when its three colours are on."""
FULL: Final = 255
LIGHT_FUSES: Final = 2
"""Each has half of the feeds, so that it may be small enough to open on the supply's current."""
OPENS_AT: Final = 2.1
"""Times its rating: a slow fuse after IEC 60127-2, sheet 3, opens within 120 s. So says the data
sheet of Littelfuse's series 218 (seen at dtsheet.com/doc/1507603, November 2026)."""
POWERED: Final = frozenset(
    (
        *(
            "board",
            "reader",
            "decoder",
            "bank_buffer",
            "multiplexer",
            "light",
            "light_buffer",
            "touch",
        ),
        *("display_driver", "level_shifter", "regulator", "supply", "main_fuse", "light_fuse"),
    )
)
"""The roles whose parts draw, give or carry current."""


class Loads(msgspec.Struct, frozen=True):
    """The loads on the rails."""

    readers: int
    fields: int
    """The number of fields that are on at once."""
    banks: int
    touch_chips: int
    displays: int
    lights: int
    fused_lights: int
    """Of them behind one of the light fuses, at most."""
    brightness_cap: int
    share: float
    parts: Mapping[str, Part]
    """The parts by their roles; one that is not known draws nothing and limits nothing."""


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
    """The current that one part can carry, and the current that it has to."""

    role: str
    part: Part
    needed_ma: float
    allowed_ma: float
    """After the share that may be used."""

    @property
    def is_kept(self) -> bool:
        return self.needed_ma <= self.allowed_ma


class Budget(msgspec.Struct, frozen=True):
    """The draws, the limits, and the brightness that follows from them."""

    draws: tuple[Draw, ...]
    limits: tuple[Limit, ...]
    largest_cap: int
    """The greatest brightness cap with which every limit is kept; 0 if even dark lights are too
    much."""

    def total_ma(self, rail: str) -> float:
        return sum(draw.total_ma for draw in self.draws if draw.rail == rail)


def loads(mat: Mat) -> Loads:
    """Sum up what is on the rails of a mat."""
    return Loads(
        readers=len(mat.antennas),
        fields=mat.fields_at_once,
        banks=mat.bank_count,
        touch_chips=len(mat.touch_addresses),
        displays=len(mat.displays),
        lights=mat.light_count,
        fused_lights=fused_lights(mat.light_count, mat.feed_lights),
        brightness_cap=mat.brightness_cap,
        share=mat.materials.share,
        parts=dict(mat.materials.parts),
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
    lit = COLOURS * cap / FULL
    low = [
        *_draw(load, "3.3 V", "readers, field off", load.readers, "reader"),
        *_draw(load, "3.3 V", "fields that are on", load.fields, "reader", idle=0, active=1),
        *_draw(load, "3.3 V", "decoders", load.banks + 1, "decoder"),
        *_draw(load, "3.3 V", "bank buffers", load.banks, "bank_buffer"),
        *_draw(load, "3.3 V", "multiplexers", load.banks, "multiplexer"),
        *_draw(load, "3.3 V", "touch chips", load.touch_chips, "touch"),
        *_draw(load, "3.3 V", "level shifter", 1, "level_shifter"),
    ]
    high = [
        *_draw(load, "lights", "lights, dark", load.lights, "light"),
        *_draw(
            load,
            "lights",
            f"lights, white at {cap} of {FULL}",
            load.lights,
            "light",
            idle=0,
            active=lit,
        ),
        *_draw(load, "5 V", "displays, all segments", load.displays, "display_driver", active=1),
        *_draw(load, "5 V", "light buffer", 1, "light_buffer"),
        *_draw(load, "5 V", "board", 1, "board"),
    ]
    regulator, supply = load.parts.get("regulator"), load.parts.get("supply")
    if regulator and supply:
        low_ma = sum(draw.total_ma for draw in low)
        input_ma = low_ma * regulator.volts / supply.volts / regulator.efficiency
        high.append(Draw("5 V", "regulator's input for 3.3 V", 1, input_ma))
    return (*low, *high)


def _draw(
    load: Loads,
    rail: str,
    what: str,
    count: int,
    role: str,
    *,
    idle: int = 1,
    active: float = 0,
) -> Iterator[Draw]:
    """One line, or none while the part is not known."""
    part = load.parts.get(role)
    if part:
        yield Draw(rail, what, count, idle * part.idle_ma + active * part.active_ma)


def _limits(load: Loads, draws: tuple[Draw, ...]) -> tuple[Limit, ...]:
    def total(rail: str) -> float:
        return sum(draw.total_ma for draw in draws if draw.rail == rail)

    found = (
        ("regulator", total("3.3 V")),
        ("light_fuse", total("lights") * load.fused_lights / max(load.lights, 1)),
        ("main_fuse", total("5 V")),
        ("supply", total("lights") + total("5 V")),
    )
    return tuple(
        Limit(role, part, needed_ma, (part.gives_ma or part.rating_ma) * load.share)
        for role, needed_ma in found
        if (part := load.parts.get(role))
    )


def fused_lights(lights: int, feed_lights: int) -> int:
    """The number of lights behind one of the light fuses, at most; each has half of the feeds."""
    count = -(-lights // feed_lights)
    return min(lights, fused_feeds(count) * feed_lights)


def fused_feeds(feeds: int) -> int:
    """The number of feeds behind one light fuse, at most."""
    return -(-feeds // LIGHT_FUSES)


def opening_ma(fuse: Part) -> float:
    """The current at which a fuse surely opens, within two minutes."""
    return OPENS_AT * fuse.rating_ma
