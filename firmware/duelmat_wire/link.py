"""The link: one end of the line. Bytes and time come in, messages and bytes go out; no I/O.

Numbered messages arrive once each and in order, however bad the cable: they keep their place in
the outbox until the other side has acknowledged them, at most WINDOW are on their way, and when
nothing moves they are sent again after RESEND_MS, then twice that, up to RESEND_MAX_MS.

`ack` in a frame is the number of the next message wanted. It counts only messages that the
application has taken with messages(), so a message that died with the application is sent again.

Times are milliseconds of any clock that runs on, one clock a link; a clock that wraps at a power
of two from 2**30 on will do.
"""

from .errors import LocalError, RemoteError
from .frame import (
    KIND_ACK,
    MAX_FRAME,
    NO_SESSION,
    NUMBERED_BIT,
    OVERHEAD,
    PAYLOAD_AT,
    Frame,
    FrameDecoder,
    seal_frame,
)
from .message import BOARD, HOST, NUMBERED, OPEN, Message
from .messages import Hello, Welcome, messages_of
from .outbox import Outbox

TYPE_CHECKING = False
if TYPE_CHECKING:  # MicroPython has no typing
    from typing import Any

WINDOW = 8
IDLE_MS = 1000  # who has written nothing for so long acknowledges, to show that it is there
RESEND_MS = 50
RESEND_MAX_MS = 1000
WAITING_MAX = 32  # messages for the application that it has not taken; more loose ones are dropped
LOOSE_MAX = 8

_CLOCK_MASK = (1 << 30) - 1
_NEAR = 1 << 16  # a time to come is nearer than that: a minute of milliseconds


def elapsed(now: int, then: int) -> int:
    """Return the time that has passed since then, or 0 for a time that comes soon.

    A difference of MicroPython's ticks is right for half of the range of a clock, and negative for
    the other half; this one is for times that may grow older.
    """
    passed = (now - then) & _CLOCK_MASK
    return passed if passed <= _CLOCK_MASK - _NEAR else 0


