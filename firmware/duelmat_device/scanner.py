"""Scanner: which antenna is asked when.

A field must stand 5.1 ms before a card may be asked (ISO/IEC 14443-3:2018 clause 5), so fields
warm up while others talk: at most `fields_at_once`, never two neighbours. Every field has an
inventory of its own, and the reader chips run their exchanges alone, so that talks overlap too.

Of the fields turned on, one in three goes to antennas that the host called hot or whose content
is just changing, the others go around the whole mat: so with anything hot a sweep takes half as
long again, and never more. Every reader's registers are read back once in ten sweeps, while its
field stands; one that does not have them as they should be is set up anew and left out until it
has.
"""

from time import ticks_add, ticks_diff

from duelmat_device import tags
from duelmat_wire import EMPTY, HEALTH_FINE, HEALTH_NO_FIELD, elapsed
from micropython import const

_TOUR_TURNS = const(2)  # before another hot one has its turn, however long they take
_THOROUGH_MASK = const(7)  # others beside a known card are looked for at one sweep in eight
_CHECK_EVERY = const(10)  # antennas on tour, so ten sweeps for all
_MEND_EVERY_US = const(100_000)
_NOTICE_EVERY_US = const(1_000_000)
_LOOK_AHEAD = const(10)
_HALF = const(20)  # antennas a mask: small numbers are what costs no memory
# An antenna alone in the upper half's mask, and _HALF further on in the lower half's.
_BITS = tuple([0] * _HALF + [1 << at for at in range(_HALF)] + [0] * _HALF)
MAX_HOT = const(12)  # those of six zones
_LONG_US = const(1_000_000)
_YES = b"\x01"


