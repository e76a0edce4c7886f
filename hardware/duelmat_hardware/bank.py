"""A bank: what selects and joins up to eight readers, and these readers with their coils.

Each reader has lines of its own from the bank: SCK and MOSI through a resistor each, behind the
bank's buffer, so that what one cable throws back does not reach the others; MISO into a
multiplexer, so that a reader which does not let go of it disturbs nobody (docs/adr/0036).
The buffer's way back to the Pico has a resistor, too: it ends where the other banks' ribbons do.
"""

from __future__ import annotations

from typing import Final

from . import chips
from .geometry import Point
from .harness import Bench, Group
from .mat import Signal
from .reader_places import reader_place

RIBBON: Final = (
    ("3V3", Signal.POWER_3V3),
    ("3V3", Signal.POWER_3V3),
    ("GND", Signal.GROUND),
    ("SCK_BUS{}", Signal.CLOCK),
    ("GND", Signal.GROUND),
    ("MOSI_BUS{}", Signal.TO_READER),
    ("GND", Signal.GROUND),
    ("MISO", Signal.FROM_READER),
    ("BANK{}", Signal.SELECT),
    ("LINE0", Signal.SELECT),
    ("LINE1", Signal.SELECT),
    ("LINE2", Signal.SELECT),
    ("RESET", Signal.RESET),
    ("GND", Signal.GROUND),
)
"""Nets of the ribbon cable to a bank, contact by contact."""

READER_PINS: Final = (
    ("SDA", "NSS{a}", Signal.SELECT),
    ("SCK", "SCK{a}", Signal.CLOCK),
    ("MOSI", "MOSI{a}", Signal.TO_READER),
    ("MISO", "MISO{a}", Signal.FROM_READER),
    ("IRQ", "", Signal.INTERRUPT),
    ("GND", "GND", Signal.GROUND),
    ("RST", "RESET_{b}", Signal.RESET),
    ("3.3V", "3V3", Signal.POWER_3V3),
)
"""Header of the reader module, pin by pin; SDA is its select line, IRQ stays open."""

TEST_PINS: Final = ("GND", "3V3", "SCK_BANK{}", "MOSI_BANK{}", "MISO_BANK{}", "BANK{}", "RESET_{}")
"""Nets of a bank's test header, contact by contact: for a scope or a logic analyser."""

SERIES_OHM: Final = 100.0
"""Of the resistor at the beginning of each line of SCK and MOSI: network_100r."""
ANSWER_OHM: Final = 47.0
"""Of the resistor at the beginning of MISO's way to the Pico: resistor_47r."""
CAPACITORS: Final = (
    ("small_parts", "capacitor 100 nF beside U1"),
    ("small_parts", "capacitor 100 nF beside U2"),
    ("small_parts", "capacitor 100 nF beside U3"),
    ("bank_capacitor", "capacitor 10 uF of the bank"),
)


