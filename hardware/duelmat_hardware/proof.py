"""The proof on a table: one reader on the Pico's own pins, one coil, five sleeves.

Coil B of the zone and the neighbour's coil are wound, too, and tuned by capacitors alone.

It comes before anything else is ordered, and everything in it is the mat's own: its pins, its
reader, the coil of its first antenna, its sleeves. Boards, decoders and supply are left out: the
Pico selects the one reader itself and feeds it.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import Final

from .bank import READER_PINS
from .bom import ORDER, STOCK_MM, Item, cut_pieces, metres
from .coils import coils
from .geometry import Point
from .harness import Bench, Group, Harness
from .mat import Mat
from .parts import supplies
from .pico import EDGE, POWER_PINS
from .proof_fields import proof_sleeve

SLEEVES: Final = 5
TAGS: Final = 2 * SLEEVES
APART_MM: Final = 90.0
"""From the Pico to the reader."""
COILS: Final = 3
"""The one at the reader, coil B, and the neighbour's."""
PLATE_M2: Final = 0.0375
"""250 x 150 mm: coil B over the coil, and the neighbour 100 mm beside it."""
TOP_SHEET_M2: Final = PLATE_M2 + 4 * 0.0063
"""Over the coils, and four pieces of 63 x 100 mm that raise a sleeve by 8 mm."""
CABLE: Final = "W_PROOF"


def proof_harness(mat: Mat) -> Harness:
    """Pico, reader and coil, and the seven wires from the Pico to the reader."""
    pins = mat.pins
    gps = {
        "SDA": pins.select,
        "SCK": pins.sck,
        "MOSI": pins.mosi,
        "MISO": pins.miso,
        "RST": pins.reset,
    }
    ends = {label: f"GP{gp} (pin {EDGE[gp]})" for label, gp in gps.items()}
    ends["GND"] = f"GND (pin {POWER_PINS['GND']})"
    ends["3.3V"] = f"3V3 (pin {POWER_PINS['3V3']})"
    wires = [(ends[label], label, signal) for label, _, signal in READER_PINS if label in ends]
    bench = Bench(mat)
    edge = [f"{end}={label}" for end, label, _ in wires]
    bench.put("PICO", "table", "board", "Raspberry Pi Pico", Point(0, 0), edge)
    own = [f"{label}={label if label in ends else ''}" for label, _, _ in READER_PINS]
    antennas = ("ANT1=ANT1", "ANT2=ANT2")
    at = Point(APART_MM, 0)
    bench.put("READER", "reader", "reader", "reader module, cut", at, [*own, *antennas])
    bench.put("COIL", "reader", "coil_wire", "coil", at, antennas)
    bench.pull(CABLE, Group.READERS, "signal_wire", "PICO", "READER", wires)
    return bench.harness()


def proof_bill(mat: Mat) -> tuple[Item, ...]:
    """The items to buy for the proof, in the order of the whole bill."""
    counts = dict(_counts(mat))
    articles = {**dict(mat.construction.parts), **supplies()}
    return tuple(Item("", role, articles[role], counts[role]) for role in ORDER if role in counts)


def _counts(mat: Mat) -> Iterator[tuple[str, float]]:
    sleeve = proof_sleeve(mat)
    ferrite = mat.construction.part("ferrite")
    assert sleeve.ferrite and sleeve.foil
    strips = cut_pieces((ferrite.width_mm, ferrite.height_mm), [sleeve.ferrite])
    spacers = cut_pieces(STOCK_MM, [sleeve.foil])
    harness = proof_harness(mat)
    wires = harness.cables[0].wires
    yield "board", 1.0
    yield "reader", 1.0
    yield "coil_wire", metres(COILS * coils(mat)[0].wire_mm)
    yield "tuning_parts", float(COILS)
    yield "tuning_capacitor_22p", 1.0
    yield "tuning_capacitor_47p", 1.0
    # On no module, two and the trimmer bring a coil with a card above it to resonance.
    yield "tuning_capacitor_68p", 1.0 + 2 * (COILS - 1)
    yield "tuning_resistor_1r2", 2.0 * COILS
    yield "tuning_resistor_2r2", 2.0
    yield "signal_wire", metres(sum(wire.length_mm for wire in wires))
    yield "loop_plug", 1.0
    yield "coil_plate", PLATE_M2
    yield "top_sheet", TOP_SHEET_M2
    yield "insulating_tape", 1.0
    yield "tag", float(TAGS)
    yield "ferrite", float(math.ceil(TAGS / strips))
    yield "foil", metres(SLEEVES * sleeve.foil.w_mm)
    yield "card_stock", float(math.ceil(TAGS / spacers))
    yield "sleeve", float(SLEEVES)
    yield "cable", 1.0
