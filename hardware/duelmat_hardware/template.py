"""The 1:1 template as PDF: on one sheet, and in tiles for A4 and Letter that are glued together.

The bytes depend on the mat and on ReportLab's version alone: no date, no compression, fonts that
every reader of PDF has.
"""

from __future__ import annotations

import io
import math
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import Final

import msgspec
from reportlab.lib.units import mm
from reportlab.pdfgen.canvas import Canvas

from .mat import Mat
from .plan import (
    Block,
    Box,
    Label,
    Layer,
    Ring,
    Shape,
    Stroke,
    base_plate,
    coil_plate,
    module_plate,
)

FONT: Final = "Helvetica"
MARGIN_MM: Final = 10.0
"""The margin that home printers leave white."""
FOOT_MM: Final = 16.0
"""Below the drawing, for the ruler and the tile's name."""
OVERLAP_MM: Final = 10.0
"""The width by which a tile repeats its neighbour."""
RULER_MM: Final = 100
LETTERS_MM: Final = 7.5
"""Of the names on the base plate: no wider than what they name."""
SHEET_NAME_MM: Final = (32.0, 22.0)
"""The white ground of a sheet's name in the overview."""
COLOURS: Final = {
    Layer.SHEET: (0.0, 0.0, 0.0),
    Layer.ZONE: (0.55, 0.55, 0.55),
    Layer.COIL: (0.7, 0.3, 0.1),
    Layer.PAD: (0.1, 0.42, 0.22),
    Layer.LIGHT: (0.1, 0.3, 0.57),
    Layer.HOLE: (0.6, 0.1, 0.2),
    Layer.BOARD: (0.1, 0.3, 0.57),
    Layer.CHAIN: (0.5, 0.65, 0.85),
    Layer.MARK: (0.0, 0.0, 0.0),
}


class Paper(msgspec.Struct, frozen=True):
    """A size of paper, upright."""

    name: str
    w_mm: float
    h_mm: float

    def lying(self) -> Paper:
        return Paper(self.name, self.h_mm, self.w_mm)


A4: Final = Paper("A4", 210.0, 297.0)
LETTER: Final = Paper("Letter", 215.9, 279.4)


class Tiling(msgspec.Struct, frozen=True):
    """The division of a plate into sheets of paper."""

    paper: Paper
    columns: int
    rows: int
    w_mm: float
    """Of the drawing on one sheet."""
    h_mm: float

    def corner_mm(self, column: int, row: int) -> tuple[float, float]:
        """The plate's point at a tile's top left corner."""
        return column * (self.w_mm - OVERLAP_MM), row * (self.h_mm - OVERLAP_MM)


class Plate(msgspec.Struct, frozen=True):
    """One of the two plates, and what its colours mean."""

    name: str
    shapes: Callable[[Mat], Iterator[Shape]]
    legend: str


COIL_PLATE: Final = Plate(
    "coil plate",
    coil_plate,
    "Brown: inner edge of a coil. Green: touch pads. Blue: lights. Red: drill or cut out.",
)
BASE_PLATE: Final = Plate(
    "base plate",
    partial(base_plate, letters_mm=LETTERS_MM),
    "Blue: boards, and readers with antenna and bank / line. Red: drill.",
)


MODULE_PLATE: Final = Plate(
    "mat",
    module_plate,
    "Brown: a module's coil, in the middle of its zone. Blue: modules with bank / line, lights.",
)


def tiling(mat: Mat, paper: Paper) -> Tiling:
    """The way to lay the paper that takes fewer sheets; upright if both take as many."""
    ways = [_tiling(mat, paper), _tiling(mat, paper.lying())]
    return min(ways, key=lambda way: way.columns * way.rows)


