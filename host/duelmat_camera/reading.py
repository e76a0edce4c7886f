"""Readings: what one picture says of the mat, zone by zone, and of which zones it says nothing."""

from __future__ import annotations

import math
from typing import Final

import msgspec
import numpy as np

from duelmat_camera.finding import (
    Corners,
    MarkerFinder,
    Picture,
    Transform,
    find_mat,
    to_mat,
)
from duelmat_camera.markers import FROM_FOOT_MM, ON_MAT, SIZE_MM, mat_markers, zone_markers
from duelmat_hardware import Mat, MatZone, Point, Seat, Zone

ASTRAY_MM: Final = 30.0
"""A card whose middle is further from a zone's along a side does not lie in it: its marker's size
beyond the 12 mm by which cards are laid carelessly, and not half of the way to the next zone.
"""
ASKEW_DEG: Final = 30.0
"""A card turned further is neither upright nor sideways: in between, both are as far away."""
SIZE_SHARE: Final = 0.12
"""The part by which a marker's size may differ from that of one on the mat: a card held 12 cm
under a camera 1 m above looks so much larger.
"""
SQUARE_SHARE: Final = 0.25
"""The part by which a marker's sides may differ: more is a card that is held aslant."""
QUARTER_DEG: Final = 90
HALF_DEG: Final = 180


class Sighting(msgspec.Struct, frozen=True):
    """A card's marker that lies flat on the mat."""

    marker: int
    at: Point
    """The card's middle, in the mat's frame."""
    mark: Point
    """The marker's middle."""
    turned_deg: float
    """Clockwise from upright for seat a."""
    zone: MatZone | None
    """Where it lies; None beside all zones."""
    turn: int | None
    """0, 90, 180 or 270, clockwise from upright for the zone's player; None in between."""


class Reading(msgspec.Struct, frozen=True):
    """One picture as far as it is sure."""

    cards: tuple[Sighting, ...] = ()
    empty: frozenset[MatZone] = frozenset()
    """Zones whose own marker is seen: nothing lies on it."""
    off_mm: float | None = None
    """How far the mat's markers lie from where the mat has them; None: too few are seen."""
    seen: frozenset[int] = frozenset()
    """The markers of the mat that are in the picture."""
    least_px: float = 0.0
    """The width of the smallest marker in the picture, in pixels; 0: there is none."""


class PictureReader:
    """Reads pictures of one mat; each by itself, so that camera and mat may be moved."""

    def __init__(self, mat: Mat) -> None:
        """Raises MarkerError for a mat of more zones than there are markers."""
        self._finder = MarkerFinder()
        self._places = mat_markers(mat)
        self._zone_of = zone_markers(mat)
        self._zones = [mat.zone(zone) for zone in self._zone_of.values()]
        self._size_mm = mat.sheet.w_mm, mat.sheet.h_mm
        self.transform: Transform | None = None
        """The way from the last picture to the mat; None where the mat was not found."""
        self._half_mm = max(sleeve.size.h_mm for sleeve in mat.sleeves) / 2

    def read(self, picture: Picture) -> Reading:
        """Return what the picture says; nothing where the mat is not found in it."""
        found = self._finder.find(picture)
        seen = frozenset(found.keys() & self._places.keys())
        least_px = min((_sides(pixels).mean() for pixels in found.values()), default=0.0)
        way = find_mat(found, self._places, self._size_mm)
        if way is None:
            self.transform = None
            return Reading(seen=seen, least_px=float(least_px))
        self.transform, off_mm = way
        cards = []
        empty = set()
        for marker, pixels in found.items():
            corners = to_mat(self.transform, pixels)
            if not _is_flat(corners):
                continue
            if marker not in ON_MAT:
                cards.append(self._sighting(marker, corners))
            elif marker in self._zone_of:
                empty.add(self._zone_of[marker])
        return Reading(tuple(cards), frozenset(empty), off_mm, seen, float(least_px))

    def _sighting(self, marker: int, corners: Corners) -> Sighting:
        x_mm, y_mm = (float(value) for value in corners.mean(axis=0))
        up_x, up_y = (float(value) for value in corners[0] + corners[1] - corners[2] - corners[3])
        turned_rad = math.atan2(up_x, -up_y)
        to_middle_mm = self._half_mm - FROM_FOOT_MM
        at = Point(
            x_mm + to_middle_mm * math.sin(turned_rad), y_mm - to_middle_mm * math.cos(turned_rad)
        )
        turned_deg = math.degrees(turned_rad)
        zone = next((zone for zone in self._zones if _lies_in(at, zone)), None)
        turn = None if zone is None else _turn(turned_deg, zone)
        return Sighting(
            marker, at, Point(x_mm, y_mm), turned_deg, None if zone is None else zone.id, turn
        )


def _is_flat(corners: Corners) -> bool:
    """Whether a marker has the size and the form of one that lies on the mat."""
    sides = _sides(corners)
    return bool(
        abs(sides.mean() / SIZE_MM - 1) <= SIZE_SHARE
        and sides.max() - sides.min() <= SQUARE_SHARE * SIZE_MM
    )


def _sides(corners: Corners) -> Corners:
    """Return the lengths of a marker's sides."""
    lengths: Corners = np.linalg.norm(corners - np.roll(corners, -1, axis=0), axis=1)
    return lengths


def _lies_in(at: Point, zone: Zone) -> bool:
    area = zone.area
    return max(abs(at.x_mm - area.x_mm), abs(at.y_mm - area.y_mm)) <= ASTRAY_MM


def _turn(turned_deg: float, zone: Zone) -> int | None:
    own_deg = turned_deg - (HALF_DEG if zone.seat is Seat.B else 0)
    quarters = round(own_deg / QUARTER_DEG)
    if abs(own_deg - quarters * QUARTER_DEG) > ASKEW_DEG:
        return None
    return quarters * QUARTER_DEG % 360
