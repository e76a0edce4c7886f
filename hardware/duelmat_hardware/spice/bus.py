"""SCK from the Pico to every reader: edges, resistors, ribbons and cables of a mat's own lengths.

Two stages, each a star: the Pico drives a ribbon to every bank, and a bank's buffer drives a cable
to every reader, always through a resistor for each. Cables are lossless lines, which rings more
than real ones; MOSI has the same lengths and resistors.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import msgspec

from duelmat_hardware.bank import SERIES_OHM
from duelmat_hardware.harness import Group, Harness

from .deck import writing

VOLTS: Final = 3.3
HALF_NS: Final = 128.0
"""Half a period: 125 MHz / 32 is the fastest clock of the Pico up to 4 MHz."""
STEP_NS: Final = 0.1
"""Of the simulation, at most."""


class Driver(msgspec.Struct, frozen=True):
    """The driver of a star of lines."""

    ohm: float
    """Of its output."""
    edge_ns: float
    """From one level to the other."""


class Line(msgspec.Struct, frozen=True):
    """A kind of cable, and what hangs at its end."""

    ohm: float
    """Of the wave that runs along it."""
    ns_per_m: float
    input_pf: float


PICO: Final = Driver(50.0, 3.0)
"""A pad of 4 mA. *Not checked with a data sheet*; nor are the next ones."""
BUFFER: Final = Driver(15.0, 1.5)
"""A 74LVC125A, whose edges take 1.5 to 3 ns."""
RIBBON: Final = Line(105.0, 4.7, 8.0)
"""Ground, signal, ground at 1.27 mm; at its end a buffer's input."""
CABLE: Final = Line(110.0, 5.2, 12.0)
"""Seven wires twisted; at its end a reader with its module's track."""


def ribbon_lengths_mm(harness: Harness) -> list[int]:
    """The length of SCK to each bank."""
    return [
        wire.length_mm
        for cable in harness.cables
        if cable.group is Group.BUS
        for wire in cable.wires
        if wire.net.startswith("SCK")
    ]


def cable_lengths_mm(harness: Harness, bank: int) -> list[int]:
    """The length of SCK to each reader of a bank."""
    return [
        wire.length_mm
        for cable in harness.cables
        if cable.bank == bank
        for wire in cable.wires
        if wire.start[1] == "SCK"
    ]


def decks(harness: Harness) -> dict[str, str]:
    """Name and text of each deck of a mat's bus."""
    ribbons = [cable for cable in harness.cables if cable.group is Group.BUS]
    title = "SCK from the Pico to the buffer of each bank"
    found = {"bus_ribbons": star(title, ribbon_lengths_mm(harness), PICO, RIBBON)}
    for bank, _ in enumerate(ribbons):
        title = f"SCK from the buffer of bank {bank} to each of its readers"
        lengths_mm = cable_lengths_mm(harness, bank)
        found[f"bus_bank{bank}"] = star(title, lengths_mm, BUFFER, CABLE)
    return found


def module_deck(harness: Harness, banks: int) -> str:
    """Return the deck of SCK from the Pico to every whole module, wired on a breadboard."""
    lengths_mm = [each for bank in range(banks) for each in cable_lengths_mm(harness, bank)]
    return star("SCK from the Pico to each module", lengths_mm, PICO, CABLE)


def star(
    title: str,
    lengths_mm: Sequence[int],
    driver: Driver,
    line: Line,
    series_ohm: float = SERIES_OHM,
) -> str:
    """The deck of one driver and its lines, over one period; `end0` and on are their far ends."""
    edge, ohm = driver.edge_ns, max(series_ohm, 0.01)
    lines = [
        f"* {title}",
        f"* A resistor of {series_ohm:g} ohm at the beginning of each line; edges of {edge:g} ns.",
        f".param edge={edge:g}n series={ohm:g}",
        f"Vclock source 0 PULSE(0 {VOLTS:g} 10n {{edge}} {{edge}} {HALF_NS - edge:g}n 1)",
        f"Rdriver source out {driver.ohm:g}",
        "Cout out 0 4p",
    ]
    for i, length_mm in enumerate(lengths_mm):
        delay_ns = length_mm / 1000 * line.ns_per_m
        lines += [
            f"Rseries{i} out near{i} {{series}}",
            f"Tline{i} near{i} 0 end{i} 0 Z0={line.ohm:g} TD={delay_ns:.4f}n",
            f"Cend{i} end{i} 0 {line.input_pf:g}p",
        ]
    lines.append(f".tran {STEP_NS:g}n {2 * HALF_NS + 10:g}n 0 {STEP_NS:g}n")
    return "\n".join([*lines, *writing([f"v(end{i})" for i in range(len(lengths_mm))])]) + "\n"
