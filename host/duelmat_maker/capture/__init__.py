"""Captures: bytes on the wire, recorded with times and replayed; none of this judges a play."""

from duelmat_maker.errors import CaptureError

from .capture import Capture, CaptureWriter, Moment, Way, is_capture, read_capture
from .recording import CapturingPort, Tap, record
from .replay import Replayed, Told, replay_capture

__all__ = [
    "Capture",
    "CaptureError",
    "CaptureWriter",
    "CapturingPort",
    "Moment",
    "Replayed",
    "Tap",
    "Told",
    "Way",
    "is_capture",
    "read_capture",
    "record",
    "replay_capture",
]
