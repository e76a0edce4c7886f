"""A board with its firmware, a host in the same process, and a count of executed lines."""

import json
import sys

from duelmat_rig.electronics.board import LINE_HALVES, SELDOM_LINES
from duelmat_rig.electronics.tag import Tag
from duelmat_rig.workbench import Bench

_DEVICE = "/duelmat_device/"
_WIRE = "/duelmat_wire/"
_SLICE_TURNS = 100
_HOST_US = 5000
CLEARLY = 3
"""How well an antenna reaches a tag that is always heard."""


class LineCounter:
    """Counts the lines of device code that are executed, and charges each of them; those that
    seldom are count for more.
    """

    def __init__(self, clock, line_halves=LINE_HALVES):
        self.lines = 0
        self.before = 0
        self.see = None
        """Called after each turn with what it was and its lines."""
        self._clock = clock
        self._line_halves = line_halves

    def turn(self, turn, begun):
        self.before = self.lines
        sys.settrace(self._call)
        try:
            turn(*begun)
        finally:
            sys.settrace(None)

    def end(self, *kind):
        """Takes what the turn was."""
        if self.see is not None:
            self.see(*kind, self.lines - self.before)

    def _call(self, frame, _event, _argument):
        name = frame.f_code.co_filename
        return self._line if _DEVICE in name else self._seldom if _WIRE in name else None

    def _line(self, _frame, event, _argument):
        if event == "line":
            self.lines += 1
            self._clock.spend_halves(self._line_halves)
        return self._line

    def _seldom(self, _frame, event, _argument):
        if event == "line":
            self.lines += SELDOM_LINES
            self._clock.spend_halves(SELDOM_LINES * self._line_halves)
        return self._seldom


class NoLines:
    """Charges acts only, as if bytecode took no time."""

    lines = 0

    def turn(self, turn, begun):
        turn(*begun)

    def end(self, *kind):
        pass


class Turns:
    """The lengths of turns of the loop; those in which memory was collected stand apart."""

    def __init__(self):
        self.count = 0
        self.sum_us = 0
        self.longest_us = 0
        self.collections = 0
        self.longest_collecting_us = 0

    def take(self, turn_us, collections):
        """Counts a turn."""
        if collections:
            self.collections += collections
            self.longest_collecting_us = max(self.longest_collecting_us, turn_us)
        else:
            self.count += 1
            self.sum_us += turn_us
            self.longest_us = max(self.longest_us, turn_us)


class Lab:
    """The board; `run` is a generator that pauses."""

    def __init__(self, options, seed=1):
        self.options = options
        self._to_board = bytearray()
        self._from_board = bytearray()
        self.bench = Bench(
            json.dumps({"start_ms": 0, "seed": seed}),
            (self._write, self._read),
        )
        self.clock = self.bench.board.clock
        self.radio = self.bench.board.radio
        self._coupled = [()] * len(self.radio.fields)
        self.link = None
        self.heard = []
        self.scenes = 0
        self.turns = Turns()

    def __getattr__(self, name):
        return getattr(self.bench._app, name)

    # The cable.

    def _read(self, limit):
        data = bytes(self._to_board[:limit])
        if data:
            self._to_board = self._to_board[len(data) :]
        return data

    def _write(self, data):
        self._from_board.extend(data)
        return len(data)

    # The host.

    def connect(self, session=1):
        # The firmware has a copy of its own.
        import duelmat_wire as wire
        from duelmat_wire.host_link import HostLink

        self.wire = wire
        digest = bytes.fromhex(self.bench.board.config["digest"][:16])
        self.link = HostLink(digest, session)

    def _host(self):
        if self.link is None:
            return
        now_ms = self.clock.ticks_ms()
        if self._from_board:
            self.link.receive(bytes(self._from_board), now_ms)
            self._from_board = bytearray()
        for message in self.link.messages():
            self.hear(message)
        if self.link.is_up and now_ms - self._asked_ms >= 983:
            self._asked_ms = now_ms
            self.link.send(self.wire.Clock(now_ms & 0xFFFF))
        self._to_board.extend(self.link.poll(now_ms))

    _asked_ms = 0

    def hear(self, message):
        """Takes what the board reports; a measurement may want to know."""

    def show(self, styles):
        self.scenes += 1
        self.link.send(self.wire.Scene(self.scenes, bytes(styles)))

    # Cards and time.

    @property
    def cards(self):
        """The number of cards on the mat."""
        return sum([len(tags) for tags in self._coupled])

    def lay(self, antenna, *uids, wake_us=500):
        self._coupled = list(self._coupled)
        self._coupled[antenna] = tuple([(Tag(uid, wake_us), CLEARLY) for uid in uids])
        self.radio.couple(self._coupled, self.clock.now())

    def boot(self):
        problem = self.bench.boot()
        if problem:
            raise RuntimeError(problem)

    def run(self, duration_ms):
        """Lets time pass."""
        until_ms = self.clock.total_ms() + duration_ms
        while self.clock.total_ms() < until_ms:
            yield from self.run_turn()

    def run_turn(self):
        """One turn; pauses now and then."""
        self.turn()
        self._pause_in -= 1
        if not self._pause_in:
            self._pause_in = _SLICE_TURNS
            yield

    _pause_in = _SLICE_TURNS
    _host_us = 0

    def turn(self):
        """One turn of the firmware; the host looks after the port every 5 ms."""
        clock = self.clock
        clock.settle()
        self.bench.board.usb.pump()
        begun_us = clock.now()
        collections = self.bench.collections
        self.bench._step()
        self.turns.take(clock.now() - begun_us, self.bench.collections - collections)
        if not 0 <= clock.now() - self._host_us < _HOST_US:
            self._host_us = clock.now()
            self._host()


def uid_of(number):
    return bytes([4, number >> 8 & 0xFF, number & 0xFF, 7, 11, 13, 17])
