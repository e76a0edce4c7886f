"""The radio field: which antenna is on, which tag hears it, and what comes back.

An antenna is known by its index. Coupling (which tags an antenna reaches, and how well) is set by
the mat whenever hands move a card; two fields on at once that are neighbours drown each other.
"""

from .chance import Chance
from .clock import shifted
from .faults import Faults
from .supply import BROWN_OUT_MV, WEAK_MV, reader_rail_mv
from .tag import ACTIVE

# How well an antenna reaches a tag: its field at full power, in units of the field that the tag
# needs. Between the edge and a tenth more a tag is heard every other time.
WAKING = 1
_SURE = 1.1

GUARD_US = (
    5100  # ISO/IEC 14443-3:2018 clause 5 and a little: a field stands so long before a request
)

ANSWERED = 0
GARBLED = 1  # something was received, and its parity or length is wrong


class Answer:
    """An answer at the reader: bits from `skip` on in `data`, the first collision if any."""

    def __init__(self, data, skip, bits, collision=-1, quality=ANSWERED):
        self.data = data
        self.skip = skip
        self.bits = bits
        self.collision = collision  # index among the bits of the answer, or -1
        self.quality = quality


class Radio:
    """The antennas of a mat and the tags within their reach."""

    def __init__(self, antennas, neighbours, seed=1):
        self.neighbours = neighbours
        self.faults = Faults()
        self.fields = bytearray(antennas)
        self.power = [1] * antennas  # the field of each, as a share of that at full power
        self.off_since_us = [0] * antennas
        self.chance = Chance(seed)
        self.on_since_us = [0] * antennas
        self.is_asked = bytearray(antennas)  # since its field came on
        self.guard_violations = 0  # fields that had not stood long enough when a tag was asked
        self.neighbours_on = 0  # fields turned on beside one that was on
        self.fields_on = 0
        self.most_fields_on = 0
        self.answers = 0  # how often a tag was heard
        self.reads = 0  # how often a tag was selected, its whole UID told
        self._coupled = [()] * antennas  # per antenna: (tag, how well it is reached) ...
        self._tags = []
        self._spoil = [_ignore] * antennas
        self._bled = {}  # antenna -> the neighbours' tags that its field reaches this time
        self._brown_out = _ignore

    def on_spoil(self, antenna, spoil):
        """Have `spoil()` called when something disturbs an exchange of this antenna."""
        self._spoil[antenna] = spoil

    def on_brown_out(self, reset):
        """Have `reset()` called when the readers' supply gives way."""
        self._brown_out = reset

    def shift(self):
        for tag in self._tags:
            tag.shift(shifted)
        self.off_since_us = [shifted(time_us) for time_us in self.off_since_us]
        self.on_since_us = [shifted(time_us) for time_us in self.on_since_us]

    def couple(self, coupled, now_us):
        """Set which tags each antenna reaches; tags whose reach changed start anew."""
        for antenna in list(self._bled):
            self._end_bleeding(antenna)
        before = _reach_by_tag(self._coupled)
        after = _reach_by_tag(coupled)
        for tag, antennas in before.values():
            if antennas != after.get(id(tag), (tag, []))[1]:
                for antenna, _ in antennas:
                    if self.fields[antenna]:
                        tag.starve()
                    self._spoil[antenna]()
        for tag, antennas in after.values():
            if antennas != before.get(id(tag), (tag, []))[1]:
                for antenna, _ in antennas:
                    if self.fields[antenna]:
                        tag.feed(now_us)
                    self._spoil[antenna]()
        self._coupled = coupled
        self._tags = [tag for tag, _ in after.values()]

    def switch(self, antenna, is_on, now_us):
        """Turn the field of an antenna on or off."""
        if self.fields[antenna] == is_on:
            return
        self.fields[antenna] = is_on
        self._spoil[antenna]()
        if is_on:
            self.on_since_us[antenna] = now_us
            self.is_asked[antenna] = 0
            self.fields_on += 1
            self.most_fields_on = max(self.most_fields_on, self.fields_on)
            for other in self.neighbours[antenna]:
                self._spoil[other]()
                self.neighbours_on += self.fields[other]
            if self.faults.bleed:
                self._begin_bleeding(antenna, now_us)
        else:
            self.fields_on -= 1
            self.off_since_us[antenna] = now_us
            if antenna in self._bled:
                self._end_bleeding(antenna)
        for tag, _ in self._coupled[antenna]:
            if is_on:
                tag.feed(now_us)
            else:
                tag.starve()
        if is_on and self.faults.sag_mv and self.rail_mv() < BROWN_OUT_MV:
            self._brown_out()

    def rail_mv(self):
        """The voltage that the readers are fed with now."""
        return reader_rail_mv(self.faults.sag_mv, self.fields_on)

    def is_jammed(self, antenna):
        fields = self.fields
        for other in self.neighbours[antenna]:
            if fields[other]:
                return True
        return False

    def exchange(self, antenna, frame, bits, now_us):
        """Send a frame from an antenna; the answer that its reader receives, or None."""
        if not self.fields[antenna] or antenna in self.faults.stuck:
            return None
        if not self.is_asked[antenna]:
            self.is_asked[antenna] = 1
            if now_us - self.on_since_us[antenna] < GUARD_US:
                self.guard_violations += 1
        coupled = self._coupled[antenna]
        if self.is_jammed(antenna):
            return self._jammed(coupled)
        if antenna in self._bled:
            coupled = tuple(coupled) + self._bled[antenna]
        if not coupled:
            return None
        is_weak = self.faults.sag_mv and self.rail_mv() < WEAK_MV
        power = self.power[antenna]
        heard = None
        for tag, strength in coupled:
            strength *= power
            if strength < _SURE and (strength < WAKING or is_weak):
                continue
            if (strength < _SURE or is_weak) and self.chance.below(2):
                continue
            if self.chance.happens(self.faults.dropout):
                continue
            was_active = tag.state == ACTIVE
            data = tag.hear(frame, bits, now_us)
            if data is not None:
                if tag.state == ACTIVE and not was_active:
                    self.reads += 1
                answer = _whole(data, tag.skip_bits)
                heard = answer if heard is None else _overlay(heard, answer)
        if heard is not None:
            self.answers += 1
            self._disturb(heard)
        return heard

    def _jammed(self, coupled):
        if not coupled or self.chance.below(2):
            return None
        return Answer(bytes((self.chance.below(256),)), 0, 8, quality=GARBLED)

    def _begin_bleeding(self, antenna, now_us):
        """The field reaches over to a neighbour this time: it feeds the tags there, and they hear
        it as at the edge of a coil.
        """
        bled = []
        for other in self.neighbours[antenna]:
            if self._coupled[other] and self.chance.happens(self.faults.bleed):
                bled += [(tag, WAKING) for tag, _ in self._coupled[other]]
        if bled:
            self._bled[antenna] = tuple(bled)
            for tag, _ in bled:
                tag.feed(now_us)

    def _end_bleeding(self, antenna):
        for tag, _ in self._bled.pop(antenna):
            tag.starve()

    def _disturb(self, answer):
        is_noisy = self.chance.happens(self.faults.noise)
        if is_noisy or self.chance.happens(self.faults.mangled):
            at = answer.skip + self.chance.below(answer.bits)
            data = bytearray(answer.data)
            data[at >> 3] ^= 1 << (at & 7)
            answer.data = data
            if is_noisy:
                answer.quality = GARBLED


def _ignore():
    return None


def _reach_by_tag(coupled):
    reach = {}
    for antenna in range(len(coupled)):
        for tag, strength in coupled[antenna]:
            reach.setdefault(id(tag), (tag, []))[1].append((antenna, strength))
    return reach


def _whole(data, skip):
    return Answer(data, skip, len(data) * 8 - skip)


def _overlay(one, other):
    """Two answers at the same time: equal bits are read, the first different one collides."""
    length = max(len(one.data), len(other.data))
    merged = bytearray(length)
    collision = one.collision
    for index in range(length):
        left = one.data[index] if index < len(one.data) else 0
        right = other.data[index] if index < len(other.data) else 0
        merged[index] = left | right
        different = left ^ right
        if different:
            bit = 0
            while not different >> bit & 1:
                bit += 1
            at = index * 8 + bit - one.skip
            if at >= 0 and (collision < 0 or at < collision):
                collision = at
    return Answer(merged, one.skip, length * 8 - one.skip, collision)
