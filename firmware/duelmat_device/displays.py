"""DS: Holtek HT16K33, "RAM mapping 16*8 LED controller driver with keyscan", V1.10, 16 May 2011.

A life display of eight seven-segment digits: digit n is COMn, its segments a to g and the point
are ROW0 to ROW7.
"""

from duelmat_wire import elapsed
from micropython import const

DIGITS = const(8)

_OSCILLATOR_ON = b"\x21"  # DS, command summary: system set-up
_DISPLAY_ON = b"\x81"  # display set-up, no blinking
_BRIGHTNESS = b"\xe7"  # dimming set, 8/16
_RETRY_MS = const(1000)

# Segments: bit 0 = a (top), clockwise to f, bit 6 = g (middle).
_LETTERS = " -_=0123456789ABCDEFGHIJLNOPRSTUY"
_SEGMENTS = (
    b"\x00\x40\x08\x48"  # blank and lines
    b"\x3f\x06\x5b\x4f\x66\x6d\x7d\x07\x7f\x6f"  # digits
    b"\x77\x7c\x39\x5e\x79\x71\x3d\x76\x30\x1e\x38\x54\x5c\x73\x50\x6d\x78\x3e\x6e"  # letters
)
_POINT = const(0x80)
_NO_LETTER = const(0x08)  # characters that seven segments cannot show


class Display:
    """One seat's display; `step` writes when there is something new."""

    def __init__(self, bus, address, ticks_ms):
        self._bus = bus
        self._i2c = bus.i2c
        self._address = address
        self._ticks_ms = ticks_ms
        self._frame = bytearray(1 + 2 * DIGITS)
        self._is_ready = False
        self.is_new = True
        """Whether `step` has something to write."""
        self._lost_ms = 0
        self._is_lost = False
        self.notice = None
        """A line for people: the chip was lost or came back. Whoever passes it on clears it."""

    def show(self, text):
        """Takes up to eight characters; a point joins the digit before it."""
        frame = self._frame
        for index in range(1, len(frame)):
            frame[index] = 0
        digit = 0
        for letter in text:
            if letter == "." and digit:
                frame[2 * digit - 1] |= _POINT
            elif digit < DIGITS:
                place = _LETTERS.find(letter.upper())
                frame[1 + 2 * digit] = _SEGMENTS[place] if place >= 0 else _NO_LETTER
                digit += 1
        self.is_new = True

    def step(self):
        if not self.is_new:
            return
        if self._is_lost and elapsed(self._ticks_ms(), self._lost_ms) < _RETRY_MS:
            return
        if not self._bus.is_free():
            return
        try:
            if not self._is_ready:
                for command in (_OSCILLATOR_ON, _DISPLAY_ON, _BRIGHTNESS):
                    self._i2c.writeto(self._address, command)
                self._is_ready = True
            self._i2c.writeto(self._address, self._frame)
            self.is_new = False
            self._lose(False)
        except OSError as error:
            self._is_ready = False
            if not self._bus.takes_blame(error):
                self._lose(True)
                self._lost_ms = self._ticks_ms()

    def _lose(self, is_lost):
        if is_lost != self._is_lost:
            self._is_lost = is_lost
            what = "does not answer" if is_lost else "answers again"
            self.notice = f"display 0x{self._address:02x} {what}"
