"""The parts of bank board and main board: their footprints, and which pad each contact is."""

from __future__ import annotations

import re
from typing import Final

from duelmat_hardware.harness import Device
from duelmat_hardware.placing import PLUG_COLUMNS

from .footprints import SO14, Footprint
from .through_hole import (
    AXIAL,
    BOX_HEADER_14,
    CERAMIC_5,
    DIP14,
    DIP16,
    DO_41,
    FUSE_HOLDER,
    PICO,
    RADIAL_5,
    RADIAL_10_LYING,
    REGULATOR,
    SIP9,
    TERMINAL,
    TO_92,
    TO_220_LYING,
    leg_row,
    plugged_row,
)

FOOTPRINTS: Final = {
    "board": PICO,
    "decoder": DIP16,
    "multiplexer": DIP16,
    "network_100r": DIP16,
    "network_10k": SIP9,
    "bank_buffer": SO14,
    "light_buffer": DIP14,
    "bus_header": BOX_HEADER_14,
    "small_parts": CERAMIC_5,
    "bank_capacitor": RADIAL_5,
    "large_capacitor": RADIAL_10_LYING,
    "regulator": REGULATOR,
    "main_fuse": FUSE_HOLDER,
    "light_fuse": FUSE_HOLDER,
    "diode": DO_41,
    "light_switch": TO_220_LYING,
    "guard_switch": TO_220_LYING,
    "guard_transistor": TO_92,
    "switch_driver": TO_92,
    "voltage_reference": TO_92,
    "terminal": TERMINAL,
}
"""The footprint of each role; resistors, rows of holes and headers are drawn by their count."""
NUMBER: Final = re.compile(r"\(pin (\d+)\)|^(\d+)(?: |$)")
"""The number of a contact in its label."""


def footprint(device: Device) -> Footprint | None:
    """The footprint of a device; None if there is none."""
    if device.role.startswith("resistor_"):
        return AXIAL
    if device.role == "header":
        return plugged_row(len(device.pins), PLUG_COLUMNS)
    if device.role in {"", "straight_header"}:
        return leg_row(len(device.pins))
    return FOOTPRINTS.get(device.role)


def pads(device: Device) -> list[str]:
    """The pad of each contact: the number that its label names, or its place in the list."""
    found = []
    for i, pin in enumerate(device.pins, start=1):
        number = NUMBER.search(pin.label)
        found.append((number[1] or number[2]) if number else str(i))
    return found
