"""DS: NXP MPR121, "Proximity capacitive touch sensor controller", rev 4, February 2013.

Twelve pads by registers. An electrode reads about `_RESTING` counts and `PRESS` less when a
finger lies on it; the status changes when the sampling period has passed and the threshold is
crossed, and the IRQ line falls until a status register is read. What else lowers the counts, such
as fields and hands above the sheet, comes from outside (`disturbance`).
"""

from .clock import LONG_AGO_US, shifted

_STATUS = 0x00
_OUT_OF_RANGE = 0x02
_FILTERED = 0x04
_BASELINE = 0x1E
_THRESHOLDS = 0x41  # touch and release, alternating, for thirteen electrodes
_DEBOUNCE = 0x5B
_CONFIG1 = 0x5C
_CONFIG2 = 0x5D
_ECR = 0x5E
_SOFT_RESET = 0x80
_PADS = 12
_RESTING = 600
PRESS = 90

_RESET_VALUES = {_CONFIG1: 0x10, _CONFIG2: 0x24}


class Mpr121:
    """One chip on the I2C bus."""

    def __init__(self, clock, disturbance):
        self._clock = clock
        self._disturbance = disturbance  # pad -> counts that it loses without being touched
        self._pressed = [False] * _PADS
        self._regs = bytearray(256)
        self._pointer = 0
        self._touched = 0
        self._changes = bytearray(_PADS)  # samples in a row that say something new
        self._sampled_us = LONG_AGO_US
        self._is_irq = False
        self._reset()
        clock.keep(self)

    def shift(self):
        self._sampled_us = shifted(self._sampled_us)

    def press(self, pad, is_pressed):
        """A finger comes or goes."""
        self._pressed[pad] = is_pressed

    def is_interrupting(self):
        self._sample()
        return self._is_irq

    def write(self, data):
        """Takes what follows the address: a register, and values for it and the next."""
        self._sample()
        self._pointer = data[0]
        for value in data[1:]:
            self._write(self._pointer, value)
            self._pointer = (self._pointer + 1) & 0xFF

    def read(self, count):
        self._sample()
        answer = bytearray(count)
        for index in range(count):
            answer[index] = self._read(self._pointer)
            self._pointer = (self._pointer + 1) & 0x7F
        return answer

    def _reset(self):
        for index in range(256):
            self._regs[index] = 0
        for register, value in _RESET_VALUES.items():
            self._regs[register] = value
        self._touched = 0
        self._is_irq = False

    def _enabled(self):
        """The number of sensed electrodes, DS 5.11: the four low bits of ECR, at most twelve."""
        return min(self._regs[_ECR] & 0x0F, _PADS)

    def _write(self, register, value):
        if register == _SOFT_RESET:
            if value == 0x63:
                self._reset()
        elif register == _ECR:
            is_started = not self._enabled()
            self._regs[_ECR] = value
            if is_started and self._enabled():
                self._touched = 0
                self._sampled_us = self._clock.now()
                for pad in range(_PADS):
                    self._regs[_BASELINE + pad] = _RESTING >> 2
        elif self._enabled() and register < 0x73:
            return  # DS 5.1: outside stop mode only ECR and the GPIO registers take a value
        else:
            self._regs[register] = value

    def _read(self, register):
        if register < _STATUS + 2:
            self._is_irq = False
            return self._touched >> 8 * (register - _STATUS) & 0xFF
        if _FILTERED <= register < _FILTERED + 2 * _PADS:
            pad = (register - _FILTERED) >> 1
            counts = self._counts(pad) if pad < self._enabled() else 0
            return counts >> 8 if register & 1 else counts & 0xFF
        return self._regs[register]

    def _counts(self, pad):
        if self._pressed[pad]:
            return _RESTING - PRESS
        return _RESTING - self._disturbance(pad)

    def _sample(self):
        """Take the samples that fell due; period as DS 5.8: SFI samples of 2**ESI ms each."""
        enabled = self._enabled()
        if not enabled:
            return
        config = self._regs[_CONFIG2]
        samples = (4, 6, 10, 18)[config >> 3 & 3]
        period_us = (1 << (config & 7)) * 1000 * samples
        now_us = self._clock.now()
        while now_us - self._sampled_us >= period_us:
            behind = (now_us - self._sampled_us) // period_us
            if behind > 16:  # nothing can change in what nobody looked at
                self._sampled_us += (behind - 16) * period_us
            self._sampled_us += period_us
            self._take_sample(enabled)

    def _take_sample(self, enabled):
        regs = self._regs
        touched = self._touched
        for pad in range(enabled):
            delta = (regs[_BASELINE + pad] << 2) - self._counts(pad)
            is_touched = touched >> pad & 1
            touch_threshold = regs[_THRESHOLDS + 2 * pad]
            release_threshold = regs[_THRESHOLDS + 2 * pad + 1]
            says = delta > (release_threshold if is_touched else touch_threshold)
            if says == bool(is_touched):
                self._changes[pad] = 0
                continue
            wanted = regs[_DEBOUNCE] >> (4 if is_touched else 0) & 7
            self._changes[pad] += 1
            if self._changes[pad] > wanted:
                self._changes[pad] = 0
                touched ^= 1 << pad
        if touched != self._touched:
            self._touched = touched
            self._is_irq = True
