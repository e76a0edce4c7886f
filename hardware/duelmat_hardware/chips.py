"""The chips and parts on the boards as lists of contacts, each with the net that it is on."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from .mat import Mat
from .pico import EDGE, POWER_PINS

LINES: Final = tuple(f"LINE{i}" for i in range(3))
"""From the Pico to every bank: which of its readers is meant."""
BANK_ADDRESS: Final = tuple(f"BANK_ADDRESS{i}" for i in range(3))
"""From the Pico to the decoder of the banks."""

HC138_PINS: Final = {
    "A0": 1,
    "A1": 2,
    "A2": 3,
    "/E1": 4,
    "/E2": 5,
    "E3": 6,
    "GND": 8,
    "VCC": 16,
    **{f"/Y{i}": 15 - i for i in range(7)},
    "/Y7": 7,
}
"""Contacts of a 74HC138 in any of its sixteen-pin bodies."""

MULTIPLEXER_PINS: Final = {
    **{f"I{i}": 4 - i for i in range(4)},
    "Y": 5,
    "/Y": 6,
    "/OE": 7,
    "GND": 8,
    "S2": 9,
    "S1": 10,
    "S0": 11,
    **{f"I{i}": 19 - i for i in range(4, 8)},
    "VCC": 16,
}
"""Contacts of a 74x251 in any of its sixteen-pin bodies."""

BUFFER_PINS: Final = {
    "1/OE": 1,
    "1A": 2,
    "1Y": 3,
    "2/OE": 4,
    "2A": 5,
    "2Y": 6,
    "GND": 7,
    "3Y": 8,
    "3A": 9,
    "3/OE": 10,
    "4Y": 11,
    "4A": 12,
    "4/OE": 13,
    "VCC": 14,
}
"""Contacts of a 74x125 in any of its fourteen-pin bodies."""

NETWORK_RESISTORS: Final = 8
"""In one resistor network."""


def decoder(address: Sequence[str], enable: str, outputs: Mapping[int, str]) -> list[str]:
    """Contacts of a 74HC138 that is enabled by a low level."""
    nets = {
        **{f"A{i}": net for i, net in enumerate(address)},
        "/E1": enable,
        "/E2": "GND",
        "E3": "3V3",
        "VCC": "3V3",
        "GND": "GND",
        **{f"/Y{i}": net for i, net in outputs.items()},
    }
    return [f"{pin} {name}={nets.get(name, '')}" for name, pin in HC138_PINS.items()]


def multiplexer(
    address: Sequence[str], inputs: Mapping[int, str], output: str, enable: str = "GND"
) -> list[str]:
    """Contacts of a 74x251 that drives its output while `enable` is low; an input without a net
    rests high.
    """
    nets = {
        **{f"S{i}": net for i, net in enumerate(address)},
        **{f"I{i}": inputs.get(i, "3V3") for i in range(8)},
        "Y": output,
        "/OE": enable,
        "VCC": "3V3",
        "GND": "GND",
    }
    return [f"{pin} {name}={nets.get(name, '')}" for name, pin in MULTIPLEXER_PINS.items()]


def buffer(supply: str, gates: Sequence[tuple[str, str, str]]) -> list[str]:
    """Contacts of a 74x125; a gate is enable (low lets through), input, output."""
    nets = {"VCC": supply, "GND": "GND"}
    for i, (enable, source, output) in enumerate(gates, start=1):
        nets |= {f"{i}/OE": enable, f"{i}A": source, f"{i}Y": output}
    return [f"{pin} {name}={nets[name]}" for name, pin in BUFFER_PINS.items()]


def series_network(source: str, ends: Mapping[int, str]) -> list[str]:
    """Contacts of eight resistors side by side, from one net to a net each; the rest stays open.

    Resistor n leads from contact n + 1 to the one opposite.
    """
    last = 2 * NETWORK_RESISTORS
    found = [f"{i + 1}={source if i in ends else ''}" for i in range(NETWORK_RESISTORS)]
    return found + [f"{last - i}={ends.get(i, '')}" for i in reversed(range(NETWORK_RESISTORS))]


def pull_up_network(supply: str, ends: Mapping[int, str]) -> list[str]:
    """Contacts of eight resistors with a contact in common, which comes first."""
    return [f"1={supply}", *(f"{i + 2}={ends.get(i, '')}" for i in range(NETWORK_RESISTORS))]


def capacitor(role: str, supply: str) -> tuple[str, str]:
    """Contacts of a capacitor against ground; a ceramic one has no plus and minus."""
    plus, minus = ("1", "2") if role == "small_parts" else ("+", "-")
    return f"{plus}={supply}", f"{minus}=GND"


def pico(mat: Mat, more: Mapping[int, str] | None = None) -> list[str]:
    """Return the contacts of the Pico: the nets of every mat, and those of one kind, by GP."""
    pins = mat.pins
    nets = {
        pins.sda: "SDA",
        pins.scl: "SCL",
        pins.touch_irq: "TOUCH_IRQ",
        pins.lights: "LIGHTS",
        pins.sck: "SCK",
        pins.mosi: "MOSI",
        pins.miso: "MISO",
        pins.select: "SELECT",
        pins.reset: "RESET",
        **dict(zip(pins.reader_address, LINES, strict=True)),
        **dict(zip(pins.bank_address, BANK_ADDRESS, strict=True)),
        **{button.pin: f"BUTTON_{button.name}" for button in mat.buttons},
        **(more or {}),
    }
    power = {"VSYS": "VSYS", "GND": "GND", "AGND": "GND"}
    edge = [f"GP{gp} (pin {pin})={nets.get(gp, '')}" for gp, pin in EDGE.items()]
    return [
        *edge,
        *(f"{name} (pin {pin})={power.get(name, '')}" for name, pin in POWER_PINS.items()),
    ]
