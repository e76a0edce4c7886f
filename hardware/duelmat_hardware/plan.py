"""The two plates of a mat, drawn once as plain shapes; template.py prints them, svg.py shows them.

Coordinates are millimetres in the mat's frame: x to the right, y towards seat "a".
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from enum import StrEnum
from typing import Final

import msgspec

from .assembly import feeds
from .coils import Coil, coils
from .geometry import Point, Rect
from .mat import Antenna, Construction, Mat, Seat, Zone
from .placing import BANK_SIZE, MAIN_SIZE, TOUCH_SIZE
from .reader_places import reader_place, tuning_place


class Layer(StrEnum):
    """The layers of a plan; a printer gives each its own stroke."""

    SHEET = "sheet"
    """The plate's edge."""
    ZONE = "zone"
    """The place of a card; drawn on the playing surface."""
    COIL = "coil"
    """A window: the inner edge of a winding."""
    PAD = "pad"
    """A touch pad."""
    LIGHT = "light"
    """A light."""
    HOLE = "hole"
    """To be drilled or cut."""
    BOARD = "board"
    """On the base plate."""
    CHAIN = "chain"
    """Order of the lights."""
    MARK = "mark"
    """A printed marker that a camera reads."""


class Box(msgspec.Struct, frozen=True, tag=True):
    """A rectangle."""

    layer: Layer
    rect: Rect


class Block(msgspec.Struct, frozen=True, tag=True):
    """A rectangle that is filled."""

    layer: Layer
    rect: Rect


class Ring(msgspec.Struct, frozen=True, tag=True):
    """A circle with its centre marked."""

    layer: Layer
    at: Point
    diameter_mm: float


class Stroke(msgspec.Struct, frozen=True, tag=True):
    """A straight line."""

    layer: Layer
    start: Point
    end: Point


class Label(msgspec.Struct, frozen=True, tag=True):
    """A line of text, centred on its place."""

    layer: Layer
    at: Point
    size_mm: float
    text: str


Shape = Block | Box | Ring | Stroke | Label

READABLE_MM: Final = 12.0
"""Letters of a drawing of the whole mat: 6 points or more on a page 180 mm wide."""
READABLE_SHARE: Final = 0.0128
"""The same, as a share of the mat's width."""
LETTER_WIDTH: Final = 0.62
"""Of a letter, in parts of its height."""
AROUND_MM: Final = 14.0
"""The margin that a close-up shows around its zone."""
LEAD_HOLE_MM: Final = 2.0
"""The hole for both ends of a coil's wire."""
LIGHT_MM: Final = 10.0
"""The round carrier of a light, under the plate."""
READER_SIZE: Final = (40.0, 60.0)
"""Width and height of an RC522 module, upright, in millimetres."""
BREADBOARD_SIZE: Final = (165.0, 55.0)
"""Width and height of a breadboard, lying, in millimetres."""
LIGHT_HOLE_MM: Final = 7.5
"""A light's body reaches into the plate from below."""
PEG_MM: Final = 2.0
"""Of the holes for the pegs around which a coil is wound, inside the window's corners."""
PAD_HOLE_MM: Final = 2.0
"""The hole for a pad's wire."""
TRIMMER_MM: Final = 8.0
"""Of the holes in the base plate through which trimmers are turned."""
TAIL_MM: Final = 22.0
"""Of the holes in the base plate through which the buttons reach."""
INLET_SIZE: Final = (15.0, 15.0)
"""Width and height of the socket of the supply, in millimetres."""


