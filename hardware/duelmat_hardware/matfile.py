"""The form of a mat file: what `mat.toml` may say, key by key.

A field whose type allows None but that has no default must stand in the file; it is None when the
file has it missing or broken, so that the rest can still be checked.
"""

from __future__ import annotations

import hashlib
from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from .geometry import Length, Point, Rect, Size
from .mat import AntennaRole, Pins, Seat, Signal, ZoneKind

Byte = Annotated[int, Meta(ge=0, le=255)]
Count = Annotated[int, Meta(ge=1, le=12)]
PinNumber = Annotated[int, Meta(ge=0, le=255)]


class SheetPart(msgspec.Struct, frozen=True):
    """[sheet]"""

    width_mm: Length
    height_mm: Length

    @property
    def area(self) -> Rect:
        return Rect(self.width_mm / 2, self.height_mm / 2, self.width_mm, self.height_mm)


class CoilPart(msgspec.Struct, frozen=True):
    """One of a shape's antennas."""

    role: AntennaRole
    windows_mm: tuple[Rect, ...] = ()
    """Empty where readers keep their own coils."""


class ShapePart(msgspec.Struct, frozen=True, kw_only=True):
    """[shapes.NAME]"""

    size_mm: Size
    pad_mm: Rect | None = None
    """None without a pad: its zones are touched on the page alone."""
    lights_mm: tuple[Point, ...]
    antennas: tuple[CoilPart, ...]


class ZonePart(msgspec.Struct, frozen=True):
    """One of [seat] zones or [shared] zones."""

    id: str
    kind: ZoneKind
    shape: str
    at_mm: Point
    column: Annotated[int, Meta(ge=1, le=5)] | None = None
    stack_mm: Point | None = None


class ButtonPart(msgspec.Struct, frozen=True):
    """One of [seat] buttons."""

    id: str
    at_mm: Point
    diameter_mm: Length


class ChoicePart(msgspec.Struct, frozen=True):
    """One of [seat] choices."""

    id: str
    pad_mm: Rect


class SeatPart(msgspec.Struct, frozen=True):
    """[seat]; what is left out of the last three is done and shown on the page alone."""

    zones: tuple[ZonePart, ...] | None
    buttons: tuple[ButtonPart, ...] | None = None
    choices: tuple[ChoicePart, ...] | None = None
    display_mm: Rect | None = None


class SharedPart(msgspec.Struct, frozen=True):
    """[shared]"""

    zones: tuple[ZonePart, ...] | None


class PhaseBarPart(msgspec.Struct, frozen=True):
    """[phase_bar]"""

    lamps: Count
    lights_per_lamp: Count
    first_mm: Point
    pitch_mm: Length


class SleevePart(msgspec.Struct, frozen=True):
    """One of [[sleeves]]"""

    name: str
    size_mm: Size
    tag_offset_mm: Point
    tag_size_mm: Size
    foil_mm: Rect | None = None
    """The shield; without it a sleeve has one tag, and faces are told by their players."""
    ferrite_mm: Rect | None = None


class Line(msgspec.Struct, frozen=True, array_like=True):
    """The source of a reader's select line."""

    bank: Byte
    line: Byte


class Electrode(msgspec.Struct, frozen=True, array_like=True):
    """The connection of a touch pad."""

    chip_address: Byte
    electrode: Byte


class ReadersPart(msgspec.Struct, frozen=True):
    """[readers]"""

    chip: Literal["MFRC522"] | None
    banks: Annotated[int, Meta(ge=1, le=8)] | None
    lines_per_bank: Annotated[int, Meta(ge=1, le=8)] | None
    spi_hz: Annotated[int, Meta(ge=100_000, le=10_000_000)] | None
    fields_at_once: Annotated[int, Meta(ge=1, le=4)] | None
    neighbour_mm: Length | None
    lines: dict[str, tuple[Line, ...]] | None


