"""The parts that could be left out of a mat, and the price of that in euros and in abilities.

A mat with less is not one that the programs know: each saving says what would be missing.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

import msgspec

from .bom import Item
from .contents import PILE_KINDS
from .mat import Mat, ZoneKind

SHARED_LIGHTS: Final = 0.5
"""The share of a zone's lights that would go."""
NO_SHIELD: Final = {"tag": 0.5, "ferrite": 1.0, "foil": 1.0, "card_stock": 1.0}
"""The shares that go if each sleeve has one tag and nothing else."""
NO_DISPLAYS: Final = {"display_driver": 1.0, "digits": 1.0, "level_shifter": 1.0}
PER_READER: Final = (
    *("reader", "coil_wire", "reader_plug", "tuning_parts"),
    *("tuning_capacitor_22p", "tuning_capacitor_47p", "tuning_capacitor_68p"),
    *("tuning_resistor_1r2", "tuning_resistor_2r2"),
)
"""Lines that go by the number of readers; banks, wire and contacts do so in steps only."""
UNNEEDED_PILES: Final = tuple(kind for kind in PILE_KINDS if kind is not ZoneKind.GRAVE)


class Saving(msgspec.Struct, frozen=True):
    """One thing that could be left out."""

    what: str
    eur: float
    then: str
    """The functions that the mat then lacks."""


def savings(mat: Mat, items: Sequence[Item]) -> tuple[Saving, ...]:
    """The savings of a mat, those that save most first."""
    piles = sum(len(zone.antennas) for zone in mat.zones if zone.kind in UNNEEDED_PILES)
    zone_lights = sum(len(mat.lamps[zone.lamp].lights) for zone in mat.zones)
    lights = SHARED_LIGHTS * zone_lights / mat.light_count
    found = (
        (
            "the second tag, ferrite, foil and spacers of each sleeve",
            NO_SHIELD,
            (
                "the mat does not tell a card that lies face-down from one that lies face-up: its "
                "player tells it, on the page or on the zone's pad; cards on each other all "
                "answer; what such tags receive from these coils was not calculated"
            ),
        ),
        (
            "both displays with their drivers, and the level shifter",
            NO_DISPLAYS,
            "life points stand on the page only",
        ),
        (
            f"the {piles} antennas of banished and extra with their readers",
            dict.fromkeys(PER_READER, piles / len(mat.antennas)),
            "nobody notices a card that is laid on the wrong one of these piles",
        ),
        (
            "half of the lights of each zone",
            {"light": lights},
            "a hand or a sleeve may hide a zone's lights",
        ),
    )
    return tuple(
        Saving(what, round(sum(_saved(items, shares)), 2), then) for what, shares, then in found
    )


def _saved(items: Sequence[Item], shares: Mapping[str, float]) -> Iterator[float]:
    for item in items:
        yield shares.get(item.role, 0.0) * item.total_eur
