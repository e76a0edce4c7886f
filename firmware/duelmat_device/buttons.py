"""Buttons between a pin and ground: a change counts when it has stood for 15 ms."""

from time import ticks_diff

from micropython import const

_SAMPLE_MS = const(5)
_SAMPLES = const(3)


class Buttons:
    """All buttons of the mat."""

    def __init__(self, pins, ticks_ms):
        """`pins` are inputs with a pull-up; a pressed button reads 0."""
        self._pins = pins
        self._ticks_ms = ticks_ms
        self._sample_ms = ticks_ms()
        self._is_pressed = bytearray(len(pins))
        self._differing = bytearray(len(pins))
        self._events = []

    def take_event(self):
        """The next change as (button, pressed), or None."""
        return self._events.pop(0) if self._events else None

    def step(self):
        now_ms = self._ticks_ms()
        if ticks_diff(now_ms, self._sample_ms) < _SAMPLE_MS:
            return
        self._sample_ms = now_ms
        for button in range(len(self._pins)):
            is_down = 0 if self._pins[button]() else 1
            if is_down == self._is_pressed[button]:
                self._differing[button] = 0
                continue
            self._differing[button] += 1
            if self._differing[button] == _SAMPLES:
                self._differing[button] = 0
                self._is_pressed[button] = is_down
                self._events.append((button, is_down))