def coil_plate(mat: Mat) -> Iterator[Shape]:
    """Zones, windings, pads, lights and holes, seen from above, with all that a maker marks."""
    yield Box(Layer.SHEET, mat.sheet)
    for zone in mat.zones:
        yield Box(Layer.ZONE, zone.area)
        if zone.stack:
            yield Box(Layer.ZONE, zone.stack)
            yield Label(Layer.ZONE, zone.stack.centre.plus(Point(0, -6)), 9.0, "stack of")
            yield Label(Layer.ZONE, zone.stack.centre.plus(Point(0, 6)), 9.0, zone.id)
        if not zone.antennas:
            yield Label(Layer.ZONE, zone.area.centre, 10.0, zone.id)
    for coil in coils(mat):
        antenna = mat.antennas[coil.antenna]
        for number, window in enumerate(coil.windows):
            yield Box(Layer.COIL, window)
            yield from _winding_words(antenna.label, coil, number)
            yield from (Ring(Layer.HOLE, peg, PEG_MM) for peg in _pegs(window))
        yield Ring(Layer.HOLE, lead_hole(mat, coil.antenna), LEAD_HOLE_MM)
    for pad in mat.pads:
        yield Box(Layer.PAD, pad.area)
        yield Label(Layer.PAD, pad.area.centre, 5.0, pad.name)
        yield Ring(Layer.HOLE, _pad_hole(pad.area), PAD_HOLE_MM)
    for lamp in mat.lamps:
        for light, place in zip(lamp.lights, lamp.places, strict=True):
            yield Ring(Layer.LIGHT, place, LIGHT_MM)
            yield Ring(Layer.HOLE, place, LIGHT_HOLE_MM)
            yield Label(Layer.LIGHT, place.plus(Point(0, 2.2)), 2.3, str(light))
    yield from _panel(mat, 5.0)
    for hole in mat.construction.holes:
        yield Ring(Layer.HOLE, hole, mat.construction.hole_mm)


def overview(mat: Mat) -> Iterator[Shape]:
    """The coil plate as it looks on a page of a book: names only, as large as they fit."""
    yield Box(Layer.SHEET, mat.sheet)
    for zone in mat.zones:
        yield Box(Layer.ZONE, zone.area)
        if zone.stack:
            yield Box(Layer.ZONE, zone.stack)
            yield Label(Layer.ZONE, zone.stack.centre, READABLE_MM, "(stack)")
        for index in zone.antennas:
            for window in mat.antennas[index].windows:
                yield Box(Layer.COIL, window)
        yield Label(Layer.ZONE, zone.area.centre, READABLE_MM, zone.id)
    for pad in mat.pads:
        yield Box(Layer.PAD, pad.area)
    for lamp in mat.lamps:
        for place in lamp.places:
            yield Ring(Layer.LIGHT, place, LIGHT_HOLE_MM)
    yield from _panel(mat, READABLE_MM)
    if isinstance(mat.materials, Construction):
        for hole in mat.materials.holes:
            yield Ring(Layer.HOLE, hole, 2 * mat.materials.hole_mm)


def module_plate(mat: Mat) -> Iterator[Shape]:
    """Zones, pads and lights from above, with the whole modules below them."""
    yield from overview(mat)
    for antenna in mat.antennas:
        middle = antenna.windows[0].centre
        is_turned = mat.zone(antenna.zone).seat is Seat.B
        away_mm = (READER_SIZE[1] - antenna.windows[0].h_mm) / 2
        yield _board(middle.plus(Point(0, -away_mm if is_turned else away_mm)), READER_SIZE)
        words = f"{antenna.bank} / {antenna.line}"
        yield Label(Layer.BOARD, middle.plus(Point(0, 14)), READABLE_MM / 2, words)
    for number, x_mm in enumerate((-0.5, 0.5)):
        at = mat.sheet.centre.plus(Point(x_mm * BREADBOARD_SIZE[0], 0))
        yield _board(at, BREADBOARD_SIZE)
        yield Label(Layer.BOARD, at, READABLE_MM, f"breadboard {number + 1}")


def close_up(mat: Mat, zone: Zone) -> Iterator[Shape]:
    """Draw the part of the coil plate that lies in and around one zone."""
    around = enlarged(zone.area)
    for shape in coil_plate(mat):
        match shape:
            case Box(rect=rect) if rect.is_within(around):
                yield shape
            case Ring(at=at) | Label(at=at) if around.is_holding(at):
                yield shape


