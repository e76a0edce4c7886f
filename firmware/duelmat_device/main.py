"""Starts the board and keeps it going: the only loop there is.

Two ways lead to the prompt instead, so that the board can always be flashed again: the first
button held for two seconds while the board starts, and the host's MAINTENANCE, which leaves a mark
and resets. A button that is only pressed, as in a duel, leads nowhere: the mat starts.
Both are looked at before the watchdog starts, which nothing can stop.
"""

import os
import time

import machine

from duelmat_device import app, board, circuit, port
from micropython import const

_WATCHDOG_MS = const(8000)
_PROMPT_HOLD_MS = const(2000)
_LOOK_MS = const(10)
_MARK = "maintenance"


def is_prompt_wanted(layout):
    """Whether somebody asked for the prompt; the host's mark counts once."""
    first_button = machine.Pin(layout.pins["buttons"][0], machine.Pin.IN, machine.Pin.PULL_UP)
    try:
        os.remove(_MARK)
    except OSError:
        held_ms = 0
        while first_button() == 0 and held_ms < _PROMPT_HOLD_MS:
            time.sleep_ms(_LOOK_MS)
            held_ms += _LOOK_MS
        return held_ms >= _PROMPT_HOLD_MS
    return True


def start():
    """The running board, or None when the prompt is wanted. Raises: BoardError."""
    layout = board.load_board()
    if is_prompt_wanted(layout):
        return None
    return app.App(
        layout,
        circuit.Circuit(layout, machine, time.ticks_ms),
        port.UsbPort(),
        time,
        int.from_bytes(os.urandom(4), "little"),
    )


def reset_to_prompt():
    """Leaves the mark that the next start looks for, and resets."""
    with open(_MARK, "w") as mark:
        mark.write("")
    machine.reset()


def begin():
    """The running board and its watchdog, or None for the prompt. Raises: BoardError."""
    running = start()
    if running is None:
        return None
    return running, machine.WDT(timeout=_WATCHDOG_MS)


def turn(running, watchdog):
    """One turn of the loop."""
    running.step()
    watchdog.feed()
    if running.wants_maintenance:
        reset_to_prompt()


def run():
    """Runs the board until it is reset."""
    begun = begin()
    while begun is not None:
        turn(*begun)
