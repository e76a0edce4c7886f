"""Footprints of parts with legs, most of them in the holes of the hand-wired boards' pitch.

Each takes the room that placing.py gives it; places are as in footprints.py.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from duelmat_hardware.geometry import Point, Size
from duelmat_hardware.placing import PITCH_MM

from .footprints import Footprint, Pad
from .silk import Marks, bar, line, plus

LEG_MM: Final = 1.36
"""Copper around a leg's hole: two tracks of 0.2 mm pass between two of them."""
LEG_DRILL_MM: Final = 0.8
"""For the legs of chips, resistors, small capacitors and transistors."""
POST_DRILL_MM: Final = 1.0
"""For the square posts of headers, 0.64 mm, and wires of 0.25 mm2."""


def _legs(
    places: Iterable[tuple[str, float, float]],
    drill_mm: float = LEG_DRILL_MM,
    copper_mm: float = LEG_MM,
) -> tuple[Pad, ...]:
    """Round pads at places in holes of the pitch; the first is square."""
    size = Size(copper_mm, copper_mm)
    return tuple(
        Pad(name, Point(round(x * PITCH_MM, 3), round(y * PITCH_MM, 3)), size, drill_mm, i > 0)
        for i, (name, x, y) in enumerate(places)
    )


def _room(columns: int, rows: int) -> Size:
    return Size(round(columns * PITCH_MM, 3), round(rows * PITCH_MM, 3))


def lying(name: str, contacts: int, apart: int, room: Size, drill_mm: float) -> Footprint:
    """Two rows from left to right; contact 1 is below on the left, as placing.py has it."""
    side = contacts // 2
    first, half = (side - 1) / 2, apart / 2
    below = ((str(i + 1), i - first, half) for i in range(side))
    above = ((str(side + i + 1), first - i, -half) for i in range(side))
    return Footprint(name, _legs([*below, *above], drill_mm), room, marks=_notched(room))


def _notched(room: Size) -> Marks:
    """Return the left end of a body with its notch, between its two rows of contacts."""
    x, y = 1.0 - room.w_mm / 2, room.h_mm / 2 - 2.6
    ends = ((x, -0.8), (x + 1.0, -0.8), (x + 1.0, 0.8), (x, 0.8))
    return line((x + 2.0, -y), (x, -y), *ends, (x, y), (x + 2.0, y))


DIP14: Final = lying("dip_14_lying", 14, 3, _room(7, 4), LEG_DRILL_MM)
DIP16: Final = lying("dip_16_lying", 16, 3, _room(8, 4), LEG_DRILL_MM)
PICO: Final = lying("pico_lying", 40, 7, _room(20, 8), POST_DRILL_MM)
"""On socket strips; the plug is on the left."""

_ABOVE: Final = Point(0.0, -1.9)
_BELOW: Final = Point(0.0, 2.4)

SIP9: Final = Footprint(
    "sip_9",
    _legs((str(i + 1), i - 4.0, 0.0) for i in range(9)),
    _room(9, 1),
    mark_at=_ABOVE,
    marks=bar(-11.26, 0.0),
)

