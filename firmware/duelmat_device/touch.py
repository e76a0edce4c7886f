"""Touch pads beside reader fields: which contacts are a finger that means something.

A reader's field can feign a touch, and a hand that lays a card brushes pads. So a touch counts
only if two samples saw it with a moment between them in which the fields of its zone and of the
neighbours were off, and only if no card came or went there from 300 ms before it until a whole
sweep after it.
"""

from time import ticks_add, ticks_diff

from micropython import const

_SAMPLE_MS = const(5)  # between two chips; with three chips each pad is sampled every 15 ms
_CARD_MS = const(300)
_MAX_HOLD_MS = const(150)
_RETRY_MS = const(1000)

# A pad's course.
_UP = const(0)
_SEEN = const(1)  # one sample
_QUIET = const(2)  # and then a moment without fields
_SURE = const(3)  # and then a second sample: waits for the sweep to end
_TAPPED = const(4)  # as before, but the finger has left already
_PRESSED = const(5)
_BRUSHED = const(6)  # a card came or went: void until the finger leaves


class Touch:
    """All pads of the mat."""

    def __init__(self, chips, pads, pad_antennas, scanner, ticks_ms):
        """Chips (see Mpr121) by address; for each pad its chip's address and electrode, and the
        antennas of its zone and of the neighbours, whose fields the scanner knows.
        """
        self._chips = [chips[address] for address in chips]
        addresses = list(chips)
        self._chip_pads = [
            [
                (pad, 1 << electrode)
                for pad, (pad_address, electrode) in enumerate(pads)
                if pad_address == address
            ]
            for address in addresses
        ]
        self._pad_antennas = [bytes(antennas) for antennas in pad_antennas]
        self._scanner = scanner
        self._ticks_ms = ticks_ms
        now_ms = ticks_ms()
        count = len(pads)
        self._course = bytearray(count)
        self._since_ms = [now_ms] * count
        # Long ago, so that a card that lies there at boot does not spoil a touch.
        self._card_ms = [ticks_add(now_ms, -_CARD_MS)] * count
        self._is_ready = bytearray(len(self._chips))
        self._chip_at = 0
        self._sample_ms = now_ms
        self._retry_ms = [now_ms] * len(self._chips)
        self._events = []
        self._addresses = addresses
        self._is_lost = bytearray(len(self._chips))
        self.notice = None
        """A line for people: a chip was lost or came back. Whoever passes it on clears it."""

    def card_changed(self, antenna):
        """A card came to this antenna or left it."""
        now_ms = self._ticks_ms()
        for pad in range(len(self._course)):
            if antenna in self._pad_antennas[pad]:
                self._card_ms[pad] = now_ms
                if _UP < self._course[pad] < _PRESSED:
                    self._course[pad] = _BRUSHED if self._course[pad] != _TAPPED else _UP

    def take_event(self):
        """The next touch as (pad, pressed), or None."""
        return self._events.pop(0) if self._events else None

    def step(self):
        """Looks for quiet moments, and samples one chip when it is due."""
        now_ms = self._ticks_ms()
        course = self._course
        for pad in range(len(course)):
            at = course[pad]
            if at == _SEEN:
                if self._scanner.are_fields_off(self._pad_antennas[pad]):
                    course[pad] = _QUIET
            elif _SURE <= at <= _TAPPED:
                hold_ms = min(self._scanner.sweep_us // 1000, _MAX_HOLD_MS)
                if ticks_diff(now_ms, self._since_ms[pad]) >= hold_ms:
                    self._events.append((pad, 1))
                    course[pad] = _PRESSED
                    if at == _TAPPED:
                        self._events.append((pad, 0))
                        course[pad] = _UP
        if ticks_diff(now_ms, self._sample_ms) < _SAMPLE_MS or not self._chips:
            return
        self._sample_ms = now_ms
        chip = self._chip_at
        self._chip_at = chip + 1 if chip + 1 < len(self._chips) else 0
        try:
            if not self._is_ready[chip]:
                if ticks_diff(now_ms, self._retry_ms[chip]) < 0:
                    return
                self._chips[chip].set_up()
                self._is_ready[chip] = 1
                return
            touched = self._chips[chip].touched()
        except OSError:
            self._is_ready[chip] = 0
            self._retry_ms[chip] = ticks_add(now_ms, _RETRY_MS)
            self._lose(chip, 1)
            return
        self._lose(chip, 0)
        for pad, electrode_bit in self._chip_pads[chip]:
            self._sample(pad, touched & electrode_bit, now_ms)

    def _lose(self, chip, is_lost):
        if is_lost != self._is_lost[chip]:
            self._is_lost[chip] = is_lost
            what = "does not answer: its pads are dead" if is_lost else "answers again"
            self.notice = f"touch chip 0x{self._addresses[chip]:02x} {what}"

    def _sample(self, pad, is_down, now_ms):
        course = self._course
        at = course[pad]
        if is_down:
            if at == _UP:
                self._since_ms[pad] = now_ms
                recent_ms = ticks_diff(now_ms, self._card_ms[pad])
                course[pad] = _BRUSHED if 0 <= recent_ms < _CARD_MS else _SEEN
            elif at == _QUIET:
                course[pad] = _SURE
        elif at == _PRESSED:
            self._events.append((pad, 0))
            course[pad] = _UP
        elif at == _SURE:
            course[pad] = _TAPPED
        elif at != _TAPPED:
            course[pad] = _UP