def _tiling(mat: Mat, paper: Paper) -> Tiling:
    w_mm, h_mm = paper.w_mm - 2 * MARGIN_MM, paper.h_mm - 2 * MARGIN_MM - FOOT_MM
    columns = math.ceil((mat.sheet.w_mm - OVERLAP_MM) / (w_mm - OVERLAP_MM))
    rows = math.ceil((mat.sheet.h_mm - OVERLAP_MM) / (h_mm - OVERLAP_MM))
    return Tiling(paper, columns, rows, w_mm, h_mm)


def templates(mat: Mat) -> dict[str, bytes]:
    """Name and content of each PDF."""
    if mat.materials.has_whole_readers:
        return {
            "template_a4.pdf": tiles(mat, A4, MODULE_PLATE),
            "template_letter.pdf": tiles(mat, LETTER, MODULE_PLATE),
        }
    return {
        "template_full.pdf": full_sheet(mat),
        "template_a4.pdf": tiles(mat, A4, COIL_PLATE),
        "template_letter.pdf": tiles(mat, LETTER, COIL_PLATE),
        "template_base_a4.pdf": tiles(mat, A4, BASE_PLATE),
        "template_base_letter.pdf": tiles(mat, LETTER, BASE_PLATE),
    }


def full_sheet(mat: Mat, plates: Sequence[Plate] = (COIL_PLATE, BASE_PLATE)) -> bytes:
    """Draw plates, each on one large page with a margin."""
    w_mm, h_mm = mat.sheet.w_mm + 2 * MARGIN_MM, mat.sheet.h_mm + 2 * MARGIN_MM + FOOT_MM

    def draw(canvas: Canvas) -> None:
        for plate in plates:
            canvas.saveState()
            canvas.translate(MARGIN_MM * mm, (MARGIN_MM + FOOT_MM) * mm)
            for shape in plate.shapes(mat):
                draw_shape(canvas, mat.sheet.h_mm, shape)
            canvas.restoreState()
            foot(canvas, mat, f"{plate.name} from above, on one sheet")
            canvas.showPage()

    return pdf(mat, w_mm, h_mm, draw)


def tiles(mat: Mat, paper: Paper, plate: Plate) -> bytes:
    """A page that shows how the tiles of a plate lie, then the tiles, row by row."""
    plan = tiling(mat, paper)
    page = plan.paper

    def draw(canvas: Canvas) -> None:
        edges_mm = (-5, -5, math.ceil(mat.sheet.w_mm) + 5, math.ceil(mat.sheet.h_mm) + 5)
        canvas.beginForm("plate", *(math.ceil(edge * mm) for edge in edges_mm))
        for shape in plate.shapes(mat):
            draw_shape(canvas, mat.sheet.h_mm, shape)
        canvas.endForm()
        _overview(canvas, mat, plan, plate)
        canvas.showPage()
        for row in range(plan.rows):
            for column in range(plan.columns):
                _tile(canvas, mat, plan, plate, (column, row))
                canvas.showPage()

    return pdf(mat, page.w_mm, page.h_mm, draw)


def pdf(
    mat: Mat, w_mm: float, h_mm: float, draw: Callable[[Canvas], None], what: str = "template 1:1"
) -> bytes:
    """Return a PDF of pages of one size, by whatever draws them."""
    buffer = io.BytesIO()
    canvas = Canvas(buffer, pagesize=(w_mm * mm, h_mm * mm), invariant=1, pageCompression=0)
    canvas.setTitle(f"Duelmat {mat.name}, revision {mat.revision}: {what}")
    canvas.setSubject(f"digest {mat.digest}")
    canvas.setAuthor("Duelmat")
    canvas.setViewerPreference("PrintScaling", "None")
    draw(canvas)
    canvas.save()
    return buffer.getvalue()


