"""Errors of the wire.

WireError
 +-- LocalError    our own side asked for what the protocol cannot say
 +-- RemoteError   the other side said what the protocol does not allow

Noise on the line is neither: it is counted and skipped.
"""


class WireError(Exception):
    """The base of every error of this package."""


class LocalError(WireError):
    """Our own side asked for what the protocol cannot say: a fault of the caller."""


class RemoteError(WireError):
    """The other side said what the protocol does not allow: links count it and go on."""
