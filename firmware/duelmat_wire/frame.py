"""Frames: how a message lies on the line, byte by byte.

    +------+-----+-----+------------------+--------------+
    | kind | seq | ack | payload          | crc32        |   content, 7..199 bytes
    |  u8  | u8  | u8  | 0..192 bytes     | u32, little  |
    +------+-----+-----+------------------+--------------+
    +----+--------------------------------------------+----+
    |code| content, every zero replaced by a COBS code | 00 |   on the line, 9..201 bytes
    +----+--------------------------------------------+----+

The CRC starts from the session's number instead of from nought: the same bytes have a different
CRC in every session, so a frame of an older session can never pass for one of this session.
Frames of no session (the handshake) are sealed with 0, which is the ordinary CRC-32.

Content stays below 254 bytes, so COBS costs exactly one byte and works in place.
"""

from binascii import crc32
from collections import namedtuple
from struct import pack_into, unpack_from

MAX_PAYLOAD = 192
OVERHEAD = 9  # code, kind, seq, ack, crc32, end
MAX_FRAME = MAX_PAYLOAD + OVERHEAD
PAYLOAD_AT = 4  # where the payload starts in a frame's buffer, before and after sealing

KIND_ACK = 0  # no message: only its ack counts
NUMBERED_BIT = 0x80  # kinds with this bit are numbered, acknowledged and sent again

NO_SESSION = 0

_END = b"\x00"


Frame = namedtuple(  # noqa: PYI024 - MicroPython has no typing
    "Frame", ("session", "kind", "seq", "ack", "payload")
)
"""One frame that came through unharmed."""


def seal_frame(
    buffer: bytearray, offset: int, kind: int, seq: int, ack: int, length: int, session: int
) -> int:
    """Make a frame in place around the payload at offset + PAYLOAD_AT; returns where it ends."""
    crc_at = offset + PAYLOAD_AT + length
    end = crc_at + 4
    buffer[offset + 1] = kind
    buffer[offset + 2] = seq
    buffer[offset + 3] = ack
    pack_into("<I", buffer, crc_at, crc32(memoryview(buffer)[offset + 1 : crc_at], session))
    buffer[end] = 0
    at = offset
    while at < end:
        zero = buffer.find(_END, at + 1, end + 1)
        buffer[at] = zero - at
        at = zero
    return end + 1


class FrameDecoder:
    """Finds frames in bytes as they come, in pieces of any size.

    What is no frame is skipped up to the next zero byte and counted by kind; nothing is raised.
    """

    def __init__(self, session: int = NO_SESSION) -> None:
        self.session = session
        """Frames sealed with this number or with NO_SESSION are accepted."""
        self.too_long = 0
        self.too_short = 0
        self.bad_cobs = 0
        self.bad_crc = 0
        self._raw = bytearray(MAX_FRAME - 1)
        self._view = memoryview(self._raw)
        self._length = 0
        self._is_skipping = False

    @property
    def bad(self) -> int:
        """The number of runs of bytes that were no frame."""
        return self.too_long + self.too_short + self.bad_cobs + self.bad_crc

    def reset(self) -> None:
        """Forget a frame begun: the port was closed and opened again."""
        self._length = 0
        self._is_skipping = False

    def feed(self, data: "bytes | bytearray | memoryview") -> "list[Frame]":
        """The frames that these bytes complete."""
        frames: "list[Frame]" = []
        source = data if isinstance(data, bytes) else bytes(data)
        start = 0
        while True:
            zero = source.find(_END, start)
            if zero < 0:
                self._keep(source, start, len(source))
                return frames
            self._keep(source, start, zero)
            frame = self._finish()
            if frame is not None:
                frames.append(frame)
            start = zero + 1

    def _keep(self, source: bytes, start: int, stop: int) -> None:
        if self._is_skipping:
            return
        length = self._length + stop - start
        if length > len(self._raw):
            self._is_skipping = True
            return
        self._raw[self._length : length] = source[start:stop]
        self._length = length

    def _finish(self) -> "Frame | None":
        length = self._length
        self._length = 0
        if self._is_skipping:
            self._is_skipping = False
            self.too_long += 1
            return None
        if length == 0:
            return None  # a zero ahead of a frame flushes noise; it is no frame itself
        raw = self._raw
        at = 0
        while at < length:
            step = raw[at]
            raw[at] = 0
            at += step
        if at != length:
            self.bad_cobs += 1
            return None
        if length < OVERHEAD - 1:
            self.too_short += 1
            return None
        return self._checked(raw, length)

    def _checked(self, raw: bytearray, length: int) -> "Frame | None":
        crc_at = length - 4
        crc = unpack_from("<I", raw, crc_at)[0]
        sealed = self._view[1:crc_at]
        if crc == crc32(sealed, self.session):
            session = self.session
        elif self.session != NO_SESSION and crc == crc32(sealed, NO_SESSION):
            session = NO_SESSION
        else:
            self.bad_crc += 1
            return None
        return Frame(session, raw[1], raw[2], raw[3], bytes(self._view[PAYLOAD_AT:crc_at]))
