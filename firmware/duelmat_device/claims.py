"""Claims: tags that are read by antennas which do not show them."""

from duelmat_device import tags
from micropython import const

ARRIVAL_READS = const(2)
MOST = const(8)
_MOST_READS = const(255)
_FREE = b"\xff"


class Claims:
    """The claims that are not decided yet, in memory that was taken at the start.

    Each has a place, by which all arrays go; where `antennas` has 255, there is none.
    """

    def __init__(self):
        self.count = 0
        self.uids = [bytearray(1 + tags.UID_BYTES) for _ in range(MOST)]
        self.antennas = bytearray(_FREE * MOST)
        self.reads = bytearray(MOST)
        """The times that the antenna has read the tag."""
        self.owner_reads = bytearray(MOST)
        """The times that the antenna which shows it has read it since."""
        self._next = 0

    def of(self, uid, antenna):
        """The place of an antenna's claim to a tag; a new one may take that of an older."""
        for at in range(MOST):
            if self.antennas[at] == antenna and self.uids[at] == uid:
                return at
        at = self.antennas.find(_FREE)
        if at < 0:
            at = self._next
        else:
            self.count += 1
        self._next = (at + 1) % MOST
        for index in range(len(uid)):
            self.uids[at][index] = uid[index]
        self.antennas[at] = antenna
        self.reads[at] = 0
        self.owner_reads[at] = 0
        return at

    def has(self, antenna):
        """Whether an antenna reads a tag that it does not show: others are to be looked for."""
        if self.count:
            for each in self.antennas:
                if each == antenna:
                    return True
        return False

    def count_owner_read(self, uid):
        """Counts a reading by the antenna that shows a tag."""
        for at in range(MOST):
            if self.uids[at] == uid and self.owner_reads[at] < _MOST_READS:
                self.owner_reads[at] += 1

    def forget(self, uid):
        for at in range(MOST):
            if self.uids[at] == uid:
                self._drop(at)

    def weaken(self, antenna, is_lasting):
        """Drops in silence a claim of one reading, and in lasting silence every claim."""
        for at in range(MOST):
            if self.antennas[at] == antenna and (is_lasting or self.reads[at] < ARRIVAL_READS):
                self._drop(at)

    def _drop(self, at):
        self.antennas[at] = _FREE[0]
        self.uids[at][0] = 0  # no tag's
        self.count -= 1
