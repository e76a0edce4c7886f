"""The board's end of the talk with the host: what is sent and heard, and no wait for either."""

from time import ticks_diff

import duelmat_wire as wire
from duelmat_device import port
from micropython import const

TYPE_CHECKING = False
if TYPE_CHECKING:  # MicroPython has no typing
    from typing import Any

FIRMWARE = (0, 1, 0)

_STATUS_MS = const(500)
_BUFFER_BYTES = wire.MAX_FRAME
_SILENCE_MS = const(2000)  # a host that is there writes every second
_FEW_BYTES = const(64)  # what a turn makes of what is to be sent: three sightings, or a long frame
_GATHERED = const(14)  # antennas whose tags are gathered in a step
_POLL_MS = const(20)  # what the link does by itself, sending again above all, may wait so long
_READ_BYTES = port.READ_BYTES
# A snapshot needs room for its parts beside what is waiting already: two cards everywhere.
_SNAPSHOT_ROOM = const(1024)


class HostLink:
    """Reports to the host what happens; hands over what it wants as messages."""

    def __init__(self, board, usb, presence, scanner, heap, ticks_ms, boot_id):
        self._port = usb
        self._heap = heap
        self._presence = presence
        self._scanner = scanner
        self._ticks_ms = ticks_ms
        self.boot_id = boot_id
        self.link = wire.BoardLink(
            wire.Hello(
                wire.PROTOCOL,
                FIRMWARE,
                board.digest,
                boot_id,
                wire.FEATURES,
                len(board.antennas),
                len(board.lamps),
                len(board.pads),
                board.buttons,
            )
        )
        self.scene = 0
        """Number of the scene that is lit, sent with every STATUS."""
        self._buffer = bytearray(_BUFFER_BYTES)
        self._start = 0
        self._end = 0
        self._received = bytearray(_READ_BYTES)
        self._trouble = None
        self._sessions = 0
        self._owes_snapshot = False
        self._owes_stranger = False
        self._entries: "Any" = []  # of the snapshot that is sent next, gathered in some steps
        self._gathered = 0  # the antennas of which they are
        self._status_ms = ticks_ms()
        self._poll_ms = ticks_ms()
        self._heard_ms = ticks_ms()
        self._is_pending = True
        self._has_read = False  # in the last step: this one is for what is to be sent
        self.is_hurried = False
        """Whether another step soon would get on: something is new, or the line just took bytes
        and has room for more.
        """
        self._digest = wire.MapDigest(len(board.antennas))

    # What is told.

    def sighting(self, antenna):
        """The settled content of an antenna changed."""
        self._is_pending = self.is_hurried = True
        link = self.link
        state = self._presence.state(antenna)
        uids = self._presence.uids(antenna)
        self._digest.put(antenna, state, uids)
        self._gathered = 0  # what changed would be missing
        link.send(wire.Sighting(link.next_event(), self._ticks_ms(), antenna, state, uids))

    def event(self, kind, event):
        """A finger came or left: a Touch or a Button, by the number of its place and whether it is
        pressed.
        """
        self._is_pending = self.is_hurried = True
        self.link.send(kind(self.link.next_event(), self._ticks_ms(), *event))

    def tell(self, message):
        """Anything else, as a message."""
        self._is_pending = True
        self.link.send(message)

    def tell_trouble(self, text, is_lasting):
        """Sends a line for people; while it lasts every host that comes gets it, too."""
        self._trouble = text if is_lasting else None
        if self.link.is_up or not is_lasting:
            self.tell(wire.Log(wire.LOG_ERROR if is_lasting else wire.LOG_INFO, text))

    def is_host_there(self):
        """Whether a session is on whose host has written something lately."""
        return self.link.is_up and wire.elapsed(self._ticks_ms(), self._heard_ms) < _SILENCE_MS

    def is_quiet(self):
        """Whether nothing is under way to the host or from it."""
        return not (self.is_hurried or self._owes_snapshot or self.link.unacknowledged)

    def snapshot(self):
        """Sends the whole mat as soon as there is room for it."""
        self._owes_snapshot = True
        self._is_pending = True

    # One step.

    def step(self):
        """Does one thing, so that no step takes long: hands over the messages that came, reads a
        few bytes, makes something to send, or writes a few bytes. Returns the messages.
        """
        link = self.link
        self.is_hurried = False
        messages = link.messages()
        if messages:
            self._is_pending = True
            return messages
        now_ms = self._ticks_ms()
        self._has_read = not self._has_read and self._read(now_ms)
        if self._has_read:
            self._is_pending = True
        elif self._is_pending or ticks_diff(now_ms, self._poll_ms) >= _POLL_MS:
            self._poll_ms = now_ms
            self._is_pending = self._send(now_ms)
        return ()

    def _read(self, now_ms):
        """Whether bytes have come."""
        count = self._port.read_into(self._received)
        if not count:
            return False
        self._heard_ms = now_ms
        self.link.receive(memoryview(self._received)[:count], now_ms)
        self.is_hurried = True
        return True

    def _send(self, now_ms):
        """Whether there may be more to send."""
        start = self._start
        if start < self._end:
            self._start = self._port.write(self._buffer, start, self._end)
            self.is_hurried = start < self._start < self._end
            return True
        link = self.link
        if link.sessions != self._sessions:
            self._sessions = link.sessions
            self._owes_snapshot = self._owes_stranger = True
        if link.is_up and self._look_after_session(now_ms):
            self.is_hurried = True
            return True
        self._start = 0
        is_packing = link.is_snapshot_pending
        self._end = link.poll_into(self._buffer, now_ms, _FEW_BYTES)
        if not (self._end or is_packing) and link.unacknowledged:
            self._end = link.poll_into(self._buffer, now_ms, _BUFFER_BYTES)
        self.is_hurried = is_packing or self._end > 0
        return self.is_hurried

    def _look_after_session(self, now_ms):
        """Whether it has made something to send, which takes its time."""
        link = self.link
        if link.overflowed:
            self._owes_snapshot = True
        if self._owes_snapshot and link.free >= _SNAPSHOT_ROOM:
            if self._gathered < len(self._presence):
                self._gather()
            else:
                self._send_snapshot()
            return True
        if wire.elapsed(now_ms, self._status_ms) >= _STATUS_MS:
            self._status_ms = now_ms
            self._send_status(now_ms)
            if self._owes_stranger and self._scanner.stranger is not None:
                self._owes_stranger = False
                self.tell(wire.Log(wire.LOG_WARNING, self._scanner.stranger))
            return True
        return False

    def _gather(self):
        presence = self._presence
        entries = self._entries
        if not self._gathered:
            entries.clear()
        end = min(self._gathered + _GATHERED, len(presence))
        for antenna in range(self._gathered, end):
            if presence.shown[antenna] != wire.EMPTY:
                state = presence.state(antenna)
                entries.append((antenna, state, tuple(presence.uids(antenna))))
        self._gathered = end

    def _send_snapshot(self):
        self._owes_snapshot = False
        self.link.send_snapshot(self._entries)
        self._entries.clear()
        self._gathered = 0
        health = self._scanner.health
        if any(health):  # what is fine is 0
            for antenna in range(len(health)):
                if health[antenna] != wire.HEALTH_FINE:
                    self.tell(wire.Health(antenna, health[antenna]))
        if self._trouble is not None:
            self.tell(wire.Log(wire.LOG_ERROR, self._trouble))

    def _send_status(self, now_ms):
        link = self.link
        link.send(
            wire.Status(
                now_ms,
                self.scene,
                self._digest.value,
                self._scanner.sweep_us // 1000,
                self._heap.free_bytes,
                link.bad,
                link.resent,
            )
        )
