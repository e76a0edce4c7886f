"""A whole board for the tests of this folder: the rig's Pico with the firmware on it; it runs
on MicroPython.
"""

import json
import sys

from readerside import Tags, with_file

_REPLACED = ("machine", "rp2", "time", "gc", "os", "micropython", "sys")
_PICO = ["duelmat_rig", "pico"]


def _forget_the_last_one():
    """The rig's modules are those of one Pico: another one imports them anew."""
    for name in list(sys.modules):
        parts = name.split(".")
        if parts[0] in _REPLACED or name == "duelmat_rig.workbench" or parts[:2] == _PICO:
            del sys.modules[name]
        # A package remembers its parts beside sys.modules.
        if name == "duelmat_rig" and hasattr(sys.modules[name], "pico"):
            delattr(sys.modules[name], "pico")


class Cable:
    """The serial cable, which takes and gives bytes as the test wants it."""

    def __init__(self):
        self.to_board = bytearray()
        self.from_board = bytearray()
        self.room = 1 << 20
        self.a_time = 64
        self.is_open = True
        self.is_silent = False  # it is out, or the computer asleep
        self.said = []

    def port_write(self, text):
        if self.is_silent:
            return 0
        data = bytes.fromhex(text)
        count = min(len(data), self.room, self.a_time)
        self.from_board.extend(data[:count])
        self.room -= count
        return count

    def port_read(self, limit):
        if self.is_silent:
            return False
        if not self.is_open:
            return None
        count = min(limit, len(self.to_board))
        data = bytes(self.to_board[:count])
        self.to_board = self.to_board[count:]
        return data.hex()

    # What else the rig's workbench asks of its process.

    subscribers = 0

    def log(self, text):
        self.said.append(text)

    def replug(self):
        pass


class Pico(Tags):
    """A board, its cable and its firmware."""

    def __init__(self, seed=1, start_ms=0):
        self.cable = Cable()
        sys.modules["rig_host"] = self.cable
        _forget_the_last_one()
        from duelmat_rig.workbench import Bench

        options = {"start_ms": start_ms, "seed": seed}
        self.bench = Bench(json.dumps(options))
        self.electronics = self.bench.board
        self.board = with_file("/board.json")
        self.clock = self.electronics.clock
        self.chain = self.electronics.lights
        self.displays = self.electronics.displays
        super().__init__(self.electronics.radio, self.clock)

    def boot(self):
        """Starts the firmware."""
        problem = self.bench.boot()
        assert not problem, problem
        return self

    def __getattr__(self, name):
        # The firmware's own values: presence, scanner, link ...
        return getattr(self.bench._app, name)

    def press(self, pad, is_pressed):
        self.electronics.press_pad(pad, is_pressed)

    def button(self, index, is_pressed):
        self.electronics.press_button(index, is_pressed)

    def age(self, minutes=0, days=0):
        """Lets the board grow older: again and again its ticks run ahead, by less than a quarter
        of their range, and the firmware makes some rounds.
        """
        for jumps, jump_ms, jump_us in (
            (minutes / 4, 240_000, 240_000_000),
            (days / 3, 259_200_000, 0),
        ):
            while jumps > 0:
                share = min(jumps, 1)
                self.clock.age(int(jump_ms * share), int(jump_us * share))
                self.run(60)
                jumps -= share

    def run(self, duration_ms, watch=None):
        """Lets the firmware run; returns how many steps it made."""
        bench = self.bench
        until_us = self.clock.total_us() + duration_ms * 1000
        steps = bench.steps
        while self.clock.total_us() < until_us:
            bench.board.usb.pump()
            bench._step()
            if watch is not None:
                watch()
        return bench.steps - steps
