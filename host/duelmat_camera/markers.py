"""The numbers of the printed markers: on the mat, on fronts of sleeves, on backs.

AprilTag's family 36h11: 587 markers of 6 x 6 bits, of which any two differ in 11 bits at least.
"""

from __future__ import annotations

from typing import Final

from duelmat_camera.errors import MarkerError
from duelmat_hardware import Mat, MatZone, Point

SIZE_MM: Final = 24.0
"""A marker's black square: 8 x 8 fields of 3 mm, 4 pixels each on a picture 1080 lines high of a
mat 660 mm deep; three are read now and then only.
"""
QUIET_MM: Final = 3.0
"""The white margin around it: a field wide, as its edge is not found otherwise."""
FROM_FOOT_MM: Final = 17.0
"""From a card's foot to the middle of its marker: margin and half the marker, and 2 mm for a fold
that is not exact.
"""
FIELDS: Final = 8
"""A marker's fields along one side, its black frame included."""

ON_MAT: Final = range(64)
FRONTS: Final = range(64, 224)
"""Two decks of 60 cards with extra decks of 15, and ten to spare."""
BACKS: Final = range(224, 587)
"""So many more than sleeves that numbers drawn anew are others for the most part."""

EDGE_MARKERS: Final = 10
"""The first markers on the mat lie along its long edges, from corner to corner; those of zones
follow. With four, a hand over a corner of a mat full of cards left too few.
"""
EDGE_MM: Final = 20.0
"""From the sheet's edges to the middle of such a marker: half of it, its margin and 5 mm."""

_TAG: Final = b"\x04CAM"
"""The beginning of a marker's tag; that of a real tag's number is its maker's."""


def tag_of(marker: int) -> bytes:
    """Return the tag by which the mat is told a marker: 7 bytes, as those of NTAG213."""
    return _TAG + marker.to_bytes(3, "big")


def marker_of(tag: bytes) -> int | None:
    """Return the marker that a tag stands for; None for a real tag."""
    if tag[: len(_TAG)] != _TAG or len(tag) != len(_TAG) + 3:
        return None
    return int.from_bytes(tag[len(_TAG) :], "big")


def sensed_zones(mat: Mat) -> tuple[MatZone, ...]:
    """Return the zones of which a mat senses something, in its order."""
    return tuple(zone.id for zone in mat.zones if zone.antennas)


def zone_markers(mat: Mat) -> dict[int, MatZone]:
    """Return the marker in the middle of each sensed zone. Raises MarkerError."""
    zones = sensed_zones(mat)
    most = len(ON_MAT) - EDGE_MARKERS
    if len(zones) > most:
        raise MarkerError(
            f"expected a mat of at most {most} sensed zones, got {len(zones)}: there are no more "
            "markers for them."
        )
    return dict(enumerate(zones, ON_MAT.start + EDGE_MARKERS))


def mat_markers(mat: Mat) -> dict[int, Point]:
    """Return where each marker of the mat has its middle; all stand upright for seat a."""
    sheet = mat.sheet
    a_row = EDGE_MARKERS // 2
    step_mm = (sheet.w_mm - 2 * EDGE_MM) / (a_row - 1)
    edges = [
        Point(sheet.left_mm + EDGE_MM + step_mm * number, y_mm)
        for y_mm in (sheet.top_mm + EDGE_MM, sheet.bottom_mm - EDGE_MM)
        for number in range(a_row)
    ]
    zones = {marker: mat.zone(zone).area.centre for marker, zone in zone_markers(mat).items()}
    return dict(enumerate(edges, ON_MAT.start)) | zones