# Odd contacts on the side of the shroud's notch, which is below; contact 1 is on the left.
BOX_HEADER_14: Final = Footprint(
    "box_header_2x7",
    _legs(
        ((str(i + 1), i // 2 - 3.0, 0.5 if i % 2 == 0 else -0.5) for i in range(14)),
        POST_DRILL_MM,
    ),
    _room(10, 4),
    mark_at=Point(0.0, -3.2),
    marks=(*bar(-8.72, 1.27), *line((-2.2, 4.8), (-2.2, 4.0), (2.2, 4.0), (2.2, 4.8))),
)

# Ceramic, legs 5 mm apart, and an electrolytic of 5 mm, legs 2 mm apart that are bent to 2.54.
CERAMIC_5: Final = Footprint(
    "ceramic_5mm", _legs([("1", -1.5, 0), ("2", 0.5, 0)]), _room(4, 1), mark_at=Point(-1.27, 0.0)
)
RADIAL_5: Final = Footprint(
    "radial_5mm",
    _legs([("1", -0.5, 0), ("2", 0.5, 0)]),
    _room(4, 3),
    mark_at=_BELOW,
    marks=plus(-2.7, 0.0),
)
# An electrolytic of 10 x 16 mm that lies to the right of its legs, which are 5 mm apart.
RADIAL_10_LYING: Final = Footprint(
    "radial_10mm_lying",
    _legs([("1", -3.5, -1), ("2", -3.5, 1)], 1.0, 2.0),
    _room(9, 5),
    marks=plus(-10.6, -2.54),
)
AXIAL: Final = Footprint("axial_10mm", _legs([("1", -2, 0), ("2", 2, 0)]), _room(5, 1))
"""A resistor, body 6.3 mm long."""
# Contact 2 is the cathode, at the end of the ring.
DO_41: Final = Footprint(
    "do_41",
    _legs([("1", -2, 0), ("2", 2, 0)], 1.1, 2.0),
    _room(5, 1),
    marks=bar(3.2, 0.0, 2.0),
)
# Standing, its flat side downwards on the drawing.
TO_92: Final = Footprint(
    "to_92",
    _legs([("1", -1, -0.5), ("2", 0, -0.5), ("3", 1, -0.5)]),
    _room(3, 2),
    mark_at=Point(0.0, 1.2),
    marks=line((-2.8, 1.8), (-2.3, 2.3), (2.3, 2.3), (2.8, 1.8)),
)
# Two screw contacts 5 mm apart, wires from above; Phoenix Contact's PT 1,5/2-5,0-H.
TERMINAL: Final = Footprint(
    "terminal_5mm",
    (
        Pad("1", Point(-2.5, -0.5), Size(2.6, 2.6), 1.3),
        Pad("2", Point(2.5, -0.5), Size(2.6, 2.6), 1.3, is_round=True),
    ),
    _room(4, 4),
    mark_at=_BELOW,
    marks=plus(-4.4, -0.5),
)
# Schurter's 0031.8201: legs 22.5 mm apart, and a pin in a hole between them.
FUSE_HOLDER: Final = Footprint(
    "fuse_holder_5x20",
    (
        Pad("1", Point(-11.25, 0.0), Size(2.2, 3.0), 1.3),
        Pad("2", Point(11.25, 0.0), Size(2.2, 3.0), 1.3, is_round=True),
    ),
    Size(26.0, 12.7),
    mark_at=Point(0.0, 3.2),
)
FUSE_PIN_MM: Final = 2.7
"""The hole for that pin."""

# JEDEC TO-220, lying above its legs, its print upwards: only so contact 1 is on the left. Its
# metal is contact 2 and lies on copper of that net.
_MIDDLE: Final = -0.5 * PITCH_MM
TO_220_LYING: Final = Footprint(
    "to_220_lying",
    (
        *_legs([("1", -1.5, 4), ("2", -0.5, 4), ("3", 0.5, 4)], 1.1, 1.8),
        Pad("2", Point(_MIDDLE, 6.7), Size(1.2, 5.6), is_covered=True),
        Pad("2", Point(_MIDDLE, -2.6), Size(10.0, 14.0), is_covered=True),
    ),
    Size(10.6, 22.86),
    body_at=Point(_MIDDLE, 0.0),
    marks=bar(-5.2, 10.16),
)

# A module on three posts, of which the first is VIN; D24V22F3, and what has the legs of a 7803.
REGULATOR: Final = Footprint(
    "regulator_module",
    _legs([("1", -0.5, -3.5), ("2", 0.5, -3.5), ("3", 1.5, -3.5)], POST_DRILL_MM, 1.8),
    _room(8, 8),
    marks=bar(-2.6, -8.89),
)


def leg_row(count: int) -> Footprint:
    """Posts or wires in a row."""
    pads = _legs(((str(i + 1), i - (count - 1) / 2, 0.0) for i in range(count)), POST_DRILL_MM)
    first = bar(-PITCH_MM * (count - 1) / 2 - 1.1, 0.0)
    return Footprint(f"row_1x{count}", pads, _room(count, 1), mark_at=_ABOVE, marks=first)


def plugged_row(count: int, columns: int) -> Footprint:
    """The posts of a right-angled header whose plug lies to the left, as wide as columns."""
    last = (columns - 1) / 2
    places = ((str(i + 1), last, i - (count - 1) / 2) for i in range(count))
    first = bar(last * PITCH_MM, -PITCH_MM * (count - 1) / 2 - 1.1, is_across=True)
    pads = _legs(places, POST_DRILL_MM)
    return Footprint(f"plugged_1x{count}", pads, _room(columns, count), marks=first)


def on_adapter(count: int) -> Footprint:
    """A small body on an adapter with two rows of legs, as far apart as its room allows."""
    side = count // 2
    left = ((str(i + 1), -3.0, i - (side - 1) / 2) for i in range(side))
    right = ((str(side + i + 1), 3.0, (side - 1) / 2 - i) for i in range(side))
    return Footprint(f"adapter_{count}", _legs([*left, *right]), _room(7, side))
