"""The bill of materials of a mat of whole reader modules: few parts, and which are optional."""

from __future__ import annotations

from collections import Counter
from functools import cache
from typing import Final

from .bom import Item, metres, total_eur
from .harness import Harness
from .mat import Mat
from .parts import CATALOGUE, Article, parse_supplies

SUPPLIES: Final = CATALOGUE.with_name("breadboard_supplies.toml")
"""The packaged list of what no mat file chooses."""
OPTIONAL: Final = "Optional"
"""The heading of what may be left out: the page does the same."""
BREADBOARDS: Final = 2
"""One holds the Pico and two chips, one the rest."""

SECTIONS: Final = {
    "Electronics": (
        *("board", "reader", "decoder", "multiplexer", "small_parts", "resistor_100r"),
        *("resistor_330r", "large_capacitor", "diode", "strip_diode", "regulator", "supply"),
        *("light", "breadboard", "jumper", "signal_wire", "solder", "cable"),
    ),
    "Mat": ("coil_plate", "tape"),
    "Sleeves": ("tag", "sleeve"),
    OPTIONAL: ("touch", "pad_foil", "display_driver", "button"),
}
"""The roles under each heading, in their order."""


@cache
def breadboard_supplies() -> dict[str, Article]:
    """The supplies that a mat of whole modules takes besides its parts, by their keys."""
    return parse_supplies(SUPPLIES.read_bytes(), str(SUPPLIES))


def breadboard_bill(mat: Mat, harness: Harness) -> tuple[Item, ...]:
    """The items to buy, section by section; what may be left out comes last."""
    counts = _counts(mat, harness)
    articles = {**dict(mat.materials.parts), **breadboard_supplies()}
    return tuple(
        Item(section, role, articles[role], counts[role])
        for section, roles in SECTIONS.items()
        for role in roles
        if counts.get(role)
    )


def needed_eur(items: tuple[Item, ...]) -> float:
    """The price of all that cannot be left out."""
    return round(total_eur(items) - total_eur(items, OPTIONAL), 2)


def _counts(mat: Mat, harness: Harness) -> dict[str, float]:
    devices = Counter(device.role for device in harness.devices if device.role)
    wires_mm = sum(
        wire.length_mm
        for cable in harness.cables
        if harness.device(cable.wires[0].end[0]).role not in SECTIONS[OPTIONAL]
        for wire in cable.wires
    )
    chips = devices["decoder"] + devices["multiplexer"]
    sheet_m2 = mat.sheet.w_mm * mat.sheet.h_mm / 1e6
    return {
        **{role: float(count) for role, count in devices.items()},
        "light": float(mat.light_count),
        "small_parts": float(chips),
        "breadboard": float(BREADBOARDS),
        "jumper": 1.0,
        "signal_wire": metres(wires_mm),
        "solder": 1.0,
        "coil_plate": round(sheet_m2, 2),
        "tape": metres(60.0 * len(mat.antennas) + 165.0 * BREADBOARDS),
        "tag": float(mat.sleeve_tags * mat.materials.cards),
        "sleeve": float(mat.materials.cards),
        "pad_foil": metres(sum(max(pad.area.w_mm, pad.area.h_mm) for pad in mat.pads)),
        "cable": 1.0,
    }
