"""Face: which side of a card looks up."""

from __future__ import annotations

from enum import Enum


class Face(Enum):
    """The side of a card that is up."""

    UP = "up"
    """The printed side."""
    DOWN = "down"
    """The back."""
    UNKNOWN = "unknown"
    """Not sensed, or both sides answer."""
