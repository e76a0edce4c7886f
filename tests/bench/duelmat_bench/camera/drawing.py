"""Draws pictures of a mat as a webcam sees it: perspective, lens, light, glare, noise, hands.

Whatever is drawn is known exactly; a picture depends on its seed alone.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import cache
from typing import Any, Final

import cv2
import msgspec
import numpy as np

from duelmat_camera.finding import Picture, marker_fields
from duelmat_camera.markers import FIELDS, FROM_FOOT_MM, QUIET_MM, SIZE_MM, mat_markers
from duelmat_hardware import Mat, MatZone, Point, Seat

WIDTH: Final = 1920
HEIGHT: Final = 1080
_PX_PER_MM: Final = 3.0
"""Of what is drawn flat, before a camera sees it: more than any camera here has."""
_MARGIN: Final = 0.03
_PAPER: Final = 236
_TABLE: Final = 96
_SKIN: Final = (120, 152, 205)
_Array = np.ndarray[Any, Any]


class Card(msgspec.Struct, frozen=True):
    """A sleeved card with a marker, somewhere on the mat."""

    marker: int
    at: Point
    turned_deg: float
    """Clockwise from upright for seat a."""


class Shot(msgspec.Struct, frozen=True):
    """A camera's place and all that spoils its picture."""

    keystone: float = 0.0
    """The part by which the mat's far side is shorter than its near one."""
    tilt_deg: float = 0.0
    lens: float = 0.0
    """Radial distortion: below 0 a barrel."""
    light: float = 1.0
    slope: float = 0.0
    """The part by which light changes from side to side."""
    glare: tuple[tuple[float, float, float], ...] = ()
    """The middle, in parts of the picture, and the size in pixels of each spot."""
    blur_px: float = 0.0
    noise: float = 0.0
    """Standard deviation, of 255."""
    jpeg: int = 90


CLEAN: Final = Shot()


def laid(
    mat: Mat, zone_id: MatZone, marker: int, turn: int = 0, *, off: Sequence[float] | _Array
) -> Card:
    """Return a card in a zone; off: millimetres to the right and down, and degrees clockwise."""
    zone = mat.zone(zone_id)
    own_deg = 180 if zone.seat is Seat.B else 0
    at = zone.area.centre.plus(Point(off[0], off[1]))
    return Card(marker, at, own_deg + turn + off[2])


