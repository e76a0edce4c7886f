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


class MapDigest:
    """The digest of a map that changes, kept up with each change: one CRC over what is kept."""

    def __init__(self, antennas: int) -> None:
        self.value = 0
        """The map_digest of what was put last for each antenna."""
        self._lengths = bytearray(antennas)
        self._records = bytearray()

    def put(self, antenna: int, state: int, uids: "Iterable[bytes]") -> None:
        """Take what lies on an antenna now."""
        record = record_of(antenna, state, uids)
        lengths = self._lengths
        at = sum(lengths[:antenna])
        self._records[at : at + lengths[antenna]] = record
        lengths[antenna] = len(record)
        self.value = crc32(self._records)


def record_of(antenna: int, state: int, uids: "Iterable[bytes]") -> bytes:
    """Return the record of one antenna."""
    if state == EMPTY:
        return b""
    tags = sorted(uids)
    parts = [bytes((antenna, state, len(tags)))]
    for uid in tags:
        parts.append(bytes((len(uid),)))
        parts.append(uid)
    return b"".join(parts)
