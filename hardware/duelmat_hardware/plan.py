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
from .coils import Coil, coils, reader_place
from .geometry import Point, Rect
from .mat import Mat, Seat


class Layer(StrEnum):
    """What a shape belongs to; a printer gives each its own stroke."""

    SHEET = "sheet"
    """The plate's edge."""
    ZONE = "zone"
    """Where a card lies; drawn on the playing surface."""
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


class Box(msgspec.Struct, frozen=True, tag=True):
    """A rectangle."""

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


Shape = Box | Ring | Stroke | Label

LEAD_HOLE_MM: Final = 2.0
"""For both ends of a coil's wire."""
LIGHT_MM: Final = 10.0
"""The round carrier of a light."""
READER_SIZE: Final = (40.0, 60.0)
"""Of an RC522 module, upright."""
BANK_SIZE: Final = (70.0, 50.0)
MAIN_SIZE: Final = (100.0, 80.0)
ONE_BOARD_SIZE: Final = (100.0, 160.0)
TOUCH_SIZE: Final = (33.0, 21.0)
INLET_SIZE: Final = (15.0, 15.0)


def coil_plate(mat: Mat) -> Iterator[Shape]:
    """Zones, windings, pads, lights and holes, seen from above."""
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
        yield Ring(Layer.HOLE, lead_hole(mat, coil.antenna), LEAD_HOLE_MM)
    for pad in mat.pads:
        yield Box(Layer.PAD, pad.area)
        yield Label(Layer.PAD, pad.area.centre, 5.0, pad.name)
    for lamp in mat.lamps:
        for light, place in zip(lamp.lights, lamp.places, strict=True):
            yield Ring(Layer.LIGHT, place, LIGHT_MM)
            yield Label(Layer.LIGHT, place.plus(Point(0, 3.2)), 2.5, str(light))
    for button in mat.buttons:
        yield Ring(Layer.HOLE, button.place, button.diameter_mm)
        below = Point(0, 11.0 if button.seat is Seat.A else -11.0)
        yield Label(Layer.HOLE, button.place.plus(below), 5.0, button.name)
    for display in mat.displays:
        yield Box(Layer.HOLE, display.area)
        yield Label(Layer.HOLE, display.area.centre, 8.0, f"life of {display.seat}: cut out")
    for hole in mat.construction.holes:
        yield Ring(Layer.HOLE, hole, mat.construction.hole_mm)


def _winding_words(label: str, coil: Coil, number: int) -> Iterator[Shape]:
    """What is wound around a window; in a monster zone short enough for where no others cross."""
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
    """Where a coil's wire goes down: beside the left edge of its first window."""
    antenna = mat.antennas[index]
    window = antenna.windows[0]
    is_turned = mat.zone(antenna.zone).seat is Seat.B
    side = window.right_mm + 1.5 if is_turned else window.left_mm - 1.5
    return Point(side, window.y_mm)


def base_plate(mat: Mat) -> Iterator[Shape]:
    """Boards, readers and holes, seen from above through the coil plate."""
    construction = mat.construction
    yield Box(Layer.SHEET, mat.sheet)
    for antenna in mat.antennas:
        at = reader_place(mat, antenna)
        yield _board(at, READER_SIZE)
        yield Label(Layer.BOARD, at.plus(Point(0, -10)), 7.0, f"READER{antenna.index}")
        yield Label(Layer.BOARD, at.plus(Point(0, 2)), 6.5, antenna.label)
        wire = f"bank {antenna.bank}, line {antenna.line}"
        yield Label(Layer.BOARD, at.plus(Point(0, 13)), 5.0, wire)
    main_size = ONE_BOARD_SIZE if construction.is_one_board else MAIN_SIZE
    yield _board(construction.main, main_size)
    yield Label(Layer.BOARD, construction.main, 12.0, "main board")
    if not construction.is_one_board:
        for bank, at in enumerate(construction.banks):
            yield _board(at, BANK_SIZE)
            yield Label(Layer.BOARD, at, 12.0, f"bank {bank}")
    for number, (address, at) in enumerate(construction.touch):
        yield _board(at, TOUCH_SIZE)
        yield Label(Layer.BOARD, at.plus(Point(0, -4)), 6.5, f"TOUCH{number}")
        yield Label(Layer.BOARD, at.plus(Point(0, 5)), 6.0, f"0x{address:X}")
    yield _board(construction.inlet, INLET_SIZE)
    yield Label(Layer.BOARD, construction.inlet, 4.0, "INLET")
    for hole in construction.holes:
        yield Ring(Layer.HOLE, hole, construction.hole_mm)


def light_chain(mat: Mat) -> Iterator[Shape]:
    """The order of the lights, and where power wires feed them."""
    yield Box(Layer.SHEET, mat.sheet)
    fed = {light: number for number, light in enumerate(feeds(mat))}
    for zone in mat.zones:
        lights = mat.lamps[zone.lamp].lights
        at = zone.area.centre
        yield Box(Layer.ZONE, zone.area)
        yield Label(Layer.ZONE, at.plus(Point(0, -16)), 13.0, zone.id)
        yield Label(Layer.LIGHT, at, 10.0, f"{lights[0]} to {lights[-1]}")
        for light in sorted(fed.keys() & set(lights)):
            name = f"feed {fed[light]}: {light}"
            yield Label(Layer.HOLE, at.plus(Point(0, 16)), 10.0, name)
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
    yield Label(Layer.LIGHT, middle.plus(Point(0, 10)), 10.0, f"{first} to {last}")


def _way(one: Point, other: Point) -> Iterator[Shape]:
    """Along x, then along y: in the gaps between the zones, where no coil is."""
    corner = Point(other.x_mm, one.y_mm)
    for start, end in ((one, corner), (corner, other)):
        if start != end:
            yield Stroke(Layer.CHAIN, start, end)


def _board(at: Point, size: tuple[float, float]) -> Box:
    return Box(Layer.BOARD, Rect(at.x_mm, at.y_mm, *size))
