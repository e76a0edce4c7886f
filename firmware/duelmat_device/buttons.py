"""Buttons between a pin and ground: a change counts when it was seen twice, 9 ms apart."""

from time import ticks_diff

from micropython import const

_SAMPLE_MS = const(9)


class Buttons:
    """The buttons of the mat."""

    def __init__(self, bits, levels, ticks_ms):
        """`levels()` reads all pins at once; each button has its bit there, 0 while it is pressed
        (pull-ups).
        """
        self._bits = bits
        self._mask = sum(bits)
        self._levels = levels
        self._ticks_ms = ticks_ms
        self._sample_ms = ticks_ms()
        # As bits. What is down at the start was pressed before: a reset is no second press.
        self._settled = levels() & self._mask
        self._last = self._settled
        self._events = []
        self.is_changing = False
        """Whether a change was seen once, and is to be looked at again soon."""

    def take_event(self):
        """The next change as (button, pressed), or None."""
        return self._events.pop(0) if self._events else None

    def step(self):
        now_ms = self._ticks_ms()
        if ticks_diff(now_ms, self._sample_ms) < _SAMPLE_MS:
            return
        self._sample_ms = now_ms
        seen = self._levels() & self._mask
        if seen == self._settled:
            self._last = seen
            self.is_changing = False
            return
        # Once: one that bounces on and on keeps nobody else waiting.
        self.is_changing = not self.is_changing
        # Bits that differ from what is settled, in this sample as in the last.
        changed = (seen ^ self._settled) & ~(seen ^ self._last)
        self._last = seen
        self._settled ^= changed
        for button in range(len(self._bits)):
            if changed & self._bits[button]:
                self._events.append((button, 0 if seen & self._bits[button] else 1))
