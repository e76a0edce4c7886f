"""The outbox: numbered messages that wait to be sent or to be acknowledged, bounded.

They lie packed in one piece of memory, one behind the other:

    +--------+------+-------------------+--------+------+----
    | length | code | payload           | length | code | ...
    |   u8   |  u8  | `length` bytes    |        |      |
    +--------+------+-------------------+--------+------+----
"""

from struct import unpack_from

from .errors import LocalError
from .frame import MAX_PAYLOAD
from .message import Message
from .messages import Button, Health, Log, Sighting, Snapshot, Touch

TYPE_CHECKING = False
if TYPE_CHECKING:  # MicroPython has no typing
    from collections.abc import Callable

HEAD = 2
# What a snapshot says again as a whole; of the others each one counts by itself.
_STATE_LIKE = (Sighting.CODE, Snapshot.CODE, Health.CODE)
# Their payload begins with the number of the event.
_EVENTS = (Sighting.CODE, Touch.CODE, Button.CODE, Snapshot.CODE)


class Outbox:
    """A queue of packed messages. All memory is taken at the start."""

    def __init__(self, room: int) -> None:
        """Args:
        room: bytes for all that waits; a message takes those of its payload and two.
        """
        if room < HEAD + MAX_PAYLOAD:
            raise LocalError(f"an outbox needs {HEAD + MAX_PAYLOAD} bytes at least, got {room}")
        self.count = 0
        self.free = room
        """Bytes in which nothing lies."""
        self.dropped = 0
        self.lost_state = False
        """A state-like message or an event had to go: only a snapshot shows the truth now."""
        self._records = bytearray(room)
        self._view = memoryview(self._records)

    def put(self, message: Message, frozen: int) -> None:
        """Add a message at the end. The first `frozen` ones are on their way and stay.

        Raises: LocalError when the protocol cannot say this.
        """
        problem = message.complaint()
        if problem:
            raise LocalError(problem)
        size = HEAD + message.size()
        if self.free < size:
            self._make_room(size, frozen, message.CODE)
        if self.free < size:  # the new one has no place
            self.dropped += 1
            if message.CODE != Log.CODE:
                self.lost_state = True
            return
        records = self._records
        at = len(records) - self.free
        records[at + 1] = message.CODE
        records[at] = message.pack_into(records, at + HEAD)
        self.count += 1
        self.free -= size

    def entry(self, place: int) -> "tuple[int, memoryview]":
        """Code and payload of a message; the payload stays until the outbox changes."""
        at = self._at(place)
        records = self._records
        return records[at + 1], self._view[at + HEAD : at + HEAD + records[at]]

    def drop_first(self, count: int) -> None:
        """Forget the first messages: they have arrived."""
        records = self._records
        at = self._at(count)
        end = len(records) - self.free
        records[: end - at] = records[at:end]
        self.count -= count
        self.free += at

    def drop_events(self, last_event: int) -> None:
        """Forget the events up to this one: the other side has them from an earlier session."""
        if last_event:
            self._keep_only(lambda _place, at: not 0 < self._event(at) <= last_event, 0)

    def reserve(self, wanted: int, frozen: int) -> None:
        """Make room for a snapshot of so many bytes, all its parts together."""
        if self.free < wanted:
            self._make_room(wanted, frozen, Snapshot.CODE)

    def _at(self, place: int) -> int:
        at = 0
        for _ in range(place):
            at += HEAD + self._records[at]
        return at

    def _event(self, at: int) -> int:
        """The number of the event that lies there; 0 = it is none."""
        if self._records[at + 1] not in _EVENTS:
            return 0
        event: int = unpack_from("<I", self._records, at + HEAD)[0]
        return event

    def _make_room(self, wanted: int, frozen: int, code: int) -> None:
        """Let lines for people go first, then state, then the oldest touches."""
        before = self.count
        records = self._records
        self._keep_only(lambda _place, at: records[at + 1] != Log.CODE, frozen)
        if self.free < wanted and code != Log.CODE:
            self.lost_state = True
            self._keep_only(lambda _place, at: records[at + 1] not in _STATE_LIKE, frozen)
            while self.free < wanted and self.count > frozen:
                self._keep_only(lambda place, _at: place != frozen, frozen)
        self.dropped += before - self.count

    def _keep_only(self, is_kept: "Callable[[int, int], bool]", frozen: int) -> None:
        """Asks for each message but the frozen ones, by place and address, whether it stays."""
        records = self._records
        kept = at = end = 0
        for place in range(self.count):
            size = HEAD + records[at]
            if place < frozen or is_kept(place, at):
                if at != end:
                    records[end : end + size] = records[at : at + size]
                kept += 1
                end += size
            at += size
        self.count = kept
        self.free = len(records) - end
