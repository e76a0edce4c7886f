"""Board time.

Every time in the electronics is `now_us`: microseconds of board time since `epoch_ms`. It is kept
under 2**29, where MicroPython needs no allocation for it, by moving the epoch (`shift`); who keeps
a time registers with `keep` and learns how far to move it.

Time passes only by `spend`; a rig in real time grants it as it passes on the wall.
"""

SHIFT_US = 268_435_000  # a whole number of milliseconds, below 2**28
LONG_AGO_US = -268_435_456
_TICKS_MASK = 0x3FFFFFFF  # the Pico's ticks wrap at 2**30


def shifted(time_us):
    """A kept time after the epoch has moved; what is long ago stays long ago."""
    return max(time_us - SHIFT_US, LONG_AGO_US)


class Clock:
    """Time that passes only when something is charged for it."""

    def __init__(self, start_ms=0):
        shift_ms = SHIFT_US // 1000
        self.now_us = start_ms % shift_ms * 1000
        self.epoch_ms = start_ms - start_ms % shift_ms
        self.epoch_us = (self.epoch_ms * 1000) & _TICKS_MASK
        self._halves = 0
        self._keepers = []
        self._boot_ms = 0
        self._boot_us = 0

    def keep(self, keeper):
        """Have `keeper.shift()` called whenever the epoch moves."""
        self._keepers.append(keeper)

    def now(self):
        return self.now_us

    def spend(self, cost_us):
        """Charge an act, and return when it is done."""
        self.now_us += cost_us
        return self.now_us

    def spend_halves(self, cost_halves):
        """Charge half microseconds."""
        cost_halves += self._halves
        self._halves = cost_halves & 1
        self.now_us += cost_halves >> 1

    def sleep(self, duration_us):
        self.now_us += duration_us

    def total_ms(self):
        return self.epoch_ms + self.now() // 1000

    def total_us(self):
        """The time of total_ms, to the microsecond; not for what must not allocate."""
        return self.epoch_ms * 1000 + self.now()

    def boot(self):
        """The board starts anew: its ticks count from here."""
        self._boot_ms = self.total_ms()
        self._boot_us = (self.epoch_us + self.now()) & _TICKS_MASK

    def age(self, duration_ms, duration_us):
        """Have both ticks jump ahead, as firmware meets them that has run for so long."""
        self._boot_ms -= duration_ms
        self._boot_us = (self._boot_us - duration_us) & _TICKS_MASK

    def ticks_ms(self):
        return (self.total_ms() - self._boot_ms) & _TICKS_MASK

    def ticks_us(self):
        return (self.epoch_us + self.now() - self._boot_us) & _TICKS_MASK

    def settle(self):
        """Move the epoch when the time has grown large; call it between two steps."""
        while self.now() >= SHIFT_US:
            self.now_us -= SHIFT_US
            self.epoch_ms += SHIFT_US // 1000
            self.epoch_us = (self.epoch_us + SHIFT_US) & _TICKS_MASK
            for keeper in self._keepers:
                keeper.shift()
