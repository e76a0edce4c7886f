"""The Raspberry Pi Pico's edge: which of its forty pins is which GP, and what each GP can do.

RP2040 data sheet, function select table (1.4.3); Raspberry Pi Pico data sheet, pinout (2.1).
"""

from __future__ import annotations

from typing import Final

EDGE: Final = {
    **{gp: 1 + gp + (gp + 2) // 4 for gp in range(16)},
    **{gp: 21 + gp - 16 + (gp - 14) // 4 for gp in range(16, 23)},
    26: 31,
    27: 32,
    28: 34,
}
"""GP number -> pin of the edge."""

POWER_PINS: Final = {
    "VBUS": 40,
    "VSYS": 39,
    "GND": 38,
    "3V3_EN": 37,
    "3V3": 36,
    "ADC_VREF": 35,
    "AGND": 33,
    "RUN": 30,
}

I2C: Final = ("SDA", "SCL")
SPI: Final = ("RX", "CSn", "SCK", "TX")
UART: Final = ("TX", "RX", "CTS", "RTS")


def functions(gp: int) -> tuple[str, ...]:
    """The functions of a GP besides being an input or output, in the table's order."""
    found = [
        f"SPI{gp // 8 % 2} {SPI[gp % 4]}",
        f"UART{(gp + 4) // 8 % 2} {UART[gp % 4]}",
        f"I2C{gp // 2 % 2} {I2C[gp % 2]}",
        f"PWM{gp // 2 % 8} {'AB'[gp % 2]}",
        "PIO0",
        "PIO1",
    ]
    return (*found, f"ADC{gp - 26}") if gp in range(26, 29) else tuple(found)


def able(function: str) -> tuple[int, ...]:
    """The GP numbers on the edge that can do something."""
    return tuple(gp for gp in EDGE if function in functions(gp))
