"""The electronics of a mat of whole reader modules: a Pico and five chips on breadboards.

The Pico's address lines choose a bank and a module in it, as on a mat with boards; each bank is a
decoder for the modules' select lines and a multiplexer for their answers. From the breadboards go
the modules' wires, the lights', and, if somebody wants them, those to touch chips, displays and
buttons. Two of a supply's wires feed the lights; a small regulator feeds chips and modules.
"""

from __future__ import annotations

from typing import Final

from . import chips
from .bank import READER_PINS
from .chips import BANK_ADDRESS, LINES
from .geometry import Point
from .harness import Bench, Group, Harness
from .mat import Mat, Signal

BREADBOARD: Final = "breadboard"
I2C_WIRES: Final = (
    ("3V3", Signal.POWER_3V3),
    ("GND", Signal.GROUND),
    ("SDA", Signal.SDA),
    ("SCL", Signal.SCL),
)


def breadboard_harness(mat: Mat) -> Harness:
    """The harness of a mat of whole modules, in the order in which it is wired."""
    bench = Bench(mat)
    _put(bench, "PICO", "board", "Raspberry Pi Pico", chips.pico(mat))
    _power(bench)
    _put(bench, "U1", "decoder", "bank decoder 74HC138", _bank_decoder(mat))
    for bank in range(mat.bank_count):
        _bank(bench, bank)
    for antenna in mat.antennas:
        _module(bench, antenna.index)
    _lights(bench)
    _optional(bench)
    return bench.harness()


def _put(bench: Bench, ref: str, role: str, title: str, pins: list[str]) -> None:
    bench.put(ref, BREADBOARD, role, title, bench.mat.sheet.centre, pins)


def _power(bench: Bench) -> None:
    """The supply's plug, the diode through which it feeds the Pico, and the 3.3 V regulator."""
    _put(bench, "X_IN", "supply", "5 V from the supply", ["+=5V", "-=GND"])
    _put(bench, "D1", "diode", "diode to the Pico's VSYS", ["A=5V", "K=VSYS"])
    _put(bench, "U0", "regulator", "3.3 V regulator", ["VIN=5V", "GND=GND", "VOUT=3V3"])


def _bank_decoder(mat: Mat) -> list[str]:
    outputs = {bank: f"BANK{bank}" for bank in range(mat.bank_count)}
    return chips.decoder(BANK_ADDRESS, "SELECT", outputs)


def _bank(bench: Bench, bank: int) -> None:
    """A bank's decoder, multiplexer, which answers while the bank is selected, and resistor.

    MOSI has half a period to settle, so that one resistor serves all of a bank.
    """
    at_line = {a.line: a.index for a in bench.mat.antennas if a.bank == bank}
    number = 2 * bank + 2
    selects = {line: f"NSS{index}" for line, index in at_line.items()}
    answers = {line: f"MISO{index}" for line, index in at_line.items()}
    title = f"decoder of bank {bank}, 74HC138"
    _put(bench, f"U{number}", "decoder", title, chips.decoder(LINES, f"BANK{bank}", selects))
    title = f"multiplexer of bank {bank}, 74HC251"
    pins = chips.multiplexer(LINES, answers, "MISO", enable=f"BANK{bank}")
    _put(bench, f"U{number + 1}", "multiplexer", title, pins)
    pins = ["1=MOSI", f"2=MOSI_BANK{bank}"]
    _put(bench, f"R_MOSI{bank}", "resistor_100r", f"100 ohm of MOSI, bank {bank}", pins)


def _module(bench: Bench, index: int) -> None:
    """A module under its zone, with its seven wires from the breadboard.

    SCK begins with a resistor of its own: behind a common one an edge turns back on its way
    (tests/hardware/test_starter.py).
    """
    antenna = bench.mat.antennas[index]
    zone, bank = bench.mat.zone(antenna.zone), antenna.bank
    nets = {
        **{label: net.format(a=index, b=bank) for label, net, _ in READER_PINS},
        "MOSI": f"MOSI_BANK{bank}",
        "RST": "RESET",
    }
    pins = [f"{label}={net}" for label, net in nets.items()]
    start, module = f"M{index}", f"READER{index}"
    ends = ["1=SCK", f"2=SCK{index}"]
    _put(bench, f"R_SCK{index}", "resistor_100r", f"100 ohm of SCK for {zone.id}", ends)
    _put(bench, start, "", f"row for {zone.id}", pins)
    bench.put(module, module, "reader", f"module under {zone.id}", zone.area.centre, pins)
    wires = [(label, label, signal) for label, net, signal in READER_PINS if net]
    bench.pull(f"W_{zone.id}", Group.READERS, "signal_wire", start, module, wires, bank)


