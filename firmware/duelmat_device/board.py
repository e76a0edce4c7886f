"""board.json: what this board is wired to, read once, with bounds. Unknown keys are errors, and
so is a MicroPython that is too old.
"""

import json
import sys

from duelmat_device import mfrc522
from duelmat_device.errors import BoardError
from duelmat_device.tour import plan_tour
from micropython import const

PROTOCOL = const(1)
MAX_ANTENNAS = const(40)
_MAX_LIGHTS = const(512)
_MAX_LAMPS = const(128)
_MAX_PADS = const(96)
_GPIO = const(28)

_KEYS = (
    "mat",
    "digest",
    "protocol",
    "pins",
    "i2c_hz",
    "spi_hz",
    "antennas",
    "neighbours",
    "fields_at_once",
    "lamps",
    "lights",
    "pads",
    "pad_antennas",
    "buttons",
    "displays",
    "brightness_cap",
)
# How many pins each name has; 0 = one pin, not a list.
_PINS = (
    ("sda", 0),
    ("scl", 0),
    ("touch_irq", 0),
    ("lights", 0),
    ("buttons", 6),
    ("reader_address", 3),
    ("bank_address", 3),
    ("sck", 0),
    ("mosi", 0),
    ("miso", 0),
    ("select", 0),
    ("reset", 0),
    ("light_power", 0),
    ("supply_sense", 2),
)


def _fail(where, expected, got):
    raise BoardError(
        f"board.json: {where}: expected {expected}, got {got!r}. "
        "Make it anew with `duelmat mat build` and copy it to the board."
    )


def _number(value, where, low, high):
    # A JSON true is no number, though Python takes it for one.
    if isinstance(value, bool) or not isinstance(value, int) or not low <= value <= high:
        _fail(where, f"a whole number from {low} to {high}", value)
    return value


def _list(value, where, low, high):
    if not isinstance(value, list) or not low <= len(value) <= high:
        size = str(low) if low == high else f"{low} to {high}"
        got = f"{len(value)} entries" if isinstance(value, list) else value
        _fail(where, f"a list of {size} entries", got)
    return value


def _numbers(value, where, low, high, shortest, longest):
    entries = _list(value, where, shortest, longest)
    return [_number(entry, f"{where}[{at}]", low, high) for at, entry in enumerate(entries)]


def _keys(value, where, names):
    if not isinstance(value, dict):
        _fail(where, "an object", value)
    for name in names:
        if name not in value:
            _fail(where, f"the key {name!r}", sorted(value))
    for name in value:
        if name not in names:
            _fail(where, f"only the keys {', '.join(names)}", name)
    return value


class Board:
    """The wiring of this board."""

    def __init__(self, values):
        """Raises: BoardError on the first thing that is not as expected."""
        _keys(values, "the file", _KEYS)
        self.mat = values["mat"]
        if not isinstance(self.mat, str) or not self.mat:
            _fail("mat", "a name", self.mat)
        digest = values["digest"]
        self.digest = _digest(digest)
        """The first eight bytes of the digest of the mat."""
        if values["protocol"] != PROTOCOL:
            _fail("protocol", f"{PROTOCOL}, which this firmware speaks", values["protocol"])
        self.pins = _pins(values["pins"])
        self.i2c_hz = _number(values["i2c_hz"], "i2c_hz", 10_000, 1_000_000)
        self.spi_hz = _number(values["spi_hz"], "spi_hz", 100_000, 10_000_000)
        self.antennas, self.zones, self.sure_steps = _antennas(values["antennas"])
        count = len(self.antennas)
        self.neighbours = _neighbours(values["neighbours"], count)
        self.fields_at_once = _number(values["fields_at_once"], "fields_at_once", 1, 4)
        self.tour = plan_tour(self.neighbours, self.fields_at_once)
        """The order in which the antennas are visited."""
        self.lights = _number(values["lights"], "lights", 1, _MAX_LIGHTS)
        self.lamps = [
            _numbers(lamp, f"lamps[{at}]", 0, self.lights - 1, 1, 4)
            for at, lamp in enumerate(_list(values["lamps"], "lamps", 1, _MAX_LAMPS))
        ]
        pads = _list(values["pads"], "pads", 0, _MAX_PADS)
        self.pads = []
        for at, pad in enumerate(pads):
            _list(pad, f"pads[{at}]", 2, 2)
            self.pads.append(
                (
                    _number(pad[0], f"pads[{at}][0]", 0x5A, 0x5D),
                    _number(pad[1], f"pads[{at}][1]", 0, 11),
                )
            )
        rows = _list(values["pad_antennas"], "pad_antennas", len(pads), len(pads))
        self.pad_antennas = [
            _numbers(row, f"pad_antennas[{at}]", 0, count - 1, 0, count)
            for at, row in enumerate(rows)
        ]
        self.buttons = _number(values["buttons"], "buttons", 0, len(self.pins["buttons"]))
        displays = 2 if values["displays"] else 0
        self.displays = _numbers(values["displays"], "displays", 0x70, 0x77, displays, 2)
        self.brightness_cap = _number(values["brightness_cap"], "brightness_cap", 1, 255)


