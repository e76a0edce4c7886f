"""The prompt: whether somebody wants MicroPython's instead of the mat, and the way to it.

Two ways lead there, so that the board can always be flashed again: the first button held for a
second and a half from here on, a second after the power came (people are told to hold it for
three), and the host's MAINTENANCE, which leaves a mark and resets. A button that is only pressed,
as in a duel, leads nowhere: the mat starts. Both are looked at before the rest of the firmware is
loaded and before the watchdog starts, which nothing can stop.
"""

import os
import time

import machine

from duelmat_device import board
from micropython import const

_PROMPT_HOLD_MS = const(1500)
_LOOK_MS = const(10)
MARK = "maintenance"
"""The file that a host's MAINTENANCE leaves."""


def look():
    """The Board, or None when the prompt is wanted; the host's mark counts once. Raises:
    BoardError.
    """
    try:
        os.remove(MARK)
    except OSError:
        layout = board.load_board()
        buttons = layout.pins["buttons"]  # without any, only the host's mark leads there
        return None if buttons and _is_button_held(buttons[0]) else layout
    return None


def _is_button_held(number):
    button = machine.Pin(number, machine.Pin.IN, machine.Pin.PULL_UP)
    held_ms = 0
    while button() == 0 and held_ms < _PROMPT_HOLD_MS:
        time.sleep_ms(_LOOK_MS)
        held_ms += _LOOK_MS
    return held_ms >= _PROMPT_HOLD_MS
