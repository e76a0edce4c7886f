"""The running board: its parts joined, the watchdog, and the only loop there is."""

import os
import sys
import time

import machine

from duelmat_device import app, circuit, port
from duelmat_device.prompt import MARK
from micropython import const

_WATCHDOG_MS = const(8000)
# A tenth of the heap, with what they make.
_ONLY_AT_THE_START = (
    "duelmat_device.board",
    "duelmat_device.prompt",
    "duelmat_device.tour",
    "duelmat_device.palette",
    "duelmat_wire.lamps",
)


def begin(layout, make_palette):
    """The running board, wired as its Board says, and its watchdog."""
    wired = circuit.Circuit(layout, machine, time.ticks_ms)
    colours = make_palette(wired.chain.word, layout.brightness_cap)
    for name in _ONLY_AT_THE_START:
        del sys.modules[name]
        package, module = name.split(".")
        delattr(sys.modules[package], module)
    running = app.App(
        layout,
        wired,
        colours,
        port.UsbPort(),
        time,
        int.from_bytes(os.urandom(4), "little"),
        reset_to_prompt,
    )
    return running, machine.WDT(timeout=_WATCHDOG_MS)


def turn(running, watchdog):
    """One turn of the loop."""
    running.step()
    watchdog.feed()


def reset_to_prompt():
    """Leaves the mark that the next start looks for, and resets."""
    with open(MARK, "w") as mark:
        mark.write("")
    machine.reset()


def run(running, watchdog):
    """Runs the board until it is reset."""
    while True:
        turn(running, watchdog)
