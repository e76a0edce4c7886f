"""The chapters of docs/building.md: which parts each uses first, and what those cost."""

from __future__ import annotations

from typing import Final

from .bom import ORDER, Item

CHAPTERS: Final = {
    2: "Plates and boards",
    3: "Main board",
    4: "Flash the Pico",
    5: "Bank boards",
    6: "Readers, before the cut",
    7: "Coils",
    8: "Touch pads",
    9: "Displays and buttons",
    10: "Lights",
    11: "Close it",
    12: "Sleeves",
}
"""The chapters in which something is built, and their titles."""

_PARTS: Final = {
    2: ("coil_plate", "spacer", "circuit_board", "foam_tape"),
    3: (
        *("board", "pico_socket", "chip_socket_16", "decoder", "light_buffer", "chip_socket_14"),
        *("light_switch", "guard_switch", "guard_transistor", "voltage_reference"),
        *("switch_driver", "level_shifter", "supply", "inlet", "main_fuse", "light_fuse"),
        *("fuse_holder", "regulator", "diode", "network_100r", "resistor_330r", "resistor_1k"),
        *("resistor_2k2", "resistor_10k", "resistor_100k", "small_parts", "bank_capacitor"),
        *("large_capacitor", "header", "straight_header", "bus_header", "terminal"),
        *("power_wire", "joint_wire", "sleeving", "solder"),
    ),
    4: ("cable",),
    5: (
        *("multiplexer", "bank_buffer", "adapter", "network_10k", "resistor_47r"),
        *("bus_cable", "bus_plug"),
    ),
    6: ("reader", "reader_plug", "crimp", "signal_wire"),
    7: (
        *("coil_wire", "tuning_parts", "tuning_capacitor_22p", "tuning_capacitor_47p"),
        *("tuning_capacitor_68p", "tuning_resistor_1r2", "tuning_resistor_2r2"),
        *("insulating_tape", "hot_glue", "loop_plug"),
    ),
    8: ("touch", "pad_foil", "touch_plug"),
    9: ("display_driver", "digits", "button", "small_plug", "button_plug"),
    10: ("light",),
    11: ("top_sheet", "foot", "cable_tie"),
    12: ("tag", "ferrite", "foil", "card_stock", "sleeve"),
}
PART_CHAPTERS: Final = {role: number for number, roles in _PARTS.items() for role in roles}
"""The chapter that uses a part first: wire, crimp contacts and solder are bought with it."""
assert sorted(PART_CHAPTERS) == sorted(ORDER)
assert sum(map(len, _PARTS.values())) == len(ORDER)


def chapter_eur(items: tuple[Item, ...]) -> dict[int, float]:
    """Return what the parts of a bill cost that each chapter uses first."""
    return {
        number: sum(item.total_eur for item in items if PART_CHAPTERS[item.role] == number)
        for number in CHAPTERS
    }
