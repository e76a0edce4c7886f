"""DS: Holtek HT16K33, "RAM mapping 16*8 LED controller driver with keyscan", V1.10, 16 May 2011.

A life display of eight seven-segment digits: digit n is COMn, its segments a to g and the point
are ROW0 to ROW7.
"""

from time import ticks_add, ticks_diff

from micropython import const

DIGITS = const(8)

_OSCILLATOR_ON = b"\x21"  # DS, command summary: system set-up
_DISPLAY_ON = b"\x81"  # display set-up, no blinking
_BRIGHTNESS = b"\xe7"  # dimming set, 8/16
_RETRY_MS = const(1000)

# Segments: bit 0 = a (top), clockwise to f, bit 6 = g (middle).
_SEGMENTS = {
    " ": 0x00,
    "-": 0x40,
    "_": 0x08,
    "=": 0x48,
    "0": 0x3F,
    "1": 0x06,
    "2": 0x5B,
    "3": 0x4F,
    "4": 0x66,
    "5": 0x6D,
    "6": 0x7D,
    "7": 0x07,
    "8": 0x7F,
    "9": 0x6F,
    "A": 0x77,
    "B": 0x7C,
    "C": 0x39,
    "D": 0x5E,
    "E": 0x79,
    "F": 0x71,
    "G": 0x3D,
    "H": 0x76,
    "I": 0x30,
    "J": 0x1E,
    "L": 0x38,
    "N": 0x54,
    "O": 0x5C,
    "P": 0x73,
    "R": 0x50,
    "S": 0x6D,
    "T": 0x78,
    "U": 0x3E,
    "Y": 0x6E,
}
_POINT = const(0x80)
_NO_LETTER = const(0x08)  # characters that seven segments cannot show


class Display:
    """One seat's display; `step` writes when there is something new."""

    def __init__(self, i2c, address, ticks_ms):
        self._i2c = i2c
        self._address = address
        self._ticks_ms = ticks_ms
        self._frame = bytearray(1 + 2 * DIGITS)
        self._is_ready = False
        self.is_new = True
        """Whether `step` has something to write."""
        self._retry_ms = ticks_ms()
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
                frame[1 + 2 * digit] = _SEGMENTS.get(letter.upper(), _NO_LETTER)
                digit += 1
        self.is_new = True

    def step(self):
        if not self.is_new or ticks_diff(self._ticks_ms(), self._retry_ms) < 0:
            return
        try:
            if not self._is_ready:
                for command in (_OSCILLATOR_ON, _DISPLAY_ON, _BRIGHTNESS):
                    self._i2c.writeto(self._address, command)
                self._is_ready = True
            self._i2c.writeto(self._address, self._frame)
            self.is_new = False
            self._lose(False)
        except OSError:
            self._is_ready = False
            self._lose(True)
            self._retry_ms = ticks_add(self._ticks_ms(), _RETRY_MS)

    def _lose(self, is_lost):
        if is_lost != self._is_lost:
            self._is_lost = is_lost
            what = "does not answer" if is_lost else "answers again"
            self.notice = f"display 0x{self._address:02x} {what}"
