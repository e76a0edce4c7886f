"""DS: ISO/IEC 14443-3:2018, "Cards and security devices for personal identification", type A,
clauses 6.2 to 6.5.

Who lies on one antenna: wake, anticollision bit by bit through up to three cascade levels, select,
halt, and look for more. A card that is known is confirmed by waking and selecting it, without
anticollision, with frames that were made when it was read. Each `step` looks at one exchange that
is due and starts the next; between the two the caller is free, and may step other inventories:
each reader chip runs its exchange alone.
"""

from time import ticks_add

from duelmat_device import mfrc522
from micropython import const

TYPE_CHECKING = False
if TYPE_CHECKING:  # MicroPython has no typing
    from typing import Any

# What step() says. Everything from TAGS on means that something lies there.
RUNNING = const(0)
NOTHING = const(1)  # a clean time-out
FAULT = const(2)  # the reader chip did not do what it should: this says nothing about cards
TAGS = const(3)  # `count` tags, in `found`
CONFIRMED = const(4)  # the known tag; others beside it were looked for only in a thorough visit
ERROR = const(5)  # answers that could not be made into a UID

MAX_TAGS = const(4)
_MAX_RESTARTS = const(1)
# A card that should lie there is called again before it counts as missing.
_EXPECTED_WAKES = const(3)
_MAX_LEVELS = const(3)
UID_BYTES = const(10)

# Commands, 6.4.2 and table 7.
_SELECT_LEVELS = b"\x93\x95\x97"
_CASCADE_TAG = const(0x88)
_SAK_CASCADE = const(0x04)
# What nearly every tag answers to SELECT, checksum and all: kept once for all cards.
_USUAL_ANSWERS = (b"\x04\xda\x17", b"\x00\xfe\x51")

# From the start of a request until its outcome stands, in microseconds: both frames at 106 kbit/s
# (1 etu = 9.44 us), the frame delay of 91 us and a margin for the chip.
GUARD_US = const(5100)  # clause 5: a field stands so long before a card may be asked
_WAKE_US = const(94 + 91 + 189 + 30)
# Where nothing is expected, silence is looked for as soon as the chip's timer has run out.
_SILENCE_US = 94 + mfrc522.SILENCE_US + 20
_PAUSE_US = const(516 - 300)  # two requests stand 7000/fc apart, 6.2.2
_ANTICOLLISION_US = const(198 + 91 + 444 + 30)
_SELECT_US = const(793 + 91 + 274 + 30)
_HALT_US = const(368 + 1000)  # 6.4.3: silence of 1 ms acknowledges
_LATE_US = const(120)

# Requests of 7 bits, and the frames of whole bytes.
_REQA = bytes(mfrc522.frame(0x26))
_WUPA = bytes(mfrc522.frame(0x52))
_HLTA = bytes(mfrc522.frame(0x50, 0x00, 0x57, 0xCD))
_SHORT = mfrc522.framing(7, 0)
_WHOLE = mfrc522.framing(0, 0)
# Filled in and sent, or looked at, in one step, so one of each will do for all talks. A frame must
# be as long as what is sent of it.
_REQUEST = mfrc522.frame(0, 0, 0, 0, 0, 0, 0)
_REQUESTS = [memoryview(_REQUEST)[: 3 + count] for count in range(5)]
_SAK = bytearray(3)
_BROKEN = bytearray(_WHOLE)  # for frames that end and go on within a byte


def put_crc(data, start, end):
    """Writes CRC_A (annex B) of data[start:end] behind it: polynomial 0x8408, preset 0x6363."""
    crc = 0x6363
    for index in range(start, end):
        byte = data[index] ^ crc & 0xFF
        byte = (byte ^ byte << 4) & 0xFF
        crc = crc >> 8 ^ byte << 8 ^ byte << 3 ^ byte >> 4
    data[end] = crc & 0xFF
    data[end + 1] = crc >> 8