def _overview(canvas: Canvas, mat: Mat, plan: Tiling, plate: Plate) -> None:
    scale = min(plan.w_mm / mat.sheet.w_mm, (plan.h_mm - 60) / mat.sheet.h_mm)
    canvas.saveState()
    canvas.translate(MARGIN_MM * mm, (plan.paper.h_mm - MARGIN_MM - 60) * mm)
    canvas.translate(0, -mat.sheet.h_mm * scale * mm)
    canvas.scale(scale, scale)
    canvas.doForm("plate")
    canvas.setStrokeColorRGB(0, 0, 0)
    canvas.setLineWidth(2)
    canvas.setFont(FONT, 60)
    for row in range(plan.rows):
        for column in range(plan.columns):
            x_mm, y_mm = plan.corner_mm(column, row)
            y_mm = mat.sheet.h_mm - y_mm - plan.h_mm
            canvas.rect(x_mm * mm, y_mm * mm, plan.w_mm * mm, plan.h_mm * mm)
            _sheet_name(
                canvas, x_mm + OVERLAP_MM, y_mm + plan.h_mm - OVERLAP_MM, place=(column, row)
            )
    canvas.restoreState()
    canvas.setFillColorRGB(0, 0, 0)
    lines = (
        f"Duelmat {mat.name}, revision {mat.revision}: {plate.name} from above, 1:1",
        (
            f"{mat.sheet.w_mm:g} x {mat.sheet.h_mm:g} mm on {plan.columns} x {plan.rows} sheets "
            f"of {plan.paper.name}; seat a sits at the bottom."
        ),
        "Print at 100 %, without fitting to the page, and measure the ruler on every sheet.",
        f"Cut along the corner marks; sheets overlap by {OVERLAP_MM:g} mm. Glue row by row.",
        plate.legend,
    )
    top = (plan.paper.h_mm - MARGIN_MM - 8) * mm
    for i, line in enumerate(lines):
        canvas.setFont(FONT, 13 if i == 0 else 9.5)
        canvas.drawString(MARGIN_MM * mm, top - i * 6 * mm, line)
    foot(canvas, mat, "how the sheets lie")


def _sheet_name(canvas: Canvas, left_mm: float, top_mm: float, place: tuple[int, int]) -> None:
    """A sheet's name in its corner, on a white ground that keeps it off what is drawn there."""
    w_mm, h_mm = SHEET_NAME_MM
    corner = left_mm * mm, (top_mm - h_mm) * mm
    canvas.setFillColorRGB(1, 1, 1)
    canvas.rect(*corner, w_mm * mm, h_mm * mm, stroke=0, fill=1)
    canvas.setFillColorRGB(0, 0, 0)
    middle = (left_mm + w_mm / 2) * mm, (top_mm - h_mm + 3) * mm
    canvas.drawCentredString(*middle, _tile_name(*place))


def _tile_name(column: int, row: int) -> str:
    return f"{'ABCDEFGHIJKLMNOPQRSTUVWXYZ'[row % 26]}{column + 1}"


def _tile(canvas: Canvas, mat: Mat, plan: Tiling, plate: Plate, place: tuple[int, int]) -> None:
    column, row = place
    x_mm, y_mm = plan.corner_mm(column, row)
    left, bottom = MARGIN_MM * mm, (MARGIN_MM + FOOT_MM) * mm
    canvas.saveState()
    window = canvas.beginPath()
    window.rect(left, bottom, plan.w_mm * mm, plan.h_mm * mm)
    canvas.clipPath(window, stroke=0, fill=0)
    canvas.translate(left - x_mm * mm, bottom + (y_mm + plan.h_mm - mat.sheet.h_mm) * mm)
    canvas.doForm("plate")
    canvas.restoreState()
    _crop_marks(canvas, plan)
    right = f"right of it {_tile_name(column + 1, row)}" if column + 1 < plan.columns else ""
    below = f"below it {_tile_name(column, row + 1)}" if row + 1 < plan.rows else ""
    beside = ", ".join(text for text in (right, below) if text)
    words = f"{plate.name}, sheet {_tile_name(column, row)}"
    foot(canvas, mat, words + (f"; {beside}" if beside else ""))


