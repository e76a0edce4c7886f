"""The catalogue of parts: what can be bought, from whom, for how much, and what it draws."""

from __future__ import annotations

from enum import StrEnum
from functools import cache
from pathlib import Path
from typing import Annotated, Final, Literal, TypeVar

import msgspec
from msgspec import Meta

from .decoding import read_file
from .errors import MatError

CATALOGUE: Final = Path(__file__).with_name("parts.toml")
"""The packaged catalogue."""
SUPPLIES: Final = CATALOGUE.with_name("supplies.toml")
"""The packaged list of what no mat file chooses."""

Amount = Annotated[float, Meta(ge=0, le=100_000)]


class PartKind(StrEnum):
    """The kinds of parts, so that a mat does not take a fuse for a button."""

    BOARD = "board"
    """The microcontroller board."""
    READER = "reader"
    """One reader chip with its matching circuit."""
    DECODER = "decoder"
    """Chooses a bank, or a reader in its bank."""
    BANK_BUFFER = "bank_buffer"
    """Drives a bank's clock and data, and lets go of MISO."""
    MULTIPLEXER = "multiplexer"
    """Passes on the answer of one reader of a bank."""
    ADAPTER = "adapter"
    """Puts a small chip on a stripboard."""
    LIGHT_BUFFER = "light_buffer"
    """Raises the lights' data to 5 V."""
    TOUCH = "touch"
    """Twelve electrodes on I2C."""
    DISPLAY_DRIVER = "display_driver"
    """Eight digits on I2C."""
    DIGITS = "digits"
    """Four digits of a display."""
    LEVEL_SHIFTER = "level_shifter"
    """I2C between 3.3 V and 5 V."""
    LIGHT = "light"
    """One light of the chain."""
    LIGHT_SWITCH = "light_switch"
    """Switches the lights' 5 V."""
    GUARD_TRANSISTOR = "guard_transistor"
    """Holds the inlet's switch off."""
    VOLTAGE_REFERENCE = "voltage_reference"
    """Tells a voltage that is too high."""
    SWITCH_DRIVER = "switch_driver"
    """Drives the light switch from 3.3 V."""
    DIODE = "diode"
    """Lets the supply feed the board beside USB."""
    REGULATOR = "regulator"
    """Makes 3.3 V."""
    SUPPLY = "supply"
    """Gives 5 V."""
    INLET = "inlet"
    """Takes the supply's plug."""
    FUSE = "fuse"
    """Protects wires."""
    FUSE_HOLDER = "fuse_holder"
    """Holds a fuse."""
    BUTTON = "button"
    """A push button."""
    CIRCUIT_BOARD = "circuit_board"
    """Carries chips."""
    SMALL_PARTS = "small_parts"
    """The capacitor beside a chip."""
    TUNING_PARTS = "tuning_parts"
    """The trimmer that brings one coil to resonance."""
    PLUG = "plug"
    """Housing at a cable's end."""
    CRIMP = "crimp"
    """Contact in a housing."""
    HEADER = "header"
    """Pins at a board's edge, for plugs."""
    BUS_CABLE = "bus_cable"
    """From the main board to a bank."""
    BUS_PLUG = "bus_plug"
    """At the ends of a bus cable."""
    BUS_HEADER = "bus_header"
    """Takes a bus cable's plug."""
    TERMINAL = "terminal"
    """Screw terminal for power wires."""
    SIGNAL_WIRE = "signal_wire"
    """Wire for signals."""
    POWER_WIRE = "power_wire"
    """Wire for amperes."""
    COIL_WIRE = "coil_wire"
    """The wire of the coils."""
    PAD_FOIL = "pad_foil"
    """The foil that touch pads are cut from."""
    COIL_PLATE = "coil_plate"
    """Carries coils, lights and boards."""
    TOP_SHEET = "top_sheet"
    """The sheet that cards lie on."""
    SPACER = "spacer"
    """Keeps the coil plate off the boards."""
    TAG = "tag"
    """The tag that an antenna reads."""
    FERRITE = "ferrite"
    """Keeps a tag alive beside foil."""
    FOIL = "foil"
    """Shields a sleeve's two tags from each other."""
    SLEEVE = "sleeve"
    """Holds a card."""
    CABLE = "cable"
    """From the board to the host."""


ROLES: Final = {
    **{kind.value: kind for kind in PartKind if kind not in {PartKind.FUSE, PartKind.PLUG}},
    "guard_switch": PartKind.LIGHT_SWITCH,
    "main_fuse": PartKind.FUSE,
    "light_fuse": PartKind.FUSE,
    "reader_plug": PartKind.PLUG,
    "touch_plug": PartKind.PLUG,
    "small_plug": PartKind.PLUG,
    "button_plug": PartKind.PLUG,
}
"""The roles for which a mat needs a part, and the kind of part that can fill each."""

