"""Plans as SVG, for screens and documentation; one unit is a millimetre."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final
from xml.sax.saxutils import escape

from .geometry import Rect
from .mat import Mat
from .plan import Box, Label, Layer, Ring, Shape, Stroke

COLOURS: Final = {
    Layer.SHEET: "#222222",
    Layer.ZONE: "#8a8a8a",
    Layer.COIL: "#b3541e",
    Layer.PAD: "#1f6f3d",
    Layer.LIGHT: "#1d4f91",
    Layer.HOLE: "#9b1c31",
    Layer.BOARD: "#1d4f91",
    Layer.CHAIN: "#7aa2d6",
}
MARGIN_MM: Final = 6.0


def svg(mat: Mat, title: str, shapes: Iterable[Shape]) -> str:
    """One plan as a whole SVG file."""
    width, height = mat.sheet.w_mm + 2 * MARGIN_MM, mat.sheet.h_mm + 2 * MARGIN_MM
    lines = [
        (
            f'<svg xmlns="http://www.w3.org/2000/svg" width="{width:g}mm" height="{height:g}mm"'
            f' viewBox="{-MARGIN_MM:g} {-MARGIN_MM:g} {width:g} {height:g}"'
            ' font-family="Helvetica, Arial, sans-serif" text-anchor="middle" fill="none"'
            ' stroke-width="0.5">'
        ),
        f"<title>{escape(title)}</title>",
        f"<desc>Made from the mat {escape(mat.name)}, digest {mat.digest}</desc>",
        (
            f'<rect x="{-MARGIN_MM:g}" y="{-MARGIN_MM:g}" width="{width:g}" height="{height:g}"'
            ' fill="#ffffff"/>'
        ),
        *(_element(shape) for shape in shapes),
        "</svg>",
    ]
    return "\n".join(lines) + "\n"


def _element(shape: Shape) -> str:
    colour = COLOURS[shape.layer]
    match shape:
        case Box(rect=rect):
            return f'<rect {_at(rect)} stroke="{colour}"/>'
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
                f' fill="{colour}">{escape(text)}</text>'
            )


def _at(rect: Rect) -> str:
    return f'x="{rect.left_mm:g}" y="{rect.top_mm:g}" width="{rect.w_mm:g}" height="{rect.h_mm:g}"'