class Link:
    """The base of both ends: numbering, acknowledgement, sending again."""

    def __init__(self, side: str, room: int) -> None:
        self.session = NO_SESSION
        self.sessions = 0
        self.sent = 0
        self.resent = 0
        self.received = 0
        self.duplicate = 0
        self.gaps = 0
        """Numbered frames that came ahead of a missing one; they are sent again."""
        self.unknown = 0
        """Frames of a kind that this side does not understand."""
        self.malformed = 0
        """Messages too short, too long, or with values out of range."""
        self.overrun = 0
        """Unnumbered messages that the application let wait for too long."""
        self.strangers = 0
        """Frames that do not belong where they came: a session's outside it, or the reverse."""
        self.stale = 0
        """Pieces left on the line from before, when another session was on; they are no fault."""
        self.peer_features = 0
        """The features of the other side beyond the first version, in bits."""
        self._side = side
        self._incoming = messages_of(HOST if side == BOARD else BOARD)
        self._decoder = FrameDecoder()
        self._outbox = Outbox(room)
        self._base = 0  # number of the outbox's first message
        self._in_flight = 0  # how many of the outbox's messages have been sent in this session
        self._cursor = 0  # which of them is sent next
        self._resend_ms = RESEND_MS
        self._sent_at_ms = 0
        self._written_at_ms = 0
        self._expected = 0
        self._taken = 0
        self._is_ack_due = False
        self._dropped = 0
        self._waiting: "list[Message]" = []
        self._loose: "list[Message]" = []
        self._open: "list[Message]" = []
        self._bytes = bytearray()

    @property
    def bad(self) -> int:
        """The number of pieces of input that were of no use, and should have been."""
        return self._of_no_use() - self.stale

    def _of_no_use(self) -> int:
        return self._decoder.bad + self.unknown + self.malformed + self.strangers

    @property
    def is_up(self) -> bool:
        """Whether a session is on."""
        return self.session != NO_SESSION

    @property
    def dropped(self) -> int:
        """The number of messages of ours that had to go because nobody took them."""
        return self._outbox.dropped + self._dropped

    @property
    def unacknowledged(self) -> int:
        """The number of numbered messages that are not known to have arrived."""
        return self._outbox.count

    @property
    def free(self) -> int:
        """Bytes left for numbered messages that wait."""
        return self._outbox.free

    def send(self, message: Message) -> bool:
        """Queue a message; False when there is no session and the message is for a session only,
        or when the other side is of a version that does not understand it.

        Raises: LocalError when the message is the other side's or holds what it must not.
        """
        if message.SENDER != self._side:
            raise LocalError(f"{message.NAME} is sent by the {message.SENDER} only")
        if isinstance(message, (Hello, Welcome)):
            raise LocalError(f"{message.NAME} is sent by the link itself, when it is time")
        if message.FEATURE & ~self.peer_features:
            return False
        if message.DELIVERY == NUMBERED:
            self._outbox.put(message, self._in_flight)
            return True
        problem = message.complaint()  # once, here: what is queued is packed as it is
        if problem:
            raise LocalError(problem)
        if message.DELIVERY == OPEN:
            queue = self._open
        elif self.is_up:
            queue = self._loose
        else:
            return False
        if len(queue) == LOOSE_MAX:
            queue.pop(0)
            self._dropped += 1
        queue.append(message)
        return True

    def receive(self, data: "bytes | bytearray | memoryview", now_ms: int) -> None:
        """Take in bytes from the line. Nothing that they may be raises."""
        if len(data) == 0:
            return
        for frame in self._decoder.feed(data):
            self._take(frame, now_ms)

    def messages(self) -> "tuple[Message, ...]":
        """The messages received since the last call, in order; taking them acknowledges them."""
        if not self._waiting:
            return ()
        taken = tuple(self._waiting)
        self._waiting.clear()
        if self._taken != self._expected:
            self._taken = self._expected
            self._is_ack_due = True
        return taken

    def poll_into(self, buffer: bytearray, now_ms: int, room: int) -> int:
        """Write the frames that are due, whole ones only, to the start of buffer.

        room: how many bytes the line takes now. Returns how many were written.
        """
        room = min(room, len(buffer))
        at = self._poll_handshake(buffer, 0, now_ms, room)
        at = self._poll_open(buffer, at, room)
        if self.is_up:
            at = self._poll_numbered(buffer, at, now_ms, room)
            at = self._poll_loose(buffer, at, now_ms, room)
            if at:
                self._written_at_ms = now_ms
            elif elapsed(now_ms, self._written_at_ms) >= IDLE_MS:
                self._is_ack_due = True
                self._written_at_ms = now_ms
            if self._is_ack_due and at + OVERHEAD <= room:
                at = self._write(buffer, at, KIND_ACK, 0, 0)
        return at

    def poll(self, now_ms: int, room: "int | None" = None) -> bytes:
        """The bytes to write now, as poll_into; as much as one buffer holds without a room."""
        if not self._bytes:
            self._bytes = bytearray(MAX_FRAME * 8)  # who polls into a buffer needs none of ours
        size = self.poll_into(self._bytes, now_ms, len(self._bytes) if room is None else room)
        return bytes(self._bytes[:size]) if size else b""

    # Sending

    def _poll_open(self, buffer: bytearray, at: int, room: int) -> int:
        while self._open:
            end = self._write_open(buffer, at, self._open[0], room)
            if end == at:
                break
            at = end
            self._open.pop(0)
        return at

    def _poll_numbered(self, buffer: bytearray, at: int, now_ms: int, room: int) -> int:
        is_all_sent = self._cursor >= self._in_flight > 0
        if is_all_sent and elapsed(now_ms, self._sent_at_ms) >= self._resend_ms:
            self._cursor = 0
            self._resend_ms = min(self._resend_ms * 2, RESEND_MAX_MS)
        outbox = self._outbox
        last = min(outbox.count, WINDOW)
        while self._cursor < last:
            place = self._cursor
            code, payload = outbox.entry(place)
            length = len(payload)
            if at + length + OVERHEAD > room:
                break
            start = at + PAYLOAD_AT
            buffer[start : start + length] = payload
            at = self._write(buffer, at, code, (self._base + place) & 0xFF, length)
            if place == 0:
                self._sent_at_ms = now_ms
            if place < self._in_flight:
                self.resent += 1
            else:
                self._in_flight = place + 1
            self._cursor = place + 1
        return at

    def _poll_loose(
        self,
        buffer: bytearray,
        at: int,
        now_ms: int,  # noqa: ARG002 - the host has use for it
        room: int,
    ) -> int:
        while self._loose:
            end = self._write_message(buffer, at, self._loose[0], room)
            if end == at:
                break
            at = end
            self._loose.pop(0)
        return at

    def _write_message(self, buffer: bytearray, at: int, message: Message, room: int) -> int:
        """Write an unnumbered message of the session if it fits; returns where it ends."""
        if at + message.size() + OVERHEAD > room:
            return at
        length = message.pack_into(buffer, at + PAYLOAD_AT)
        return self._write(buffer, at, message.CODE, 0, length)

    def _write(self, buffer: bytearray, at: int, kind: int, seq: int, length: int) -> int:
        self._is_ack_due = False
        self.sent += 1
        return seal_frame(buffer, at, kind, seq, self._taken & 0xFF, length, self.session)

    def _write_open(self, buffer: bytearray, at: int, message: Message, room: int) -> int:
        """Write a message of no session if it fits; returns where it ends."""
        if at + 1 + message.size() + OVERHEAD > room:
            return at
        buffer[at] = 0  # ends whatever noise or cut frame came before
        at += 1
        self.sent += 1
        length = message.pack_into(buffer, at + PAYLOAD_AT)
        return seal_frame(buffer, at, message.CODE, 0, 0, length, NO_SESSION)

    # Receiving

    def _take(self, frame: Frame, now_ms: int) -> None:
        kind = self._incoming.get(frame.kind)
        if frame.session == NO_SESSION:
            if kind is None:
                self.unknown += 1
            elif kind.DELIVERY != OPEN:
                self.strangers += 1
            else:
                message = self._unpacked(kind, frame.payload)
                if message is not None:
                    self._take_open(message)
            return
        if kind is not None and kind.DELIVERY == OPEN:
            self.strangers += 1
            return
        self._take_ack(frame.ack, now_ms)
        self._heard(now_ms)
        if frame.kind & NUMBERED_BIT:
            self._take_numbered(frame, kind)
        elif kind is not None:
            message = self._unpacked(kind, frame.payload)
            if message is not None:
                self._take_loose(message)
        elif frame.kind != KIND_ACK:
            self.unknown += 1
        elif frame.payload:
            self.malformed += 1

    def _take_loose(self, message: Message) -> None:
        if len(self._waiting) < WAITING_MAX:
            self.received += 1
            self._waiting.append(message)
        else:
            self.overrun += 1

    def _take_numbered(self, frame: Frame, kind: "type[Message] | None") -> None:
        ahead = (frame.seq - self._expected) & 0xFF
        if ahead:
            if ahead < WINDOW:
                self.gaps += 1
            else:
                self.duplicate += 1
                self._is_ack_due = True
            return
        # What cannot be understood counts as arrived: sending it again would not help.
        self._expected = (self._expected + 1) & 0xFF
        message = None
        if kind is None:
            self.unknown += 1
        else:
            message = self._unpacked(kind, frame.payload)
        if message is not None and self._is_new(message):
            self.received += 1
            self._waiting.append(message)
        elif not self._waiting:
            self._taken = self._expected
            self._is_ack_due = True

    def _unpacked(self, kind: "type[Message]", payload: bytes) -> "Message | None":
        try:
            return kind.unpack(payload)
        except RemoteError:
            self.malformed += 1
            return None

    def _take_ack(self, ack: int, now_ms: int) -> None:
        arrived = (ack - self._base) & 0xFF
        if arrived == 0 or arrived > self._in_flight:
            return
        self._outbox.drop_first(arrived)
        self._base = ack
        self._in_flight -= arrived
        self._cursor = max(self._cursor - arrived, 0)
        self._resend_ms = RESEND_MS
        self._sent_at_ms = now_ms

    def _start_session(self, session: int) -> None:
        """Number everything anew. What the outbox holds is sent in the new session."""
        self.session = session
        self._decoder.session = session
        self.sessions += session != NO_SESSION
        self._base = 0
        self._in_flight = 0
        self._cursor = 0
        self._resend_ms = RESEND_MS
        self._expected = 0
        self._taken = 0
        self._is_ack_due = False
        self._waiting.clear()
        self._loose.clear()

    # What the two ends do differently

    if TYPE_CHECKING:

        def _poll_handshake(self, buffer: bytearray, at: int, now_ms: int, room: int) -> int: ...

        def _take_open(self, message: "Any") -> None: ...

    def _heard(self, now_ms: int) -> None:
        """A frame of this session has come."""

    def _is_new(self, message: Message) -> bool:  # noqa: ARG002 - the host has use for it
        """Whether a numbered message has not come in an earlier session."""
        return True
