"""The socket of the Pico: which board it is plugged into."""

TYPE_CHECKING = False
if TYPE_CHECKING:  # MicroPython has no typing
    from typing import Any

board: "Any" = None


class Reset(BaseException):
    """The board starts anew; nothing in the firmware may catch it."""