class Studio:
    """One mat, and pictures of what lies on it."""

    def __init__(self, mat: Mat) -> None:
        self._mat = mat
        size = max((sleeve.size for sleeve in mat.sleeves), key=lambda size: size.h_mm)
        self._card_mm = size.w_mm, size.h_mm
        self._bare = self._paper()

    def draw(
        self, cards: Sequence[Card], shot: Shot, random: np.random.Generator, hands: int = 0
    ) -> tuple[Picture, _Array]:
        """Return a picture, and where hands are on the flat mat: 255 beneath one."""
        flat = self._bare.copy()
        for card in cards:
            self._lay(flat, card)
        covered = np.zeros(flat.shape[:2], np.uint8)
        for _ in range(hands):
            _reach(flat, covered, random)
        seen = cv2.warpPerspective(
            flat,
            self._way(shot),
            (WIDTH, HEIGHT),
            flags=cv2.INTER_AREA,
            borderMode=cv2.BORDER_CONSTANT,
            borderValue=(_TABLE,) * 3,
        )
        return _spoilt(seen, shot, random), covered

    def is_covered(self, card: Card, covered: _Array) -> bool:
        """Whether a hand is over any part of a card's marker."""
        x_mm, y_mm = self._mark(card)
        reach = SIZE_MM / 2 * math.sqrt(2)
        left, right, top, bottom = (
            int((value - edge) * _PX_PER_MM)
            for value, edge in (
                (x_mm - reach, self._mat.sheet.left_mm),
                (x_mm + reach, self._mat.sheet.left_mm),
                (y_mm - reach, self._mat.sheet.top_mm),
                (y_mm + reach, self._mat.sheet.top_mm),
            )
        )
        return bool(covered[max(top, 0) : bottom, max(left, 0) : right].any())

    def _mark(self, card: Card) -> tuple[float, float]:
        turned = math.radians(card.turned_deg)
        down_mm = self._card_mm[1] / 2 - FROM_FOOT_MM
        return (
            card.at.x_mm - down_mm * math.sin(turned),
            card.at.y_mm + down_mm * math.cos(turned),
        )

    def _paper(self) -> Picture:
        sheet = self._mat.sheet
        size = int(sheet.h_mm * _PX_PER_MM), int(sheet.w_mm * _PX_PER_MM), 3
        flat = np.full(size, _PAPER, np.uint8)
        for zone in self._mat.zones:
            for area in (zone.area, zone.stack):
                if area is not None:
                    edges = (area.left_mm, area.top_mm), (area.right_mm, area.bottom_mm)
                    corners = [tuple(int(v * _PX_PER_MM) for v in edge) for edge in edges]
                    cv2.rectangle(flat, corners[0], corners[1], (150, 150, 150), 2)
        for marker, at in mat_markers(self._mat).items():
            _put(flat, _sprite(marker), at, 0.0)
        return flat

    def _lay(self, flat: Picture, card: Card) -> None:
        _put(flat, _face(card.marker, self._card_mm), card.at, card.turned_deg)

    def _way(self, shot: Shot) -> _Array:
        """Return the transformation from the flat mat to the picture."""
        sheet = self._mat.sheet
        half_w, half_h = sheet.w_mm / 2, sheet.h_mm / 2
        turned = math.radians(shot.tilt_deg)
        cos, sin = math.cos(turned), math.sin(turned)
        corners = []
        for x, y in ((-half_w, -half_h), (half_w, -half_h), (half_w, half_h), (-half_w, half_h)):
            narrow = 1 - shot.keystone * (0.5 - y / sheet.h_mm)
            corners.append((x * narrow * cos - y * sin, x * narrow * sin + y * cos))
        seen = np.array(corners, np.float32)
        room = np.array([WIDTH, HEIGHT]) * (1 - 2 * _MARGIN)
        seen *= float((room / np.ptp(seen, axis=0)).min())
        seen += np.array([WIDTH, HEIGHT]) / 2 - (seen.max(axis=0) + seen.min(axis=0)) / 2
        flat = np.array([(0, 0), (2, 0), (2, 2), (0, 2)], np.float32)
        flat *= np.array([half_w, half_h], np.float32) * np.float32(_PX_PER_MM)
        return cv2.getPerspectiveTransform(flat, seen.astype(np.float32))


@cache
def _sprite(marker: int) -> Picture:
    """Return a marker with its margin, in colours."""
    field = int(SIZE_MM / FIELDS * _PX_PER_MM)
    fields = np.array(marker_fields(marker))
    black = np.kron(fields, np.ones((field, field))).astype(bool)
    quiet = int(QUIET_MM * _PX_PER_MM)
    grey = np.pad(np.where(black, 28, 245).astype(np.uint8), quiet, constant_values=245)
    return cv2.cvtColor(grey, cv2.COLOR_GRAY2BGR)


