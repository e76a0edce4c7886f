"""Banks: what many readers that fail together have in common."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping
from typing import Final

from duelmat_hardware import Antenna, AntennaIndex, Mat
from duelmat_host.link.events import HealthState
from duelmat_maker.doctor.findings import Diagnosis, State

_FEWEST: Final = 3
"""Two readers of a bank can fail for two reasons."""
_BANK: Final = (
    "what the bank's readers share: its ribbon, its decoder U1 (/E1), its buffer "
    "U2 (1/OE), its multiplexer U3, and its resistors RN1 to RN3."
)
_ALL: Final = (
    "what all readers share: their 3.3 V, RESET (high), SELECT at U1 of the main "
    "board, SCK and MOSI, and the ribbons' way round."
)
_ALL_ON_BREADBOARDS: Final = (
    "what all readers share: their 3.3 V, RESET (high), SELECT at U1, SCK and MOSI."
)


def failing_banks(mat: Mat, health: Mapping[AntennaIndex, HealthState]) -> dict[int, Diagnosis]:
    """Return a finding for each bank whose readers fail together.

    health: the state of the failing readers, by antenna.
    """
    banks: dict[int, list[Antenna]] = defaultdict(list)
    for antenna in mat.antennas:
        banks[antenna.bank].append(antenna)
    if len(health) == len(mat.antennas):
        advice = _ALL_ON_BREADBOARDS if mat.materials.has_whole_readers else _ALL
        finding = Diagnosis("bank", "all", State.FAULT, "no reader answers as it should", advice)
        return dict.fromkeys(banks, finding)
    return {
        bank: finding
        for bank, of in banks.items()
        for finding in _failing(bank, of, health, _advice(mat, bank))
    }


def _advice(mat: Mat, bank: int) -> str:
    if not mat.materials.has_whole_readers:
        return _BANK
    return (
        f"what the bank's readers share: its 74HC138 U{2 * bank + 2} (/E1), its 74HC251 "
        f"U{2 * bank + 3} (/OE), and its resistor of MOSI."
    )


def _failing(
    bank: int,
    antennas: list[Antenna],
    health: Mapping[AntennaIndex, HealthState],
    advice: str,
) -> Iterator[Diagnosis]:
    ill = [antenna for antenna in antennas if antenna.index in health]
    if len(ill) < _FEWEST or 2 * len(ill) <= len(antennas):
        return
    text = f"{len(ill)} of its {len(antennas)} readers fail together"
    yield Diagnosis("bank", str(bank), State.FAULT, text, advice)
