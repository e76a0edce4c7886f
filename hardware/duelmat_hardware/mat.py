"""The mat as everybody else sees it: zones, antennas, lamps, pads, buttons, displays, pins.

Everything is placed on the sheet; nothing is left to mirror or to derive.
"""

from __future__ import annotations

from enum import StrEnum
from typing import Final, NewType

import msgspec

from .geometry import Point, Rect, Size
from .parts import Part

MatZone = NewType("MatZone", str)
"""A place on the mat by its id: "a.m1", "x1"; never a zone of a ruleset."""
AntennaIndex = NewType("AntennaIndex", int)
"""Place of an antenna in the order of the zones."""
LampIndex = NewType("LampIndex", int)
"""Place of a lamp in a scene."""
LightIndex = NewType("LightIndex", int)
"""Place of a light on the WS2812 chain."""
PadIndex = NewType("PadIndex", int)
"""Place of a touch pad in messages."""


class Seat(StrEnum):
    """The seats at a mat."""

    A = "a"
    """At the bottom edge of the sheet."""
    B = "b"
    """At the top edge, seeing the mat after half a turn."""


class ZoneKind(StrEnum):
    """The purpose of a zone."""

    MONSTER = "monster"
    """Distinguishes upright from sideways."""
    SPELL_TRAP = "spell_trap"
    """One card, upright."""
    FIELD = "field"
    """One card, upright."""
    GRAVE = "grave"
    """A landing spot with its stack beside it."""
    BANISHED = "banished"
    """A landing spot with its stack beside it."""
    EXTRA = "extra"
    """A landing spot with its stack beside it."""
    DECK = "deck"
    """A place without an antenna."""
    EXTRA_MONSTER = "extra_monster"
    """Shared by both seats; turned cards are seen, their turn is not."""


TURNING_KINDS: Final = frozenset({ZoneKind.MONSTER, ZoneKind.EXTRA_MONSTER})
"""Kinds of zones in which cards lie upright or sideways."""


class AntennaRole(StrEnum):
    """The meaning of an antenna's answer."""

    A = "A"
    """The card is upright or upside-down."""
    B = "B"
    """The card is sideways."""
    ONLY = "only"
    """A card is there."""


class Sense(StrEnum):
    """The properties of a card that the antennas of a zone can tell; the others are announced."""

    CARD = "card"
    """Which sleeve lies there."""
    FACE = "face"
    """Which side of the card is up."""
    TURN = "turn"
    """Whether the card lies upright or sideways."""


class Antenna(msgspec.Struct, frozen=True):
    """One coil under a zone, with the reader that drives it."""

    index: AntennaIndex
    zone: MatZone
    role: AntennaRole
    windows: tuple[Rect, ...]
    """Open areas of the coil, in series."""
    bank: int
    """Output of the bank decoder."""
    line: int
    """Output of the bank's own decoder."""

    @property
    def label(self) -> str:
        return self.zone if self.role is AntennaRole.ONLY else f"{self.zone} {self.role}"


class Zone(msgspec.Struct, frozen=True):
    """A place for cards."""

    id: MatZone
    seat: Seat | None
    """The seat that it belongs to; None for a shared zone."""
    kind: ZoneKind
    column: int | None
    """1 to 5 from its player's left (from seat "a"'s left for a shared zone)."""
    area: Rect
    stack: Rect | None
    """The unsensed pile beside a landing spot."""
    antennas: tuple[AntennaIndex, ...]
    senses: frozenset[Sense]
    """The facts that the antennas tell of a card; empty without antennas."""
    lamp: LampIndex
    pad: PadIndex | None
    """None without a pad."""

    @property
    def is_turn_told(self) -> bool:
        """Whether cards lie upright or sideways here, and no antenna senses which."""
        return self.kind in TURNING_KINDS and Sense.TURN not in self.senses


class Lamp(msgspec.Struct, frozen=True):
    """Lights that the host switches as one: all lights of a zone, or one step of the phase bar."""

    index: LampIndex
    name: str
    """Zone id, or `phase.1` and so on."""
    lights: tuple[LightIndex, ...]
    places: tuple[Point, ...]
    """The place of each light; for a zone clockwise from its player's far left."""


class Pad(msgspec.Struct, frozen=True):
    """A touch pad."""

    index: PadIndex
    name: str
    """Zone id, or `a.choice1` and so on."""
    zone: str | None
    area: Rect
    chip_address: int
    electrode: int
    antennas: tuple[AntennaIndex, ...]
    """The antennas whose fields must be off while this pad is believed."""


class Button(msgspec.Struct, frozen=True):
    """A push button of one seat."""

    index: int
    name: str
    seat: Seat
    place: Point
    diameter_mm: float
    pin: int


class Display(msgspec.Struct, frozen=True):
    """A life display; it reads upright for its seat."""

    index: int
    seat: Seat
    area: Rect
    address: int
    digits: int


class Sleeve(msgspec.Struct, frozen=True):
    """A size of sleeve and where its two tags are, or its one tag if it has no shield."""

    name: str
    size: Size
    tag_offset: Point
    """From the card's centre: x to the right, y towards the foot, looking at the tag's side."""
    tag_size: Size
    foil: Rect | None
    """Of the shield, from the card's centre as the tag; None without a shield."""
    ferrite: Rect | None
    """On both sides of the foil; None without a shield."""

    @property
    def tags(self) -> int:
        """The number of tags in it: a shield keeps two apart."""
        return 1 if self.foil is None else 2


