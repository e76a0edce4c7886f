"""One ISO 14443A tag: the state machine of figure 7 of ISO/IEC 14443-3, in a sleeve."""

from .iso14443 import (
    NVB_SELECT,
    REQA,
    SEL,
    WUPA,
    cascade_levels,
    crc_a,
    with_crc,
)

OFF = 0
IDLE = 1
READY = 2
ACTIVE = 3
HALT = 4

_ATQA = {4: b"\x04\x00", 7: b"\x44\x00", 10: b"\x84\x00"}
_SAK_INCOMPLETE = with_crc(b"\x04")  # another cascade level follows
_SAK = {4: with_crc(b"\x08"), 7: with_crc(b"\x00"), 10: with_crc(b"\x00")}

LATEST_WAKE_US = 5000  # the standard's limit: a tag in a field this long has to answer


class Tag:
    """A tag answers to frames while a field feeds it, and forgets everything when none does."""

    def __init__(self, uid, wake_us=1000):
        self.uid = uid
        self.wake_us = wake_us
        self.needs = 1  # the field that wakes it, in units of what a usual tag needs
        self.state = OFF
        self.skip_bits = 0  # of the last answer: how many bits of its first byte are not sent
        self._levels = cascade_levels(uid)
        self._atqa = _ATQA[len(uid)]
        self._sak = _SAK[len(uid)]
        self._level = 0
        self._resting = IDLE  # where an error leads back to: IDLE, or HALT for a halted tag
        self._fields = 0
        self._ready_us = 0

    def feed(self, now_us):
        """One more field feeds it."""
        self._fields += 1
        if self._fields == 1:
            self.state = self._resting = IDLE
            self._ready_us = now_us + self.wake_us

    def starve(self):
        """One field less feeds it."""
        self._fields -= 1
        if self._fields == 0:
            self.state = OFF

    def shift(self, shifted):
        self._ready_us = shifted(self._ready_us)

    def hear(self, frame, bits, now_us):
        """Take a reader's frame and give the bytes of the answer, or None for silence."""
        if self.state == OFF or now_us < self._ready_us:
            return None
        self.skip_bits = 0
        if bits == 7:
            return self._hear_request(frame[0])
        if self.state == READY:
            return self._hear_while_ready(frame, bits)
        if self.state == ACTIVE:
            is_halt = bits == 32 and frame[0] == 0x50 and frame[1] == 0 and _is_sound(frame, 4)
            self.state = self._resting = HALT if is_halt else self._resting
        return None

    def _hear_request(self, request):
        if request == WUPA or (request == REQA and self.state != HALT):
            if self.state in (IDLE, HALT):
                self._resting = self.state
                self.state = READY
                self._level = 0
                return self._atqa
        if self.state != HALT:
            self.state = self._resting  # a request is no command of READY or ACTIVE
        return None

    def _hear_while_ready(self, frame, bits):
        level = self._levels[self._level]
        if bits < 16 or frame[0] != SEL[self._level]:
            self.state = self._resting
            return None
        valid = frame[1]
        if valid == NVB_SELECT:
            if bits != 72 or bytes(frame[2:7]) != level or not _is_sound(frame, 9):
                self.state = self._resting
                return None
            self._level += 1
            if self._level < len(self._levels):
                return _SAK_INCOMPLETE
            self.state = ACTIVE
            return self._sak
        known = (valid >> 4) * 8 + (valid & 7) - 16
        if known != bits - 16 or not 0 <= known < 40:
            self.state = self._resting
            return None
        whole, part = known >> 3, known & 7
        for index in range(whole):
            if frame[2 + index] != level[index]:
                return None  # somebody else is meant; it stays in READY
        if part and (frame[2 + whole] ^ level[whole]) & ((1 << part) - 1):
            return None
        self.skip_bits = part
        return level[whole:]


def _is_sound(frame, length):
    return crc_a(frame, length - 2) == frame[length - 2] | frame[length - 1] << 8