def _crop_marks(canvas: Canvas, plan: Tiling) -> None:
    """Corners of the drawing, and where the neighbour's drawing begins."""
    canvas.setStrokeColorRGB(0, 0, 0)
    canvas.setLineWidth(0.4)
    reach = 6 * mm
    left, bottom = MARGIN_MM * mm, (MARGIN_MM + FOOT_MM) * mm
    right, top = left + plan.w_mm * mm, bottom + plan.h_mm * mm
    for x, y, outwards_x, outwards_y in (
        (left, bottom, -1, -1),
        (right, bottom, 1, -1),
        (left, top, -1, 1),
        (right, top, 1, 1),
    ):
        canvas.line(x, y, x + outwards_x * reach, y)
        canvas.line(x, y, x, y + outwards_y * reach)
    canvas.setDash(1, 2)
    for x in (left + OVERLAP_MM * mm, right - OVERLAP_MM * mm):
        canvas.line(x, top, x, top + reach)
        canvas.line(x, bottom, x, bottom - reach / 2)
    for y in (bottom + OVERLAP_MM * mm, top - OVERLAP_MM * mm):
        canvas.line(left, y, left - reach, y)
        canvas.line(right, y, right + reach, y)
    canvas.setDash()


def foot(canvas: Canvas, mat: Mat, text: str) -> None:
    """Draw the ruler, and what the sheet is."""
    left, base = MARGIN_MM * mm, (MARGIN_MM + 3) * mm
    canvas.setStrokeColorRGB(0, 0, 0)
    canvas.setFillColorRGB(0, 0, 0)
    canvas.setLineWidth(0.5)
    canvas.line(left, base, left + RULER_MM * mm, base)
    canvas.setFont(FONT, 6)
    for i in range(0, RULER_MM + 1, 5):
        height = 3.0 if i % 50 == 0 else 2.0 if i % 10 == 0 else 1.2
        canvas.line(left + i * mm, base, left + i * mm, base + height * mm)
        if i % 10 == 0:
            canvas.drawCentredString(left + i * mm, base - 2.6 * mm, str(i))
    canvas.setFont(FONT, 8)
    beside = left + (RULER_MM + 4) * mm
    canvas.drawString(beside, base + 3.5 * mm, f"{mat.name} {mat.revision} {mat.digest[:12]}")
    canvas.drawString(beside, base, text)
    canvas.drawString(beside, base - 3.5 * mm, "The ruler must measure 100 mm.")


def draw_shape(canvas: Canvas, height_mm: float, shape: Shape) -> None:
    """Draw one shape of a plate so high, from its bottom left corner."""
    canvas.setStrokeColorRGB(*COLOURS[shape.layer])
    canvas.setFillColorRGB(*COLOURS[shape.layer])
    canvas.setLineWidth(0.9 if shape.layer in {Layer.SHEET, Layer.COIL} else 0.5)
    match shape:
        case Box(rect=rect) | Block(rect=rect):
            corner = rect.left_mm * mm, (height_mm - rect.bottom_mm) * mm
            is_filled = isinstance(shape, Block)
            canvas.rect(
                *corner,
                rect.w_mm * mm,
                rect.h_mm * mm,
                stroke=0 if is_filled else 1,
                fill=1 if is_filled else 0,
            )
        case Ring(at=at, diameter_mm=diameter):
            x, y = at.x_mm * mm, (height_mm - at.y_mm) * mm
            canvas.circle(x, y, diameter / 2 * mm)
            canvas.line(x - 1 * mm, y, x + 1 * mm, y)
            canvas.line(x, y - 1 * mm, x, y + 1 * mm)
        case Stroke(start=start, end=end):
            ends = start.x_mm, height_mm - start.y_mm, end.x_mm, height_mm - end.y_mm
            canvas.line(*(value * mm for value in ends))
        case Label(at=at, size_mm=size, text=text):
            canvas.setFont(FONT, size * mm)
            y_mm = height_mm - at.y_mm - size / 3
            canvas.drawCentredString(at.x_mm * mm, y_mm * mm, text)
