"""The errors of the camera.

HostError
└── CameraError       the base of what a camera cannot do
    ├── MarkerError   more zones or cards than there are markers
    └── SourceError   a camera or a video that gives no pictures
"""

from __future__ import annotations

from duelmat_host.errors import HostError


class CameraError(HostError):
    """A camera cannot do this; says what to do."""


class MarkerError(CameraError):
    """There are more zones or cards than markers."""


class SourceError(CameraError):
    """A camera or a video gives no pictures."""