def lay_bank(bench: Bench, bank: int) -> None:
    """Lays down a bank's board, its ribbon, and its readers with cables and coils."""
    mat = bench.mat
    at, board = mat.construction.banks[bank], f"bank{bank}"
    index_of = {a.line: a.index for a in mat.antennas if a.bank == bank}

    def put(name: str, role: str, title: str, *found: str) -> None:
        bench.put(f"B{bank}_{name}", board, role, title, at, found)

    def own(net: str) -> dict[int, str]:
        return {line: f"{net}{index}" for line, index in index_of.items()}

    selects = chips.decoder(chips.LINES, f"BANK{bank}", own("NSS"))
    put("U1", "decoder", "reader decoder 74HC138", *selects)
    gates = [
        (f"BANK{bank}", f"MISO_BANK{bank}", f"MISO_OUT{bank}"),
        ("GND", f"SCK_BUS{bank}", f"SCK_BANK{bank}"),
        ("GND", f"MOSI_BUS{bank}", f"MOSI_BANK{bank}"),
        ("GND", "RESET", f"RESET_{bank}"),
    ]
    put("U2", "bank_buffer", "bank buffer 74LVC125", *chips.buffer("3V3", gates))
    answers = chips.multiplexer(chips.LINES, own("MISO"), f"MISO_BANK{bank}")
    put("U3", "multiplexer", "multiplexer 74AC251 of the readers' MISO", *answers)
    for number, name in enumerate(("SCK", "MOSI"), start=1):
        pins = chips.series_network(f"{name}_BANK{bank}", own(name))
        put(
            f"RN{number}", "network_100r", f"eight resistors 100 ohm, {name} to each reader", *pins
        )
    pins = chips.pull_up_network("3V3", own("MISO"))
    put("RN3", "network_10k", "eight pull-up resistors 10 kohm of the readers' MISO", *pins)
    ends = (f"1=MISO_OUT{bank}", "2=MISO")
    put("RM", "resistor_47r", "resistor 47 ohm of MISO to the Pico", *ends)
    for i, (role, title) in enumerate(CAPACITORS, start=1):
        put(f"C{i}", role, title, *chips.capacitor(role, "3V3"))
    tested = [f"{i}={net.format(bank)}" for i, net in enumerate(TEST_PINS, start=1)]
    put("TEST", "straight_header", f"test header of bank {bank}", *tested)
    header = [f"{i + 1}={net.format(bank)}" for i, (net, _) in enumerate(RIBBON)]
    put("X", "bus_header", f"box header of bank {bank}", *header)
    name, start = f"W_BANK{bank}", f"X_BANK{bank}"
    ways = [(str(i + 1), str(i + 1), signal) for i, (_, signal) in enumerate(RIBBON)]
    bench.pull(name, Group.BUS, "bus_cable", start, f"B{bank}_X", ways)
    for line in sorted(index_of):
        _reader(bench, bank, line, index_of[line])


def _reader(bench: Bench, bank: int, line: int, index: int) -> None:
    """A reader with its cable, its coil, and the tuning piece between the two."""
    mat = bench.mat
    antenna = mat.antennas[index]
    holes = f"B{bank}_R{line}"
    pins = [f"{label}={net.format(a=index, b=bank)}" for label, net, _ in READER_PINS]
    title = f"eight holes for the cable of {antenna.label}"
    bench.put(holes, f"bank{bank}", "", title, mat.construction.banks[bank], pins)
    reader, place = f"READER{index}", reader_place(mat, antenna)
    ends = [f"ANT{i}=ANT{index}_{i}" for i in (1, 2)]
    bench.put(reader, reader, "reader", f"reader of {antenna.label}", place, [*pins, *ends])
    coil, title = f"COIL{index}", f"coil of {antenna.label}"
    ends = [f"{i}=COIL{index}_{i}" for i in (1, 2)]
    bench.put(coil, reader, "coil_wire", title, antenna.windows[0].centre, ends)
    _tuning(bench, index, place)
    wires = [(label, label, signal) for label, net, signal in READER_PINS if net]
    bench.pull(f"W_READER{index}", Group.READERS, "signal_wire", holes, reader, wires, bank)


def _tuning(bench: Bench, index: int, at: Point) -> None:
    """The tuning piece of a coil: two capacitors across its ends, a resistor in each."""
    across = [f"{i}=ANT{index}_{i}" for i in (1, 2)]
    board = f"READER{index}"
    bench.put(f"CT{index}", board, "tuning_parts", "trimmer 3 to 30 pF", at, across)
    title = "capacitor NP0, 22 pF to begin with"
    bench.put(f"CP{index}", board, "tuning_capacitor_22p", title, at, across)
    for i in (1, 2):
        title, pins = (
            "resistor 1.2 ohm to begin with",
            [f"1=ANT{index}_{i}", f"2=COIL{index}_{i}"],
        )
        bench.put(f"RS{index}_{i}", board, "tuning_resistor_1r2", title, at, pins)
