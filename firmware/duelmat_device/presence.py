"""Presence: single readings become settled sightings.

The rules, one line each:
- two good readings of a tag by one antenna, each with a field of its own, are its arrival, and
  nothing else is: a field reaches over to a neighbour's tag once in a while, not twice running;
- a tag leaves when it was missing REMOVAL_MISSES times running, each time in clean silence;
- an answer that could not be read means that something lies there: it starts the count of misses
  anew, and UNSURE_ERRORS of them make the antenna unsure, if no good reading and no silence of
  REMOVAL_MISSES lies between: a tag at the edge of a field answers every other time;
- a tag is shown in one zone at a time: a zone that also reads it must wait until the first zone
  loses it, or until its own readings outweigh the first zone's clearly. The antennas of one zone
  may both show it;
- where several tags or both antennas of a zone answer, the zone's power is stepped down until one
  tag answers one antenna alone, ALONE_STEPS steps running: that tag is the lowest, and the zone
  stays at that power until it is silent there;
- where one tag answers one antenna alone, it is asked once more with as much less power as its
  antenna can do without wherever a card lies as it should: while it has not answered to that, its
  reading is weak, and it is asked again in every sweep;
- a reader chip in doubt says nothing about cards.
"""

from duelmat_device import claims, mfrc522, tags
from duelmat_wire import EMPTY, ONE, SEVERAL, UNSURE
from micropython import const

TYPE_CHECKING = False
if TYPE_CHECKING:  # MicroPython has no typing
    from typing import Any

REMOVAL_MISSES = const(5)
UNSURE_ERRORS = const(4)
_SPARE_CARDS = const(4)
_CLAIM_READS = const(4)
_CLAIM_OUTWEIGHS = const(3)
_CLAIM_MAX_READS = const(16)
_YES = b"\x01"
_WEAK_RANK = b"\x04"

ALONE_STEPS = const(2)  # a field of a quarter more and over: more than neighbours in rank differ
# What is known of the lowest tag in a zone of several answers.
_UNASKED = const(1)
_TOLD = const(2)
_ALIKE = const(3)  # power does not tell them apart
# And of a tag that answers alone.
_WEAK = const(4)  # it did not answer to less power
_ASKED = const(5)  # right now
_ASKED_AGAIN = const(6)  # a weak one
_PATIENCE = const(250)  # visits anywhere, for the few of one step


