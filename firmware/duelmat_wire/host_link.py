"""The host's end of the link: finds the board, welcomes it or says why not, and starts anew."""

from .errors import LocalError
from .frame import NO_SESSION
from .handshake import handshake_advice
from .link import Link, elapsed
from .message import FEATURES, HOST, KEPT, Message
from .messages import PROTOCOL, Hello, Welcome

TYPE_CHECKING = False
if TYPE_CHECKING:  # MicroPython has no typing
    from typing import Any

ASKING = "asking"  # no board has said hello yet, or it fell silent
REFUSED = "refused"  # the board does not fit: see advice
WELCOMING = "welcoming"  # it fits; the welcome is on its way
UP = "up"  # messages flow

ASK_MS = 250
SILENCE_MS = 3000
REFRESH_MS = 1000
HOST_ROOM = 512  # a host numbers little: SNAPSHOT_REQUEST

_SESSION_MASK = 0xFFFFFFFF


class Kept:
    """The latest state of one thing on the board, repeated so that a loss is repaired."""

    def __init__(self, message: Message) -> None:
        self.message = message
        self.is_due = True
        self.sent_at_ms = 0


class HostLink(Link):
    """Give it a session number that no link to this board had lately: a random one.

    A host that goes on after a stop gives the boot_id and last_event that it knew, and is spared
    the events it has. SCENE and DISPLAY may be sent at any time: the latest of each is what the
    board shows as soon as there is a session, and after every loss.
    """

    def __init__(
        self,
        digest: bytes,
        session: int,
        boot_id: "int | None" = None,
        last_event: int = 0,
        protocol: int = PROTOCOL,
        silence_ms: int = SILENCE_MS,
        features: int = FEATURES,
    ) -> None:
        super().__init__(HOST, HOST_ROOM)
        self._ask = Welcome(protocol, digest, NO_SESSION, 0, 0, features)
        problem = self._ask.complaint()
        if problem:
            raise LocalError(problem)
        self.state = ASKING
        self.hello: "Hello | None" = None
        """The last HELLO of the board."""
        self.advice: "str | None" = None
        """The reason why the board is refused, and which side to update."""
        self.boot_id = boot_id
        self.last_event = last_event
        """Number of the last event that messages() has given out."""
        self.missed = 0
        """Events that the board had to let go; its snapshot covers them."""
        self.silences = 0
        """The number of sessions that ended because the board fell silent."""
        self._kept: "dict[tuple[int, int], Kept]" = {}
        self._silence_ms = silence_ms
        self._newest_event = last_event
        self.next_session = session
        """The number for the session that a HELLO begins next."""
        self._is_handshake_due = True
        self._handshake_at_ms = 0
        self._heard_at_ms = 0
        self._of_no_use_before = 0

    @property
    def is_up(self) -> bool:
        return self.state == UP

    def counters(self) -> "dict[str, int]":
        """The counters by name, for a status page or a report."""
        decoder = self._decoder
        return {
            "sent": self.sent,
            "resent": self.resent,
            "received": self.received,
            "bad": self.bad,
            "duplicate": self.duplicate,
            "gaps": self.gaps,
            "dropped": self.dropped,
            "sessions": self.sessions,
            "too_long": decoder.too_long,
            "too_short": decoder.too_short,
            "bad_cobs": decoder.bad_cobs,
            "bad_crc": decoder.bad_crc,
            "unknown": self.unknown,
            "malformed": self.malformed,
            "strangers": self.strangers,
            "stale": self.stale,
            "overrun": self.overrun,
        }

    def send(self, message: Message) -> bool:
        if message.DELIVERY != KEPT:
            return super().send(message)
        problem = message.complaint()
        if problem:
            raise LocalError(problem)
        self._kept[(message.CODE, getattr(message, "seat", 0))] = Kept(message)
        return True

    def restart(self) -> None:
        """Begin again with a HELLO: the port was closed and opened."""
        self._decoder.reset()
        self._ask_again()

    def messages(self) -> "tuple[Message, ...]":
        taken = super().messages()
        for message in taken:
            self.last_event = getattr(message, "event", self.last_event)
        return taken

    def poll_into(self, buffer: bytearray, now_ms: int, room: int) -> int:
        if self.is_up and elapsed(now_ms, self._heard_at_ms) >= self._silence_ms:
            self.silences += 1
            self._ask_again()
        return super().poll_into(buffer, now_ms, room)

    def _poll_loose(self, buffer: bytearray, at: int, now_ms: int, room: int) -> int:
        for kept in self._kept.values():
            if kept.is_due or elapsed(now_ms, kept.sent_at_ms) >= REFRESH_MS:
                end = self._write_message(buffer, at, kept.message, room)
                kept.is_due = end == at
                if kept.is_due:
                    break
                kept.sent_at_ms = now_ms
                at = end
        return super()._poll_loose(buffer, at, now_ms, room)

    def _ask_again(self) -> None:
        self.state = ASKING
        self._start_session(NO_SESSION)
        self._is_handshake_due = True
        self._of_no_use_before = self._of_no_use()

    def _poll_handshake(self, buffer: bytearray, at: int, now_ms: int, room: int) -> int:
        if elapsed(now_ms, self._handshake_at_ms) >= ASK_MS:
            self._is_handshake_due = True
        if self.is_up or not self._is_handshake_due:
            return at
        end = self._write_open(buffer, at, self._welcome(), room)
        if end > at:
            self._is_handshake_due = False
            self._handshake_at_ms = now_ms
        return end

    def _welcome(self) -> Welcome:
        ask = self._ask
        if self.state == WELCOMING:
            return Welcome(
                ask.protocol,
                ask.digest,
                self.session,
                self.last_event,
                self.boot_id or 0,
                ask.features,
            )
        return ask

    def _take_open(self, message: "Any") -> None:
        hello: Hello = message
        is_same_boot = hello.boot_id == self.boot_id
        if is_same_boot and self.state in {WELCOMING, UP}:
            return  # said before our welcome came
        if self.is_up:
            self._of_no_use_before = self._of_no_use()  # what came until now was no leftover
        self.hello = hello
        self.peer_features = hello.features
        self.advice = handshake_advice(hello, self._ask)
        if self.advice is not None:
            self.state = REFUSED
            self._start_session(NO_SESSION)
            return
        if not is_same_boot:
            self.boot_id = hello.boot_id
            self.last_event = 0
        self._start_session(self.next_session)
        self.next_session = (self.next_session + 1) & _SESSION_MASK or 1
        self.state = WELCOMING
        self._is_handshake_due = True

    def _start_session(self, session: int) -> None:
        super()._start_session(session)
        self._newest_event = self.last_event

    def _heard(self, now_ms: int) -> None:
        self._heard_at_ms = now_ms
        if self.state == WELCOMING:
            self.state = UP
            # A board goes on in the session of a host that has left, and its port keeps the last
            # 256 bytes of that: whoever comes next hears them first.
            self.stale += self._of_no_use() - self._of_no_use_before
            for kept in self._kept.values():
                kept.is_due = True

    def _is_new(self, message: Message) -> bool:
        event: int = getattr(message, "event", 0)
        if event == 0:
            return True
        if event <= self._newest_event:
            self.duplicate += 1
            return False
        if self._newest_event:
            self.missed += event - self._newest_event - 1
        self._newest_event = event
        return True
