"""The socket of the Pico: which board it is plugged into."""

TYPE_CHECKING = False
if TYPE_CHECKING:  # MicroPython has no typing
    from typing import Any

board: "Any" = None
reset_reason = ""
"""Of a reset that was asked for and is not made yet: at the prompt an exception ends there."""


class Reset(BaseException):
    """The board starts anew; nothing in the firmware may catch it."""
