"""The time of a reader's answer: from a falling edge of SCK until the Pico may sample MISO.

The reader changes MISO after a falling edge, the Pico samples it at the next rising one, half a
period later. Each step is the longest that it should take; where it was taken from stands beside
it, and whether anybody has looked there.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

import msgspec

from .errors import Problem
from .harness import Harness
from .mat import Mat
from .spice.bus import CABLE, RIBBON, cable_lengths_mm, ribbon_lengths_mm

EDGE_NS: Final = 9.0
"""From the edge at a star's beginning, less the way along the line, until the level has passed the
further threshold at the far end; tests/hardware/test_spice.py holds the decks to it."""
FROM_READER_NS: Final = 6.0
"""The same of MISO between a reader and the multiplexer, until it stays beyond the threshold."""
FROM_BANK_NS: Final = 13.0
"""The same of MISO between a bank and the Pico."""
MODULE_EDGE_NS: Final = 30.0
"""The same of SCK between the Pico and a whole module, whose wires share one pad of the Pico;
tests/hardware/test_starter.py holds its deck to it."""
DECKS: Final = "`spice/`, calculated"
UNCHECKED: Final = "data sheet, unchecked"


class Step(msgspec.Struct, frozen=True):
    """One step of an answer's way."""

    what: str
    ns: float
    source: str


_READER: Final = Step("reader, MFRC522: SCK low to MISO", 25.0, UNCHECKED)
_PICO: Final = Step("Pico: two periods of 8 ns to take it in, and 2 ns", 18.0, UNCHECKED)


def steps(mat: Mat, harness: Harness) -> tuple[Step, ...]:
    """The steps of the slowest answer of a mat, in their order."""
    if mat.materials.has_whole_readers:
        return _on_breadboards(mat, harness)
    return _on_boards(mat, harness)


def _on_breadboards(mat: Mat, harness: Harness) -> tuple[Step, ...]:
    banks = range(mat.bank_count)
    wire_mm = max(length for bank in banks for length in cable_lengths_mm(harness, bank))
    along_ns = wire_mm / 1000 * CABLE.ns_per_m
    return (
        Step(f"SCK along {wire_mm} mm of wire", along_ns, DECKS),
        Step("its edge at the module", MODULE_EDGE_NS, DECKS),
        _READER,
        Step("MISO along the same wires", along_ns, DECKS),
        Step("its edge at the multiplexer", FROM_READER_NS, DECKS),
        _multiplexer(mat),
        Step("its edge at the Pico, over short wires", FROM_BANK_NS, "as on boards, unchecked"),
        _PICO,
    )


def _on_boards(mat: Mat, harness: Harness) -> tuple[Step, ...]:
    ribbon_mm = max(ribbon_lengths_mm(harness))
    banks = range(len(mat.construction.banks))
    cable_mm = max(length for bank in banks for length in cable_lengths_mm(harness, bank))
    along_ribbon_ns = ribbon_mm / 1000 * RIBBON.ns_per_m
    along_cable_ns = cable_mm / 1000 * CABLE.ns_per_m
    return (
        Step(f"SCK along {ribbon_mm} mm of ribbon", along_ribbon_ns, DECKS),
        Step("its edge at the buffer", EDGE_NS, DECKS),
        Step("bank buffer, 74LVC125A at 3.3 V", 5.0, UNCHECKED),
        Step(f"SCK along {cable_mm} mm of cable", along_cable_ns, DECKS),
        Step("its edge at the reader", EDGE_NS, DECKS),
        _READER,
        Step("MISO along the same cable", along_cable_ns, DECKS),
        Step("its edge at the multiplexer", FROM_READER_NS, DECKS),
        _multiplexer(mat),
        Step("bank buffer again", 5.0, UNCHECKED),
        Step("MISO along the ribbon", along_ribbon_ns, DECKS),
        Step("its edge at the Pico, between silent ribbons", FROM_BANK_NS, DECKS),
        _PICO,
    )


def _multiplexer(mat: Mat) -> Step:
    part = mat.materials.part("multiplexer")
    source = f"`delay_ns` in parts.toml, {part.checked or 'unchecked'}"
    return Step(f"multiplexer, {part.number} at 3.3 V", part.delay_ns, source)


def answer_ns(mat: Mat, harness: Harness) -> float:
    """The time of the slowest answer of a mat."""
    return sum(step.ns for step in steps(mat, harness))


def given_ns(mat: Mat) -> float:
    """The time that the bus leaves an answer: half a period of its clock."""
    return 5e8 / mat.spi_hz


def timing_problems(mat: Mat, harness: Harness) -> Iterator[Problem]:
    """An answer that comes after the Pico has sampled it."""
    needed_ns = answer_ns(mat, harness)
    if needed_ns > given_ns(mat):
        most_hz = int(5e8 / needed_ns / 100_000) * 100_000
        yield Problem(
            "readers.spi_hz",
            f"{most_hz} or less: an answer takes {needed_ns:.0f} ns with the "
            f"{mat.materials.part('multiplexer').number}",
            f"{mat.spi_hz}, which leaves it {given_ns(mat):.0f} ns",
            "Slow the bus down, or name a faster multiplexer under [parts].",
        )
