"""The bill of materials: how many of which part, what else does, and what it costs."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Collection, Iterable
from typing import Final

import msgspec

from .assembly import feeds
from .bank import TEST_PINS
from .coils import coils
from .geometry import Rect
from .harness import Cable, Harness
from .mat import Mat
from .parts import ROLES, Article, supplies
from .power import LIGHT_FUSES

OFFCUT: Final = 1.1
"""Wire and tape that is bought for what is used."""
PICO_PINS: Final = range(1, 41)
ADAPTER_PINS: Final = 14
STOCK_MM: Final = (300.0, 200.0)
"""A sheet of card stock."""

PIECES: Final = 3
"""A board of 160 x 100 mm is sawn into so many of 53 x 100."""
TUNING_PIECES: Final = 20
"""Of 20 x 10 mm, sawn from one of those."""
BOARD_POWER_MM: Final = 1000.0
"""Of power wire under the main board, for 5 V, 3.3 V and ground."""
JOINT_MM: Final = 45.0
"""Of wire from one contact to the next of its net on the same board."""

SECTIONS: Final = {
    "board": "Electronics",
    "network_100r": "Resistors and capacitors",
    "reader_plug": "Connectors and wires",
    "coil_plate": "Plates and fixings",
    "tag": "Sleeves",
    "cable": "To the host",
}
"""Headings, by the first line below them."""

ORDER: Final = (
    *("board", "pico_socket", "reader", "coil_wire", "decoder", "multiplexer"),
    *(
        "chip_socket_16",
        "bank_buffer",
        "adapter",
        "light",
        "light_buffer",
        "chip_socket_14",
        "light_switch",
        "guard_switch",
        "guard_transistor",
        "voltage_reference",
    ),
    *("switch_driver", "touch", "pad_foil", "display_driver", "digits", "level_shifter"),
    *("button", "supply", "inlet", "main_fuse", "light_fuse", "fuse_holder", "regulator"),
    *("diode", "circuit_board"),
    *("network_100r", "network_10k"),
    *(
        "resistor_47r",
        "resistor_330r",
        "resistor_1k",
        "resistor_2k2",
        "resistor_10k",
        "resistor_100k",
    ),
    *("small_parts", "bank_capacitor", "large_capacitor", "tuning_parts"),
    *("tuning_capacitor_22p", "tuning_capacitor_47p", "tuning_capacitor_68p"),
    *("tuning_resistor_1r2", "tuning_resistor_2r2"),
    *("reader_plug", "touch_plug", "small_plug", "button_plug", "crimp", "header"),
    *("straight_header", "bus_cable", "bus_plug", "bus_header", "terminal", "signal_wire"),
    *("power_wire", "joint_wire", "sleeving", "solder", "loop_plug"),
    *("coil_plate", "top_sheet", "spacer", "foot", "foam_tape", "cable_tie"),
    *("insulating_tape", "hot_glue", "tag", "ferrite", "foil", "card_stock", "sleeve"),
    "cable",
)
assert sorted(ORDER) == sorted((*ROLES, *supplies()))


class Item(msgspec.Struct, frozen=True):
    """One line of the bill."""

    section: str
    role: str
    """Under [parts], or the key in supplies.toml."""
    part: Article
    count: float
    """Pieces, metres or square metres, as the part is sold."""

    @property
    def total_eur(self) -> float:
        return round(self.count * self.part.price_eur, 2)


def bill(mat: Mat, harness: Harness) -> tuple[Item, ...]:
    """The items to buy for a mat, section by section."""
    counts = _counts(mat, harness)
    articles = {**dict(mat.construction.parts), **supplies()}
    items, section = [], ""
    for role in ORDER:
        section = SECTIONS.get(role, section)
        if counts[role]:
            items.append(Item(section, role, articles[role], counts[role]))
    return tuple(items)


def _counts(mat: Mat, harness: Harness) -> dict[str, float]:
    construction = mat.construction
    devices = Counter(device.role for device in harness.devices if device.role)
    banks, readers, displays = len(construction.banks), len(mat.antennas), len(mat.displays)
    seats, touch = len({button.seat for button in mat.buttons}), len(construction.touch)
    cable_mm = bought_mm(harness.cables)
    sheet_m2 = mat.sheet.w_mm * mat.sheet.h_mm / 1e6
    reader_plugs, touch_plugs, small_plugs = readers, 2 * touch, 2 * displays + 1
    header_ways = sum(len(d.pins) for d in harness.devices if d.role == "header")
    straight_ways = len(PICO_PINS) + (ADAPTER_PINS + len(TEST_PINS)) * banks
    pieces = banks + math.ceil(touch / 2) + math.ceil(readers / TUNING_PIECES)
    windows = sum(len(antenna.windows) for antenna in mat.antennas)
    ferrites = [s.ferrite for s in mat.sleeves if s.ferrite]
    foils = [s.foil for s in mat.sleeves if s.foil]
    ferrite = construction.part("ferrite")
    strips = cut_pieces((ferrite.width_mm, ferrite.height_mm), ferrites)
    spacers = cut_pieces(STOCK_MM, foils)
    foil_mm = max(each.w_mm for each in foils)  # laid across the roll
    return {
        **{role: float(devices[role]) for role in ORDER},
        "pico_socket": 2.0,
        "chip_socket_16": float(devices["decoder"] + devices["multiplexer"]),
        "chip_socket_14": float(devices["light_buffer"]),
        "tuning_capacitor_47p": float(readers),
        "tuning_capacitor_68p": float(readers),
        "tuning_resistor_2r2": 2.0 * readers,
        "coil_wire": metres(sum(coil.wire_mm for coil in coils(mat))),
        "adapter": float(banks),
        "pad_foil": metres(sum(max(pad.area.w_mm, pad.area.h_mm) for pad in mat.pads)),
        "main_fuse": 2.0,
        "light_fuse": LIGHT_FUSES + 1.0,
        "fuse_holder": LIGHT_FUSES + 1.0,
        "supply": 1.0,
        "circuit_board": 2.0 + math.ceil(pieces / PIECES),
        "reader_plug": float(reader_plugs),
        "touch_plug": float(touch_plugs),
        "small_plug": float(small_plugs),
        "button_plug": float(seats),
        "crimp": float(math.ceil(sum(plug_contacts(mat).values()) * OFFCUT)),
        "header": float(math.ceil(header_ways / construction.part("header").ways)),
        "straight_header": float(math.ceil(straight_ways / construction.part("header").ways)),
        "joint_wire": metres(sum(joints(harness).values()) * JOINT_MM),
        "sleeving": 2.0,
        "solder": 1.0,
        "loop_plug": 1.0,
        "foot": 8.0,
        "foam_tape": metres(80.0 * readers + 200.0 * (banks + touch + 1)),
        "cable_tie": float(10 * math.ceil(len(harness.cables) / 30 + readers / 5)),
        "insulating_tape": metres(150.0 * windows),
        "hot_glue": float(math.ceil(mat.light_count / 10 + windows / 8)),
        "bus_cable": metres(cable_mm["bus_cable"]),
        "bus_plug": float(devices["bus_header"]),
        "terminal": 1.0 + len(feeds(mat)),
        "signal_wire": metres(cable_mm["signal_wire"]),
        "power_wire": metres(cable_mm["power_wire"] + BOARD_POWER_MM),
        "coil_plate": round(2 * sheet_m2, 2),
        "top_sheet": round(sheet_m2, 2),
        "spacer": float(len(construction.holes)),
        "tag": 2.0 * construction.cards,
        "ferrite": float(math.ceil(2 * construction.cards / strips)),
        "foil": metres(construction.cards * foil_mm),
        "card_stock": float(math.ceil(2 * construction.cards / spacers)),
        "sleeve": float(construction.cards),
        "cable": 1.0,
    }


def plug_contacts(mat: Mat) -> dict[str, int]:
    """The number of contacts in the housings of each role."""
    seats, touch = len({button.seat for button in mat.buttons}), len(mat.construction.touch)
    return {
        "reader_plug": 7 * len(mat.antennas),
        "touch_plug": 5 * 2 * touch,
        "small_plug": 4 * (2 * len(mat.displays) + 1),
        "button_plug": 6 * seats,
    }


def joints(harness: Harness) -> dict[str, int]:
    """Wires on each board: a net takes one less than it has contacts there."""
    boards: dict[str, list[str]] = {}
    for device in harness.devices:
        if not device.board.startswith(("READER", "PAD_", "KEY_", "LIGHT")):
            boards.setdefault(device.board, []).extend(pin.net for pin in device.pins if pin.net)
    return {board: len(nets) - len(set(nets)) for board, nets in boards.items()}


def bought_mm(cables: Iterable[Cable]) -> Counter[str]:
    """Return the millimetres to buy in each role; a ribbon counts once, not wire by wire."""
    found: Counter[str] = Counter()
    for cable in cables:
        single_mm = [wire.length_mm for wire in cable.wires]
        found[cable.role] += max(single_mm) if cable.role == "bus_cable" else sum(single_mm)
    return found


def cut_pieces(sheet_mm: tuple[float, float], shapes: Collection[Rect]) -> float:
    """Return how many pieces a sheet gives that are as large as the largest of these shapes."""
    across = sheet_mm[0] // max(each.w_mm for each in shapes)
    return across * (sheet_mm[1] // max(each.h_mm for each in shapes))


def metres(length_mm: float) -> float:
    """Return the metres to buy for a length, with offcuts."""
    return round(math.ceil(length_mm * OFFCUT / 100) / 10, 1)


def total_eur(items: tuple[Item, ...], section: str | None = None) -> float:
    """The price of all, or of one section."""
    chosen = (item for item in items if section in {None, item.section})
    return round(sum(item.total_eur for item in chosen), 2)
