"""The picture of what is seen, for whoever sets up the camera: drawn over the camera's own."""

from __future__ import annotations

from typing import Final

import cv2
import numpy as np

from duelmat_camera.finding import Picture, Transform
from duelmat_camera.markers import zone_markers
from duelmat_camera.reading import Reading
from duelmat_hardware import Mat, MatZone

_CARD: Final = (60, 170, 40)
_EMPTY: Final = (190, 130, 60)
_UNSURE: Final = (40, 90, 230)
"""Blue, green, red: as OpenCV has them."""
_LINE_PX: Final = 3


def marked(picture: Picture, mat: Mat, reading: Reading, transform: Transform | None) -> Picture:
    """Return the picture with a frame for each zone: a card, empty, or unsure."""
    shown = picture.copy()
    if transform is None:
        _write(shown, "the mat is not found: too few of its markers are seen", (30, 60))
        return shown
    back = np.linalg.inv(transform)
    with_card = {card.zone: card.turn for card in reading.cards}
    for zone_id in zone_markers(mat).values():
        area = mat.zone(zone_id).area
        corners = np.array(
            [
                [(area.left_mm, area.top_mm), (area.right_mm, area.top_mm)],
                [(area.right_mm, area.bottom_mm), (area.left_mm, area.bottom_mm)],
            ]
        ).reshape(-1, 1, 2)
        edge = cv2.perspectiveTransform(corners, back).astype(np.int32)
        colour, words = _state(zone_id, reading, with_card)
        cv2.polylines(shown, [edge], isClosed=True, color=colour, thickness=_LINE_PX)
        x, y = (int(value) for value in edge[:, 0].min(axis=0))
        _write(shown, f"{zone_id} {words}", (x, y - 6), colour)
    return shown


def _state(
    zone: MatZone, reading: Reading, with_card: dict[MatZone | None, int | None]
) -> tuple[tuple[int, int, int], str]:
    """Return the colour of a zone and a word for it; no card is named, as others look on too."""
    if zone in with_card and with_card[zone] is not None and zone not in reading.empty:
        return _CARD, f"card {with_card[zone]}"
    return (_EMPTY, "empty") if zone in reading.empty else (_UNSURE, "unsure")


def _write(
    shown: Picture, words: str, at: tuple[int, int], colour: tuple[int, int, int] = _UNSURE
) -> None:
    cv2.putText(shown, words, at, cv2.FONT_HERSHEY_SIMPLEX, 0.6, colour, 2, cv2.LINE_AA)


def as_jpeg(picture: Picture) -> bytes:
    """Return a picture as the bytes of a file."""
    return cv2.imencode(".jpg", picture)[1].tobytes()