class Scanner:
    """Visits the antennas."""

    def __init__(self, reader, address, neighbours, tour, presence, ticks_us, fields_at_once=4):
        """`address` puts an antenna, by its index, on the decoders' address lines; `tour` is the
        order of the antennas (see plan_tour).
        """
        count = len(neighbours)
        self._reader = reader
        self._address = address
        self._presence = presence
        self._known = presence.known
        self._shown = presence.shown
        self._ticks_us = ticks_us
        self._fields_at_once = fields_at_once
        self._resting = [tags.Inventory(reader, ticks_us) for _ in range(fields_at_once)]
        self._spared = []  # inventories that have no field while the supply is weak
        self._running = []  # the inventories of the fields that are on, the one due next first
        # Masks over the antennas, in two halves: those on now, and each with its neighbours.
        self._on_low = 0
        self._on_high = 0
        self._off_low = 0  # those that must stay off for a moment
        self._off_high = 0
        self._near_low = tuple([_mask([at] + neighbours[at], 0) for at in range(count)])
        self._near_high = tuple([_mask([at] + neighbours[at], _HALF) for at in range(count)])
        self._whole_tour = tour
        self._tour = []
        self._planned = []
        self._is_tour_changed = False
        self._tour_at = 0
        self.sweeps = 0
        """The number of sweeps that have been made, from 0 to 255 and on from 0."""
        self._hot = []
        self._hot_count = 0
        self._hot_until_us = 0
        self._open_at = 0
        self._hot_from = 0  # the place in the tour from which on a hot one may have its turn
        self.health = bytearray([HEALTH_FINE] * count)
        """The health of each antenna's reader, as the wire has it."""
        self._told_health = bytearray([HEALTH_FINE] * count)
        self.is_health_changed = False
        self._check_at = 0
        self._ill_count = 0
        self._mend_at = 0
        self._mended_us = ticks_us()
        self._started = 0
        self.tallied = -1
        """The antenna whose visits are counted by what came of them, or -1."""
        self.tally = [0] * (tags.ERROR + 1)
        self.repairs = 0
        """The number of times that a reader had forgotten its set-up and was set up anew."""
        self.notice = None
        """A line for people: a reader was set up anew. Whoever passes it on clears it."""
        self._noticed_us = ticks_add(ticks_us(), -_NOTICE_EVERY_US)
        self.stranger = None
        """A line for people about a reader of a version that is not known, or None."""
        self._sweep_began_us = ticks_us()
        self.due_us = ticks_us()
        """The time when the next step has something to do."""
        self.sweep_us = 0
        """The time that the last round over the whole mat took."""

    def set_hot(self, antennas, ttl_ms):
        """The antennas, the first MAX_HOT of these, to visit more often for the next `ttl_ms`."""
        self._hot = list(antennas[:MAX_HOT])
        self._hot_count = len(self._hot)
        self._hot_until_us = ticks_add(self._ticks_us(), min(ttl_ms, 500_000) * 1000)

    def count_visits(self, antenna):
        """The numbers of visits to this antenna, of answers and of unreadable ones, since this was
        asked of it last; what was counted of another before is forgotten.
        """
        tally = self.tally
        if antenna != self.tallied:
            self.tallied = antenna
            for result in range(len(tally)):
                tally[result] = 0
        answered = tally[tags.TAGS] + tally[tags.CONFIRMED]
        counts = (answered + tally[tags.NOTHING] + tally[tags.ERROR], answered, tally[tags.ERROR])
        for result in range(len(tally)):
            tally[result] = 0
        return counts

    def hot(self):
        """The antennas that are hot now."""
        return sorted(self._hot[: self._hot_count])

    def next_health_change(self):
        """An antenna whose health changed since it was last named here, or -1."""
        if not self.is_health_changed:
            return -1
        for antenna in range(len(self.health)):
            if self.health[antenna] != self._told_health[antenna]:
                self._told_health[antenna] = self.health[antenna]
                return antenna
        self.is_health_changed = False
        return -1

    def masks(self, antennas):
        """Some antennas as two masks, of the first half of them all and of the second."""
        return _mask(antennas, 0), _mask(antennas, _HALF)

    def are_fields_off(self, low, high):
        """Whether none of these antennas, as masks, has its field on now."""
        return not (self._on_low & low or self._on_high & high)

    def is_field_on(self, antenna):
        return bool(self._on_low & _BITS[_HALF + antenna] | self._on_high & _BITS[antenna])

    def keep_off(self, low, high):
        """The antennas, as masks, that are not begun with until this is called again."""
        self._off_low = low
        self._off_high = high

    def count_fields_on(self):
        return len(self._running)

    def limit_fields(self, count):
        """Allows so many fields at once, of those there may be: the supply bears no more. What is
        too many is turned off immediately, the latest first, and comes when its turn is again.
        """
        resting = self._resting
        while len(resting) + len(self._running) > max(1, count):
            self._spared.append(resting.pop() if resting else self._break_off())
        while self._spared and len(resting) + len(self._running) < count:
            resting.append(self._spared.pop())
        self.due_us = self._ticks_us() if resting else self._running[0].due_us

    def _break_off(self):
        inventory = self._running.pop()
        antenna = inventory.antenna
        self._on_low ^= _BITS[_HALF + antenna]
        self._on_high ^= _BITS[antenna]
        self._address(antenna)
        inventory.break_off()
        return inventory

    def step(self):
        """Does the act that is due."""
        running = self._running
        if self._resting:
            if not running or ticks_diff(self._ticks_us(), running[0].due_us) < 0:
                self._wake_one()
                return
        inventory = running[0]
        self._address(inventory.antenna)
        result = inventory.step(inventory)
        if result:
            self._finish(inventory, result)
        elif len(running) > 1 and ticks_diff(running[1].due_us, inventory.due_us) < 0:
            self._requeue(inventory)
        if not self._resting:
            self.due_us = running[0].due_us

    def _requeue(self, inventory):
        """Puts the first inventory where it belongs by the time when it is due."""
        running = self._running
        due_us = inventory.due_us
        at = 2
        while at < len(running) and ticks_diff(running[at].due_us, due_us) < 0:
            at += 1
        running.insert(at - 1, running.pop(0))

    def _finish(self, inventory, result):
        antenna = inventory.antenna
        inventory.end(result)
        self._running.pop(0)
        self._on_low ^= _BITS[_HALF + antenna]
        self._on_high ^= _BITS[antenna]
        presence = self._presence
        tallied = self.tallied
        if result != inventory.expected or presence.open_count or antenna == tallied:
            if antenna == tallied:
                self.tally[result] += 1
            is_new = presence.observe(antenna, result, inventory)
            if presence.is_power_new:
                self._step_powers()
                self._address(antenna)
            if is_new and self._is_free(antenna):
                self._ask_again(inventory)
                return
            if result == tags.FAULT:
                self._check(antenna, False)
        antenna = self._next()
        if antenna < 0:
            self._resting.append(inventory)
        else:
            self._begin(inventory, antenna)

    def _step_powers(self):
        """Sets the power of all readers whose field is off as it is wanted."""
        presence = self._presence
        power = presence.power
        wanted = presence.wanted_power
        is_left = False
        for antenna in range(len(power)):
            if power[antenna] != wanted[antenna]:
                if self.is_field_on(antenna):
                    is_left = True
                    continue
                self._address(antenna)
                self._reader.set_power(wanted[antenna])
                power[antenna] = wanted[antenna]
        presence.is_power_new = is_left

    def _ask_again(self, inventory):
        """Visits again immediately, for the one tag that was found."""
        antenna = inventory.antenna
        inventory.begin(inventory.found[0], True)
        self._on_low |= _BITS[_HALF + antenna]
        self._on_high |= _BITS[antenna]
        self._running.append(inventory)

    def _wake_one(self):
        """Begins with a field that found no antenna before, if there is one now."""
        if self._started < len(self.health):
            self._start_one()
            return
        now_us = self._ticks_us()
        if self._ill_count:
            self._mend_one(now_us)
        antenna = self._next()
        if antenna >= 0:
            self._begin(self._resting.pop(), antenna)
        # As long as any rests, every step is a try.
        self.due_us = now_us if self._resting else self._running[0].due_us

    def _begin(self, inventory, antenna):
        self._address(antenna)
        inventory.begin(self._known[antenna], self._shown[antenna] != EMPTY)
        # The guard time runs: what is left has time.
        self._on_low |= _BITS[_HALF + antenna]
        self._on_high |= _BITS[antenna]
        inventory.antenna = antenna
        inventory.is_thorough = (antenna ^ self.sweeps) & _THOROUGH_MASK == 0
        self._running.append(inventory)
        if self._tour_at == self._check_at:
            self._check_at += _CHECK_EVERY
            self._check(antenna, True)

    # Who is next.

    def _next(self):
        """The antenna whose field is turned on now, or -1 when none may be."""
        at = self._tour_at
        if at >= self._hot_from and (self._hot_count or self._presence.open_count):
            antenna = self._next_hot()
            if antenna >= 0:
                self._hot_from = at + _TOUR_TURNS
                return antenna
        if at >= len(self._tour):
            at = self._end_sweep()
        antenna = self._tour[at]
        if (
            self._near_low[antenna] & self._on_low | _BITS[_HALF + antenna] & self._off_low
            or self._near_high[antenna] & self._on_high | _BITS[antenna] & self._off_high
        ):
            return self._next_but_one(at)
        self._tour_at = at + 1
        if self._hot_count and antenna in self._hot:
            # It had a turn: the others that are hot come first now.
            self._hot.remove(antenna)
            self._hot.append(antenna)
        return antenna

    def _next_but_one(self, at):
        """One that is blocked just now changes places with a later one. When all of the next few
        are, its turn waits: a tour that went on without them would starve them.
        """
        tour = self._tour
        for ahead in range(at + 1, min(at + _LOOK_AHEAD, len(tour))):
            antenna = tour[ahead]
            if self._is_free(antenna):
                tour[ahead] = tour[at]
                tour[at] = antenna
                self._is_tour_changed = True
                self._tour_at = at + 1
                return antenna
        return -1

    def _is_free(self, antenna):
        """Whether neither it nor a neighbour is on, and it may be."""
        return not (
            self._near_low[antenna] & self._on_low | _BITS[_HALF + antenna] & self._off_low
            or self._near_high[antenna] & self._on_high | _BITS[antenna] & self._off_high
        )

    def _end_sweep(self):
        self._tour_at = 0
        if self._is_tour_changed:
            # Places that were changed stay so for one sweep: they would come to block one another.
            self._is_tour_changed = False
            for at in range(len(self._tour)):  # a slice would take memory
                self._tour[at] = self._planned[at]
        self._hot_from = 0
        self.sweeps = self.sweeps + 1 & 0xFF
        self._check_at = 1 + self.sweeps % _CHECK_EVERY
        if self._presence.told_count and not self.sweeps & _THOROUGH_MASK:
            self._presence.look_for_others()
            self._step_powers()
        if self._presence.ask_weak():
            self._step_powers()
        now_us = self._ticks_us()
        self.sweep_us = ticks_diff(now_us, self._sweep_began_us)
        self._sweep_began_us = now_us
        if self._hot_count and ticks_diff(now_us, self._hot_until_us) >= 0:
            self._hot_count = 0
        if self._ill_count:
            self._mend_one(now_us)
        return 0

    def _next_hot(self):
        """One that is hot or open, in turn; -1 when all of them are blocked just now."""
        is_open = self._presence.is_open
        at = self._open_at
        for _ in range(self._presence.open_count):
            at = is_open.find(_YES, at + 1)
            if at < 0:
                at = is_open.find(_YES)
            if self._is_free(at) and self.health[at] == HEALTH_FINE:
                self._open_at = at
                return at
        hot = self._hot
        for at in range(self._hot_count):
            antenna = hot[at]
            if self._is_free(antenna) and self.health[antenna] == HEALTH_FINE:
                # Behind all others: one that was blocked is tried first the next time.
                hot.append(hot.pop(at))
                return antenna
        return -1

    # Health.

    def _start_one(self):
        """Sets up one reader; when all are, the tour begins."""
        antenna = self._started
        self._started = antenna + 1
        self._check(antenna, False)
        self._look_for_stranger(antenna)
        if self._started == len(self.health):
            self._plan()
            self._sweep_began_us = self._ticks_us()

    def _plan(self):
        """The tour over all antennas whose readers work."""
        health = self.health
        self._tour = [antenna for antenna in self._whole_tour if health[antenna] == HEALTH_FINE]
        self._ill_count = len(health) - len(self._tour)
        if not self._tour:
            self._tour = list(self._whole_tour[:1])  # there is always one to try
        self._planned = list(self._tour)
        self._tour_at = min(self._tour_at, len(self._tour))

    def _check(self, antenna, is_field_on):
        """Reads a reader's registers back, and sets it up anew when they are not as they should
        be. The reader is addressed afterwards.
        """
        self._address(antenna)
        reader = self._reader
        power = self._presence.power[antenna]
        health = reader.health(is_field_on, power)
        # A field that did not come on is seen by trying only.
        is_tried = health != HEALTH_FINE or (
            self.health[antenna] == HEALTH_NO_FIELD and not is_field_on
        )
        if health != HEALTH_FINE:
            reader.set_up(power)
            self.repairs += 1
            health = reader.health(False, power)
            if self._tour and self.health[antenna] == health == HEALTH_FINE:
                self._tell_repair(antenna)
        if is_tried and health == HEALTH_FINE and (is_field_on or self._is_free(antenna)):
            reader.field_on()
            health = reader.health(True, power)
            if not is_field_on or health != HEALTH_FINE:
                reader.field_off()
        if health != self.health[antenna]:
            self.health[antenna] = health
            self.is_health_changed = True
            if self._started == len(self.health):
                self._plan()
                self._look_for_stranger(antenna)

    def _tell_repair(self, antenna):
        """Makes a line of a reader that worked and had lost what was set up, once in a second."""
        now_us = self._ticks_us()
        if self.notice is None and elapsed(now_us, self._noticed_us) >= _NOTICE_EVERY_US:
            self._noticed_us = now_us
            self.notice = f"reader {antenna} had lost its registers and was set up anew"
            self.is_health_changed = True

    def _look_for_stranger(self, antenna):
        """Remembers the first reader that works though nobody knows its version."""
        version = self._reader.version
        if self.stranger is None and self.health[antenna] == HEALTH_FINE:
            if not self._reader.is_known():
                self.stranger = (
                    f"reader {antenna} has the version 0x{version:02x}, which is not known to "
                    "serve; it is used as long as it works"
                )

    def _mend_one(self, now_us):
        """Tries one of the readers that are left out, now and then. One that lacked its field
        must be free for it; if it is not, another may be on at the next sweep's end.
        """
        if elapsed(now_us, self._mended_us) < _MEND_EVERY_US:
            return
        self._mended_us = now_us
        count = len(self.health)
        at = self._mend_at
        for _ in range(count):
            at = at + 1 if at + 1 < count else 0
            health = self.health[at]
            if health != HEALTH_FINE and not self.is_field_on(at):
                if health != HEALTH_NO_FIELD or self._is_free(at):
                    self._mend_at = at
                    self._check(at, False)
                    return
        self._planned.append(self._planned.pop(0))
        self._is_tour_changed = True


def _mask(antennas, first):
    """A mask over the _HALF antennas from `first` on."""
    mask = 0
    for antenna in antennas:
        if first <= antenna < first + _HALF:
            mask |= 1 << antenna - first
    return mask
