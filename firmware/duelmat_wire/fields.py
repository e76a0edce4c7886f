"""Fields: the kinds of value that messages are made of, each with its check, pack and unpack.

How docs/protocol.md calls them stands in `table`: a board does without.
"""

from struct import pack_into, unpack_from

from .errors import RemoteError

TYPE_CHECKING = False
if TYPE_CHECKING:  # MicroPython has no typing
    from typing import Any

    Entry = tuple[int, int, tuple[bytes, ...]]

EMPTY = 0  # nothing lies there
ONE = 1  # exactly one tag
SEVERAL = 2  # more than one tag; those that could be read are named
UNSURE = 3  # something is there, and reading it failed

UID_LENGTHS = (4, 7, 10)  # ISO 14443-3: single, double and triple size

_CUT = "the message ends too early"
_FORMATS = {1: "<B", 2: "<H", 4: "<I"}  # of numbers, by their bytes


class Field:
    """One kind of value: how it is checked, measured, packed and unpacked."""

    width: "int | None" = None
    """The number of bytes that it takes; None = ask size()."""
    is_narrow = False
    """Whether bytes can hold values that mean nothing: what is unpacked is checked then."""

    if TYPE_CHECKING:  # each kind has its own; a board has no memory for what is never called

        def complaint(self, value: "Any") -> "str | None": ...

        def size(self, value: "Any") -> int: ...

        def pack(self, value: "Any", buffer: bytearray, at: int) -> int: ...

        def unpack(self, payload: bytes, at: int) -> "tuple[Any, int]": ...


class Number(Field):
    """An unsigned number, little-endian, with the greatest value that means something."""

    def __init__(self, width: int, top: "int | None" = None) -> None:
        self.width = self._bytes = width
        self.top = (1 << (8 * width)) - 1 if top is None else top
        self.is_narrow = top is not None
        self._format = _FORMATS[width]

    def complaint(self, value: int) -> "str | None":
        if isinstance(value, int) and 0 <= value <= self.top:
            return None
        return f"expected a number from 0 to {self.top}, got {value!r}"

    def pack(self, value: int, buffer: bytearray, at: int) -> int:
        pack_into(self._format, buffer, at, value)
        return at + self._bytes

    def unpack(self, payload: bytes, at: int) -> "tuple[int, int]":
        end = at + self._bytes
        if end > len(payload):
            raise RemoteError(_CUT)
        return unpack_from(self._format, payload, at)[0], end


class Octets(Field):
    """Bytes of a fixed width, or all that are left when the width is None."""

    def __init__(self, width: "int | None" = None) -> None:
        self.width = width

    def complaint(self, value: bytes) -> "str | None":
        if not isinstance(value, (bytes, bytearray)):
            return f"expected bytes, got {value!r}"
        if self.width is not None and len(value) != self.width:
            return f"expected {self.width} bytes, got {len(value)}"
        return None

    def size(self, value: bytes) -> int:
        return len(value)

    def pack(self, value: bytes, buffer: bytearray, at: int) -> int:
        end = at + len(value)
        buffer[at:end] = value
        return end

    def unpack(self, payload: bytes, at: int) -> "tuple[bytes, int]":
        end = len(payload) if self.width is None else at + self.width
        if end > len(payload):
            raise RemoteError(_CUT)
        return payload[at:end], end


class Triple(Field):
    """Three small numbers: a version."""

    width = 3

    def complaint(self, value: "tuple[int, int, int]") -> "str | None":
        if len(value) == 3 and all(isinstance(part, int) and 0 <= part <= 255 for part in value):
            return None
        return f"expected three numbers from 0 to 255, got {value!r}"

    def pack(self, value: "tuple[int, int, int]", buffer: bytearray, at: int) -> int:
        for part in value:
            buffer[at] = part
            at += 1
        return at

    def unpack(self, payload: bytes, at: int) -> "tuple[tuple[int, int, int], int]":
        if at + 3 > len(payload):
            raise RemoteError(_CUT)
        return (payload[at], payload[at + 1], payload[at + 2]), at + 3


