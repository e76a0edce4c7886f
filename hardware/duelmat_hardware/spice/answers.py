"""MISO on its way back to the Pico: a reader's cable to the multiplexer, and a bank's ribbon.

All ribbons end at one contact of the Pico. Only one bank drives it at a time; what its buffer
sends runs on into the ribbons of the others, whose ends are open, and comes back from there.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from duelmat_hardware.bank import ANSWER_OHM
from duelmat_hardware.harness import Harness

from .bus import (
    BUFFER,
    CABLE,
    HALF_NS,
    RIBBON,
    STEP_NS,
    VOLTS,
    Driver,
    Line,
    cable_lengths_mm,
    ribbon_lengths_mm,
)
from .deck import writing

READER: Final = Driver(100.0, 5.0)
"""MISO of an MFRC522, which gives 4 mA at 0.4 V from a rail; *not checked with a data sheet*."""
MULTIPLEXER_PF: Final = 10.0
"""An input of the multiplexer with its holes and pull-up; *not checked with a data sheet*."""
PICO_PF: Final = 5.0
PULL_UP_OHM: Final = 10_000.0
BEGINS_NS: Final = 10.0
"""Of the first edge."""


def decks(harness: Harness) -> dict[str, str]:
    """Name and text of each deck of a mat's MISO."""
    ribbons_mm = ribbon_lengths_mm(harness)
    banks = range(len(ribbons_mm))
    longest_mm = max(length for bank in banks for length in cable_lengths_mm(harness, bank))
    return {
        "miso_reader": from_reader(longest_mm),
        **{f"miso_bank{bank}": from_bank(ribbons_mm, bank) for bank in banks},
    }


def from_reader(length_mm: int, driver: Driver = READER, line: Line = CABLE) -> str:
    """The deck of a reader that answers through its cable; `end` is the multiplexer's input."""
    delay_ns = length_mm / 1000 * line.ns_per_m
    lines = [
        f"* MISO from a reader to its multiplexer, {length_mm} mm away",
        *_source(driver),
        f"Tcable out 0 end 0 Z0={line.ohm:g} TD={delay_ns:.4f}n",
        f"Cend end 0 {MULTIPLEXER_PF:g}p",
    ]
    return _deck(lines, "end")


def from_bank(
    lengths_mm: Sequence[int],
    bank: int,
    driver: Driver = BUFFER,
    line: Line = RIBBON,
    series_ohm: float = ANSWER_OHM,
) -> str:
    """The deck of a bank's buffer that answers through its ribbon; `end` is the Pico's contact."""
    lines = [
        f"* MISO from the buffer of bank {bank} to the Pico; the other banks are silent",
        *_source(driver),
        f"Rseries out near {max(series_ohm, 0.01):g}",
    ]
    for other, length_mm in enumerate(lengths_mm):
        delay_ns = length_mm / 1000 * line.ns_per_m
        near = "near" if other == bank else f"silent{other}"
        lines.append(f"Tribbon{other} {near} 0 end 0 Z0={line.ohm:g} TD={delay_ns:.4f}n")
        if other != bank:
            lines.append(f"Csilent{other} {near} 0 {line.input_pf:g}p")
    return _deck([*lines, f"Cend end 0 {PICO_PF:g}p"], "end")


def _source(driver: Driver) -> list[str]:
    edge, high_ns = driver.edge_ns, HALF_NS - driver.edge_ns
    pulse = f"PULSE(0 {VOLTS:g} {BEGINS_NS:g}n {edge:g}n {edge:g}n {high_ns:g}n 1)"
    return [f"Vanswer source 0 {pulse}", f"Rdriver source out {driver.ohm:g}"]


def _deck(lines: list[str], end: str) -> str:
    rest = [
        f"Vpull pull 0 {VOLTS:g}",
        f"Rpull pull {end} {PULL_UP_OHM:g}",
        f".tran {STEP_NS:g}n {2 * HALF_NS + BEGINS_NS:g}n 0 {STEP_NS:g}n",
        *writing([f"v({end})"]),
    ]
    return "\n".join([*lines, *rest]) + "\n"
