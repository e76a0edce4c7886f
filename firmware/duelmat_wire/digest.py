"""The digest of the antenna map, by which board and host notice that they disagree."""

from binascii import crc32

from .fields import EMPTY

TYPE_CHECKING = False
if TYPE_CHECKING:  # MicroPython has no typing
    from .fields import Entry


def map_digest(entries: "list[Entry] | tuple[Entry, ...]") -> int:
    """A number for what lies on the antennas: (antenna, state, tags) in any order.

    EMPTY antennas count as not named, and the order of tags does not matter.
    """
    digest = 0
    for antenna, state, uids in sorted(entries, key=lambda entry: entry[0]):
        if state != EMPTY:
            digest = crc32(bytes((antenna, state, len(uids))), digest)
            for uid in sorted(uids):
                digest = crc32(bytes((len(uid),)), digest)
                digest = crc32(uid, digest)
    return digest
