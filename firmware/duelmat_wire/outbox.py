"""The outbox: numbered messages that wait to be sent or to be acknowledged, bounded."""

from .errors import LocalError
from .frame import MAX_PAYLOAD
from .message import Message
from .messages import Health, Log, Sighting, Snapshot

TYPE_CHECKING = False
if TYPE_CHECKING:  # MicroPython has no typing
    from collections.abc import Callable
    from typing import Any

# What a snapshot says again as a whole; of the others each one counts by itself.
_STATE_LIKE = (Sighting.CODE, Snapshot.CODE, Health.CODE)
_NO_EVENT = 0


class Outbox:
    """A ring of packed messages. All memory is taken at the start."""

    def __init__(self, slots: int) -> None:
        if slots < 1:
            raise LocalError(f"an outbox needs at least 1 slot, got {slots}")
        self.count = 0
        self.dropped = 0
        self.lost_state = False
        """A state-like message or an event had to go: only a snapshot tells the truth now."""
        self._slots = slots
        self._first = 0
        self._payloads = [bytearray(MAX_PAYLOAD) for _ in range(slots)]
        self._views = [memoryview(payload) for payload in self._payloads]
        self._lengths = [0] * slots
        self._codes = [0] * slots
        self._events = [_NO_EVENT] * slots

    def put(self, message: Message, frozen: int) -> None:
        """Add a message at the end. The first `frozen` ones are on their way and stay."""
        if self.count == self._slots:
            self._make_room(1, frozen, message.CODE)
        if self.count == self._slots:  # the new one has no place
            self.dropped += 1
            if message.CODE != Log.CODE:
                self.lost_state = True
            return
        slot = (self._first + self.count) % self._slots
        self._lengths[slot] = message.pack_into(self._payloads[slot])
        self._codes[slot] = message.CODE
        self._events[slot] = getattr(message, "event", _NO_EVENT)
        self.count += 1

    def code(self, place: int) -> int:
        return self._codes[(self._first + place) % self._slots]

    def length(self, place: int) -> int:
        return self._lengths[(self._first + place) % self._slots]

    def payload(self, place: int) -> memoryview:
        slot = (self._first + place) % self._slots
        return self._views[slot][: self._lengths[slot]]

    def drop_first(self, count: int) -> None:
        """Forget the first messages: they have arrived."""
        self._first = (self._first + count) % self._slots
        self.count -= count

    def drop_events(self, last_event: int) -> None:
        """Forget the events up to this one: the other side has them from an earlier session."""
        self._keep_only(lambda slot: not _NO_EVENT < self._events[slot] <= last_event, 0)

    def reserve(self, wanted: int, frozen: int) -> None:
        """Make room for a snapshot, all its parts at once."""
        if self._slots - self.count < wanted:
            self._make_room(wanted, frozen, Snapshot.CODE)

    def _make_room(self, wanted: int, frozen: int, code: int) -> None:
        """Let lines for people go first, then state, then the oldest touches."""
        before = self.count
        most = max(self._slots - wanted, frozen)
        self._keep_only(lambda slot: self._codes[slot] != Log.CODE, frozen)
        if self.count > most and code != Log.CODE:
            self.lost_state = True
            self._keep_only(lambda slot: self._codes[slot] not in _STATE_LIKE, frozen)
            while self.count > most:
                self._drop_oldest(frozen)
        self.dropped += before - self.count

    def _drop_oldest(self, frozen: int) -> None:
        oldest = (self._first + frozen) % self._slots
        self._keep_only(lambda slot: slot != oldest, frozen)

    def _keep_only(self, is_kept: "Callable[[int], bool]", frozen: int) -> None:
        kept = frozen
        for place in range(frozen, self.count):
            slot = (self._first + place) % self._slots
            if is_kept(slot):
                self._swap(slot, (self._first + kept) % self._slots)
                kept += 1
        self.count = kept

    def _swap(self, here: int, there: int) -> None:
        columns: "tuple[Any, ...]" = (
            self._payloads,
            self._views,
            self._lengths,
            self._codes,
            self._events,
        )
        for column in columns:
            column[here], column[there] = column[there], column[here]
