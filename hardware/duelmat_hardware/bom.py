"""The bill of materials: how many of which part, what else does, and what it costs."""

from __future__ import annotations

import math
from collections import Counter
from typing import Final

import msgspec

from .assembly import feeds
from .coils import coils
from .harness import Harness
from .mat import Mat
from .parts import ROLES, Part

OFFCUT: Final = 1.1
"""Wire and tape that is bought for what is used."""
TAG_MARGIN_MM: Final = 2.0
"""Ferrite and foil reach beyond the tag on every side."""

SECTIONS: Final = {
    "board": "Electronics",
    "reader_plug": "Connectors and wires",
    "coil_plate": "Plates",
    "tag": "Sleeves",
    "cable": "To the host",
}
"""Headings, by the first role below them."""

ORDER: Final = (
    *("board", "reader", "tuning_parts", "coil_wire", "decoder", "bank_buffer", "adapter"),
    *("light", "light_buffer", "light_switch", "switch_driver", "touch", "pad_foil"),
    *("display_driver", "digits", "level_shifter", "button", "supply", "inlet", "main_fuse"),
    *("light_fuse", "fuse_holder", "regulator", "diode", "circuit_board", "small_parts"),
    *(
        "reader_plug",
        "touch_plug",
        "small_plug",
        "button_plug",
        "crimp",
        "header",
        "bus_cable",
        "bus_plug",
    ),
    *("bus_header", "terminal", "signal_wire", "power_wire"),
    *("coil_plate", "top_sheet", "spacer", "tag", "ferrite", "foil", "sleeve", "cable"),
)
assert sorted(ORDER) == sorted(ROLES)


class Item(msgspec.Struct, frozen=True):
    """One line of the bill."""

    section: str
    role: str
    part: Part
    count: float
    """Pieces, metres or square metres, as the part is sold."""

    @property
    def total_eur(self) -> float:
        return round(self.count * self.part.price_eur, 2)


def bill(mat: Mat, harness: Harness) -> tuple[Item, ...]:
    """Every part of a mat, in the order in which it is needed."""
    counts = _counts(mat, harness)
    items, section = [], ""
    for role in ORDER:
        section = SECTIONS.get(role, section)
        items.append(Item(section, role, mat.construction.part(role), counts[role]))
    return tuple(items)


def _counts(mat: Mat, harness: Harness) -> dict[str, float]:
    construction = mat.construction
    devices = Counter(device.role for device in harness.devices if device.role)
    banks, readers, displays = len(construction.banks), len(mat.antennas), len(mat.displays)
    seats, touch = len(mat.displays), len(construction.touch)
    metres: Counter[str] = Counter()
    for cable in harness.cables:
        single_mm = [wire.length_mm for wire in cable.wires]
        metres[cable.role] += max(single_mm) if cable.role == "bus_cable" else sum(single_mm)
    sheet_m2 = mat.sheet.w_mm * mat.sheet.h_mm / 1e6
    reader_plugs, touch_plugs, small_plugs = 2 * readers, 2 * touch, 2 * displays + 1
    plug_ways = 7 * reader_plugs + 5 * touch_plugs + 4 * small_plugs + 6 * seats
    header_ways = 8 * readers + 5 + 4 * displays + 6 * seats + 4
    piece_w_mm = max(s.tag_size.w_mm for s in mat.sleeves) + 2 * TAG_MARGIN_MM
    piece_h_mm = max(s.tag_size.h_mm for s in mat.sleeves) + 2 * TAG_MARGIN_MM
    ferrite = construction.part("ferrite")
    across, down = ferrite.width_mm // piece_w_mm, ferrite.height_mm // piece_h_mm
    return {
        **{role: float(devices[role]) for role in ROLES},
        "tuning_parts": float(readers),
        "coil_wire": _metres(sum(coil.wire_mm for coil in coils(mat))),
        "adapter": float(banks),
        "pad_foil": _metres(sum(max(pad.area.w_mm, pad.area.h_mm) for pad in mat.pads)),
        "main_fuse": 2.0,
        "light_fuse": 2.0,
        "fuse_holder": 2.0,
        "supply": 1.0,
        "circuit_board": 1.0 if construction.is_one_board else banks + 1.0,
        "small_parts": banks + 1.0,
        "reader_plug": float(reader_plugs),
        "touch_plug": float(touch_plugs),
        "small_plug": float(small_plugs),
        "button_plug": float(seats),
        "crimp": float(math.ceil(plug_ways * OFFCUT)),
        "header": float(math.ceil(header_ways / construction.part("header").ways)),
        "bus_cable": _metres(metres["bus_cable"]),
        "bus_plug": float(devices["bus_header"]),
        "terminal": 1.0 + len(feeds(mat)),
        "signal_wire": _metres(metres["signal_wire"]),
        "power_wire": _metres(metres["power_wire"]),
        "coil_plate": round(2 * sheet_m2, 2),
        "top_sheet": round(sheet_m2, 2),
        "spacer": float(len(construction.holes)),
        "tag": 2.0 * construction.cards,
        "ferrite": float(math.ceil(2 * construction.cards / (across * down))),
        "foil": _metres(construction.cards * piece_w_mm),
        "sleeve": float(construction.cards),
        "cable": 1.0,
    }


def _metres(length_mm: float) -> float:
    return round(math.ceil(length_mm * OFFCUT / 100) / 10, 1)


def total_eur(items: tuple[Item, ...], section: str | None = None) -> float:
    """The price of all, or of one section."""
    chosen = (item for item in items if section in {None, item.section})
    return round(sum(item.total_eur for item in chosen), 2)