class Text(Field):
    """Printable ASCII of a fixed width, or all that is left when the width is None."""

    def __init__(self, width: "int | None" = None) -> None:
        self.width = width

    def complaint(self, value: str) -> "str | None":
        if not isinstance(value, str):
            return f"expected text, got {value!r}"
        if self.width is not None and len(value) != self.width:
            return f"expected {self.width} characters, got {len(value)}: {value!r}"
        if any(not 32 <= ord(character) < 127 for character in value):
            return f"expected printable ASCII, got {value!r}"
        return None

    def size(self, value: str) -> int:
        return len(value)

    def pack(self, value: str, buffer: bytearray, at: int) -> int:
        end = at + len(value)
        buffer[at:end] = value.encode()
        return end

    def unpack(self, payload: bytes, at: int) -> "tuple[str, int]":
        end = len(payload) if self.width is None else at + self.width
        if end > len(payload):
            raise RemoteError(_CUT)
        part = payload[at:end]
        if any(not 32 <= octet < 127 for octet in part):
            raise RemoteError(f"expected printable ASCII, got {part!r}")
        return part.decode(), end


class Uids(Field):
    """Tag numbers: how many, then each with its length ahead."""

    is_narrow = True

    def complaint(self, value: "tuple[bytes, ...]") -> "str | None":
        for uid in value:
            if not isinstance(uid, bytes) or len(uid) not in UID_LENGTHS:
                return f"expected tag numbers of 4, 7 or 10 bytes, got {uid!r}"
        return None

    def size(self, value: "tuple[bytes, ...]") -> int:
        return 1 + len(value) + sum(map(len, value))

    def pack(self, value: "tuple[bytes, ...]", buffer: bytearray, at: int) -> int:
        buffer[at] = len(value)
        at += 1
        for uid in value:
            end = at + 1 + len(uid)
            buffer[at] = len(uid)
            buffer[at + 1 : end] = uid
            at = end
        return at

    def unpack(self, payload: bytes, at: int) -> "tuple[tuple[bytes, ...], int]":
        if at >= len(payload):
            raise RemoteError(_CUT)
        count = payload[at]
        at += 1
        uids: "list[bytes]" = []
        for _ in range(count):
            end = at + 1 + (payload[at] if at < len(payload) else 0)
            if end > len(payload):
                raise RemoteError(_CUT)
            uids.append(payload[at + 1 : end])
            at = end
        return tuple(uids), at


U8 = Number(1)
U16 = Number(2)
U32 = Number(4)
FLAG = Number(1, 1)
SEAT = Number(1, 1)  # 0 = a, 1 = b
STATE = Number(1, UNSURE)
TRIPLE = Triple()
UIDS = Uids()


def state_complaint(state: int, uids: "tuple[bytes, ...]") -> "str | None":
    """Whether a state and the tags named with it fit together."""
    if state == EMPTY and uids:
        return f"EMPTY names no tags, got {len(uids)}"
    if state == ONE and len(uids) != 1:
        return f"ONE names one tag, got {len(uids)}"
    return None


class Entries(Field):
    """The tags on some antennas, to the end of the message."""

    is_narrow = True

    def complaint(self, value: "tuple[Entry, ...]") -> "str | None":
        last = -1
        for antenna, state, uids in value:
            if antenna <= last:
                return f"expected antennas in rising order, got {antenna} after {last}"
            last = antenna
            problem = (
                U8.complaint(antenna)
                or STATE.complaint(state)
                or UIDS.complaint(uids)
                or state_complaint(state, uids)
            )
            if problem:
                return f"antenna {antenna}: {problem}"
        return None

    def size(self, value: "tuple[Entry, ...]") -> int:
        return sum(2 + UIDS.size(uids) for _, _, uids in value)

    def pack(
        self,
        value: "tuple[Entry, ...]",
        buffer: bytearray,
        at: int,
    ) -> int:
        for antenna, state, uids in value:
            buffer[at] = antenna
            buffer[at + 1] = state
            at = UIDS.pack(uids, buffer, at + 2)
        return at

    def unpack(self, payload: bytes, at: int) -> "tuple[tuple[Entry, ...], int]":
        entries: "list[Entry]" = []
        while at < len(payload):
            if at + 2 > len(payload):
                raise RemoteError(_CUT)
            antenna = payload[at]
            state = payload[at + 1]
            uids, at = UIDS.unpack(payload, at + 2)
            entries.append((antenna, state, uids))
        return tuple(entries), at


ENTRIES = Entries()
