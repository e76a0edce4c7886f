"""NXP UM10204, "I2C-bus specification and user manual", rev 7.0, 1 October 2021.

The I2C bus of touch chips and displays, judged in one place. A transfer on a bus of which a line
is held low waits for its whole time limit, so nobody talks on such a bus. Once in a second at most
it is tried again: a chip that lost count within a byte holds SDA until the clock has gone around
that byte (3.1.16), so the clock is pulsed nine times, and a stop follows.
"""

from time import ticks_add

from duelmat_wire import elapsed
from micropython import const

_TRY_MS = const(1000)
_PULSES = const(9)
# Twice what the longest transfer takes, the thresholds of a touch chip, and a millisecond.
_LONGEST_BITS = const(243)
_SPARE_US = const(1000)
_ETIMEDOUT = const(110)


class Bus:
    """The bus; `i2c` is machine.I2C, for whoever has asked whether it is free."""

    def __init__(self, machine, scl, sda, freq_hz, levels, ticks_ms):
        """`levels` reads all pins at once, as bits; see Circuit."""
        self._machine = machine
        self._numbers = scl, sda
        self._lines = 1 << scl | 1 << sda
        self._freq_hz = freq_hz
        self._levels = levels
        self._ticks_ms = ticks_ms
        self._is_doubted = False  # a transfer has waited in vain
        self._is_held = False
        self._tried_ms = ticks_add(ticks_ms(), -_TRY_MS)
        self.notice = None
        """A line for people: the bus is held or free again. Whoever passes it on clears it."""
        self.i2c = self._join()

    def _join(self):
        """Gives the pins to the Pico's I2C, of which there is one however often it is made."""
        scl, sda = self._numbers
        return self._machine.I2C(
            0,
            scl=self._machine.Pin(scl),
            sda=self._machine.Pin(sda),
            freq=self._freq_hz,
            timeout=_SPARE_US + 2 * _LONGEST_BITS * 1_000_000 // self._freq_hz,
        )

    def is_free(self):
        """Whether somebody may talk: both lines are high, as they are between two transfers."""
        if not self._is_doubted and self._levels() & self._lines == self._lines:
            if self._is_held:
                self._tell(False)
            return True
        now_ms = self._ticks_ms()
        if elapsed(now_ms, self._tried_ms) < _TRY_MS:
            return False
        self._tried_ms = now_ms
        self._release()
        self._is_doubted = False
        if self._levels() & self._lines == self._lines:
            return True
        self._tell(True)
        return False

    def takes_blame(self, error):
        """Whether the error of a transfer is the bus's and not the chip's; if so, nobody talks for
        a while.
        """
        if error.errno != _ETIMEDOUT:
            return False
        self._is_doubted = True
        self._tried_ms = self._ticks_ms()
        self._tell(True)
        return True

    def _release(self):
        pin = self._machine.Pin
        scl, sda = [pin(number, pin.OPEN_DRAIN, value=1) for number in self._numbers]
        for _ in range(_PULSES):
            scl(0)  # a call takes longer than half a clock of 400 kHz
            scl(1)
        scl(0)
        sda(0)
        scl(1)
        sda(1)
        self._join()

    def _tell(self, is_held):
        if is_held != self._is_held:
            self._is_held = is_held
            self.notice = (
                "I2C bus is held (SCL or SDA low, or a chip stops the clock): "
                "displays and pads wait"
                if is_held
                else "I2C bus is free again"
            )
