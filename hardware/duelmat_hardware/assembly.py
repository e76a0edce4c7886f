"""The electronics of a mat, device by device and cable by cable.

From the supply through the inlet to the main board; from there by ribbon cables to the bank
boards and on to readers and coils, to the touch chips and their pads, to displays, buttons and
the chain of lights.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from . import chips
from .bank import RIBBON, lay_bank
from .harness import Bench, Group, Harness
from .mat import Mat, Seat, Signal
from .power import LIGHT_FUSES, fused_feeds

SEGMENTS: Final = "abcdefgp"
DIGIT_PINS: Final = {
    "a": 11,
    "b": 7,
    "c": 4,
    "d": 2,
    "e": 1,
    "f": 10,
    "g": 5,
    "p": 3,
    "1": 12,
    "2": 9,
    "3": 8,
    "4": 6,
}
"""Contacts of a four-digit seven-segment display with twelve pins."""

ADDR_NETS: Final = {0x5A: "GND", 0x5B: "3V3", 0x5C: "SDA", 0x5D: "SCL"}
"""MPR121 data sheet, 5.11.1: to what ADDR is connected for each address."""

DISPLAY_PINS: Final = ("5V=5V", "GND=GND", "SDA=SDA_5V", "SCL=SCL_5V")
"""Contacts of a display's driver, and of the headers of its cable."""

FIVE_VOLT_PAIR: Final = (("5V", "5V", Signal.POWER_5V), ("GND", "GND", Signal.GROUND))


def harness(mat: Mat) -> Harness:
    """The harness of a mat, in the order in which it is built."""
    bench = Bench(mat)
    _main_board(bench)
    _power(bench)
    for bank in range(len(mat.construction.banks)):
        lay_bank(bench, bank)
    _touch(bench)
    for seat in Seat:
        _display(bench, seat)
        _buttons(bench, seat)
    _lights(bench)
    return bench.harness()


def _main_board(bench: Bench) -> None:
    mat = bench.mat
    at, pins = mat.construction.main, mat.pins

    def put(ref: str, role: str, title: str, *found: str) -> None:
        bench.put(ref, "main", role, title, at, found)

    own = {pins.light_power: "LIGHT_POWER"}
    own |= dict(zip(pins.supply_sense, ("SENSE_5V", "SENSE_3V3"), strict=True))
    put("PICO", "board", "Raspberry Pi Pico", *chips.pico(mat, own))
    banks = len(mat.construction.banks)
    put(
        "U1",
        "decoder",
        "bank decoder 74HC138",
        *chips.decoder(
            chips.BANK_ADDRESS,
            "SELECT",
            {i: f"BANK{i}" for i in range(banks)},
        ),
    )
    put(
        "U2",
        "light_buffer",
        "light buffer 74AHCT125",
        *chips.buffer("5V", [("GND", "LIGHTS", "LIGHT_DATA_5V"), *[("GND", "GND", "")] * 3]),
    )
    put("U3", "regulator", "3.3 V regulator", "VIN=5V", "GND=GND", "VOUT=3V3")
    if mat.displays:
        shifter = ("LV=3V3", "HV=5V", "GND=GND", "A1=SDA", "B1=SDA_5V", "A2=SCL", "B2=SCL_5V")
        put("U4", "level_shifter", "I2C level shifter", *shifter)
    _guard(bench)
    put("F1", "main_fuse", "main fuse", "1=5V_GUARDED", "2=5V")
    for half in range(LIGHT_FUSES):
        title = f"fuse of the lights, half {half}"
        put(f"F{half + 2}", "light_fuse", title, "1=5V_SWITCHED", f"2=5V_LIGHTS{half}")
    put("D1", "diode", "supplies the Pico", "anode=5V", "cathode=VSYS")
    gate = ("1 gate=LIGHT_GATE", "2 drain=5V_SWITCHED", "3 source=5V_GUARDED")
    put("Q1", "light_switch", "light switch", *gate)
    base = ("1 emitter=GND", "2 base=LIGHT_BASE", "3 collector=LIGHT_PULL")
    put("Q2", "switch_driver", "drives Q1", *base)
    for ref, ohms, one, other in _resistors():
        put(ref, RESISTORS[ohms], f"resistor {ohms}", f"1={one}", f"2={other}")
    for number, name in enumerate(("SCK", "MOSI"), start=1):
        buses = {i: f"{name}_BUS{i}" for i in range(banks)}
        title = f"eight resistors 100 ohm, {name} to each bank"
        put(f"RN{number}", "network_100r", title, *chips.series_network(name, buses))
    for i, (role, title, supply) in enumerate(MAIN_CAPACITORS, start=1):
        put(f"C{i}", role, title, *chips.capacitor(role, supply))
    put("X_IN", "terminal", "screw terminal to the inlet", "5V=5V_IN", "GND=GND")
    for bank in range(banks):
        found = [f"{i + 1}={net.format(bank)}" for i, (net, _) in enumerate(RIBBON)]
        put(f"X_BANK{bank}", "bus_header", f"box header of bank {bank}", *found)
    if mat.pads:
        put("X_TOUCH", "header", "header of the touch chips", *_same(TOUCH_NETS))
    for seat in Seat:
        if any(display.seat is seat for display in mat.displays):
            put(f"X_LIFE_{seat}", "header", f"header of display {seat}", *DISPLAY_PINS)
        names = [button.name for button in mat.buttons if button.seat is seat]
        keys = [(name.split(".")[1], name) for name in names]
        found = [pin for key, name in keys for pin in (f"{key}=BUTTON_{name}", f"{key} GND=GND")]
        if found:
            put(f"X_KEYS_{seat}", "header", f"header of {seat}'s buttons", *found)
    data = ("DATA=LIGHT_DATA", "GND=GND", "free 3=", "free 4=")
    put("X_LIGHTS", "header", "header of the lights' data", *data)
    for i, _ in enumerate(feeds(mat)):
        lights = f"5V_LIGHTS{half_of(mat, i)}"
        put(f"X_FEED{i}", "terminal", f"light feed {i}", f"5V={lights}", "GND=GND")


