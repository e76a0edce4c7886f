"""The errors of the maker's tools.

HostError
├── CaptureError      a file that is no capture, or one that cannot be written
├── FlashError        a board that cannot be flashed
└── ProofError        a proof that cannot go on, or a report that cannot be read
"""

from __future__ import annotations

from duelmat_host.errors import HostError


class CaptureError(HostError):
    """A file is no capture, or one cannot be written."""


class FlashError(HostError):
    """A board that cannot be flashed; says what to do."""


class ProofError(HostError):
    """A proof that cannot go on, or a report that cannot be read; says what to do."""
