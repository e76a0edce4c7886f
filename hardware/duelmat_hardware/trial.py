"""The part of the bill with which one zone is built first, to prove what is only derived."""

from __future__ import annotations

import math
from collections import Counter
from typing import Final

import msgspec

from .bom import BOARD_POWER_MM, OFFCUT, Item, bill, bought_mm, metres
from .coils import coils
from .harness import Device, Harness
from .mat import Mat

MAIN_PARTS: Final = frozenset(
    (
        *("PICO", "U1", "U3", "U5", "F1", "D1", "C1", "C3", "C5", "Q3", "Q4", "Q5"),
        *("X_IN", "INLET"),
    )
)
"""The parts of the main board that a single zone needs, besides resistors and bank header."""

ONE_EACH: Final = (
    *("adapter", "solder", "loop_plug", "cable", "supply", "fuse_holder", "insulating_tape"),
    *("hot_glue", "foam_tape", "ferrite"),
)
TWO_EACH: Final = ("pico_socket", "straight_header", "main_fuse")
"""The second fuse is a spare."""
SAMPLES: Final = {"tag": 10.0, "foil": 0.5, "sleeve": 5.0, "joint_wire": 5.0, "card_stock": 2.0}
PLATE_M2: Final = 0.05
"""Twice a zone with a margin around it."""


def trial(mat: Mat, harness: Harness) -> tuple[Item, ...]:
    """The lines of the bill for the first monster zone, its bank and the main board behind it."""
    counts = _counts(mat, harness)
    return tuple(
        msgspec.structs.replace(item, count=counts[item.role])
        for item in bill(mat, harness)
        if counts.get(item.role)
    )


def _counts(mat: Mat, harness: Harness) -> dict[str, float]:
    indices = mat.zone(mat.antennas[0].zone).antennas
    bank = mat.antennas[indices[0]].bank
    names = {"W_IN", f"W_BANK{bank}", *(f"W_READER{index}" for index in indices)}
    cables = [cable for cable in harness.cables if cable.name in names]
    devices = Counter(
        device.role for device in harness.devices if _is_needed(device, bank, set(indices))
    )
    lengths: dict[str, float] = {**bought_mm(cables)}
    lengths["power_wire"] += BOARD_POWER_MM
    coil_mm = sum(coil.wire_mm for coil in coils(mat) if coil.antenna in indices)
    readers = float(len(indices))
    return {
        **{role: float(count) for role, count in devices.items()},
        **{role: metres(length_mm) for role, length_mm in lengths.items()},
        **dict.fromkeys(ONE_EACH, 1.0),
        **dict.fromkeys(TWO_EACH, 2.0),
        **SAMPLES,
        "coil_wire": metres(coil_mm),
        "chip_socket_16": float(devices["decoder"] + devices["multiplexer"]),
        "bus_plug": float(devices["bus_header"]),
        "circuit_board": 2.0,
        "reader_plug": readers,
        "crimp": float(math.ceil(7 * readers * OFFCUT)),
        "tuning_capacitor_47p": readers,
        "tuning_capacitor_68p": readers,
        "tuning_resistor_2r2": 2 * readers,
        "coil_plate": PLATE_M2,
        "top_sheet": PLATE_M2,
    }


def _is_needed(device: Device, bank: int, indices: set[int]) -> bool:
    if device.board in {f"READER{index}" for index in indices}:
        return True
    is_resistor = device.board == "main" and device.role.startswith(("resistor_", "network_"))
    is_bank = device.ref == f"X_BANK{bank}" or device.ref.startswith(f"B{bank}_")
    return is_resistor or is_bank or device.ref in MAIN_PARTS
