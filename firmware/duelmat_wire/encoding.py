"""Encoding: payloads, frames and digests as whole values, for hosts and tests.

A board writes them in place, and keeps none of this in its memory.
"""

from binascii import crc32

from .digest import record_of
from .errors import LocalError
from .frame import MAX_PAYLOAD, NO_SESSION, OVERHEAD, PAYLOAD_AT, seal_frame
from .message import Message

TYPE_CHECKING = False
if TYPE_CHECKING:  # MicroPython has no typing
    from collections.abc import Iterable

    from .fields import Entry


def encode_message(message: Message) -> bytes:
    """Return the payload of a message.

    Raises: LocalError when the protocol cannot say this.
    """
    problem = message.complaint()
    if problem:
        raise LocalError(problem)
    buffer = bytearray(MAX_PAYLOAD)
    return bytes(buffer[: message.pack_into(buffer)])


def encode_frame(
    kind: int, seq: int, ack: int, payload: bytes, session: int = NO_SESSION
) -> bytes:
    """One frame as it goes on the line."""
    if len(payload) > MAX_PAYLOAD:
        raise LocalError(
            f"a payload has at most {MAX_PAYLOAD} bytes, got {len(payload)}: split the message"
        )
    buffer = bytearray(len(payload) + OVERHEAD)
    buffer[PAYLOAD_AT : PAYLOAD_AT + len(payload)] = payload
    seal_frame(buffer, 0, kind, seq, ack, len(payload), session)
    return bytes(buffer)


def map_digest(entries: "Iterable[Entry]") -> int:
    """A number for what lies on the antennas: (antenna, state, tags) in any order.

    EMPTY antennas count as not named, and the order of tags does not matter.
    """
    digest = 0
    for antenna, state, uids in sorted(entries, key=lambda entry: entry[0]):
        digest = crc32(record_of(antenna, state, uids), digest)
    return digest
