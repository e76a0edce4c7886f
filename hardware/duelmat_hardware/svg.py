"""Plans as SVG, for screens and documentation; one unit is a millimetre."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final
from xml.sax.saxutils import escape

from .geometry import Rect
from .mat import Mat
from .placing import PITCH_MM, Board, Place
from .plan import Block, Box, Label, Layer, Ring, Shape, Stroke

COLOURS: Final = {
    Layer.SHEET: "#222222",
    Layer.ZONE: "#5f5f5f",
    Layer.COIL: "#b3541e",
    Layer.PAD: "#1f6f3d",
    Layer.LIGHT: "#1d4f91",
    Layer.HOLE: "#9b1c31",
    Layer.BOARD: "#1d4f91",
    Layer.CHAIN: "#7aa2d6",
    Layer.MARK: "#000000",
}
MARGIN_MM: Final = 6.0
"""White around a drawing."""


def svg(mat: Mat, title: str, shapes: Iterable[Shape], area: Rect | None = None) -> str:
    """One plan as a whole SVG file; `area` is what it shows of the mat, all of it if None."""
    stroke = 0.25 if area else 0.9  # a whole mat is printed at a fifth of its size
    elements = (_element(shape) for shape in shapes)
    return svg_file(mat, title, area or mat.sheet, f'stroke-width="{stroke:g}"', elements)


def svg_file(
    mat: Mat,
    title: str,
    area: Rect,
    strokes: str,
    elements: Iterable[str],
    *,
    scale: float = 1.0,
    defs: str = "",
) -> str:
    """Return a whole SVG file of an area, with a white margin around it.

    strokes: the attributes of lines for which an element has none of its own.
    scale: the size of the drawing, in parts of the real one.
    defs: the element that defines what elements refer to.
    """
    left, top = area.left_mm - MARGIN_MM, area.top_mm - MARGIN_MM
    width, height = area.w_mm + 2 * MARGIN_MM, area.h_mm + 2 * MARGIN_MM
    lines = [
        (
            '<svg xmlns="http://www.w3.org/2000/svg"'
            f' width="{width * scale:g}mm" height="{height * scale:g}mm"'
            f' viewBox="{left:g} {top:g} {width:g} {height:g}"'
            ' font-family="Helvetica, Arial, sans-serif" text-anchor="middle" fill="none"'
            f" {strokes}>"
        ),
        f"<title>{escape(title)}</title>",
        f"<desc>Made from the mat {escape(mat.name)}, digest {mat.digest}</desc>",
        *filter(None, [defs]),
        f'<rect x="{left:g}" y="{top:g}" width="{width:g}" height="{height:g}" fill="#ffffff"/>',
        *elements,
        "</svg>",
    ]
    return "\n".join(lines) + "\n"


def _element(shape: Shape) -> str:
    colour = COLOURS[shape.layer]
    match shape:
        case Box(rect=rect):
            return f'<rect {_at(rect)} stroke="{colour}"/>'
        case Block(rect=rect):
            return f'<rect {_at(rect)} fill="{colour}"/>'
        case Ring(at=at, diameter_mm=diameter):
            return (
                f'<circle cx="{at.x_mm:g}" cy="{at.y_mm:g}" r="{diameter / 2:g}"'
                f' stroke="{colour}"/>'
            )
        case Stroke(start=start, end=end):
            return (
                f'<line x1="{start.x_mm:g}" y1="{start.y_mm:g}" x2="{end.x_mm:g}"'
                f' y2="{end.y_mm:g}" stroke="{colour}"/>'
            )
        case Label(at=at, size_mm=size, text=text):
            return (
                f'<text x="{at.x_mm:g}" y="{at.y_mm + size / 3:g}" font-size="{size:g}"'
                f' fill="{colour}" stroke="#ffffff"'
                f' stroke-width="{size / 6:g}" paint-order="stroke">{escape(text)}</text>'
            )


def _at(rect: Rect) -> str:
    return f'x="{rect.left_mm:g}" y="{rect.top_mm:g}" width="{rect.w_mm:g}" height="{rect.h_mm:g}"'


SMALL: Final = (4, 3)
HOLE_SCALE: Final = 1.4
"""Boards are drawn larger than they are, so that every name can be read."""
_HOLES: Final = (
    '<defs><pattern id="holes" width="2.54" height="2.54" patternUnits="userSpaceOnUse">'
    '<circle cx="1.27" cy="1.27" r="0.35" fill="#c9c9c9"/></pattern></defs>'
)


def board_svg(mat: Mat, board: Board) -> str:
    """One circuit board from the side of its parts, as a whole SVG file."""
    w_mm, h_mm = board.columns * PITCH_MM, board.rows * PITCH_MM
    return svg_file(
        mat,
        f"{board.title}, from the side of the parts",
        Rect(w_mm / 2, h_mm / 2, w_mm, h_mm),
        'stroke-width="0.25"',
        [
            f'<rect width="{w_mm:g}" height="{h_mm:g}" stroke="#222222" fill="url(#holes)"/>',
            *(_placed(place) for place in board.places),
        ],
        scale=HOLE_SCALE,
        defs=_HOLES,
    )


def _placed(place: Place) -> str:
    x, y = place.column * PITCH_MM, place.row * PITCH_MM
    w, h = place.columns * PITCH_MM, place.rows * PITCH_MM
    is_small = place.columns <= SMALL[0] and place.rows <= SMALL[1]
    left = x + (PITCH_MM if is_small else 0)  # beside the mark of contact 1
    room = x + w - left
    size = min(3.2, 0.7 * h, (room - 0.8) / (0.6 * len(place.ref)))
    first_x = x + PITCH_MM * (place.first_column + 0.5)
    first_y = y + PITCH_MM * (place.first_row + 0.5)
    colour = COLOURS[Layer.HOLE if place.is_behind else Layer.BOARD]
    dashes = ' stroke-dasharray="1.5 1"' if place.is_behind else ""
    filled = ' fill="none"' if place.is_behind else ' fill="#ffffff"'
    return (
        f'<rect x="{x + 0.2:g}" y="{y + 0.2:g}" width="{w - 0.4:g}" height="{h - 0.4:g}"'
        f' stroke="{colour}"{filled}{dashes}/>'
        f'<circle cx="{first_x:g}" cy="{first_y:g}" r="0.45" fill="{colour}"/>'
        f'<text x="{left + room / 2:g}" y="{y + h / 2 + size / 4:g}" font-size="{size:.2f}"'
        f' fill="{colour}">{escape(place.ref)}</text>'
    )