class Presence:
    """The settled content of every antenna."""

    def __init__(self, zones, sure_steps=None):
        """`zones` has the number of its zone for each antenna, and `sure_steps` the step of power
        that it can do without; 0 = a tag that answers alone is not asked with less.
        """
        count = len(zones)
        self._sure_steps = sure_steps or bytes(count)
        self._zones = zones
        self._cards = [[] for _ in range(count)]
        # The UIDs of all cards in one list, for a search that is quick, and whose they are.
        self._tags_shown = []
        self._shown_by = []
        # Cards to give to inventories for those that they found.
        self._spare = [tags.Card() for _ in range(_SPARE_CARDS)]
        self._misses = bytearray(count * tags.MAX_TAGS)
        self._clean = bytearray(count)
        self._errors = bytearray(count)
        self._is_changed = bytearray(count)
        self.power = bytearray(count)
        """The step of each antenna's power, as its reader has it: the scanner sees to that."""
        self.wanted_power = bytearray(count)
        self.is_power_new = False
        """Whether `power` is to become `wanted_power` somewhere."""
        self._rank = bytearray(count)  # by the first antenna of a zone: _UNASKED ... or 0
        self.told_count = 0
        """The number of zones whose lowest tag was told by its power."""
        self._told_step = bytearray(count)  # by the same: where the lowest tag is alone
        self._stepped = -1  # the first antenna of the zone whose power is stepped down, or -1
        self._unheard = 0  # how many of its antennas are to be heard at this step
        self._answers = 0
        self._patience = 0
        self._alone = 0  # how many steps running one tag alone answered, and at which antenna
        self._alone_at = 0
        self._alone_card: "Any" = None
        self._claims = claims.Claims()
        self.shown = bytearray(count)
        """The settled state of each antenna, as the wire has it."""
        self.known = [None] * count
        """The one Card of each antenna whose confirmation is enough, or None."""
        self.has_changes = False
        """Whether next_changed has something to name."""
        self.is_open = bytearray(count)
        """A flag for each antenna: another visit soon would settle something."""
        self.open_count = 0

    # What the link asks.

    def state(self, antenna):
        """The settled state of an antenna as the wire has it; SEVERAL too of a weak reading."""
        return SEVERAL if self._is_weak(antenna) else self.shown[antenna]

    def uids(self, antenna):
        """The settled UIDs as bytes; while UNSURE those that were read last. The lowest of several
        tags is named twice, and so is one that has not answered to less power.
        """
        uids = [card.uid_bytes() for card in self._cards[antenna]]
        is_told = len(uids) > 1 and self._rank[self._first(antenna)] == _TOLD
        if is_told or self._is_weak(antenna):
            uids.append(uids[0])
        return uids

    def _is_weak(self, antenna):
        """Whether a zone's one tag has not answered to less power."""
        rank = self._rank[self._first(antenna)]
        return rank in (_WEAK, _ASKED_AGAIN) and self.shown[antenna] == ONE

    def next_changed(self):
        """An antenna whose settled content changed since it was last named here, or -1."""
        if not self.has_changes:
            return -1
        antenna = self._is_changed.find(_YES)
        if antenna >= 0:
            self._is_changed[antenna] = 0
        else:
            self.has_changes = False
        return antenna

    def __len__(self):
        return len(self._zones)

    # What the antennas say.

    def observe(self, antenna, result, inventory):
        """Takes the outcome of one visit. One that was expected where nothing is open may be left
        out: it changes nothing.

        Returns whether the one tag that was found is new here, so that another visit to it, best
        immediately, would show it.
        """
        is_new = False
        if result == tags.FAULT:
            return is_new
        if self._stepped >= 0:
            self._patience -= 1
            if not self._patience:  # a reader of that zone fails
                self._end_steps(_ALIKE, mfrc522.FULL_POWER)
        if self.power[antenna]:
            if self._stepped == self._first(antenna):
                self._observe_step(antenna, result, inventory)
                return is_new
            if self._rank[self._first(antenna)] >= _ASKED:
                self._observe_asked(antenna, result, inventory)
                return is_new
            if self._observe_below(antenna, result, inventory):
                return is_new
        if result == tags.CONFIRMED:
            self._good(antenna)
            if self._cards[antenna]:
                self._misses[antenna * tags.MAX_TAGS] = 0
                if self._claims.count:
                    self._claims.count_owner_read(self._cards[antenna][0].uid)
            elif inventory.card is inventory.found[0]:  # the new one, which was asked for again
                inventory.count = 1
                self._read(antenna, inventory)
        elif result == tags.NOTHING:
            if self._clean[antenna] < 255:
                self._clean[antenna] += 1
            is_lasting = self._clean[antenna] >= REMOVAL_MISSES
            if is_lasting:
                self._errors[antenna] = 0
            if self._claims.count:
                self._claims.weaken(antenna, is_lasting)
            self._miss(antenna, None)
        elif result == tags.TAGS:
            self._good(antenna)
            is_new = self._read(antenna, inventory)
        else:
            self._clean[antenna] = 0
            first = antenna * tags.MAX_TAGS
            for index in range(first, first + tags.MAX_TAGS):
                self._misses[index] = 0
            if self._errors[antenna] < 255:
                self._errors[antenna] += 1
        self._settle(antenna)
        return is_new

    def _good(self, antenna):
        self._clean[antenna] = 0
        self._errors[antenna] = 0

    def _read(self, antenna, inventory):
        """Whether it is one tag alone that has been read here once."""
        is_new = False
        found = inventory.found
        cards = self._cards[antenna]
        misses = self._misses
        first = antenna * tags.MAX_TAGS
        for index in range(inventory.count):
            at = self._index(cards, found[index].uid)
            if at >= 0:
                misses[first + at] = 0
                if self._claims.count:
                    self._claims.count_owner_read(found[index].uid)
        if not inventory.is_disturbed:
            self._miss(antenna, inventory)
        for index in range(inventory.count):
            card = found[index]
            if self._index(cards, card.uid) < 0 and len(cards) < tags.MAX_TAGS:
                if self._may_show(antenna, card.uid):
                    misses[first + len(cards)] = 0
                    cards.append(card)
                    self._tags_shown.append(card.uid)
                    self._shown_by.append(antenna)
                    self._set_rank(self._first(antenna), _UNASKED)
                    found[index] = self._spare.pop() if self._spare else tags.Card()
                    self._changed(antenna)
                else:
                    is_new = not cards and inventory.count == 1 and self._owner(card.uid) < 0
        return is_new

    def _index(self, cards, uid):
        for at in range(len(cards)):
            if cards[at].uid == uid:
                return at
        return -1

    def _miss(self, antenna, inventory):
        """Counts a clean miss for every shown tag that is not among those found."""
        cards = self._cards[antenna]
        misses = self._misses
        first = antenna * tags.MAX_TAGS
        index = len(cards) - 1
        while index >= 0:
            if inventory is None or not self._is_found(cards[index].uid, inventory):
                misses[first + index] += 1
                if misses[first + index] >= REMOVAL_MISSES:
                    self._remove(antenna, index)
            index -= 1

    def _is_found(self, uid, inventory):
        for index in range(inventory.count):
            if inventory.found[index].uid == uid:
                return True
        return False

    def _remove(self, antenna, index):
        card = self._cards[antenna].pop(index)
        at = len(self._shown_by) - 1
        while self._shown_by[at] != antenna or self._tags_shown[at] != card.uid:
            at -= 1
        self._tags_shown.pop(at)
        self._shown_by.pop(at)
        self._set_rank(self._first(antenna), _UNASKED)
        if len(self._spare) < _SPARE_CARDS:
            self._spare.append(card)
        misses = self._misses
        first = antenna * tags.MAX_TAGS
        for later in range(first + index, first + tags.MAX_TAGS - 1):
            misses[later] = misses[later + 1]
        self._changed(antenna)

    def _settle(self, antenna):
        cards = self._cards[antenna]
        errors = self._errors[antenna]
        shown = self.shown[antenna]
        count = len(cards)
        if errors >= UNSURE_ERRORS or (
            shown == UNSURE and (errors or 0 < self._clean[antenna] < REMOVAL_MISSES)
        ):
            state = UNSURE
        else:
            state = EMPTY if count == 0 else ONE if count == 1 else SEVERAL
        if state != shown:
            self.shown[antenna] = state
            self._changed(antenna)
        first = self._first(antenna)
        if self._rank[first] == _UNASKED:
            self._rank_tags(first)
        is_told = self._rank[first] == _TOLD
        is_known = (
            (count == 1 or (count and is_told and self.wanted_power[antenna]))
            and not errors
            and not self._claims.has(antenna)
            and first != self._stepped
        )
        self.known[antenna] = cards[0] if is_known else None
        is_open = self._is_unsettled(antenna)
        self._open(antenna, 1 if is_open else 0)
        if is_told and not (is_open or self.power[antenna]):
            self.wanted_power[antenna] = self._told_step[first]
            self.is_power_new = True

    def _open(self, antenna, is_open):
        self.open_count += is_open - self.is_open[antenna]
        self.is_open[antenna] = is_open

    def _changed(self, antenna):
        self._is_changed[antenna] = 1
        self.has_changes = True

    def _is_unsettled(self, antenna):
        if self._errors[antenna] or (self.shown[antenna] and self._clean[antenna]):
            return True
        zone = self._first(antenna)
        if self._stepped == zone or (self._rank[zone] >= _ASKED and self._cards[antenna]):
            return True
        first = antenna * tags.MAX_TAGS
        cards = self._cards[antenna]
        for index in range(len(cards)):
            if self._misses[first + index]:
                return True
        for at in range(claims.MOST if self._claims.count else 0):
            if (
                self._claims.antennas[at] == antenna
                or self._index(cards, self._claims.uids[at]) >= 0
            ):
                return True
        return False

    # Several answers, one zone.

    def _first(self, antenna):
        """The first antenna of its zone; the others follow it."""
        zones = self._zones
        while antenna and zones[antenna - 1] == zones[antenna]:
            antenna -= 1
        return antenna

    def _count(self, first):
        """The number of a zone's antennas."""
        zones = self._zones
        end = first + 1
        while end < len(zones) and zones[end] == zones[first]:
            end += 1
        return end - first

    def _rank_tags(self, first):
        """Begins to step a zone's power down where there are several answers; it waits while
        another one is stepped.
        """
        end = first + self._count(first)
        answers = 0
        for antenna in range(first, end):
            count = len(self._cards[antenna])
            answers += count
            if self._claims.has(antenna) or (count and self._clean[antenna]):
                return  # more is about to be known
        if answers <= 1 and self._stepped == first:
            self._stepped = -1  # the others have left
        if answers == 1 and self._sure_steps[self._lone(first)]:
            self._ask_lone(first)
        elif answers <= 1:
            self._set_rank(first, 0)
            self._set_power(first, mfrc522.FULL_POWER)
        elif self._stepped < 0:
            self._stepped = first
            self._alone = 0
            self._begin_step(1)

    def _set_rank(self, first, rank):
        was = self._rank[first]
        self._rank[first] = rank
        self.told_count += (rank == _TOLD) - (was == _TOLD)
        if (was == _TOLD) != (rank == _TOLD) or (was >= _WEAK and rank == _UNASKED):
            for antenna in range(first, first + self._count(first)):
                if self._cards[antenna]:
                    self._changed(antenna)

    def _set_power(self, first, step):
        for antenna in range(first, first + self._count(first)):
            self.wanted_power[antenna] = step
            if self.power[antenna] != step:
                self.is_power_new = True

    def _begin_step(self, step):
        first = self._stepped
        self._set_power(first, step)
        self._answers = 0
        self._patience = _PATIENCE
        self._unheard = (1 << self._count(first)) - 1
        for antenna in range(first, first + self._count(first)):
            self.known[antenna] = None
            self._open(antenna, 1)

    def _observe_step(self, antenna, result, inventory):
        """Takes the outcome of the one visit that a step takes of each antenna."""
        bit = 1 << antenna - self._stepped
        if not self._unheard & bit or self.power[antenna] != self.wanted_power[antenna]:
            return
        self._unheard &= ~bit
        self._open(antenna, 0)
        if result == tags.TAGS and inventory.count == 1 and not inventory.is_disturbed:
            self._answers += 1
            at = self._index(self._cards[antenna], inventory.found[0].uid)
            card = self._cards[antenna][at] if at >= 0 else None
            if card is not self._alone_card or antenna != self._alone_at:
                self._alone = 0
            self._alone_card = card
            self._alone_at = antenna
        elif result != tags.NOTHING:
            self._answers += 2
        if not self._unheard:
            self._end_step(self.power[antenna])

    def _end_step(self, step):
        self._alone = self._alone + 1 if self._answers == 1 else 0
        if (
            self._alone >= ALONE_STEPS
            and self._alone_card is not None
            and self._index(self._cards[self._alone_at], self._alone_card.uid) >= 0
        ):
            self._end_steps(_TOLD, step)
        elif self._answers and step < mfrc522.LEAST_POWER:
            self._begin_step(step + 1)
        else:
            self._end_steps(_ALIKE, mfrc522.FULL_POWER)

    def _end_steps(self, rank, step):
        first = self._stepped
        self._stepped = -1
        if rank == _TOLD:
            self._show_lowest(first)
        self._set_rank(first, rank)
        self._told_step[first] = step
        self._set_power(first, step)
        for antenna in range(first, first + self._count(first)):
            self._settle(antenna)
        waiting = self._rank.find(_YES)
        while waiting >= 0 and self._stepped < 0:
            self._rank_tags(waiting)
            waiting = self._rank.find(_YES, waiting + 1)

    def _show_lowest(self, first):
        """Puts the lowest tag before all others of its zone, and all of them on its antenna."""
        lowest = self._alone_at
        cards = self._cards[lowest]
        at = self._index(cards, self._alone_card.uid)
        cards[0], cards[at] = cards[at], cards[0]
        for antenna in range(first, first + self._count(first)):
            others = self._cards[antenna]
            while antenna != lowest and others:
                card = others[-1]
                self._remove(antenna, len(others) - 1)
                if self._index(cards, card.uid) < 0 and len(cards) < tags.MAX_TAGS:
                    if self._spare and self._spare[-1] is card:
                        self._spare.pop()
                    cards.append(card)
                    self._tags_shown.append(card.uid)
                    self._shown_by.append(lowest)
        for index in range(tags.MAX_TAGS):
            self._misses[lowest * tags.MAX_TAGS + index] = 0

    def _observe_below(self, antenna, result, inventory):
        """Whether a visit below full power says no more than that, and whether things are as they
        were. Silence there says nothing about cards, only of the power; what else answers is
        looked at with full power.
        """
        cards = self._cards[antenna]
        if result == tags.NOTHING:
            if not cards:
                return False
            step = self.power[antenna] - 1
        elif result == tags.CONFIRMED or (cards and result == tags.ERROR):
            return False
        elif self._are_known(cards, inventory):
            self._good(antenna)
            self._settle(antenna)
            return True
        else:
            step = mfrc522.FULL_POWER
        first = self._first(antenna)
        self._told_step[first] = step
        self._set_power(first, step)
        if not step:
            self._set_rank(first, _UNASKED)
        self._open(antenna, 1)
        return True

    def _lone(self, first):
        """The antenna of a zone that shows its one tag, or -1 where none or several are shown."""
        lone = -1
        for antenna in range(first, first + self._count(first)):
            count = len(self._cards[antenna])
            if count > 1 or (count and lone >= 0):
                return -1
            if count:
                lone = antenna
        return lone

    def _ask_lone(self, first):
        """Has a zone's one tag asked with less power."""
        antenna = self._lone(first)
        self._set_power(first, mfrc522.FULL_POWER)
        self.wanted_power[antenna] = self._sure_steps[antenna]
        self.is_power_new = True
        self._set_rank(first, _ASKED_AGAIN if self._rank[first] == _WEAK else _ASKED)
        self._open(antenna, 1)

    def _observe_asked(self, antenna, result, inventory):
        """Takes the outcome of a visit to a zone's one tag with less power."""
        cards = self._cards[antenna]
        first = self._first(antenna)
        if not cards or self.power[antenna] != self.wanted_power[antenna]:
            return
        is_heard = result == tags.CONFIRMED or (
            result == tags.TAGS and self._is_found(cards[0].uid, inventory)
        )
        if is_heard == (self._rank[first] == _ASKED_AGAIN):  # it is no longer weak, or is now
            self._changed(antenna)
        self._set_rank(first, 0 if is_heard else _WEAK)
        self._set_power(first, mfrc522.FULL_POWER)
        self._settle(antenna)

    def ask_weak(self):
        """Has each weakly read tag asked with less power again; whether powers are to be set."""
        first = self._rank.find(_WEAK_RANK)
        while first >= 0:
            self._ask_lone(first)
            first = self._rank.find(_WEAK_RANK)
        return self.is_power_new

    def look_for_others(self):
        """Has the tags that were shown beside a lowest one looked for, with full power."""
        if self._stepped < 0:
            for antenna in range(len(self._zones)):
                if self.wanted_power[antenna] and len(self._cards[antenna]) > 1:
                    self.known[antenna] = None
                    self.wanted_power[antenna] = mfrc522.FULL_POWER
                    self.is_power_new = True

    def _are_known(self, cards, inventory):
        """Whether the lowest tag was found and no other than those that are shown."""
        for index in range(inventory.count):
            if self._index(cards, inventory.found[index].uid) < 0:
                return False
        return cards and self._is_found(cards[0].uid, inventory)

    # One tag, two zones.

    def _owner(self, uid):
        """The antenna that shows a tag, or -1."""
        tags_shown = self._tags_shown
        return self._shown_by[tags_shown.index(uid)] if uid in tags_shown else -1

    def _may_show(self, antenna, uid):
        zone = self._zones[antenna]
        owner = self._owner(uid)
        at = self._claims.of(uid, antenna)
        reads = self._claims.reads
        owner_reads = self._claims.owner_reads
        reads[at] += 1
        if owner < 0 or self._zones[owner] == zone:
            if reads[at] < claims.ARRIVAL_READS:
                return False
            self._claims.forget(uid)
            return True
        if reads[at] >= _CLAIM_READS and reads[at] > _CLAIM_OUTWEIGHS * owner_reads[at]:
            self._claims.forget(uid)
            while owner >= 0:
                self._remove(owner, self._index(self._cards[owner], uid))
                self._settle(owner)
                owner = self._owner(uid)
            return True
        if reads[at] >= _CLAIM_MAX_READS:
            # Recent evidence outweighs old.
            reads[at] >>= 1
            owner_reads[at] >>= 1
        return False
