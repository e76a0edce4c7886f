"""The digest of the antenna map, by which board and host notice that they disagree.

It is the CRC-32 of one record for each antenna on which something lies, in the antennas' order:

    +---------+-------+-------+--------+-----------+--------+----
    | antenna | state | count | length | tag       | length | ...
    |   u8    |  u8   |  u8   |   u8   | 4, 7 or 10|   u8   |
    +---------+-------+-------+--------+-----------+--------+----
"""

from binascii import crc32

from .fields import EMPTY

TYPE_CHECKING = False
if TYPE_CHECKING:  # MicroPython has no typing
    from collections.abc import Iterable

    from .fields import Entry


def map_digest(entries: "Iterable[Entry]") -> int:
    """A number for what lies on the antennas: (antenna, state, tags) in any order.

    EMPTY antennas count as not named, and the order of tags does not matter.
    """
    digest = 0
    for antenna, state, uids in sorted(entries, key=lambda entry: entry[0]):
        digest = crc32(_record(antenna, state, uids), digest)
    return digest


class MapDigest:
    """The digest of a map that changes, kept up with each change: one CRC over what is kept."""

    def __init__(self, antennas: int) -> None:
        self.value = 0
        """The map_digest of what was put last for each antenna."""
        self._lengths = bytearray(antennas)
        self._records = bytearray()

    def put(self, antenna: int, state: int, uids: "Iterable[bytes]") -> None:
        """Take what lies on an antenna now."""
        record = _record(antenna, state, uids)
        lengths = self._lengths
        at = sum(lengths[:antenna])
        self._records[at : at + lengths[antenna]] = record
        lengths[antenna] = len(record)
        self.value = crc32(self._records)


def _record(antenna: int, state: int, uids: "Iterable[bytes]") -> bytes:
    if state == EMPTY:
        return b""
    tags = sorted(uids)
    parts = [bytes((antenna, state, len(tags)))]
    for uid in tags:
        parts.append(bytes((len(uid),)))
        parts.append(uid)
    return b"".join(parts)