def enlarged(area: Rect) -> Rect:
    """A zone with the pad and the lights that are outside it."""
    return Rect(area.x_mm, area.y_mm, area.w_mm + 2 * AROUND_MM, area.h_mm + 2 * AROUND_MM)


def _panel(mat: Mat, size_mm: float) -> Iterator[Shape]:
    """Buttons and displays, with their names."""
    for button in mat.buttons:
        yield Ring(Layer.HOLE, button.place, button.diameter_mm)
        step_mm = 11.0 if size_mm < READABLE_MM else -16.0
        name = button.name if size_mm < READABLE_MM else button.name.split(".")[1]
        below = Point(0, step_mm if button.seat is Seat.A else -step_mm)
        yield Label(Layer.HOLE, button.place.plus(below), size_mm, name)
    for display in mat.displays:
        yield Box(Layer.HOLE, display.area)
        words = f"life of {display.seat}"
        words += "" if size_mm >= READABLE_MM else ": cut out"
        yield Label(Layer.HOLE, display.area.centre, max(size_mm, 8.0), words)


def _pegs(window: Rect) -> Iterator[Point]:
    """The pegs inside the corners, so that the wire around them follows the window's edge."""
    for x in (window.left_mm + PEG_MM / 2, window.right_mm - PEG_MM / 2):
        for y in (window.top_mm + PEG_MM / 2, window.bottom_mm - PEG_MM / 2):
            yield Point(x, y)


def _pad_hole(pad: Rect) -> Point:
    """The hole at the comb's joined edge."""
    return Point(pad.left_mm + PAD_HOLE_MM, pad.y_mm)


def _winding_words(label: str, coil: Coil, number: int) -> Iterator[Shape]:
    """The label of a winding; in a monster zone short enough for where no others cross."""
    lines = [f"{label} ({coil.antenna})", f"{coil.turns} turns"]
    size_mm, pitch_mm = 8.0, 11.0
    if len(coil.windows) > 1:
        lines += ["counter-", "clockwise"] if number else ["clockwise"]
        size_mm, pitch_mm = 5.2, 6.5
    top_mm = -pitch_mm * (len(lines) - 1) / 2
    for place, line in enumerate(lines):
        at = coil.windows[number].centre.plus(Point(0, top_mm + pitch_mm * place))
        yield Label(Layer.COIL, at, size_mm, line)


def lead_hole(mat: Mat, index: int) -> Point:
    """The place where a coil's wire goes down: beside the left edge of its first window."""
    antenna = mat.antennas[index]
    window = antenna.windows[0]
    is_turned = mat.zone(antenna.zone).seat is Seat.B
    side = window.right_mm + 1.5 if is_turned else window.left_mm - 1.5
    return Point(side, window.y_mm)


def base_plate(mat: Mat, letters_mm: float = 0.0) -> Iterator[Shape]:
    """Boards, readers and holes, seen from above through the coil plate.

    letters_mm: 0 makes letters that can be read when all of it is on a page.
    """
    construction = mat.construction
    letters_mm = letters_mm or READABLE_SHARE * mat.sheet.w_mm
    yield Box(Layer.SHEET, mat.sheet)
    for antenna in mat.antennas:
        at = reader_place(mat, antenna)
        yield _board(at, READER_SIZE)
        trimmer = tuning_place(mat, antenna)
        yield from _reader_words(at, antenna, letters_mm, is_below=trimmer.y_mm < at.y_mm)
        yield Ring(Layer.HOLE, trimmer, TRIMMER_MM)
    yield _board(construction.main, MAIN_SIZE)
    yield Label(Layer.BOARD, construction.main, letters_mm, "main board")
    for bank, at in enumerate(construction.banks):
        yield _board(at, BANK_SIZE)
        yield Label(Layer.BOARD, at, letters_mm, f"bank {bank}")
    for number, (address, at) in enumerate(construction.touch):
        yield _board(at, TOUCH_SIZE)
        yield Label(Layer.BOARD, at.plus(Point(0, -8)), letters_mm, "touch")
        yield Label(Layer.BOARD, at.plus(Point(0, 7)), letters_mm, f"{number}: {address:X}")
    yield _board(construction.inlet, INLET_SIZE)
    inwards = 30 if construction.inlet.x_mm < mat.sheet.x_mm else -30
    yield Label(Layer.BOARD, construction.inlet.plus(Point(inwards, 0)), letters_mm, "inlet")
    for hole in construction.holes:
        yield Ring(Layer.HOLE, hole, construction.hole_mm)
    for button in mat.buttons:
        yield Ring(Layer.HOLE, button.place, TAIL_MM)


