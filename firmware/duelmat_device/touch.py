"""Touch pads beside reader fields: which contacts are a finger that means something.

A reader's field can feign a touch, and a hand that lays a card brushes pads. So a contact counts
only if it is still there after the fields of its zone and of the neighbours have been off for as
long as the touch chip takes to notice, which the scanner sees to; and only if no card came or
went there from 300 ms before it until a whole sweep after it.
"""

from array import array
from time import ticks_add, ticks_diff

from duelmat_device import mpr121
from duelmat_wire import elapsed
from micropython import const

_STEP_MS = const(4)
_LOOK_MS = const(80)  # between two looks at chips that say nothing: whether they are there
_CARD_MS = const(300)
_MAX_HOLD_MS = const(150)
_MAX_QUIET_MS = const(40)
_PAUSE_MS = const(40)  # between two quiet moments: the scan goes on, whatever pads say
_RETRY_MS = const(1000)
_NO_PAD = const(255)

# A pad's course.
_UP = const(0)
_SEEN = const(1)  # one sample: waits for its fields to be off
_QUIET = const(2)  # they are
_SURE = const(3)  # and have been, and it is still touched: waits for the sweep to end
_TAPPED = const(4)  # as before, but the finger has left already
_PRESSED = const(5)
_BRUSHED = const(6)  # a card came or went: void until the finger leaves


