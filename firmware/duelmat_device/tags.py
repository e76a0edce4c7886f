"""DS: ISO/IEC 14443-3:2018, "Cards and security devices for personal identification", type A,
clauses 6.2 to 6.5.

Who lies on one antenna: wake, anticollision bit by bit through up to three cascade levels, select,
halt, and look for more. A card that is known is confirmed by waking and selecting it, without
anticollision. Each `step` looks at one exchange that is due and starts the next; between the two
the caller is free.
"""

from time import ticks_add, ticks_diff

from duelmat_device import mfrc522
from micropython import const

# What step() says. Everything from TAGS on means that something lies there.
RUNNING = const(0)
NOTHING = const(1)  # a clean time-out
FAULT = const(2)  # the reader chip did not do what it should: this says nothing about cards
TAGS = const(3)  # `count` tags, in `uids`
CONFIRMED = const(4)  # the known tag, and it was not looked for others
ERROR = const(5)  # answers that could not be made into a UID

MAX_TAGS = const(4)
_MAX_RESTARTS = const(1)
_EXPECTED_WAKES = const(
    3
)  # a card that should lie there is called again before it counts as missing
_MAX_LEVELS = const(3)

# Commands, 6.4.2 and table 7.
_REQA = const(0x26)
_WUPA = const(0x52)
_HLTA = const(0x50)
_SELECT_LEVELS = b"\x93\x95\x97"
_CASCADE_TAG = const(0x88)
_SAK_CASCADE = const(0x04)

# From the start of a request until its outcome stands, in microseconds: both frames at 106 kbit/s
# (1 etu = 9.44 us), the frame delay of 91 us and a margin for the chip. The first is bounded by
# silence instead.
_WAKE_US = const(94 + 310 + 20)
_PAUSE_US = const(516 - 310)  # two requests stand 7000/fc apart, 6.2.2
_ANTICOLLISION_US = const(198 + 91 + 444 + 60)
_SELECT_US = const(793 + 91 + 274 + 60)
_HALT_US = const(368 + 1000)  # 6.4.3: silence of 1 ms acknowledges

# Phases of a talk.
_IDLE = const(0)
_WAKE = const(1)
_ANTICOLLISION = const(2)
_SELECT = const(3)
_HALT = const(4)
_MORE = const(5)
_CONFIRM = const(6)
_PAUSE = const(7)