def _reader_words(
    at: Point, antenna: Antenna, letters_mm: float, *, is_below: bool
) -> Iterator[Label]:
    """Number, name and wire of a reader, on its board; a name that is too long stands beside it:
    below or above, where no hole is.
    """
    room = (READER_SIZE[0] - 2) / (LETTER_WIDTH * letters_mm)
    parts = antenna.label.split() if len(antenna.label) > room else [antenna.label]
    inside = [part for part in parts if len(part) <= room]
    lines = [f"R{antenna.index}", *inside, f"{antenna.bank} / {antenna.line}"]
    for place, line in enumerate(lines):
        down_mm = 14 * (place - (len(lines) - 1) / 2)
        yield Label(Layer.BOARD, at.plus(Point(0, down_mm)), letters_mm, line)
    away_mm = READER_SIZE[1] / 2 + letters_mm
    for part in parts:
        if part not in inside:
            beside = at.plus(Point(0, away_mm if is_below else -away_mm))
            yield Label(Layer.BOARD, beside, letters_mm, part)


def light_chain(mat: Mat) -> Iterator[Shape]:
    """The order of the lights, and where power wires feed them."""
    yield Box(Layer.SHEET, mat.sheet)
    fed = {light: number for number, light in enumerate(feeds(mat))}
    for zone in mat.zones:
        lights = mat.lamps[zone.lamp].lights
        at = zone.area.centre
        yield Box(Layer.ZONE, zone.area)
        yield Label(Layer.ZONE, at.plus(Point(0, -18)), READABLE_MM, zone.id)
        yield Label(Layer.LIGHT, at, READABLE_MM, f"{lights[0]}-{lights[-1]}")
        for light in sorted(fed.keys() & set(lights)):
            name = f"feed {fed[light]}"
            yield Label(Layer.HOLE, at.plus(Point(0, 18)), READABLE_MM, name)
    places = [place for lamp in mat.lamps for place in lamp.places]
    for one, other in itertools.pairwise(places):
        yield from _way(one, other)
    for light, place in enumerate(places):
        yield Ring(Layer.LIGHT, place, 5.0)
        if light in fed:
            yield Ring(Layer.HOLE, place, 9.0)
    bar = [lamp for lamp in mat.lamps if lamp.name.startswith("phase.")]
    first, last = bar[0].lights[0], bar[-1].lights[-1]
    middle = Point((places[first].x_mm + places[last].x_mm) / 2, places[first].y_mm)
    yield Label(Layer.LIGHT, middle.plus(Point(0, 13)), READABLE_MM, f"{first}-{last}")


def _way(one: Point, other: Point) -> Iterator[Shape]:
    """Lead along x, then along y: in the gaps between the zones, where no coil is."""
    corner = Point(other.x_mm, one.y_mm)
    for start, end in ((one, corner), (corner, other)):
        if start != end:
            yield Stroke(Layer.CHAIN, start, end)


def _board(at: Point, size: tuple[float, float]) -> Box:
    return Box(Layer.BOARD, Rect(at.x_mm, at.y_mm, *size))
