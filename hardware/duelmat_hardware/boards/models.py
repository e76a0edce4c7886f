"""Parts in three dimensions, as boxes and rods: for pictures of a board, and for nothing else.

VRML as KiCad reads it: a unit is a tenth of an inch, z upwards from the board's top.
"""

from __future__ import annotations

from typing import Final

import msgspec

from duelmat_hardware.geometry import Point, Size

from .design import Part

MODELS: Final = "models"
"""The folder of the models, beside the board."""
UNIT_MM: Final = 2.54
BOARD_MM: Final = 1.6
Colour = tuple[float, float, float]
BLACK: Final = (0.08, 0.08, 0.09)
WHITE: Final = (0.92, 0.92, 0.9)
METAL: Final = (0.75, 0.75, 0.72)
TAN: Final = (0.76, 0.6, 0.4)
BLUE: Final = (0.15, 0.3, 0.6)
GREEN: Final = (0.1, 0.4, 0.2)


class Body(msgspec.Struct, frozen=True):
    """The body of a kind of part: a box above the board."""

    size: Size
    tall_mm: float
    colour: Colour
    at: Point = Point(0.0, 0.0)
    above_mm: float = 0.0
    """From the board to its underside."""


def _box(
    w_mm: float, h_mm: float, tall_mm: float, colour: Colour, at: tuple[float, float] = (0.0, 0.0)
) -> Body:
    return Body(Size(w_mm, h_mm), tall_mm, colour, Point(*at))


BODIES: Final = {
    "hvqfn32_5x5": (_box(5, 5, 0.85, BLACK),),
    "crystal_3225": (_box(3.2, 2.5, 0.8, METAL),),
    "chip_0805": (_box(2, 1.25, 1.2, BLACK),),
    "chip_0603": (_box(1.6, 0.8, 0.8, TAN),),
    "header_1x8": (_box(20.3, 2.5, 2.5, BLACK),),
    "wires_1x3": (_box(7.6, 2.5, 2.5, BLACK),),
    "trimmer_7mm": (_box(7, 7, 5, GREEN),),
    "ws2812b_5050": (_box(5, 5, 1.6, WHITE),),
    "so_14": (_box(3.9, 8.65, 1.5, BLACK), _box(6, 8, 0.3, METAL)),
    "sot_23": (_box(1.3, 2.9, 1.1, BLACK), _box(2.4, 2.3, 0.3, METAL)),
    "dip_14_lying": (_box(17.8, 8.5, 4, BLACK), Body(Size(19, 6.35), 3.3, BLACK, above_mm=4.5)),
    "dip_16_lying": (_box(20.3, 8.5, 4, BLACK), Body(Size(19.3, 6.35), 3.3, BLACK, above_mm=4.5)),
    "box_header_2x7": (_box(25.4, 9, 9, BLACK),),
    "ceramic_5mm": (_box(5, 2.5, 6, TAN),),
    "radial_5mm": (_box(5, 5, 11, BLUE),),
    "radial_10mm_lying": (_box(16, 10, 10, BLUE, (2.5, 0.0)),),
    "sip_9": (_box(22.6, 2.3, 6, BLACK),),
    "axial_10mm": (Body(Size(6.5, 2.3), 2.3, TAN, above_mm=0.3),),
    "do_41": (Body(Size(5, 2.6), 2.6, BLACK, above_mm=0.2),),
    "to_92": (_box(4.6, 3.8, 5, BLACK),),
    "to_220_lying": (_box(10.2, 15, 4.5, BLACK, (-1.27, 2.5)),),
    "fuse_holder_5x20": (_box(23, 9.5, 11, BLACK),),
    "regulator_module": (Body(Size(17.8, 17.8), 3.5, GREEN, above_mm=3),),
    "terminal_5mm": (_box(10, 8, 10, GREEN),),
    "pico_lying": (
        *(_box(50.8, 2.5, 8.5, BLACK, (0.0, y)) for y in (-8.89, 8.89)),
        Body(Size(51, 21), 1, GREEN, above_mm=11),
        Body(Size(7.5, 5.7), 2.7, METAL, Point(-22.9, 0.0), 12),
        Body(Size(7, 7), 0.9, BLACK, above_mm=12),
    ),
    **{
        f"plugged_1x{count}": (_box(2.5, 2.54 * count, 2.5, BLACK, (8.89, 0.0)),)
        for count in (4, 5, 6)
    },
}
"""The bodies of each footprint, the lowest first, in the usual sizes of such parts."""


def has_model(part: Part) -> bool:
    return part.footprint.name in BODIES


def model_file(part: Part) -> str:
    """The model of a part, above the board or below it."""
    shapes = [_shape(body, is_below=part.is_below) for body in BODIES[part.footprint.name]]
    return "\n".join(["#VRML V2.0 utf8", *shapes]) + "\n"


def _shape(body: Body, *, is_below: bool) -> str:
    w, h, tall = (x / UNIT_MM for x in (body.size.w_mm, body.size.h_mm, body.tall_mm))
    z_mm = body.above_mm + body.tall_mm / 2
    z = (-BOARD_MM - z_mm if is_below else z_mm) / UNIT_MM
    at = f"{body.at.x_mm / UNIT_MM:.4f} {(0.0 - body.at.y_mm) / UNIT_MM:.4f} {z:.4f}"
    colour = " ".join(map(str, body.colour))
    return (
        f"Transform {{ translation {at} children [ Shape {{\n"
        f"  appearance Appearance {{ material Material {{ diffuseColor {colour} }} }}\n"
        f"  geometry Box {{ size {w:.4f} {h:.4f} {tall:.4f} }}\n"
        "} ] }"
    )
