"""Presence: single readings become settled sightings.

The rules, one line each:
- two good readings of a tag by one antenna, each with a field of its own, are its arrival, and
  nothing else is: a field reaches over to a neighbour's tag once in a while, not twice running;
- a tag leaves when it was missing REMOVAL_MISSES times running, each time in clean silence;
- an answer that could not be read means that something lies there: it starts the count of misses
  anew, and UNSURE_ERRORS of them running make the antenna unsure;
- a tag is shown in one zone at a time: a zone that also reads it must wait until the first zone
  loses it, or until its own readings outweigh the first zone's clearly. The antennas of one zone
  may both show it;
- a reader chip in doubt says nothing about cards.
"""

from duelmat_device import tags
from duelmat_wire import EMPTY, ONE, SEVERAL, UNSURE
from micropython import const

REMOVAL_MISSES = const(5)
UNSURE_ERRORS = const(4)
_SPARE_CARDS = const(4)
_ARRIVAL_READS = const(2)
_CLAIM_READS = const(4)
_CLAIM_OUTWEIGHS = const(3)
_CLAIM_MAX_READS = const(16)
_MAX_CLAIMS = const(8)
_YES = b"\x01"


class _Claim:
    """A tag that is read by an antenna which does not show it."""

    def __init__(self):
        self.uid = tags.Card().uid
        self.antenna = 0
        self.reads = 0
        self.owner_reads = 0

    def renew(self, uid, antenna):
        for index in range(len(uid)):
            self.uid[index] = uid[index]
        self.antenna = antenna
        self.reads = 0
        self.owner_reads = 0


class Presence:
    """The settled content of every antenna."""

    def __init__(self, zones):
        """`zones` has the number of its zone for each antenna."""
        count = len(zones)
        self._zones = bytes(zones)
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
        self._claims = []
        self._spare_claims = [_Claim() for _ in range(_MAX_CLAIMS)]
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
        return self.shown[antenna]

    def uids(self, antenna):
        """The settled UIDs as bytes; while UNSURE those that were read last."""
        return [card.uid_bytes() for card in self._cards[antenna]]

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
        if result == tags.CONFIRMED:
            self._good(antenna)
            if self._cards[antenna]:
                self._misses[antenna * tags.MAX_TAGS] = 0
                if self._claims:
                    self._count_owner_read(self._cards[antenna][0].uid)
            elif inventory.card is inventory.found[0]:  # the new one, which was asked for again
                inventory.count = 1
                self._read(antenna, inventory)
        elif result == tags.NOTHING:
            self._errors[antenna] = 0
            if self._clean[antenna] < 255:
                self._clean[antenna] += 1
            if self._claims:
                self._weaken_claims(antenna)
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
                if self._claims:
                    self._count_owner_read(found[index].uid)
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
        is_known = count == 1 and not errors and not self._is_claiming(antenna)
        self.known[antenna] = cards[0] if is_known else None
        is_open = 1 if self._is_unsettled(antenna) else 0
        self.open_count += is_open - self.is_open[antenna]
        self.is_open[antenna] = is_open

    def _changed(self, antenna):
        self._is_changed[antenna] = 1
        self.has_changes = True

    def _is_unsettled(self, antenna):
        if self._errors[antenna] or (self.shown[antenna] and self._clean[antenna]):
            return True
        first = antenna * tags.MAX_TAGS
        cards = self._cards[antenna]
        for index in range(len(cards)):
            if self._misses[first + index]:
                return True
        for claim in self._claims:
            if claim.antenna == antenna or self._index(cards, claim.uid) >= 0:
                return True
        return False

    def _is_claiming(self, antenna):
        """Whether it reads a tag that it does not show: others are to be looked for then."""
        for claim in self._claims:
            if claim.antenna == antenna:
                return True
        return False

    # One tag, two zones.

    def _owner(self, uid):
        """The antenna that shows a tag, or -1."""
        tags_shown = self._tags_shown
        return self._shown_by[tags_shown.index(uid)] if uid in tags_shown else -1

    def _may_show(self, antenna, uid):
        zone = self._zones[antenna]
        owner = self._owner(uid)
        claim = self._claim(uid, antenna)
        claim.reads += 1
        if owner < 0 or self._zones[owner] == zone:
            if claim.reads < _ARRIVAL_READS:
                return False
            self._forget_claims(uid)
            return True
        if claim.reads >= _CLAIM_READS and claim.reads > _CLAIM_OUTWEIGHS * claim.owner_reads:
            self._forget_claims(uid)
            while owner >= 0:
                self._remove(owner, self._index(self._cards[owner], uid))
                self._settle(owner)
                owner = self._owner(uid)
            return True
        if claim.reads >= _CLAIM_MAX_READS:
            # Recent evidence outweighs old.
            claim.reads >>= 1
            claim.owner_reads >>= 1
        return False

    def _claim(self, uid, antenna):
        claims = self._claims
        for claim in claims:
            if claim.antenna == antenna and claim.uid == uid:
                return claim
        claim = self._spare_claims.pop() if self._spare_claims else claims.pop(0)
        claim.renew(uid, antenna)
        claims.append(claim)
        return claim

    def _count_owner_read(self, uid):
        for claim in self._claims:
            if claim.uid == uid and claim.owner_reads < 255:
                claim.owner_reads += 1

    def _forget_claims(self, uid):
        for index in range(len(self._claims) - 1, -1, -1):
            if self._claims[index].uid == uid:
                self._spare_claims.append(self._claims.pop(index))

    def _weaken_claims(self, antenna):
        """In silence a claim of one reading is void, and in lasting silence every claim."""
        is_lasting = self._clean[antenna] >= REMOVAL_MISSES
        for index in range(len(self._claims) - 1, -1, -1):
            claim = self._claims[index]
            if claim.antenna == antenna and (is_lasting or claim.reads < _ARRIVAL_READS):
                self._spare_claims.append(self._claims.pop(index))