class TouchPads:
    """The pads of the mat."""

    def __init__(self, bus, chips, pads, pad_antennas, scanner, ticks_ms, is_calling=None):
        """Chips (see Mpr121) by address; for each pad its chip's address and electrode, and the
        antennas of its zone and of the neighbours, whose fields the scanner knows. `is_calling`
        returns whether a chip has something new to report; without it they are asked all the time.
        """
        self._bus = bus
        addresses = sorted(chips)
        self._chips = [chips[address] for address in addresses]
        # The pad at each electrode of each chip, chip after chip.
        at = {place: pad for pad, place in enumerate(pads)}
        self._pads = bytes(
            [
                at.get((address, electrode), _NO_PAD)
                for address in addresses
                for electrode in range(mpr121.ELECTRODES)
            ]
        )
        self._pad_chips = bytes([addresses.index(address) for address, _ in pads])
        # The pads that a card on each antenna may brush, antenna by antenna, and where each
        # antenna's begin.
        near = [
            [pad for pad, antennas in enumerate(pad_antennas) if antenna in antennas]
            for antenna in range(len(scanner.health))
        ]
        self._pads_near = bytes([pad for pads in near for pad in pads])
        self._near_at = array("H", [sum(map(len, near[:at])) for at in range(len(near) + 1)])
        # The antennas of each pad as masks, in two halves as the scanner has them.
        masks = [scanner.masks(antennas) for antennas in pad_antennas]
        self._low_masks = tuple([low for low, _ in masks])
        self._high_masks = tuple([high for _, high in masks])
        self._scanner = scanner
        self._ticks_ms = ticks_ms
        self._is_calling = is_calling or _always
        now_ms = ticks_ms()
        count = len(pads)
        self._course = bytearray(count)
        self._since_ms = [now_ms] * count
        # Long ago, so that a card that lies there at boot does not spoil a touch.
        self._card_ms = [ticks_add(now_ms, -_CARD_MS)] * count
        self._is_ready = bytearray(len(self._chips))
        self._touched = [0] * len(self._chips)
        self._chip_at = 0
        self._open = []  # pads whose course is under way
        self._is_keeping_quiet = False  # fields are kept off for a finger that was felt
        self._quiet_ms = ticks_add(now_ms, -_PAUSE_MS)
        self._step_ms = now_ms
        self._look_ms = now_ms
        self._lost_ms = [now_ms] * len(self._chips)
        self._events = []
        self._addresses = addresses
        self._is_lost = bytearray(len(self._chips))
        self.notice = None
        """A line for people: a chip was lost or came back. Whoever passes it on clears it."""

    def card_changed(self, antenna):
        """A card came to this antenna or left it."""
        now_ms = self._ticks_ms()
        for at in range(self._near_at[antenna], self._near_at[antenna + 1]):
            pad = self._pads_near[at]
            self._card_ms[pad] = now_ms
            if _UP < self._course[pad] < _PRESSED:
                self._course[pad] = _BRUSHED if self._course[pad] != _TAPPED else _UP

    def is_quiet(self):
        """Whether no finger is about to be told; one that a card brushed means nothing."""
        for pad in self._open:
            if self._course[pad] < _PRESSED:
                return False
        return True

    def is_hurried(self):
        """Whether another step soon would get on: a finger may come or leave, or one was felt and
        fields are kept off for it.
        """
        return self._is_keeping_quiet or self._is_calling()

    def take_event(self):
        """The next touch as (pad, pressed), or None."""
        return self._events.pop(0) if self._events else None

    def step(self):
        """Follows the contacts there are, and asks the chips when they have something to say."""
        now_ms = self._ticks_ms()
        if ticks_diff(now_ms, self._step_ms) < _STEP_MS:
            return
        self._step_ms = now_ms
        if self._chips and (self._is_calling() or ticks_diff(now_ms, self._look_ms) >= _LOOK_MS):
            self._look_ms = now_ms
            chip = self._chip_at
            self._chip_at = chip + 1 if chip + 1 < len(self._chips) else 0
            self._ask(chip, now_ms)
        if self._open:
            self._follow(now_ms)

    def _ask(self, chip, now_ms):
        """Whether the chip has reported what is touched now."""
        if not self._bus.is_free():
            self._give_up(chip)
            return False
        try:
            if not self._is_ready[chip]:
                if self._is_lost[chip] and elapsed(now_ms, self._lost_ms[chip]) < _RETRY_MS:
                    return False
                self._chips[chip].set_up()
                self._is_ready[chip] = 1
                self._look_ms = ticks_add(now_ms, -_LOOK_MS)
                return False
            touched = self._chips[chip].touched()
        except OSError as error:
            self._is_ready[chip] = 0
            if not self._bus.takes_blame(error):
                self._lost_ms[chip] = now_ms
                self._lose(chip, 1)
            self._give_up(chip)
            return False
        self._lose(chip, 0)
        if touched != self._touched[chip]:
            changed = touched ^ self._touched[chip]
            self._touched[chip] = touched
            first = chip * mpr121.ELECTRODES
            for electrode in range(mpr121.ELECTRODES):
                if changed >> electrode & 1 and self._pads[first + electrode] != _NO_PAD:
                    self._change(self._pads[first + electrode], touched >> electrode & 1, now_ms)
        return True

    def _give_up(self, chip):
        """Ends what has only begun on a chip that cannot be asked: no field need be off for it."""
        for pad in self._open:
            if self._pad_chips[pad] == chip and _SEEN <= self._course[pad] <= _QUIET:
                self._course[pad] = _UP

    def _lose(self, chip, is_lost):
        if is_lost != self._is_lost[chip]:
            self._is_lost[chip] = is_lost
            what = "does not answer: its pads are dead" if is_lost else "answers again"
            self.notice = f"touch chip 0x{self._addresses[chip]:02x} {what}"

    def _change(self, pad, is_down, now_ms):
        course = self._course
        at = course[pad]
        if is_down:
            if at == _UP:
                self._since_ms[pad] = now_ms
                is_brushed = elapsed(now_ms, self._card_ms[pad]) < _CARD_MS
                course[pad] = _BRUSHED if is_brushed else _SEEN
                if pad not in self._open:
                    self._open.append(pad)
        elif at == _PRESSED:
            self._events.append((pad, 0))
            course[pad] = _UP
        elif at == _SURE:
            course[pad] = _TAPPED
        elif at != _TAPPED:
            course[pad] = _UP

    # A course under way.

    def _follow(self, now_ms):
        scanner = self._scanner
        course = self._course
        quiet_for_ms = elapsed(now_ms, self._quiet_ms)
        if self._is_keeping_quiet and quiet_for_ms >= _MAX_QUIET_MS:
            self._end_quiet(now_ms)
            quiet_for_ms = 0
        wants_quiet = False
        index = len(self._open) - 1
        while index >= 0:
            pad = self._open[index]
            at = course[pad]
            if at == _SEEN:
                wants_quiet = True
                if scanner.are_fields_off(self._low_masks[pad], self._high_masks[pad]):
                    course[pad] = _QUIET
                    self._since_ms[pad] = now_ms
            elif at == _QUIET:
                wants_quiet = True
                if not scanner.are_fields_off(self._low_masks[pad], self._high_masks[pad]):
                    course[pad] = _SEEN
                elif (
                    ticks_diff(now_ms, self._since_ms[pad]) >= mpr121.SETTLE_MS
                    and self._ask(self._pad_chips[pad], now_ms)
                    and course[pad] == _QUIET
                ):
                    course[pad] = _SURE
            elif _SURE <= at <= _TAPPED:
                hold_ms = min(scanner.sweep_us // 1000, _MAX_HOLD_MS)
                if ticks_diff(now_ms, self._since_ms[pad]) >= hold_ms:
                    self._events.append((pad, 1))
                    course[pad] = _PRESSED
                    if at == _TAPPED:
                        self._events.append((pad, 0))
                        course[pad] = _UP
            elif at in (_UP, _PRESSED):
                self._open.pop(index)
            index -= 1
        if wants_quiet:
            if not self._is_keeping_quiet and quiet_for_ms >= _PAUSE_MS:
                self._is_keeping_quiet = True
                self._quiet_ms = now_ms
            if self._is_keeping_quiet:
                self._keep_quiet()
        elif self._is_keeping_quiet:
            self._end_quiet(now_ms)

    def _keep_quiet(self):
        """Keep the field off near the pads that were touched."""
        low = high = 0
        for pad in self._open:
            if self._course[pad] == _SEEN or self._course[pad] == _QUIET:
                low |= self._low_masks[pad]
                high |= self._high_masks[pad]
        self._scanner.keep_off(low, high)

    def _end_quiet(self, now_ms):
        self._is_keeping_quiet = False
        self._quiet_ms = now_ms
        self._scanner.keep_off(0, 0)


def _always():
    return True
