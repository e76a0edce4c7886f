"""The Pico's pins against rows of the data sheets."""

import pytest

from duelmat_hardware import Mat
from duelmat_hardware.pico import EDGE, able, functions


@pytest.mark.parametrize(
    ("gp", "edge", "can"),
    [
        (0, 1, {"SPI0 RX", "UART0 TX", "I2C0 SDA", "PWM0 A"}),
        (3, 5, {"SPI0 TX", "UART0 RTS", "I2C1 SCL", "PWM1 B"}),
        (9, 12, {"SPI1 CSn", "UART1 RX", "I2C0 SCL", "PWM4 B"}),
        (15, 20, {"SPI1 TX", "UART0 RTS", "I2C1 SCL", "PWM7 B"}),
        (18, 24, {"SPI0 SCK", "UART0 CTS", "I2C1 SDA", "PWM1 A"}),
        (22, 29, {"SPI0 SCK", "UART1 CTS", "I2C1 SDA", "PWM3 A"}),
        (28, 34, {"SPI1 RX", "UART0 TX", "I2C0 SDA", "PWM6 A", "ADC2"}),
    ],
)
def test_rows_of_the_function_table(gp: int, edge: int, can: set[str]) -> None:
    """RP2040 data sheet 1.4.3, Pico data sheet 2.1."""
    assert EDGE[gp] == edge
    assert set(functions(gp)) == can | {"PIO0", "PIO1"}


def test_no_two_pins_share_a_place_on_the_edge() -> None:
    """Twenty-six GP pins, and none where ground or power is."""
    assert len(set(EDGE.values())) == len(EDGE) == 26
    assert not {3, 8, 13, 18, 23, 28, 30, 33, 35, 36, 37, 38, 39, 40} & set(EDGE.values())


def test_buses_of_every_mat_are_on_pins_that_can(any_mat: Mat) -> None:
    """I2C, SPI and the supply senses."""
    pins = any_mat.pins
    assert pins.sda in able("I2C0 SDA") and pins.scl in able("I2C0 SCL")
    assert pins.miso in able("SPI0 RX") and pins.mosi in able("SPI0 TX")
    assert pins.sck in able("SPI0 SCK")
    assert all(any(f.startswith("ADC") for f in functions(gp)) for gp in pins.supply_sense)
