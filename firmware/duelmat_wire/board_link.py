"""The board's end of the link: says hello until it is welcomed, keeps what happens meanwhile."""

from .errors import LocalError
from .frame import NO_SESSION
from .link import Link, elapsed
from .message import BOARD, NUMBERED, Message
from .messages import SNAPSHOT_PART, Hello, Snapshot, Welcome, group_entries
from .outbox import HEAD

TYPE_CHECKING = False
if TYPE_CHECKING:  # MicroPython has no typing
    from typing import Any

    from .fields import Entry

HELLO_MS = 500
BOARD_ROOM = 1536  # some seventy sightings
FORMER_SESSIONS = 16  # a WELCOME that some buffer kept from one of these brings it not back


class BoardLink(Link):
    """Events are sent in the session there is, or kept for the next one.

    A link that had to let state go says so with `overflowed`: once it is up, the board must send a
    snapshot (send_snapshot) and the HEALTH of every reader that is not fine.
    """

    def __init__(self, hello: Hello, room: int = BOARD_ROOM) -> None:
        super().__init__(BOARD, room)
        problem = hello.complaint()
        if problem:
            raise LocalError(problem)
        self.hello = hello
        self.refused = 0
        """Welcomes from hosts that do not fit this board."""
        self._event = 0
        self._parts: "list[list[Entry]]" = []  # of a snapshot, that the outbox does not hold yet
        self._part_count = 0  # with those that it holds
        self._parts_event = 0  # the number of the event after the last of them
        self._former_sessions: "list[int]" = []
        self._is_hello_due = True
        self._hello_at_ms = 0

    @property
    def overflowed(self) -> bool:
        """Whether state had to go since the last snapshot."""
        return self._outbox.lost_state

    @property
    def unacknowledged(self) -> int:
        return self._outbox.count + len(self._parts)

    @property
    def is_snapshot_pending(self) -> bool:
        """Whether parts of a snapshot wait for the next polls; an event now has all packed."""
        return bool(self._parts)

    def next_event(self) -> int:
        """The number for the next event, counting from 1."""
        self._event += 1
        return self._event

    def send(self, message: Message) -> bool:
        if self._parts and message.DELIVERY == NUMBERED:
            while self._parts:
                self._put_part()  # events keep their order
        return super().send(message)

    def send_snapshot(self, entries: "list[Entry] | tuple[Entry, ...]") -> None:
        """Send what lies on all antennas, in as many parts as it takes. Each is packed in a poll
        of its own, which writes nothing: to pack them all takes longer than a card should wait.

        entries: (antenna, state, tags) in rising order; EMPTY ones may be left out.
        """
        while self._parts:
            self._put_part()
        self._parts = group_entries(entries)
        self._part_count = len(self._parts)
        self._event += self._part_count
        self._parts_event = self._event + 1
        self._outbox.reserve(self._part_count * (HEAD + SNAPSHOT_PART), self._in_flight)
        self._outbox.lost_state = False

    def poll_into(self, buffer: bytearray, now_ms: int, room: int) -> int:
        if self._parts:
            self._put_part()
            return 0
        return super().poll_into(buffer, now_ms, room)

    def _put_part(self) -> None:
        left = len(self._parts)
        part = self._part_count - left
        event = self._parts_event - left
        super().send(Snapshot(event, part, self._part_count, self._parts.pop(0)))

    def _poll_handshake(self, buffer: bytearray, at: int, now_ms: int, room: int) -> int:
        if not self.is_up and elapsed(now_ms, self._hello_at_ms) >= HELLO_MS:
            self._is_hello_due = True
        if not self._is_hello_due:
            return at
        end = self._write_open(buffer, at, self.hello, room)
        if end > at:
            self._is_hello_due = False
            self._hello_at_ms = now_ms
        return end

    def _fits(self, welcome: Welcome) -> bool:
        """Whether that host speaks of the same protocol and mat; which side to update it says."""
        return (welcome.protocol, welcome.digest) == (self.hello.protocol, self.hello.digest)

    def _take_open(self, message: "Any") -> None:
        if not isinstance(message, Welcome):
            self._take_loose(message)
        elif not self._fits(message):
            self.refused += 1
            self._is_hello_due = True
        elif message.session == NO_SESSION or message.boot_id != self.hello.boot_id:
            self._is_hello_due = True
        elif message.session == self.session:
            self._is_ack_due = True
        elif message.session not in self._former_sessions:
            self._former_sessions.append(self.session)
            if len(self._former_sessions) > FORMER_SESSIONS:
                self._former_sessions.pop(0)
            self.peer_features = message.features
            self._outbox.drop_events(message.last_event)
            self._start_session(message.session)
            self._is_ack_due = True
            self._is_hello_due = False
