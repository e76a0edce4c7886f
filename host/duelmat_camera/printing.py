"""What is printed: the playmat with its markers, and a strip of paper for each sleeve.

A strip is folded around a card's foot: its front panel shows the marker of the front, the other
one, printed upside down, that of the back.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from functools import partial
from typing import Final

import msgspec
from reportlab.pdfgen.canvas import Canvas

from duelmat_camera.finding import marker_fields
from duelmat_camera.markers import FIELDS, FROM_FOOT_MM, QUIET_MM, SIZE_MM, marker_of, mat_markers
from duelmat_hardware import Mat, Point, Rect
from duelmat_hardware.plan import Block, Box, Label, Layer, Shape, Stroke
from duelmat_hardware.template import (
    FOOT_MM,
    MARGIN_MM,
    Paper,
    Plate,
    draw_shape,
    foot,
    full_sheet,
    pdf,
    tiles,
)
from duelmat_host.cards.registry import Sleeve

STRIP_MM: Final = SIZE_MM + 2 * QUIET_MM
BACK_MM: Final = FROM_FOOT_MM + SIZE_MM / 2 + QUIET_MM
"""From the fold to the end of the panel behind the card."""
FRONT_MM: Final = BACK_MM + 6.0
"""The same of the panel before it, with the card's code above the marker."""
NAME_MM: Final = 4.0
ZONE_NAME_MM: Final = 6.0

_field_mm: Final = SIZE_MM / FIELDS


def marker_blocks(marker: int, at: Point, *, is_upright: bool = True) -> Iterator[Block]:
    """Yield a marker's black fields around its middle; fields side by side are one block."""
    sign = 1 if is_upright else -1
    for row, fields in enumerate(marker_fields(marker)):
        y_mm = (row + 0.5) * _field_mm - SIZE_MM / 2
        for first, end in _runs(fields):
            x_mm = (first + end) / 2 * _field_mm - SIZE_MM / 2
            area = Rect(
                at.x_mm + sign * x_mm, at.y_mm + sign * y_mm, (end - first) * _field_mm, _field_mm
            )
            yield Block(Layer.MARK, area)


def _runs(fields: Sequence[bool]) -> Iterator[tuple[int, int]]:
    """Yield the first place and the end of each run of black fields."""
    first = None
    for place, is_black in enumerate((*fields, False)):
        if is_black and first is None:
            first = place
        elif not is_black and first is not None:
            yield first, place
            first = None


def playmat_shapes(mat: Mat) -> Iterator[Shape]:
    """Yield the edges of sheet and zones with their names, and the markers of the mat."""
    yield Box(Layer.SHEET, mat.sheet)
    for zone in mat.zones:
        yield Box(Layer.ZONE, zone.area)
        above = Point(0, SIZE_MM / 2 + QUIET_MM + ZONE_NAME_MM)
        yield Label(Layer.ZONE, zone.area.centre.plus(above), ZONE_NAME_MM, zone.id)
        if zone.stack:
            yield Box(Layer.ZONE, zone.stack)
            yield Label(Layer.ZONE, zone.stack.centre, ZONE_NAME_MM, f"stack of {zone.id}")
    for marker, at in mat_markers(mat).items():
        yield from marker_blocks(marker, at)


PLAYMAT: Final = Plate(
    "playmat",
    playmat_shapes,
    "Each marker must be whole and flat: cards lie on those in the zones, nothing else does.",
)


def playmat_tiles(mat: Mat, paper: Paper) -> bytes:
    """Return the playmat in sheets of paper that are glued together, as PDF."""
    return tiles(mat, paper, PLAYMAT)


def playmat_sheet(mat: Mat) -> bytes:
    """Return the playmat on one page, for a print shop, as PDF."""
    return full_sheet(mat, (PLAYMAT,))


class Strip(msgspec.Struct, frozen=True):
    """The strip of one sleeve, on a page."""

    code: str
    front: int
    back: int
    fold: Point
    """The middle of the line around which it is folded, from the page's top left corner."""

    def shapes(self) -> Iterator[Shape]:
        """Yield what is printed: edges, fold, code, and both markers."""
        x_mm, y_mm = self.fold.x_mm, self.fold.y_mm
        middle_mm = y_mm + (BACK_MM - FRONT_MM) / 2
        yield Box(Layer.SHEET, Rect(x_mm, middle_mm, STRIP_MM, FRONT_MM + BACK_MM))
        ends = Point(x_mm - STRIP_MM / 2, y_mm), Point(x_mm + STRIP_MM / 2, y_mm)
        yield Stroke(Layer.ZONE, *ends)
        yield from marker_blocks(self.front, Point(x_mm, y_mm - FROM_FOOT_MM))
        yield from marker_blocks(self.back, Point(x_mm, y_mm + FROM_FOOT_MM), is_upright=False)
        yield Label(Layer.SHEET, Point(x_mm, y_mm - FRONT_MM + NAME_MM), NAME_MM, self.code)


def strips(sleeves: Sequence[Sleeve], paper: Paper) -> list[list[Strip]]:
    """Place the strips of sleeves on pages, row by row; sleeves with real tags need none."""
    room_w, room_h = paper.w_mm - 2 * MARGIN_MM, paper.h_mm - 2 * MARGIN_MM - FOOT_MM
    columns, rows = int(room_w // STRIP_MM), int(room_h // (FRONT_MM + BACK_MM))
    marked = [
        (sleeve, front, back)
        for sleeve in sleeves
        for front, back in [(marker_of(sleeve.up), marker_of(sleeve.down))]
        if front is not None and back is not None
    ]
    pages: list[list[Strip]] = [[] for _ in range(math.ceil(len(marked) / (columns * rows)))]
    for number, (sleeve, front, back) in enumerate(marked):
        page, place = divmod(number, columns * rows)
        row, column = divmod(place, columns)
        fold = Point(
            MARGIN_MM + (column + 0.5) * STRIP_MM,
            MARGIN_MM + row * (FRONT_MM + BACK_MM) + FRONT_MM,
        )
        pages[page].append(Strip(sleeve.code, front, back, fold))
    return pages


def strip_sheets(mat: Mat, sleeves: Sequence[Sleeve], paper: Paper, what: str) -> bytes:
    """Return the strips of sleeves as PDF; what: whose they are."""
    pages = strips(sleeves, paper)
    words = f"{what}: cut along the edges, fold along the grey lines, around the foot of each card"
    return pdf(mat, paper.w_mm, paper.h_mm, partial(_draw_pages, mat, pages, paper, words), what)


def _draw_pages(
    mat: Mat, pages: Sequence[Sequence[Strip]], paper: Paper, words: str, canvas: Canvas
) -> None:
    for strips_there in pages:
        for strip in strips_there:
            for shape in strip.shapes():
                draw_shape(canvas, paper.h_mm, shape)
        foot(canvas, mat, words)
        canvas.showPage()