def _guard(bench: Bench) -> None:
    """Add the guard between the supply's plug and everything else.

    Q3 lets only the right polarity through. Q4 opens slowly, by C5, and not at all while Q5 holds
    its gate: U5 switches that on where R14 to R16 bring it 2.5 V, which is 5.5 V at the plug.
    """
    at = bench.mat.construction.main

    def put(ref: str, role: str, title: str, *pins: str) -> None:
        bench.put(ref, "main", role, title, at, pins)

    switch = "guard_switch"
    put("Q3", switch, "polarity guard", "1 gate=GUARD_GATE", "2 drain=5V_IN", "3 source=5V_PLUG")
    switched = ("1 gate=INLET_GATE", "2 drain=5V_GUARDED", "3 source=5V_PLUG")
    put("Q4", switch, "slow switch of the inlet", *switched)
    held = ("1 emitter=5V_PLUG", "2 base=OVER_BASE", "3 collector=INLET_GATE")
    put("Q5", "guard_transistor", "holds Q4 off above 5.5 V", *held)
    measured = ("1 reference=OVER_REFERENCE", "2 anode=GND", "3 cathode=OVER")
    put("U5", "voltage_reference", "tells more than 5.5 V", *measured)
    put("C5", "bank_capacitor", "capacitor 10 uF of Q4", "+=5V_PLUG", "-=INLET_GATE")
    put("C6", "bank_capacitor", "capacitor 10 uF of Q1", "+=5V_GUARDED", "-=LIGHT_GATE")


TOUCH_NETS: Final = (
    ("3V3", Signal.POWER_3V3),
    ("GND", Signal.GROUND),
    ("SDA", Signal.SDA),
    ("SCL", Signal.SCL),
    ("TOUCH_IRQ", Signal.INTERRUPT),
)
"""Nets of the cable to the touch chips."""


def _same(nets: tuple[tuple[str, Signal], ...]) -> Iterator[str]:
    return (f"{net}={net}" for net, _ in nets)


RESISTORS: Final = {
    "100 kohm": "resistor_100k",
    "10 kohm": "resistor_10k",
    "2.2 kohm": "resistor_2k2",
    "1 kohm": "resistor_1k",
    "330 ohm": "resistor_330r",
}
"""The part to buy for each value."""

