"""Claims: tags that are read by antennas which do not show them."""

from duelmat_device import tags
from micropython import const

ARRIVAL_READS = const(2)
_MOST = const(8)
_MOST_READS = const(255)


class Claim:
    """A tag that is read by an antenna which does not show it."""

    def __init__(self):
        self.uid = tags.Card().uid
        self.antenna = 0
        self.reads = 0
        """How often the antenna has read it."""
        self.owner_reads = 0
        """How often the antenna that shows it has read it since."""

    def renew(self, uid, antenna):
        for index in range(len(uid)):
            self.uid[index] = uid[index]
        self.antenna = antenna
        self.reads = 0
        self.owner_reads = 0


class Claims:
    """The claims that are not decided yet, in memory that was taken at the start."""

    def __init__(self):
        self.open = []
        self._spare = [Claim() for _ in range(_MOST)]

    def of(self, uid, antenna):
        """The claim of an antenna to a tag; a new one may take the place of the oldest."""
        for claim in self.open:
            if claim.antenna == antenna and claim.uid == uid:
                return claim
        claim = self._spare.pop() if self._spare else self.open.pop(0)
        claim.renew(uid, antenna)
        self.open.append(claim)
        return claim

    def has(self, antenna):
        """Whether an antenna reads a tag that it does not show: others are to be looked for."""
        for claim in self.open:
            if claim.antenna == antenna:
                return True
        return False

    def count_owner_read(self, uid):
        """Counts a reading by the antenna that shows a tag."""
        for claim in self.open:
            if claim.uid == uid and claim.owner_reads < _MOST_READS:
                claim.owner_reads += 1

    def forget(self, uid):
        for index in range(len(self.open) - 1, -1, -1):
            if self.open[index].uid == uid:
                self._spare.append(self.open.pop(index))

    def weaken(self, antenna, is_lasting):
        """Drops in silence a claim of one reading, and in lasting silence every claim."""
        for index in range(len(self.open) - 1, -1, -1):
            claim = self.open[index]
            if claim.antenna == antenna and (is_lasting or claim.reads < ARRIVAL_READS):
                self._spare.append(self.open.pop(index))