class Pins(msgspec.Struct, frozen=True):
    """GP numbers of the board."""

    sda: int
    scl: int
    touch_irq: int
    lights: int
    buttons: tuple[int, ...]
    reader_address: tuple[int, ...]
    bank_address: tuple[int, ...]
    sck: int
    mosi: int
    miso: int
    select: int
    reset: int
    light_power: int
    supply_sense: tuple[int, ...]


class Signal(StrEnum):
    """The signals that a wire may carry, by which it gets its colour."""

    POWER_5V = "power_5v"
    """5 V."""
    POWER_3V3 = "power_3v3"
    """3.3 V."""
    GROUND = "ground"
    """0 V."""
    CLOCK = "clock"
    """SCK of SPI."""
    TO_READER = "to_reader"
    """MOSI of SPI."""
    FROM_READER = "from_reader"
    """MISO of SPI."""
    SELECT = "select"
    """One reader's or one bank's select line."""
    RESET = "reset"
    """Reset of all readers."""
    INTERRUPT = "interrupt"
    """Touch interrupt, wired-OR."""
    SDA = "sda"
    """Data of I2C."""
    SCL = "scl"
    """Clock of I2C."""
    LIGHT_DATA = "light_data"
    """Data of the lights."""
    BUTTON = "button"
    """A button to ground."""
    PAD = "pad"
    """An electrode to its pad."""


class Materials(msgspec.Struct, frozen=True, kw_only=True):
    """The materials of a mat."""

    cards: int
    """Cards that get a sleeve with tags."""
    share: float
    """Part of what supply, regulator and fuses can carry that may be used."""
    slack_mm: float
    """Length of every wire beyond the way along x and y."""
    colours: tuple[tuple[Signal, str], ...]
    """Colour of the wires of each signal, as WireViz (IEC 60757) writes it."""
    parts: tuple[tuple[str, Part], ...]
    """The part in each role."""

    def part(self, role: str) -> Part:
        """The part in that role; KeyError if there is no such role."""
        return dict(self.parts)[role]

    def colour(self, signal: Signal) -> str:
        return dict(self.colours)[signal]

    @property
    def has_whole_readers(self) -> bool:
        """Whether readers keep the coils with which they are sold."""
        return self.part("reader").coil == "built in"


class Construction(Materials, frozen=True, kw_only=True):
    """The needs of a maker besides the mat's own face: materials, wound coils, circuit boards."""

    holes: tuple[Point, ...]
    """Centres of the holes for the spacers between coil plate and base plate."""
    hole_mm: float
    """Diameter of those holes."""
    main: Point
    """Centre of the main board."""
    inlet: Point
    """The place where the supply is plugged in."""
    banks: tuple[Point, ...]
    """Centre of each bank's board."""
    touch: tuple[tuple[int, Point], ...]
    """I2C address and centre of each touch chip's board."""
    spacer_mm: float
    """Height of the spacers."""
    least_nh: float
    """Least inductance of a coil to aim at."""
    most_nh: float
    """Greatest inductance of a coil to aim at."""


class Mat(msgspec.Struct, frozen=True):
    """One mat, placed and checked."""

    name: str
    revision: str
    digest: str
    """SHA-256 of the file's content, in hex; comments, spacing and order of keys don't count."""
    sheet: Rect
    zones: tuple[Zone, ...]
    antennas: tuple[Antenna, ...]
    neighbours: tuple[tuple[AntennaIndex, AntennaIndex], ...]
    """Pairs that must never be on together, smaller index first, in order."""
    lamps: tuple[Lamp, ...]
    light_count: int
    pads: tuple[Pad, ...]
    buttons: tuple[Button, ...]
    """All three of both seats, or none, as the displays."""
    displays: tuple[Display, ...]
    sleeves: tuple[Sleeve, ...]
    pins: Pins
    i2c_hz: int
    spi_hz: int
    brightness_cap: int
    """Highest value of one colour of one light, of 255."""
    fields_at_once: int
    """The number of antennas that may be on together."""
    neighbour_mm: float
    """Distance below which two antennas are neighbours."""
    feed_lights: int
    """Lights that one pair of power wires feeds, at most."""
    materials: Materials
    """Of a mat with wound coils and circuit boards a Construction."""

    @property
    def construction(self) -> Construction:
        """The coils and boards of a mat that has them."""
        assert isinstance(self.materials, Construction), f"{self.name} has no boards"
        return self.materials

    @property
    def bank_count(self) -> int:
        """The number of banks that its readers are in."""
        return max(antenna.bank for antenna in self.antennas) + 1

    @property
    def touch_addresses(self) -> tuple[int, ...]:
        """The I2C addresses of its touch chips, in rising order."""
        return tuple(sorted({pad.chip_address for pad in self.pads}))

    @property
    def sleeve_tags(self) -> int:
        """The number of tags in each sleeve; with one in some, no face is sensed."""
        return min(sleeve.tags for sleeve in self.sleeves)

    def zone(self, zone_id: str) -> Zone:
        """The zone of that id; KeyError if the mat has none."""
        for zone in self.zones:
            if zone.id == zone_id:
                return zone
        raise KeyError(zone_id)
