"""Face: which side of a card looks up."""

from __future__ import annotations

from enum import Enum


class Face(Enum):
    """Which side of a card looks up."""

    UP = "up"
    """The printed side."""
    DOWN = "down"
    """The back."""
    UNKNOWN = "unknown"
    """Not sensed, or both sides answer."""