class TouchPart(msgspec.Struct, frozen=True):
    """[touch]"""

    chip: Literal["MPR121"] | None
    electrodes: dict[str, Electrode] | None


class DisplaysPart(msgspec.Struct, frozen=True):
    """[displays]"""

    chip: Literal["HT16K33"] | None
    digits: Literal[8] | None
    addresses: dict[Seat, Byte] | None


class LightsPart(msgspec.Struct, frozen=True):
    """[lights]"""

    chip: Literal["WS2812"] | None
    brightness_cap: Annotated[int, Meta(ge=1, le=255)] | None
    feed_lights: Annotated[int, Meta(ge=1, le=100)] | None


class CoilsPart(msgspec.Struct, frozen=True):
    """[coils]"""

    inductance_nh: tuple[Annotated[float, Meta(gt=0, le=100_000)], ...] | None
    """Least and greatest to aim at."""


class BoardsPart(msgspec.Struct, frozen=True, kw_only=True):
    """[boards]"""

    main_mm: Point | None
    inlet_mm: Point | None
    banks_mm: tuple[Point, ...] | None
    touch_mm: dict[str, Point] | None = None
    """None without pads."""
    holes_mm: tuple[Point, ...] | None
    hole_diameter_mm: Length | None
    spacer_mm: Length | None


class SupplyPart(msgspec.Struct, frozen=True):
    """[supply]"""

    share: Annotated[float, Meta(gt=0, le=1)] | None


class CardsPart(msgspec.Struct, frozen=True):
    """[cards]"""

    sleeved: Annotated[int, Meta(ge=1, le=10_000)] | None


class WiresPart(msgspec.Struct, frozen=True):
    """[wires]"""

    slack_mm: Annotated[float, Meta(ge=0, le=1000)] | None
    colours: dict[Signal, str] | None


class I2cPart(msgspec.Struct, frozen=True):
    """[i2c]"""

    clock_hz: Annotated[int, Meta(ge=10_000, le=400_000)]


class PinsPart(msgspec.Struct, frozen=True, kw_only=True):
    """[pins]: the same keys as `Pins`; a mat without buttons needs none for them."""

    sda: PinNumber | None
    scl: PinNumber | None
    touch_irq: PinNumber | None
    lights: PinNumber | None
    buttons: tuple[PinNumber, ...] | None = None
    reader_address: tuple[PinNumber, ...] | None
    bank_address: tuple[PinNumber, ...] | None
    miso: PinNumber | None
    select: PinNumber | None
    sck: PinNumber | None
    mosi: PinNumber | None
    reset: PinNumber | None
    light_power: PinNumber | None
    supply_sense: tuple[PinNumber, ...] | None

    @property
    def complete(self) -> Pins:
        known = {**msgspec.to_builtins(self), "buttons": self.buttons or ()}
        return msgspec.convert(known, Pins)


class MatFile(msgspec.Struct, frozen=True, kw_only=True):
    """A whole mat file."""

    name: str | None
    revision: str | None
    sheet: SheetPart | None
    shapes: dict[str, ShapePart] | None
    seat: SeatPart | None
    shared: SharedPart | None
    phase_bar: PhaseBarPart | None
    sleeves: tuple[SleevePart, ...] | None
    readers: ReadersPart | None
    touch: TouchPart | None = None
    """None without pads."""
    displays: DisplaysPart | None = None
    """None without displays."""
    lights: LightsPart | None
    i2c: I2cPart | None
    pins: PinsPart | None
    coils: CoilsPart | None = None
    """None where readers keep their own coils."""
    boards: BoardsPart | None = None
    """None where readers keep their own coils: these are wired on breadboards."""
    supply: SupplyPart | None
    cards: CardsPart | None
    wires: WiresPart | None
    parts: dict[str, str] | None

    @property
    def digest(self) -> str:
        """SHA-256 over the decoded content, keys in order."""
        return hashlib.sha256(msgspec.json.encode(self, order="sorted")).hexdigest()