def _lights(bench: Bench) -> None:
    """The strip's wires; its 5 V come through a diode, so that 3.3 V of data count as high."""
    mat = bench.mat
    _put(bench, "R_LIGHTS", "resistor_330r", "330 ohm of data", ["1=LIGHTS", "2=LIGHT_DATA"])
    _put(bench, "D2", "strip_diode", "diode of the strip", ["A=5V", "K=5V_LIGHTS"])
    _put(bench, "C1", "large_capacitor", "capacitor 1000 uF", ["+=5V_LIGHTS", "-=GND"])
    pins = ["+5V=5V_LIGHTS", "DIN=LIGHT_DATA", "GND=GND"]
    _put(bench, "X_LIGHTS", "", "row for the strip", pins)
    bench.put(
        "LIGHT0", "LIGHT0", "light", "first light of the strip", mat.lamps[0].places[0], pins
    )
    wires = [
        ("+5V", "+5V", Signal.POWER_5V),
        ("DIN", "DIN", Signal.LIGHT_DATA),
        ("GND", "GND", Signal.GROUND),
    ]
    bench.pull("W_LIGHTS", Group.LIGHTS, "signal_wire", "X_LIGHTS", "LIGHT0", wires)


def _optional(bench: Bench) -> None:
    """Touch chips, displays and buttons: what they do the page does too."""
    mat = bench.mat
    row = [f"{net}={net}" for net, _ in I2C_WIRES]
    touch = [*row, "IRQ=TOUCH_IRQ"]
    wires = [(net, net, signal) for net, signal in I2C_WIRES]
    for number, address in enumerate(mat.touch_addresses):
        pads = [pad for pad in mat.pads if pad.chip_address == address]
        middle = Point(mat.sheet.x_mm, sum(pad.area.y_mm for pad in pads) / len(pads))
        electrodes = [f"{pad.electrode}=PAD_{pad.name}" for pad in pads]
        ref, title = f"TOUCH{number}", f"touch chip {number}, 0x{address:X}"
        _put(bench, f"X_{ref}", "", f"row for {title}", touch)
        bench.put(ref, ref, "touch", title, middle, [*touch, *electrodes])
        signals = [*wires, ("IRQ", "IRQ", Signal.INTERRUPT)]
        bench.pull(f"W_{ref}", Group.TOUCH, "signal_wire", f"X_{ref}", ref, signals)
        for pad in pads:
            tape, net = f"PAD_{pad.name}", f"PAD_{pad.name}"
            bench.put(tape, tape, "pad_foil", f"pad {pad.name}", pad.area.centre, [f"1={net}"])
            wire = [(str(pad.electrode), "1", Signal.PAD)]
            bench.pull(f"W_{tape}", Group.TOUCH, "signal_wire", ref, tape, wire)
    for display in mat.displays:
        ref, title = f"LIFE_{display.seat}", f"display of {display.seat}, 0x{display.address:X}"
        _put(bench, f"X_{ref}", "", f"row for the {title}", row)
        bench.put(ref, ref, "display_driver", title, display.area.centre, row)
        bench.pull(f"W_{ref}", Group.PANEL, "signal_wire", f"X_{ref}", ref, wires)
    for button in mat.buttons:
        pins = [f"1=BUTTON_{button.name}", "2=GND"]
        _put(bench, f"X_KEY_{button.name}", "", f"row for {button.name}", pins)
        ref = f"KEY_{button.name}"
        bench.put(ref, ref, "button", f"button {button.name}", button.place, pins)
        both = [("1", "1", Signal.BUTTON), ("2", "2", Signal.GROUND)]
        bench.pull(f"W_{ref}", Group.PANEL, "signal_wire", f"X_{ref}", ref, both)