MAIN_CAPACITORS: Final = (
    ("small_parts", "capacitor 100 nF beside U1", "3V3"),
    ("small_parts", "capacitor 100 nF beside U2", "5V"),
    ("large_capacitor", "capacitor 1000 uF behind F1", "5V"),
    ("large_capacitor", "capacitor 1000 uF behind Q1", "5V_SWITCHED"),
)


def _resistors() -> Iterator[tuple[str, str, str, str]]:
    """Reference, value and the two nets of each resistor on the main board."""
    values = (
        ("10 kohm", "5V", "SENSE_5V"),
        ("10 kohm", "SENSE_5V", "GND"),
        ("10 kohm", "3V3", "SENSE_3V3"),
        ("10 kohm", "SENSE_3V3", "GND"),
        ("10 kohm", "3V3", "TOUCH_IRQ"),
        ("2.2 kohm", "3V3", "SDA"),
        ("2.2 kohm", "3V3", "SCL"),
        ("10 kohm", "3V3", "SELECT"),
        ("10 kohm", "3V3", "MISO"),
        ("330 ohm", "LIGHT_DATA_5V", "LIGHT_DATA"),
        ("1 kohm", "LIGHT_POWER", "LIGHT_BASE"),
        ("10 kohm", "LIGHT_BASE", "GND"),
        ("100 kohm", "5V_GUARDED", "LIGHT_GATE"),
        ("10 kohm", "5V_PLUG", "OVER_DIVIDER"),
        ("2.2 kohm", "OVER_DIVIDER", "OVER_REFERENCE"),
        ("10 kohm", "OVER_REFERENCE", "GND"),
        ("330 ohm", "5V_PLUG", "OVER_BASE"),
        ("1 kohm", "OVER_BASE", "OVER"),
        ("10 kohm", "INLET_GATE", "GND"),
        ("10 kohm", "GUARD_GATE", "GND"),
        ("10 kohm", "LIGHT_PULL", "LIGHT_GATE"),
    )
    for i, (ohms, one, other) in enumerate(values, start=1):
        yield f"R{i}", ohms, one, other


def _power(bench: Bench) -> None:
    at = bench.mat.construction.inlet
    bench.put("INLET", "inlet", "inlet", "socket of the supply", at, ("5V=5V_IN", "GND=GND"))
    bench.pull("W_IN", Group.POWER, "power_wire", "INLET", "X_IN", FIVE_VOLT_PAIR)


def _touch(bench: Bench) -> None:
    mat = bench.mat
    before, last = "X_TOUCH", len(mat.construction.touch) - 1
    ends = (("IN", "comes in"), ("OUT", "goes on"))
    wires = [(net, net, signal) for net, signal in TOUCH_NETS]
    for number, (address, at) in enumerate(mat.construction.touch):
        ref = f"TOUCH{number}"
        pads = {pad.electrode: pad for pad in mat.pads if pad.chip_address == address}
        electrodes = [f"{i}={f'PAD_{pads[i].name}' if i in pads else ''}" for i in range(12)]
        title = f"MPR121 at 0x{address:X}"
        pins = [*_same(TOUCH_NETS), f"ADDR={ADDR_NETS[address]}", *electrodes]
        bench.put(ref, ref, "touch", title, at, pins)
        for end, words in ends[: 1 if number == last else 2]:
            title = f"where the cable {words}"
            bench.put(f"{ref}_{end}", ref, "header", title, at, _same(TOUCH_NETS))
        bench.pull(f"W_{ref}", Group.TOUCH, "signal_wire", before, f"{ref}_IN", wires)
        before = f"{ref}_OUT"
        for electrode, pad in sorted(pads.items()):
            name = f"PAD_{pad.name}"
            bench.put(name, name, "", f"pad {pad.name}", pad.area.centre, [f"1={name}"])
            wire = [(str(electrode), "1", Signal.PAD)]
            bench.pull(f"W_{name}", Group.TOUCH, "signal_wire", ref, name, wire)


