"""Footprints of parts, drawn from the dimensions of their bodies.

Places are millimetres from the part's middle, x to the right and y downwards, seen from above
with the part on the top. Contact 1 of a row lies left or above.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from typing import Final

import msgspec

from duelmat_hardware.geometry import Point, Size

from .silk import Marks, bar, dot

PASTE_GAP_MM: Final = 0.4
"""Between windows of paste: a via of 0.3 mm lies there and swallows none. Of a pad of 3.1 mm with
four windows 55 % are covered, so that the chip does not swim."""


class Pad(msgspec.Struct, frozen=True):
    """One contact's copper."""

    name: str
    at: Point
    size: Size
    drill_mm: float = 0.0
    """0 for a pad on the surface."""
    is_round: bool = False
    """Rounded ends, or a circle; else a rectangle."""
    is_covered: bool = False
    """Under the solder mask: nothing is soldered there."""
    windows: int = 1
    """Windows of paste along each side; a large pad has several."""

    def paste(self) -> Iterator[tuple[Point, Size]]:
        """Yield middle and size of each window in which paste is printed."""
        if self.drill_mm or self.is_covered:
            return
        n, gap_mm = self.windows, PASTE_GAP_MM if self.windows > 1 else 0.0
        w, h = self.size.w_mm / n, self.size.h_mm / n
        for i, j in itertools.product(range(n), repeat=2):
            beside = Point(round((i - (n - 1) / 2) * w, 4), round((j - (n - 1) / 2) * h, 4))
            yield self.at.plus(beside), Size(round(w - gap_mm, 4), round(h - gap_mm, 4))


class Footprint(msgspec.Struct, frozen=True):
    """The pads of a kind of part, and the room that it takes."""

    name: str
    pads: tuple[Pad, ...]
    body: Size
    """The room of the body with its pads, which no other part may enter."""
    is_tie: bool = False
    """Made of the board's copper: joins its pads, nothing is soldered on it."""
    body_at: Point = Point(0.0, 0.0)
    mark_at: Point = Point(0.0, 0.0)
    """The place of its name, where names are printed."""
    marks: Marks = ()
    """What is printed beside its contacts, within the room of the body."""

    @property
    def is_through(self) -> bool:
        """Whether it has legs; covered holes are vias."""
        return any(pad.drill_mm and not pad.is_covered for pad in self.pads)


def chip_part(name: str, apart_mm: float, pad: Size) -> Footprint:
    """A resistor, capacitor or inductor with a contact at each end, along x."""
    half = apart_mm / 2
    pads = tuple(Pad(n, Point(x, 0.0), pad) for n, x in (("1", -half), ("2", half)))
    body = Size(round(apart_mm + pad.w_mm + 0.3, 3), round(pad.h_mm + 0.3, 3))
    return Footprint(name, pads, body)


# IPC-7351B, nominal density, rounded to 0.05 mm, for bodies of 1.6 x 0.8 and 2.0 x 1.25 mm.
C0603: Final = chip_part("chip_0603", 1.6, Size(0.8, 0.95))
C0805: Final = chip_part("chip_0805", 1.9, Size(1.0, 1.45))


