"""DS: Freescale MPR121, "Proximity capacitive touch sensor controller", Rev. 4, 02/2013; AN3944
for the thresholds.

One touch chip on I2C: set up once, then asked for its twelve electrodes with one short read.
"""

from micropython import const

ELECTRODES = const(12)

_TOUCH_STATUS = const(0x00)  # DS 5.1, two bytes
_THRESHOLDS = const(0x41)  # DS 5.6, touch and release for each electrode
_CONFIG_2 = const(0x5D)  # DS 5.8
_ELECTRODES = const(0x5E)  # DS 5.11
_AUTO_CONFIG = const(0x7B)  # DS 5.12
_RESET = const(0x80)  # DS 5.13

_RESET_KEY = b"\x63"
_STOPPED = b"\x00"
# A finger on the sheet above a comb takes about 90 counts, a hand that hovers over it or rests
# beside it 15 to 40: it must neither begin a touch nor keep one alive.
_TOUCH_THRESHOLD = const(55)
_RELEASE_THRESHOLD = const(45)
# Two readings that agree before a change counts, DS 5.7.
_DEBOUNCE = const(0x5B)
_DEBOUNCE_TWO = b"\x11"
# Charge time 0.5 us, 4 samples in the second filter, one sample every ms: a reading every 4 ms.
_EVERY_MS = b"\x20"
SETTLE_MS = const(13)
"""The time after which a changed electrode is read as it is, debounced and all."""
# Target levels for 3.3 V: (3.3 - 0.7) / 3.3 * 256, 65 % and 90 % of it (DS 5.12).
_AUTO_LEVELS = b"\x0b\x00\xca\x83\xb6"
_TWELVE_WITH_BASELINE = b"\x8c"


class Mpr121:
    """One touch chip."""

    def __init__(self, i2c, address):
        self._i2c = i2c
        self._address = address
        self._status = bytearray(2)

    def set_up(self):
        """Raises: OSError when the chip does not answer."""
        write = self._i2c.writeto_mem
        address = self._address
        write(address, _RESET, _RESET_KEY)
        # DS 5.1: registers may be written in stop mode only.
        write(address, _ELECTRODES, _STOPPED)
        write(address, _THRESHOLDS, bytes([_TOUCH_THRESHOLD, _RELEASE_THRESHOLD] * ELECTRODES))
        write(address, _DEBOUNCE, _DEBOUNCE_TWO)
        write(address, _CONFIG_2, _EVERY_MS)
        write(address, _AUTO_CONFIG, _AUTO_LEVELS)
        write(address, _ELECTRODES, _TWELVE_WITH_BASELINE)

    def touched(self):
        """Bit n is electrode n. Raises: OSError when the chip does not answer."""
        self._i2c.readfrom_mem_into(self._address, _TOUCH_STATUS, self._status)
        return self._status[0] | (self._status[1] & 0x0F) << 8
