"""Errors of the board before it runs.

DeviceError
 +-- BoardError    MicroPython or board.json is not what this firmware expects
"""


class DeviceError(Exception):
    """The base of every error of this package."""


class BoardError(DeviceError):
    """MicroPython or board.json is not what this firmware expects."""