def _digest(text):
    expected = "64 hexadecimal digits"
    if not isinstance(text, str) or len(text) != 64:
        _fail("digest", expected, text)
    for letter in text:
        if letter not in "0123456789abcdef":
            _fail("digest", expected, text)
    return bytes([int(text[at : at + 2], 16) for at in range(0, 16, 2)])


def _pins(values):
    _keys(values, "pins", [name for name, _ in _PINS])
    used = {}
    for name, count in _PINS:
        value = values[name]
        where = f"pins.{name}"
        if name in ("supply_sense", "buttons") and value == []:
            continue  # nothing measures the supply, or the mat has no buttons
        if count:
            numbers = _numbers(value, where, 0, _GPIO, count, count)
        else:
            numbers = [_number(value, where, 0, _GPIO)]
        for number in numbers:
            if number in used:
                _fail(where, f"a pin that {used[number]} does not use", number)
            used[number] = name
    return values


def _antennas(values):
    antennas = []
    zones = []
    sure_steps = []
    for at, antenna in enumerate(_list(values, "antennas", 1, MAX_ANTENNAS)):
        where = f"antennas[{at}]"
        _keys(antenna, where, ("bank", "line", "zone", "sure_step"))
        place = (
            _number(antenna["bank"], where + ".bank", 0, 7),
            _number(antenna["line"], where + ".line", 0, 7),
        )
        if place in antennas:
            _fail(where, "a bank and line of its own", place)
        antennas.append(place)
        zones.append(_number(antenna["zone"], where + ".zone", 0, 255))
        step = _number(antenna["sure_step"], where + ".sure_step", 0, mfrc522.LEAST_POWER)
        sure_steps.append(step)
    return antennas, bytes(zones), bytes(sure_steps)


def _neighbours(values, count):
    rows = []
    for at, row in enumerate(_list(values, "neighbours", count, count)):
        rows.append(_numbers(row, f"neighbours[{at}]", 0, count - 1, 0, count - 1))
        if at in row:
            _fail(f"neighbours[{at}]", "other antennas than itself", at)
    for at, row in enumerate(rows):
        for other in row:
            if at not in rows[other]:
                _fail(f"neighbours[{at}]", "neighbours that have it as theirs", other)
    return rows


def load_board(path="board.json"):
    """The board that is described in a file. Raises: BoardError."""
    got = sys.implementation.version[:2]
    if got < (1, 28):  # the firmware has not run with older ones
        raise BoardError(
            "expected MicroPython 1.28 or newer, got %d.%d. Hold BOOTSEL while plugging the "
            "board in, and copy a newer .uf2 onto the drive that appears." % got
        )
    try:
        with open(path) as file:
            values = json.load(file)
    except OSError as problem:
        raise BoardError(
            f"board.json: expected at {path}, got {problem}. "
            "Make it with `duelmat mat build` and copy it to the board."
        ) from problem
    except ValueError as problem:
        raise BoardError(
            f"board.json: expected JSON, got {problem}. "
            "Make it anew with `duelmat mat build` and copy it to the board."
        ) from problem
    return Board(values)