WHOLE_ROLES: Final = (
    *("board", "reader", "decoder", "multiplexer", "small_parts", "light", "regulator", "supply"),
    *("diode", "touch", "pad_foil", "display_driver", "button", "signal_wire", "coil_plate"),
    *("tag", "sleeve", "cable"),
)
"""Those of a mat of whole reader modules, which is wired on a breadboard."""

ROLE_WAYS: Final = {
    "reader_plug": 8,
    "touch_plug": 5,
    "small_plug": 4,
    "button_plug": 6,
    "bus_cable": 14,
    "bus_plug": 14,
    "bus_header": 14,
    "terminal": 2,
    "header": 40,
}
"""The number of ways of a connector in each role."""


class Article(msgspec.Struct, frozen=True, kw_only=True):
    """One thing that can be bought; supplies.toml has those that no mat file chooses."""

    name: str
    maker: str
    number: str
    """The maker's part number."""
    alternatives: tuple[str, ...]
    """The alternatives, as far as they are known."""
    price_eur: Amount
    """The price of one `unit`."""
    note: str = ""
    checked: str = ""
    """The place and date of comparing number and description; empty if nobody has."""
    unit: Literal["piece", "m", "m2"] = "piece"
    tall_mm: Amount = 0.0
    """The height above its board, with what is plugged on it; 0 if it is on none."""


class Part(Article, frozen=True, kw_only=True):
    """A part that a mat file may choose under [parts]."""

    kind: PartKind
    volts: Amount = 0.0
    """The rail it is on."""
    idle_ma: Amount = 0.0
    """Drawn always, at most."""
    active_ma: Amount = 0.0
    """Drawn besides while it is at work, at most: a field, one full colour, all segments."""
    gives_ma: Amount = 0.0
    """The current that a supply or regulator can give."""
    limits_ma: Amount = 0.0
    """The least current at which a supply limits itself."""
    rating_ma: Amount = 0.0
    """The current that a fuse carries."""
    efficiency: Amount = 1.0
    """Of a regulator."""
    delay_ns: Amount = 0.0
    """From an input to the output, at most."""
    coil: Literal["external", "built in", ""] = ""
    """Of a reader."""
    coil_turns: Annotated[int, Meta(ge=0, le=20)] = 0
    """Of a reader's own coil."""
    coil_ma: Amount = 0.0
    """Effective current through a reader's own coil."""
    diameter_mm: Amount = 0.0
    """Of a wire, or of a button's hole."""
    area_mm2: Amount = 0.0
    """Copper of a wire."""
    width_mm: Amount = 0.0
    """Of a sheet, or of a reader's own coil."""
    height_mm: Amount = 0.0
    """Of a sheet, or of a reader's own coil."""
    ways: Annotated[int, Meta(ge=0, le=64)] = 0
    """Of a connector."""
    wakes_a_per_m: Amount = 0.0
    """The field from which a tag answers."""


class SuppliesFile(msgspec.Struct, frozen=True):
    """The form of supplies.toml."""

    supplies: dict[str, Article] | None


class CatalogueFile(msgspec.Struct, frozen=True):
    """The form of parts.toml."""

    parts: dict[str, Part] | None


def parse_catalogue(content: bytes, source: str) -> dict[str, Part]:
    """The parts by their keys; a MatError with everything that is wrong."""
    file = _parsed(CatalogueFile, content, source)
    assert file.parts is not None
    return file.parts


def parse_supplies(content: bytes, source: str) -> dict[str, Article]:
    """The supplies by their keys; a MatError with everything that is wrong."""
    file = _parsed(SuppliesFile, content, source)
    assert file.supplies is not None
    return file.supplies


T = TypeVar("T", CatalogueFile, SuppliesFile)


def _parsed(kind: type[T], content: bytes, source: str) -> T:
    file, problems = read_file(kind, content, 'name = "Wire"')
    if file is None or problems:
        raise MatError(source, problems)
    return file


@cache
def catalogue() -> dict[str, Part]:
    """The packaged parts by their keys."""
    return parse_catalogue(CATALOGUE.read_bytes(), str(CATALOGUE))


@cache
def supplies() -> dict[str, Article]:
    """The supplies that every mat takes besides its parts, by their keys."""
    return parse_supplies(SUPPLIES.read_bytes(), str(SUPPLIES))