def _display(bench: Bench, seat: Seat) -> None:
    five = (*FIVE_VOLT_PAIR, ("SDA", "SDA", Signal.SDA), ("SCL", "SCL", Signal.SCL))
    for display in (display for display in bench.mat.displays if display.seat is seat):
        at, board = display.area.centre, f"LIFE_{seat}"
        rows = [f"A{i}=SEG_{seat}_{name}" for i, name in enumerate(SEGMENTS)]
        rows += [f"A{i}=" for i in range(len(SEGMENTS), 16)]
        columns = [f"C{i}=DIGIT_{seat}_{i + 1}" for i in range(display.digits)]
        bridged = [f"A{i}" for i in range(3) if (display.address - 0x70) >> i & 1]
        title = f"HT16K33 at 0x{display.address:X}, bridged: {' '.join(bridged) or 'none'}"
        bench.put(board, board, "display_driver", title, at, [*DISPLAY_PINS, *rows, *columns])
        for half in range(display.digits // 4):
            found = [f"{DIGIT_PINS[name]} {name}=SEG_{seat}_{name}" for name in SEGMENTS]
            for digit in range(1, 5):
                pin = DIGIT_PINS[str(digit)]
                found.append(f"{pin} digit {digit}=DIGIT_{seat}_{4 * half + digit}")
            title = f"digits {4 * half + 1} to {4 * half + 4} of {seat}, counted from the left"
            bench.put(f"{board}_{half + 1}", board, "digits", title, at, found)
        title = f"header of display {seat} on its carrier"
        bench.put(f"{board}_X", board, "header", title, at, DISPLAY_PINS)
        name, start = f"W_{board}", f"X_LIFE_{seat}"
        bench.pull(name, Group.PANEL, "signal_wire", start, f"{board}_X", five)


def _buttons(bench: Bench, seat: Seat) -> None:
    for button in (button for button in bench.mat.buttons if button.seat is seat):
        ref, key = f"KEY_{button.name}", button.name.split(".")[1]
        found = [f"1=BUTTON_{button.name}", "2=GND"]
        bench.put(ref, ref, "button", f"button {button.name}", button.place, found)
        wires = [(key, "1", Signal.BUTTON), (f"{key} GND", "2", Signal.GROUND)]
        bench.pull(f"W_{ref}", Group.PANEL, "signal_wire", f"X_KEYS_{seat}", ref, wires)


def feeds(mat: Mat) -> list[int]:
    """The lights at which a pair of power wires feeds the chain."""
    return list(range(0, mat.light_count, mat.feed_lights))


def half_of(mat: Mat, feed: int) -> int:
    """The light fuse behind which a feed is."""
    return feed // fused_feeds(len(feeds(mat)))


def _lights(bench: Bench) -> None:
    mat = bench.mat
    places = [place for lamp in mat.lamps for place in lamp.places]
    names = [lamp.name for lamp in mat.lamps for _ in lamp.lights]
    for i, (at, name) in enumerate(zip(places, names, strict=True)):
        incoming = "LIGHT_DATA" if i == 0 else f"LIGHT_DATA{i}"
        outgoing = f"LIGHT_DATA{i + 1}" if i + 1 < len(places) else ""
        supply = f"5V=5V_LIGHTS{half_of(mat, i // mat.feed_lights)}"
        found = [supply, "GND=GND", f"DIN={incoming}", f"DOUT={outgoing}"]
        bench.put(f"LIGHT{i}", f"LIGHT{i}", "light", f"light {i} of {name}", at, found)
    first = [("DATA", "DIN", Signal.LIGHT_DATA), ("GND", "GND", Signal.GROUND)]
    bench.pull("W_LIGHT0", Group.LIGHTS, "signal_wire", "X_LIGHTS", "LIGHT0", first)
    for i in range(1, len(places)):
        start, end = f"LIGHT{i - 1}", f"LIGHT{i}"
        wires = [("DOUT", "DIN", Signal.LIGHT_DATA), *FIVE_VOLT_PAIR]
        if bench.net(start, "5V") != bench.net(end, "5V"):  # behind another fuse
            wires = [wire for wire in wires if wire[0] != "5V"]
        bench.pull(f"W_LIGHT{i}", Group.LIGHTS, "signal_wire", start, end, wires)
    for number, light in enumerate(feeds(mat)):
        start, end = f"X_FEED{number}", f"LIGHT{light}"
        bench.pull(f"W_FEED{number}", Group.POWER, "power_wire", start, end, FIVE_VOLT_PAIR)