class Card:
    """One tag as it was read: its UID, and what selecting it sends and hears."""

    answers: "Any" = _USUAL_ANSWERS
    """SAK of each level with its checksum; a card has a list of its own where they are unusual."""

    def __init__(self):
        self.uid = bytearray(1 + UID_BYTES)
        """Its length, its bytes, and zeroes: two cards are the same when these are."""
        self.frames: "Any" = (
            mfrc522.frame(0, 0x70, 0, 0, 0, 0, 0, 0, 0),
            mfrc522.frame(0, 0x70, 0, 0, 0, 0, 0, 0, 0),
        )
        """SELECT of each level, checksum and all."""

    def uid_bytes(self):
        return bytes(self.uid[1 : 1 + self.uid[0]])


class Inventory:
    """The talk with the cards on one antenna, whose reader is addressed when it is called."""

    def __init__(self, reader, ticks_us):
        self._reader = reader
        self._ticks_us = ticks_us
        self.antenna = 0
        """The number of the antenna that this is about; the caller's note."""
        self.is_thorough = False
        """Whether a known card is not enough, and others beside it are looked for."""
        self.due_us = 0
        """The time when the next step has something to do."""
        self.expected = NOTHING
        """The outcome that would be no news: NOTHING or CONFIRMED, or RUNNING for none."""
        self.found = [Card()]
        """The tags that were read, up to `count`; the others are there to be written over. There
        is another as soon as two lie there.
        """
        self.count = 0
        self.is_disturbed = False
        """Something beyond the tags found answered and could not be read."""
        self.card: "Any" = None
        """The one Card that is asked for, or None for all that lies there."""
        self._is_late = False
        self._level = 0
        self._known_bits = 0
        self._part = bytearray(5)
        self._wanted_bytes = 0
        self._wakes = 0
        self._restarts = 0
        self._halts = 0
        self._is_crowd = False
        self.step = Inventory._on_warm
        """The step that is due, to be called with this inventory: to bind it would take memory.
        It returns the talk's result, RUNNING until the talk is over.
        """

    def begin(self, card, is_expected):
        """Turns the field on; the talk begins when it has stood for the guard time.

        `card` is the one Card whose presence is asked for, or None for all that lies there;
        `is_expected` whether something should.
        """
        self._reader.field_on()
        self.due_us = ticks_add(self._ticks_us(), GUARD_US)
        self._reader.load(_WUPA)
        self.card = card
        self.step = Inventory._on_warm
        if not is_expected and self.expected == NOTHING:
            return
        if is_expected:
            self.expected = RUNNING if card is None else CONFIRMED
        else:
            self.expected = NOTHING
        self._wakes = _EXPECTED_WAKES if is_expected else 1
        self.count = 0
        self.is_disturbed = False
        self._restarts = 0
        self._halts = 0
        self._is_crowd = False

    def end(self, result):
        """Turns the field off, and leaves the chip as `begin` expects it."""
        if result != NOTHING and not self._reader.is_clean:
            self._reader.flush()
        self._reader.field_off()

    def break_off(self):
        """Ends a talk in the midst of it, whatever its state; nothing comes of it."""
        self._reader.flush()
        self._reader.field_off()
        self.expected = RUNNING

    def _over(self, result):
        if self.expected == NOTHING:
            self.expected = RUNNING  # the next talk begins with everything as new
        return result

    def _failed(self):
        """An exchange after the wake went wrong: begin again a bounded number of times, then
        say so.
        """
        if self._restarts < _MAX_RESTARTS and not self.count:
            self._restarts += 1
            self.card = None
            return self._call()
        self.is_disturbed = True
        return self._over(TAGS if self.count else ERROR)

    # Wake: 7 bits, no checksum; every tag answers with two bytes.

    def _on_warm(self):
        self._reader.send(_SHORT)
        self.step = Inventory._on_wake
        wait_us = _SILENCE_US if self.expected == NOTHING else _WAKE_US
        self.due_us = ticks_add(self._ticks_us(), wait_us)
        return RUNNING

    def _call(self):
        """Wakes once more in the same talk."""
        reader = self._reader
        reader.flush()
        reader.load(_WUPA)
        reader.send(_SHORT)
        self.step = Inventory._on_wake
        self.due_us = ticks_add(self._ticks_us(), _WAKE_US)
        return RUNNING

    def _on_late(self):
        """Gives an exchange one more moment: a reader in doubt is asked twice."""
        self._is_late = not self._is_late
        if not self._is_late:
            return self._over(FAULT)
        self.due_us = ticks_add(self._ticks_us(), _LATE_US)
        return RUNNING

    def _on_wake(self):
        status = self._reader.collect(2)
        if status == mfrc522.SILENCE:
            if self.expected == NOTHING:
                return NOTHING
            return self._on_no_answer()
        if status == mfrc522.LATE:
            return self._on_late()
        self._is_late = False
        self._wakes = 1
        self._level = 0
        if self.card is not None and status == mfrc522.ANSWER:
            return self._select_known()
        self.card = None
        if self.expected == NOTHING:
            self.expected = RUNNING
        return self._read_another()

    def _read_another(self):
        """Begins to read a tag of which nothing is known."""
        found = self.found
        if self.count == len(found):
            found.append(Card())
        found[self.count].uid[0] = 0
        return self._anticollide_from(0)

    def _on_no_answer(self):
        self._wakes -= 1
        if self._wakes > 0:
            self.step = Inventory._call
            self.due_us = ticks_add(self._ticks_us(), _PAUSE_US)
            return RUNNING
        # Silence after a restart is not clean: something answered a moment ago.
        return self._over(ERROR if self._restarts else NOTHING)

    # Anticollision (6.5.3.1), no checksum:
    #
    #   SEL  NVB  UID bits known so far      answer: the rest of  UID0 UID1 UID2 UID3 BCC
    #   1    1    0 .. 4 bytes, last broken          5 bytes less what was sent

    def _anticollide_from(self, known_bits):
        self._known_bits = known_bits
        whole = known_bits >> 3
        bits = known_bits & 7
        request = _REQUEST
        request[1] = _SELECT_LEVELS[self._level]
        request[2] = (2 + whole) << 4 | bits
        sent = whole + (1 if bits else 0)
        for index in range(sent):
            request[3 + index] = self._part[index]
        self.step = Inventory._on_anticollision
        self._wanted_bytes = 5 - whole
        _BROKEN[1] = _WHOLE[1] | bits << 4 | bits
        return self._exchange(_REQUESTS[sent], _BROKEN, _ANTICOLLISION_US)

    def _exchange(self, request, how, duration_us):
        reader = self._reader
        if reader.is_clean:
            reader.again(request, how)
        else:
            reader.flush()
            reader.load(request)
            reader.send(how)
        self.due_us = ticks_add(self._ticks_us(), duration_us)
        return RUNNING

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

    def _on_anticollision(self):
        reader = self._reader
        status = reader.collect(self._wanted_bytes)
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
            return self._on_late()
        self._is_late = False
        if status != mfrc522.ANSWER or reader.answer_bytes != self._wanted_bytes:
            return self._failed()
        self._take_bits(40)
        part = self._part
        if part[0] ^ part[1] ^ part[2] ^ part[3] != part[4]:
            return self._failed()
        return self._select()

    # Select (6.5.3.2): SEL 70 UID0 UID1 UID2 UID3 BCC CRC CRC -> SAK CRC CRC

    def _select(self):
        card = self.found[self.count]
        level = self._level
        if level == len(card.frames):  # a UID of ten bytes: room for a third level
            card.frames += (bytearray(card.frames[0]),)
            card.answers = list(card.answers) + [b""]
        request = card.frames[level]
        request[1] = _SELECT_LEVELS[level]
        part = self._part
        for index in range(5):
            request[3 + index] = part[index]
        put_crc(request, 1, 8)
        self.step = Inventory._on_select
        return self._exchange(request, _WHOLE, _SELECT_US)

    def _on_select(self):
        status = self._reader.collect(3)
        if status == mfrc522.LATE:
            return self._on_late()
        self._is_late = False
        answer = self._reader.answer
        card = self.found[self.count]
        level = self._level
        sak = _SAK
        sak[0] = answer[0]
        put_crc(sak, 0, 1)
        if status != mfrc522.ANSWER or self._reader.answer_three != sak:
            return self._failed()
        if card.answers[level] != sak:
            card.answers = list(card.answers)
            card.answers[level] = bytes(sak)
        part = self._part
        has_more = answer[0] & _SAK_CASCADE
        # 6.5.4: the cascade tag stands where the UID goes on, and is no part of it. A UID does not
        # begin with it, but may have the same byte later.
        if bool(has_more) != (part[0] == _CASCADE_TAG) and (has_more or not level):
            return self._failed()
        uid = card.uid
        fill = uid[0]
        for index in range(1 if has_more else 0, 4):
            fill += 1
            uid[fill] = part[index]
        uid[0] = fill
        self._level = level + 1
        if has_more:
            if self._level == _MAX_LEVELS:
                return self._failed()
            return self._anticollide_from(0)
        for index in range(fill + 1, 1 + UID_BYTES):
            uid[index] = 0
        if not self._is_counted_already(uid):
            self.count += 1
        return self._halt() if self._is_crowd else self._look_for_more()

    def _is_counted_already(self, uid):
        """Whether a tag that was read before did not take its halt."""
        for other in range(self.count):
            if self.found[other].uid == uid:
                return True
        return False

    # More: an ACTIVE tag that hears REQA goes back to IDLE and says nothing (figure 7), so whoever
    # answers is another one. Then all are read from the start, and each that was read is halted
    # (6.4.3), so that it stays silent while the others are asked.

    def _look_for_more(self):
        self.step = Inventory._on_more
        return self._exchange(_REQA, _SHORT, _SILENCE_US)

    def _halt(self):
        self._halts += 1
        if self.count == MAX_TAGS or self._halts > MAX_TAGS:
            return self._over(TAGS)
        self.step = Inventory._on_halt
        return self._exchange(_HLTA, _WHOLE, _HALT_US)

    def _on_halt(self):
        reader = self._reader
        reader.flush()
        reader.load(_REQA)
        reader.send(_SHORT)
        self.step = Inventory._on_more
        self.due_us = ticks_add(self._ticks_us(), _WAKE_US)
        return RUNNING

    def _on_more(self):
        status = self._reader.collect(2)
        if status == mfrc522.SILENCE:
            self._reader.is_clean = True
            return self._over(TAGS if self.card is None else CONFIRMED)
        if status == mfrc522.LATE:
            return self._on_late()
        self._is_late = False
        if not self._is_crowd:
            self._is_crowd = True
            self.card = None
            self.count = 0
            return self._call()
        self._level = 0
        return self._read_another()

    # A known card: its own SELECT frames, level by level; any other card stays silent to them.

    def _select_known(self):
        card = self.card
        self._reader.again(card.frames[self._level], _WHOLE)
        self.step = Inventory._on_confirm
        self.due_us = ticks_add(self._ticks_us(), _SELECT_US)
        return RUNNING

    def _on_confirm(self):
        reader = self._reader
        card = self.card
        level = self._level
        status = reader.collect(3)
        if status == mfrc522.ANSWER and reader.answer_three == card.answers[level]:
            level += 1
            if level * 3 + 1 == card.uid[0]:  # each level has three bytes, the last one four
                return self._look_for_more() if self.is_thorough else CONFIRMED
            self._level = level
            return self._select_known()
        if status == mfrc522.LATE:
            return self._on_late()
        self._is_late = False
        return self._failed()