class Inventory:
    """The talk with the cards on the antenna that is addressed at present."""

    def __init__(self, reader, ticks_us):
        self._reader = reader
        self._ticks_us = ticks_us
        self.uids = [bytearray(10) for _ in range(MAX_TAGS)]
        self.uid_bytes = bytearray(MAX_TAGS)
        self.count = 0
        self.is_disturbed = False
        """Something beyond the tags found answered and could not be read."""
        self._phase = _IDLE
        self._due_us = 0
        self._wanted_bytes = 0
        self._known = None
        self._level = 0
        self._known_bits = 0
        self._part = bytearray(5)
        self._uid_fill = 0
        self._wakes = 0
        self._restarts = 0
        self._halts = 0
        self._outcome = (
            self._on_idle,
            self._on_wake,
            self._on_anticollision,
            self._on_select,
            self._on_halt,
            self._on_more,
            self._on_confirm,
            self._on_pause,
        )

    def begin(self, known, is_expected):
        """Starts the talk: `known` is the one UID whose presence is asked for, or None for all
        that lies there; `is_expected` whether something should.
        """
        self._known = known
        self._wakes = _EXPECTED_WAKES if is_expected else 1
        self.count = 0
        self.is_disturbed = False
        self._restarts = 0
        self._halts = 0
        self._reader.begin()
        self._wake(_WUPA, _WAKE)

    def step(self):
        """Looks at the exchange if it is due; RUNNING until the talk is over."""
        if ticks_diff(self._ticks_us(), self._due_us) < 0:
            return RUNNING
        return self._outcome[self._phase](self._reader.collect(self._wanted_bytes))

    def due_us(self):
        """When the next step has something to do."""
        return self._due_us

    def _start(self, phase, request_bytes, last_bits, align, is_crc, wanted_bytes, duration_us):
        self._reader.start(request_bytes, last_bits, align, is_crc)
        self._phase = phase
        self._wanted_bytes = wanted_bytes
        self._due_us = ticks_add(self._ticks_us(), duration_us)
        return RUNNING

    def _over(self, result):
        self._phase = _IDLE
        return result

    def _failed(self):
        """An exchange after the wake went wrong: begin again a bounded number of times, then
        say so.
        """
        if self._restarts < _MAX_RESTARTS and not self._halts:
            self._restarts += 1
            self._known = None
            return self._wake(_WUPA, _WAKE)
        self.is_disturbed = True
        return self._over(TAGS if self.count else ERROR)

    def _on_idle(self, _status):
        return NOTHING

    # Wake: 7 bits, no checksum; every tag answers with two bytes.

    def _wake(self, command, phase):
        self._reader.request[0] = command
        return self._start(phase, 1, 7, 0, False, 2, _WAKE_US)

    def _on_wake(self, status):
        if status == mfrc522.SILENCE:
            self._wakes -= 1
            if self._wakes > 0:
                self._phase = _PAUSE
                self._due_us = ticks_add(self._ticks_us(), _PAUSE_US)
                return RUNNING
            # Silence after a restart is not clean: something answered a moment ago.
            return self._over(ERROR if self._restarts else NOTHING)
        if status == mfrc522.LATE:
            return self._over(FAULT)
        self._wakes = 1
        self._level = 0
        self._uid_fill = 0
        if self._known is not None:
            if status == mfrc522.ANSWER:
                return self._select_known()
            self._known = None
        return self._anticollide_from(0)

    def _on_pause(self, _status):
        return self._wake(_WUPA, _WAKE)

    # Anticollision (6.5.3.1), no checksum:
    #
    #   SEL  NVB  UID bits known so far      answer: the rest of  UID0 UID1 UID2 UID3 BCC
    #   1    1    0 .. 4 bytes, last broken          5 bytes less what was sent

    def _anticollide_from(self, known_bits):
        self._known_bits = known_bits
        request = self._reader.request
        whole = known_bits >> 3
        bits = known_bits & 7
        request[0] = _SELECT_LEVELS[self._level]
        request[1] = (2 + whole) << 4 | bits
        sent = whole + (1 if bits else 0)
        for index in range(sent):
            request[2 + index] = self._part[index]
        return self._start(
            _ANTICOLLISION, 2 + sent, bits, bits, False, 5 - whole, _ANTICOLLISION_US
        )

    def _take_bits(self, until_bit):
        """Joins the answer to the bits known so far, up to `until_bit` bits of this level."""
        part = self._part
        answer = self._reader.answer
        whole = self._known_bits >> 3
        low_mask = (1 << (self._known_bits & 7)) - 1
        for index in range(whole, 5):
            value = answer[index - whole]
            if index == whole:
                value = part[index] & low_mask | value & ~low_mask & 0xFF
            valid = until_bit - index * 8
            if valid < 8:
                value = value & (1 << valid) - 1 if valid > 0 else 0
            part[index] = value

    def _on_anticollision(self, status):
        reader = self._reader
        if status == mfrc522.COLLISION:
            # DS of the chip 9.3.1.15 counts from the start of the received frame; the first byte
            # received begins at the bit where the request broke off.
            collided = (self._known_bits & ~7) + reader.collision_bit
            if reader.collision_bit == 0 or not self._known_bits < collided <= 32:
                return self._failed()
            self._take_bits(collided - 1)
            # Of the two branches the one with a 1 is followed (6.5.3.1 step 7).
            self._part[collided - 1 >> 3] |= 1 << (collided - 1 & 7)
            return self._anticollide_from(collided)
        if status == mfrc522.LATE:
            return self._over(FAULT)
        if status != mfrc522.ANSWER or reader.answer_bytes != self._wanted_bytes:
            return self._failed()
        self._take_bits(40)
        part = self._part
        if part[0] ^ part[1] ^ part[2] ^ part[3] != part[4]:
            return self._failed()
        return self._select(_SELECT)

    # Select (6.5.3.2), checksum by the chip both ways: SEL 70 UID0 UID1 UID2 UID3 BCC -> SAK

    def _select(self, phase):
        request = self._reader.request
        request[0] = _SELECT_LEVELS[self._level]
        request[1] = 0x70
        part = self._part
        for index in range(5):
            request[2 + index] = part[index]
        # Some chips of this family leave the two checksum bytes in the FIFO.
        return self._start(phase, 7, 0, 0, True, 3, _SELECT_US)

    def _on_select(self, status):
        if status == mfrc522.LATE:
            return self._over(FAULT)
        if status != mfrc522.ANSWER:
            return self._failed()
        part = self._part
        has_more = self._reader.answer[0] & _SAK_CASCADE
        # 6.5.4: the cascade tag stands exactly where the UID goes on, and is no part of it.
        if bool(has_more) != (part[0] == _CASCADE_TAG):
            return self._failed()
        uid = self.uids[self.count]
        fill = self._uid_fill
        for index in range(1 if has_more else 0, 4):
            uid[fill] = part[index]
            fill += 1
        for index in range(fill, 10):
            uid[index] = 0
        self._uid_fill = fill
        self._level += 1
        if has_more:
            if self._level == _MAX_LEVELS:
                return self._failed()
            return self._anticollide_from(0)
        self.uid_bytes[self.count] = fill
        if not self._is_counted_already():
            self.count += 1
        return self._halt()

    def _is_counted_already(self):
        """Whether a tag that was read before did not take its halt."""
        found = self.uids[self.count]
        for other in range(self.count):
            if self.uid_bytes[other] == self._uid_fill and self.uids[other] == found:
                return True
        return False

    # Halt (6.4.3): the tag read stays silent to REQA, so that the others can be asked.

    def _halt(self):
        self._halts += 1
        if self.count == MAX_TAGS or self._halts > MAX_TAGS:
            return self._over(TAGS)
        request = self._reader.request
        request[0] = _HLTA
        request[1] = 0
        return self._start(_HALT, 2, 0, 0, True, 0, _HALT_US)

    def _on_halt(self, _status):
        return self._wake(_REQA, _MORE)

    def _on_more(self, status):
        if status == mfrc522.SILENCE:
            return self._over(TAGS)
        if status == mfrc522.LATE:
            return self._over(FAULT)
        self._level = 0
        self._uid_fill = 0
        return self._anticollide_from(0)

    # A known card: its own SELECT frames, level by level; any other card stays silent to them.

    def _select_known(self):
        known = self._known
        assert known is not None
        start = self._level * 3
        is_last = len(known) - start == 4
        part = self._part
        if is_last:
            for index in range(4):
                part[index] = known[start + index]
        else:
            part[0] = _CASCADE_TAG
            for index in range(3):
                part[1 + index] = known[start + index]
        part[4] = part[0] ^ part[1] ^ part[2] ^ part[3]
        return self._select(_CONFIRM)

    def _on_confirm(self, status):
        known = self._known
        assert known is not None
        if status == mfrc522.LATE:
            return self._over(FAULT)
        if status != mfrc522.ANSWER:
            return self._failed()
        has_more = bool(self._reader.answer[0] & _SAK_CASCADE)
        is_last = len(known) - self._level * 3 == 4
        if has_more == is_last:
            return self._failed()
        if is_last:
            return self._over(CONFIRMED)
        self._level += 1
        return self._select_known()
