"""Pictures from a camera or a video file, each with its time."""

from __future__ import annotations

import time
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import cv2

from duelmat_camera.errors import SourceError
from duelmat_camera.finding import Picture

MISSED_PICTURES: Final = 50
"""So many pictures in a row that a camera fails to give are the end: 5 s at ten a second."""
_MISS_PAUSE_S: Final = 0.1
# What OpenCV prints of a missing camera, the error says.
cv2.utils.logging.setLogLevel(cv2.utils.logging.LOG_LEVEL_SILENT)


def camera_pictures(number: int, width: int, height: int) -> Iterator[tuple[Picture, int]]:
    """Yield a camera's pictures as they come, with their times in ms. Raises SourceError."""
    capture = cv2.VideoCapture(number)
    if not capture.isOpened():
        raise SourceError(
            f"expected a camera as number {number}, got none: plug one in, close the program that "
            "uses it, or name another number with --camera."
        )
    capture.set(cv2.CAP_PROP_FOURCC, cv2.VideoWriter.fourcc(*"MJPG"))  # others are slow in 1080p
    capture.set(cv2.CAP_PROP_FRAME_WIDTH, width)
    capture.set(cv2.CAP_PROP_FRAME_HEIGHT, height)
    capture.set(cv2.CAP_PROP_BUFFERSIZE, 1)  # the latest picture, not those that have waited
    missed = 0
    try:
        while True:
            is_there, picture = capture.read()
            if is_there:
                missed = 0
                yield picture, time.monotonic_ns() // 1_000_000
                continue
            missed += 1
            if missed == MISSED_PICTURES:
                raise SourceError(
                    f"expected pictures from camera {number}, got none any more: is it still "
                    "plugged in?"
                )
            time.sleep(_MISS_PAUSE_S)
    finally:
        capture.release()


def video_pictures(path: Path) -> Iterator[tuple[Picture, int]]:
    """Yield the pictures of a video at its pace, with their times in it. Raises SourceError."""
    capture = cv2.VideoCapture(str(path))
    is_there, picture = capture.read()
    if not is_there:
        raise SourceError(
            f"expected a video at {path}, got none that can be read: name a file as .mp4, .avi or "
            ".mkv."
        )
    began_s = time.monotonic()
    try:
        while is_there:
            at_ms = int(capture.get(cv2.CAP_PROP_POS_MSEC))
            time.sleep(max(began_s + at_ms / 1_000 - time.monotonic(), 0))
            yield picture, at_ms
            is_there, picture = capture.read()
    finally:
        capture.release()
