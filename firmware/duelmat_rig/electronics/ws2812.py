"""DS: Worldsemi WS2812B, version 5: a chain of lights on one wire.

A bit is a pulse: high 220 to 380 ns is 0, high 580 to 1000 ns is 1; 24 bits a light, green, red,
blue, highest bit first. A light keeps the first 24 bits and passes on the rest; the wire low for
280 us shows what was taken in.
"""

from .clock import LONG_AGO_US, shifted

_SHORTEST_NS = 150  # shorter pulses pass unnoticed
_THRESHOLD_NS = 480  # where the chips in the field tell 0 from 1
_LONGEST_LOW_NS = 5000  # a longer low within a frame is the end of it for some chips
_RESET_US = 280


def decode_edges(edges):
    """The bits that a light reads from edges (time in ns, level), the last of which is falling."""
    bits = []
    rose_ns = None
    fell_ns = None
    for at_ns, level in edges:
        if level:
            if fell_ns is not None and at_ns - fell_ns > _LONGEST_LOW_NS:
                return bits
            rose_ns = at_ns
        elif rose_ns is not None:
            high_ns = at_ns - rose_ns
            fell_ns = at_ns
            if high_ns >= _SHORTEST_NS:
                bits.append(1 if high_ns > _THRESHOLD_NS else 0)
    return bits


class LightChain:
    """The lights of the mat, as they look."""

    def __init__(self, lights, clock):
        self.shown = bytearray(3 * lights)  # red, green, blue of each light
        self.revision = 0  # grows whenever the look changes
        self.frames = 0
        self.is_powered = True
        self._clock = clock
        self._taken = bytearray(3 * lights)
        self._position = 0
        self._end_us = LONG_AGO_US
        self._is_waiting = False
        clock.keep(self)

    def shift(self):
        self._end_us = shifted(self._end_us)

    def power(self, is_on):
        """Lights lose their colours with their supply."""
        if is_on == self.is_powered:
            return
        self.is_powered = is_on
        for index in range(len(self.shown)):
            self.shown[index] = self._taken[index] = 0
        self._is_waiting = False
        self.revision += 1

    def take(self, data, start_us, end_us):
        """Bytes arrive on the wire, in the order of the chain."""
        if not self.is_powered:
            return
        if start_us - self._end_us >= _RESET_US:
            self._show()
            self._position = 0
        self._end_us = end_us
        self._is_waiting = True
        position = self._position
        size = len(self._taken)
        for value in data:
            if position < size:
                color = position % 3
                place = position + 1 if color == 0 else position - 1 if color == 1 else position
                self._taken[place] = value
            position += 1
        self._position = position

    def look(self):
        """Show what has been taken in, if the wire has been low long enough."""
        if self._is_waiting and self._clock.now() - self._end_us >= _RESET_US:
            self._show()
        return self.revision

    def colours(self):
        shown = self.shown
        return [[shown[at], shown[at + 1], shown[at + 2]] for at in range(0, len(shown), 3)]

    def _show(self):
        if not self._is_waiting:
            return
        self._is_waiting = False
        self.frames += 1
        if self._taken != self.shown:
            self.shown[:] = self._taken
            self.revision += 1
