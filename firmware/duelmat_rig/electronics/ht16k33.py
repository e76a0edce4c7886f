"""DS: Holtek HT16K33, "RAM mapping 16*8 LED controller driver with keyscan", rev 1.10, May 2011.

Eight digits: digit n is common n, its segments a to g and the point are rows 0 to 7, which is bit
0 to 7 of display RAM byte 2n.
"""

_SYSTEM = 0x20  # low bit: oscillator on
_DISPLAY = 0x80  # low bit: display on; bits 1 and 2: blinking
_BRIGHTNESS = 0xE0

_DIGITS = 8

# What people read on seven segments, gfedcba; digits win over letters of the same shape.
_GLYPHS = {
    0x00: " ", 0x3F: "0", 0x06: "1", 0x5B: "2", 0x4F: "3", 0x66: "4", 0x6D: "5", 0x7D: "6",
    0x07: "7", 0x27: "7", 0x7F: "8", 0x6F: "9", 0x67: "9", 0x7C: "b", 0x77: "A", 0x5F: "a",
    0x39: "C", 0x58: "c", 0x5E: "d", 0x79: "E", 0x7B: "e", 0x71: "F", 0x3D: "G", 0x76: "H",
    0x74: "h", 0x30: "I", 0x10: "i", 0x04: "i", 0x1E: "J", 0x0E: "J", 0x75: "K", 0x38: "L",
    0x55: "M", 0x15: "m", 0x37: "N", 0x54: "n", 0x5C: "o", 0x73: "P", 0x50: "r", 0x78: "t",
    0x3E: "U", 0x1C: "u", 0x6E: "y", 0x40: "-", 0x08: "_", 0x01: "~", 0x48: "=", 0x53: "?",
    0x63: "*", 0x20: "'", 0x22: '"', 0x49: "#", 0x52: "/", 0x64: "\\", 0x2A: "W", 0x1D: "w",
    0x33: "R", 0x31: "T", 0x72: "V", 0x36: "X",
}  # fmt: skip


class Ht16k33:
    """One display driver on the I2C bus."""

    def __init__(self):
        self.ram = bytearray(16)
        self.is_running = False
        self.is_on = False
        self.blink = 0
        self.brightness = 15
        self.revision = 0  # grows with everything written
        self._pointer = 0

    def write(self, data):
        self.revision += 1
        command = data[0]
        if command & 0xF0 == 0x00:
            self._pointer = command & 0x0F
            for value in data[1:]:
                self.ram[self._pointer] = value
                self._pointer = (self._pointer + 1) & 0x0F
        elif command & 0xF0 == _SYSTEM:
            self.is_running = bool(command & 1)
        elif command & 0xF0 == _DISPLAY:
            self.is_on = bool(command & 1)
            self.blink = command >> 1 & 3
        elif command & 0xF0 == _BRIGHTNESS:
            self.brightness = command & 0x0F

    def read(self, count):
        answer = bytearray(count)
        for index in range(count):
            answer[index] = self.ram[self._pointer]
            self._pointer = (self._pointer + 1) & 0x0F
        return answer

    def text(self):
        """The text on the eight digits, with a point after a digit that has one."""
        if not (self.is_on and self.is_running):
            return " " * _DIGITS
        shown = ""
        for digit in range(_DIGITS):
            segments = self.ram[2 * digit]
            shown += _GLYPHS.get(segments & 0x7F, "?")
            if segments & 0x80:
                shown += "."
        return shown
