"""The two lines of the I2C bus, with pull-ups, and what may hold them.

`scl`, `sda`: the line is held low for good, as by a short. `byte`: a chip lost count within a byte
and holds SDA until the clock has gone around it, at most nine times (NXP UM10204 3.1.16).
`stretch`: a chip holds the clock as soon as somebody talks.
"""

from .faults import HOLDS

_NINE = 9


class I2cLines:
    """SCL and SDA, as the Pico sees and drives them."""

    def __init__(self, faults):
        self._faults = faults
        self._pulses = 0
        self.is_joined = True
        """Whether the Pico's I2C has the pins; who takes one as a plain pin parts them."""
        self.hung = 0
        """The number of transfers that waited for their whole time limit."""

    def scl(self):
        return 0 if self._faults.i2c_held == HOLDS[0] else 1

    def sda(self):
        return 0 if self._faults.i2c_held in HOLDS[1:3] else 1

    def drive_scl(self, level):
        """A plain pin clocks the bus."""
        if not level and self._faults.i2c_held == HOLDS[2]:
            self._pulses += 1
            if self._pulses == _NINE:
                self._pulses = 0
                self._faults.i2c_held = ""

    def is_hanging(self):
        """Whether a transfer that begins now never ends."""
        return bool(self._faults.i2c_held) or not self.is_joined