def _quad(
    names: int, pitch_mm: float, at_mm: float, long_mm: float, wide_mm: float
) -> Iterator[Pad]:
    """Pads around four sides, counted against the clock from the left side's upper end."""
    side = names // 4
    first = -pitch_mm * (side - 1) / 2
    for i in range(names):
        step = first + pitch_mm * (i % side)
        at, size = (
            (Point(-at_mm, step), Size(long_mm, wide_mm)),
            (Point(step, at_mm), Size(wide_mm, long_mm)),
            (Point(at_mm, -step), Size(long_mm, wide_mm)),
            (Point(-step, -at_mm), Size(wide_mm, long_mm)),
        )[i // side]
        yield Pad(str(i + 1), at, size)


# SOT617-1, NXP: body 5.0 x 5.0 mm, pitch 0.5 mm, contacts 0.3 x 0.5 mm, pad below 3.1 x 3.1 mm.
HVQFN32: Final = Footprint(
    "hvqfn32_5x5",
    (
        *_quad(32, 0.5, 2.475, 0.8, 0.28),
        Pad("33", Point(0.0, 0.0), Size(3.1, 3.1), windows=2),
        # They lead the chip's heat to the ground below, between the windows of paste.
        *(
            Pad("33", Point(x, y), Size(0.6, 0.6), 0.3, is_round=True, is_covered=True)
            for x, y in ((0.0, 0.0), (1.1, 0.0), (0.0, 1.1), (-1.1, 0.0), (0.0, -1.1))
        ),
    ),
    Size(6.2, 6.2),
    marks=dot(-2.85, -2.85),
)

# Body 3.2 x 2.5 mm; contacts 1 and 3 are the crystal, 2 and 4 its can.
CRYSTAL_3225: Final = Footprint(
    "crystal_3225",
    (
        Pad("1", Point(-1.1, 0.85), Size(1.4, 1.2)),
        Pad("2", Point(1.1, 0.85), Size(1.4, 1.2)),
        Pad("3", Point(1.1, -0.85), Size(1.4, 1.2)),
        Pad("4", Point(-1.1, -0.85), Size(1.4, 1.2)),
    ),
    Size(3.8, 3.1),
)

# WS2812B data sheet: body 5.0 x 5.0 mm, contacts 3.2 mm apart on two sides.
WS2812B: Final = Footprint(
    "ws2812b_5050",
    (
        Pad("1", Point(-2.45, -1.6), Size(1.5, 1.0)),
        Pad("2", Point(-2.45, 1.6), Size(1.5, 1.0)),
        Pad("3", Point(2.45, 1.6), Size(1.5, 1.0)),
        Pad("4", Point(2.45, -1.6), Size(1.5, 1.0)),
    ),
    Size(6.6, 5.4),
    marks=dot(-3.0, -2.45),
)


def row(name: str, count: int, pitch_mm: float = 2.54, drill_mm: float = 1.0) -> Footprint:
    """Holes in a row along x; contact 1 is square."""
    first = -pitch_mm * (count - 1) / 2
    pads = tuple(
        Pad(
            str(i + 1), Point(round(first + pitch_mm * i, 3), 0.0), Size(1.7, 1.7), drill_mm, i > 0
        )
        for i in range(count)
    )
    room = Size(round(pitch_mm * count, 3), 2.54)
    return Footprint(name, pads, room, marks=bar(first - 1.1, 0.0) if count > 1 else ())


HEADER_8: Final = row("header_1x8", 8)
WIRES_3: Final = row("wires_1x3", 3)
WIRE: Final = row("wire", 1)

# A film trimmer of 7 mm with two legs 5 mm apart, one above the other.
TRIMMER: Final = Footprint(
    "trimmer_7mm",
    (
        Pad("1", Point(0.0, -2.5), Size(1.6, 1.6), 0.9),
        Pad("2", Point(0.0, 2.5), Size(1.6, 1.6), 0.9, is_round=True),
    ),
    Size(7.2, 7.2),
)

# JEDEC MS-012, AB: body 8.65 x 3.9 mm, contacts 1.27 mm apart, 6 mm over all.
SO14: Final = Footprint(
    "so_14",
    (
        *(Pad(str(i + 1), Point(-2.7, 1.27 * (i - 3)), Size(1.55, 0.6)) for i in range(7)),
        *(Pad(str(i + 8), Point(2.7, 1.27 * (3 - i)), Size(1.55, 0.6)) for i in range(7)),
    ),
    Size(7.4, 9.4),
    marks=dot(-2.7, -4.45),
)

# JEDEC TO-236: contacts 1 and 2 on one side 1.9 mm apart, 3 opposite; IPC-7351B, nominal.
SOT23: Final = Footprint(
    "sot_23",
    (
        Pad("1", Point(-0.94, -0.95), Size(1.45, 0.6)),
        Pad("2", Point(-0.94, 0.95), Size(1.45, 0.6)),
        Pad("3", Point(0.94, 0.0), Size(1.45, 0.6)),
    ),
    Size(3.8, 3.4),
)
