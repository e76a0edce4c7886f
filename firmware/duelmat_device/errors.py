"""Errors of the board before it runs.

DeviceError
 +-- BoardError    board.json is missing or not what this firmware expects
"""


class DeviceError(Exception):
    """The base of every error of this package."""


class BoardError(DeviceError):
    """board.json is missing or not what this firmware expects."""
