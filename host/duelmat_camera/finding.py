"""Markers in a picture, and where a picture lies on the mat. OpenCV does both."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

import cv2
import numpy as np

from duelmat_camera.markers import FIELDS, SIZE_MM
from duelmat_hardware import Point

Picture = np.ndarray[Any, Any]
"""Rows of pixels of 8 bits, grey or blue, green, red."""
Corners = np.ndarray[Any, Any]
"""Four corners (x, y), clockwise from a marker's own upper left."""
Transform = np.ndarray[Any, Any]
"""A homography, 3 x 3."""

_FAMILY: Final = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_APRILTAG_36h11)
_DETECTION: Final = {
    # Of the five bits that the family can correct, two: nine must be wrong for a marker to be
    # taken for another one.
    "errorCorrectionRate": 0.4,
    "cornerRefinementMethod": cv2.aruco.CORNER_REFINE_SUBPIX,
    "cornerRefinementWinSize": 3,  # a field of the smallest marker
    # Around each pixel, to tell black from white: from less than a marker's frame to a marker.
    "adaptiveThreshWinSizeMin": 11,
    "adaptiveThreshWinSizeMax": 31,
    "adaptiveThreshWinSizeStep": 10,
}
_STRAY_MM: Final = 8.0
"""A corner that lies so far beside where the others put it is no corner of the mat's markers."""
_LEAST_MARKERS: Final = 4
_LEAST_SHARE: Final = 0.8
"""The part of the markers seen that must lie where the mat has them: of another mat some do."""
_LEAST_SPREAD: Final = 0.5
"""The part of the mat, along both sides, that its markers must span: a plane that is laid through
markers of one corner is wrong at the other.
"""


def marker_fields(marker: int) -> tuple[tuple[bool, ...], ...]:
    """Return a marker's fields, row by row: whether each is black."""
    picture = cv2.aruco.generateImageMarker(_FAMILY, marker, FIELDS)
    return tuple(tuple(bool(field == 0) for field in row) for row in picture)


class MarkerFinder:
    """Finds markers in pictures, grey or in colours."""

    def __init__(self) -> None:
        wanted = cv2.aruco.DetectorParameters()
        for name, value in _DETECTION.items():
            setattr(wanted, name, value)
        self._detector = cv2.aruco.ArucoDetector(_FAMILY, wanted)

    def find(self, picture: Picture) -> dict[int, Corners]:
        """Return the corners of each marker; one that is found twice is none."""
        grey = cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY) if picture.ndim > 2 else picture
        corners, numbers, _ = self._detector.detectMarkers(grey)
        found: dict[int, Corners] = {}
        twice = set()
        for each, number in zip(corners, () if numbers is None else numbers.ravel(), strict=True):
            marker = int(number)
            if marker in found:
                twice.add(marker)
            found[marker] = each.reshape(4, 2)
        return {marker: each for marker, each in found.items() if marker not in twice}


def square_mm(at: Point) -> Corners:
    """Return the corners of an upright marker on the mat."""
    half = SIZE_MM / 2
    corners = ((-half, -half), (half, -half), (half, half), (-half, half))
    return np.array([(at.x_mm + x, at.y_mm + y) for x, y in corners], np.float32)


def find_mat(
    found: Mapping[int, Corners], places: Mapping[int, Point], size_mm: tuple[float, float]
) -> tuple[Transform, float] | None:
    """Return the way from the picture to the mat, and how far corners lie off on average, in mm.

    None where too little of the mat is seen.
    """
    seen = [marker for marker in places if marker in found]
    if len(seen) < _LEAST_MARKERS:
        return None
    pixels = np.concatenate([found[marker] for marker in seen])
    on_mat = np.concatenate([square_mm(places[marker]) for marker in seen])
    transform, kept = cv2.findHomography(pixels, on_mat, cv2.RANSAC, _STRAY_MM)
    if transform is None:
        return None
    is_kept = kept.ravel().astype(bool)
    if is_kept.sum() < max(4 * _LEAST_MARKERS, _LEAST_SHARE * is_kept.size):
        return None
    if np.any(np.ptp(on_mat[is_kept], axis=0) < _LEAST_SPREAD * np.array(size_mm)):
        return None
    off = np.linalg.norm(to_mat(transform, pixels) - on_mat, axis=1)[is_kept]
    return transform, float(off.mean())


def to_mat(transform: Transform, pixels: Corners) -> Corners:
    """Return where points of the picture lie on the mat, in millimetres."""
    moved = cv2.perspectiveTransform(pixels.reshape(-1, 1, 2).astype(np.float64), transform)
    return moved.reshape(-1, 2).astype(np.float32)
