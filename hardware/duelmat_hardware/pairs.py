"""Coils and stickers of zones that tell cards with plain pairs, and what is calculated of them.

How these places, turns and heights were found, and what they are good for, tells docs/adr/0071.
A zone as its own player sees it, from its centre, in millimetres.
"""

from __future__ import annotations

from typing import Final

import msgspec
import numpy as np

from .geometry import Point, Rect, Size
from .physics.loops import Loop, Loops, linked_nh, own_nh
from .physics.network import REBUILT, coil_law
from .physics.shield import Spread
from .physics.waking import load_per_nh2, waking_drives, waking_flux
from .physics.windows import Floats


class Pair(msgspec.Struct, frozen=True):
    """Two stickers on the inside of a sleeve, mirror images of each other."""

    sticker: Size
    at: Point
    """Of P from the card's centre, as one sees it who looks at the card's face."""

    def places(self, *, is_face_up: bool) -> tuple[Point, Point]:
        """Return where P and Q are, as one sees them from above."""
        mirrored = Point(-self.at.x_mm, self.at.y_mm)
        return (self.at, mirrored) if is_face_up else (mirrored, self.at)


class PairZone(msgspec.Struct, frozen=True):
    """The coils of a zone, and the pairs that lie over them."""

    coils: tuple[Loops, ...]
    """The upper half's and the lower half's, or one that does not see cards that lie sideways."""
    pair: Pair
    above_mm: float
    """From the middle of the winding to the stickers."""
    quality: float
    """Of a coil, loaded by its reader; low, so that stickers load it little, and coils beside each
    other hardly couple."""
    full_drive_a: float
    """The current in a coil without tags, at full power."""
    beside: float = 0.0
    """The current that another coil of the zone carries for each ampere in the first one."""

    def linked_nh(self, spread: Spread, *, is_face_up: bool) -> Floats:
        """Return what links each coil with P and with Q, per place of the card."""
        places = self.pair.places(is_face_up=is_face_up)
        sticker = self.pair.sticker
        alone = np.array(
            [
                [abs(linked_nh(coil, sticker, at, spread, self.above_mm)) for at in places]
                for coil in self.coils
            ]
        )
        # a current that is only induced lags by a quarter of a period
        return np.hypot(alone, self.beside * alone[::-1]) if len(self.coils) > 1 else alone

    def drives(self, linked_nh: Floats, wakes_a_per_m: Floats) -> Floats:
        """Return the share of full power at which P and Q wake over each coil.

        wakes_a_per_m: the field that wakes each sticker, per place.
        """
        load = load_per_nh2(own_nh(self.coils[0]), self.quality, self.pair.sticker)
        fluxes = wakes_a_per_m * waking_flux(self.pair.sticker, 1.0)
        each = [waking_drives(of_coil, fluxes, load) for of_coil in linked_nh]
        return np.array(each) / self.full_drive_a


def halves(upper: Loops) -> tuple[Loops, Loops]:
    """Return the coil of an upper half, and that of the lower one: the same after half a turn."""
    return upper, tuple(
        Loop(
            Rect(-each.window.x_mm, -each.window.y_mm, each.window.w_mm, each.window.h_mm),
            each.turns,
        )
        for each in upper
    )


SMALL_STICKER: Final = Size(12, 19)
"""An NTAG213 of 12 x 19 mm; the larger a sticker, the more it loads a coil."""
PAIR: Final = Pair(SMALL_STICKER, Point(22, -23))
ABOVE_MM: Final = 10.0
"""By a sheet of 6 mm between the coils and the top sheet: nearer to its wires a coil's field
changes too much from place to place."""


def _driven(coils: tuple[Loops, ...], beside: float = 0.0) -> PairZone:
    """Return a zone with such coils, each driven by a module that is rebuilt for it."""
    law = coil_law(REBUILT, own_nh(coils[0]))
    return PairZone(coils, PAIR, ABOVE_MM, law.quality, law.tuned_a, beside)


MONSTER: Final = _driven(
    halves((Loop(Rect(0, -20.2, 87, 54), 2), Loop(Rect(22, -25.2, 43, 44), 2))), beside=0.1
)
UPRIGHT: Final = _driven(
    (
        (
            Loop(Rect(0, 0, 86, 96), 2),
            Loop(Rect(21.5, -24, 43, 48), 1),
            Loop(Rect(-21.5, 24, 43, 48), 1),
        ),
    )
)