@cache
def _face(marker: int, card_mm: tuple[float, float]) -> Picture:
    """Return a card of some colourful print with its marker at the foot."""
    random = np.random.default_rng(marker)
    w, h = (int(side * _PX_PER_MM) for side in card_mm)
    coarse = random.integers(30, 230, (9, 6, 3), dtype=np.uint8)
    face = cv2.resize(coarse, (w, h), interpolation=cv2.INTER_CUBIC)
    for _ in range(30):
        x, y = (int(value) for value in random.integers((0, 0), (w, h)))
        ink = tuple(int(value) for value in random.integers(0, 255, 3))
        cv2.rectangle(face, (x, y), (x + 30, y + 12), ink, int(random.integers(1, 4)))
    cv2.rectangle(face, (0, 0), (w - 1, h - 1), (40, 40, 40), 6)
    mark = _sprite(marker)
    side = mark.shape[0]
    top = h - int(FROM_FOOT_MM * _PX_PER_MM) - side // 2
    face[top : top + side, (w - side) // 2 : (w - side) // 2 + side] = mark
    return face


def _put(flat: Picture, sprite: Picture, at: Point, turned_deg: float) -> None:
    """Lay a drawing on the flat mat."""
    h, w = sprite.shape[:2]
    reach = math.ceil(math.hypot(w, h) / 2) + 2
    x, y = at.x_mm * _PX_PER_MM, at.y_mm * _PX_PER_MM
    left, top = int(x) - reach, int(y) - reach
    turning = cv2.getRotationMatrix2D(((w - 1) / 2, (h - 1) / 2), -turned_deg, 1)
    turning[:, 2] += np.array([x - left - (w - 1) / 2, y - top - (h - 1) / 2])
    size = (2 * reach, 2 * reach)
    laid_down = cv2.warpAffine(sprite, turning, size)
    mask = cv2.warpAffine(np.full((h, w), 255, np.uint8), turning, size)
    rows = slice(max(-top, 0), min(flat.shape[0] - top, size[1]))
    columns = slice(max(-left, 0), min(flat.shape[1] - left, size[0]))
    there = flat[top + rows.start : top + rows.stop, left + columns.start : left + columns.stop]
    is_card = mask[rows, columns] > 127
    there[is_card] = laid_down[rows, columns][is_card]


def _reach(flat: Picture, covered: _Array, random: np.random.Generator) -> None:
    """Let an arm with a hand and fingers come in from an edge."""
    h, w = flat.shape[:2]
    from_below = random.random() < 0.5
    tip = random.uniform((0.1 * w, 0.15 * h), (0.9 * w, 0.85 * h))
    start = np.array([tip[0] + random.uniform(-200, 200), h if from_below else 0])
    along = (tip - start) / np.linalg.norm(tip - start)
    palm = tip - along * 60 * _PX_PER_MM
    across = np.array([-along[1], along[0]])
    shade = random.uniform(0.6, 1.1)
    skin = tuple(float(value * shade) for value in _SKIN)
    for canvas, ink in ((flat, skin), (covered, (255.0,))):
        _limb(canvas, start, palm, 62, ink)
        cv2.circle(canvas, _pixel(palm), int(42 * _PX_PER_MM), ink, -1)
        for finger in range(-2, 3):
            end = tip + across * finger * 22 * _PX_PER_MM - along * abs(finger) * 9 * _PX_PER_MM
            _limb(canvas, palm + across * finger * 15 * _PX_PER_MM, end, 17, ink)


def _limb(canvas: _Array, start: _Array, end: _Array, width_mm: float, ink: Any) -> None:
    cv2.line(canvas, _pixel(start), _pixel(end), ink, int(width_mm * _PX_PER_MM))


def _pixel(at: _Array) -> tuple[int, int]:
    return int(at[0]), int(at[1])


def _spoilt(picture: Picture, shot: Shot, random: np.random.Generator) -> Picture:
    """Return what lens, light and camera make of it."""
    if shot.lens:
        picture = cv2.remap(picture, *_lens(shot.lens), interpolation=cv2.INTER_LINEAR)
    if shot.blur_px:
        picture = cv2.GaussianBlur(picture, (0, 0), shot.blur_px)
    light = np.float32(shot.light) * np.linspace(
        1 - shot.slope, 1 + shot.slope, WIDTH, dtype=np.float32
    )
    seen = picture.astype(np.float32) * light[None, :, None]
    if shot.glare:
        seen += _glare(shot.glare)[:, :, None]
    if shot.noise:
        grain = random.standard_normal(seen.shape[:2], np.float32) * np.float32(shot.noise)
        seen += grain[:, :, None]
    taken = np.clip(seen, 0, 255).astype(np.uint8)
    packed = cv2.imencode(".jpg", taken, [cv2.IMWRITE_JPEG_QUALITY, shot.jpeg])[1]
    back: Picture | None = cv2.imdecode(packed, cv2.IMREAD_COLOR)
    assert back is not None  # it was a picture a moment ago
    return back


@cache
def _lens(bend: float) -> tuple[_Array, _Array]:
    focal = WIDTH * 0.8
    camera = np.array([[focal, 0, WIDTH / 2], [0, focal, HEIGHT / 2], [0, 0, 1]])
    maps = cv2.initUndistortRectifyMap(
        camera, np.array([bend, 0, 0, 0, 0]), np.eye(3), camera, (WIDTH, HEIGHT), cv2.CV_32FC1
    )
    return maps[0], maps[1]


def _glare(spots: Sequence[tuple[float, float, float]]) -> _Array:
    """Return the light that lamps add: bright in the middle, so that all is white there."""
    down, right = np.mgrid[0:HEIGHT:4, 0:WIDTH:4].astype(np.float32)
    light = np.zeros_like(down)
    for x, y, size_px in spots:
        away = ((right - x * WIDTH) ** 2 + (down - y * HEIGHT) ** 2) / size_px**2
        light += 300 * np.exp(-away)
    whole: _Array = cv2.resize(light, (WIDTH, HEIGHT))
    return whole
