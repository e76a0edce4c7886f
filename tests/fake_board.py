"""A board without electronics: it speaks the real board's end of the link, as it is told.

It does what the firmware does with a link: a snapshot for every new session, for a request and
after an overflow; STATUS twice a second; CLOCK answered at once.
"""

from dataclasses import dataclass, field

import duelmat_wire as wire
from duelmat_hardware import Mat, load_mat
from wire.cables import Cable

MAT = load_mat()
STATUS_MS = 500
CLOCK_LEAD_MS = 123_456
"""How much further the board's clock is than the tests' clock."""


def hello_of(mat: Mat = MAT, boot_id: int = 7, protocol: int = wire.PROTOCOL) -> wire.Hello:
    return wire.Hello(
        protocol,
        (0, 1, 0),
        bytes.fromhex(mat.digest)[:8],
        boot_id,
        0,
        len(mat.antennas),
        len(mat.lamps),
        len(mat.pads),
        len(mat.buttons),
    )


class FakeBoard:
    """One boot of a board."""

    def __init__(self, hello: wire.Hello | None = None, *, sweep_ms: int = 150) -> None:
        self.link = wire.BoardLink(hello or hello_of())
        self.antennas: dict[int, tuple[int, tuple[bytes, ...]]] = {}
        self.scene: wire.Scene | None = None
        self.displays: dict[int, str] = {}
        self.hot: list[wire.Hot] = []
        self.requests = 0
        self.snapshots = 0
        self.wants_maintenance = False
        self.sweep_ms = sweep_ms
        self.sends_snapshots = True
        self._now_ms = 0
        self._sessions = 0
        self._status_ms = 0

    @property
    def t_ms(self) -> int:
        return self._now_ms + CLOCK_LEAD_MS

    def see(
        self, antenna: int, *uids: bytes, state: int | None = None, quietly: bool = False
    ) -> None:
        """What an antenna sees from now on; quietly = without saying so."""
        kind = min(len(uids), wire.SEVERAL) if state is None else state
        self.antennas[antenna] = (kind, uids)
        if not quietly:
            event = self.link.next_event()
            self.link.send(wire.Sighting(event, self.t_ms, antenna, kind, uids))

    def touch(self, pad: int, *, pressed: bool = True) -> None:
        self.link.send(wire.Touch(self.link.next_event(), self.t_ms, pad, pressed))

    def press(self, button: int) -> None:
        self.link.send(wire.Button(self.link.next_event(), self.t_ms, button, 1))

    def turn(self, data: bytes, now_ms: int, room: int = 256) -> bytes:
        """One step of the firmware."""
        self._now_ms = now_ms
        link = self.link
        link.receive(data, now_ms)
        for message in link.messages():
            self._take(message)
        if link.sessions != self._sessions:
            self._sessions = link.sessions
            self.send_snapshot()
        if link.is_up and link.overflowed:
            self.send_snapshot()
        if link.is_up and now_ms - self._status_ms >= STATUS_MS:
            self._status_ms = now_ms
            scene = self.scene.number if self.scene else 0
            digest = wire.map_digest(self.entries)
            link.send(wire.Status(self.t_ms, scene, digest, self.sweep_ms, 100_000, link.bad, 3))
        return link.poll(now_ms, room)

    @property
    def entries(self) -> list[tuple[int, int, tuple[bytes, ...]]]:
        lying = sorted(self.antennas.items())
        return [(antenna, state, uids) for antenna, (state, uids) in lying if state]

    def send_snapshot(self) -> None:
        if self.sends_snapshots:
            self.snapshots += 1
            self.link.send_snapshot(self.entries)

    def _take(self, message: wire.Message) -> None:
        match message:
            case wire.Scene():
                self.scene = message
            case wire.Display():
                self.displays[message.seat] = message.text
            case wire.Hot():
                self.hot.append(message)
            case wire.SnapshotRequest():
                self.requests += 1
                self.send_snapshot()
            case wire.Clock():
                self.link.send(wire.ClockReply(message.token, self.t_ms))
            case wire.Maintenance():
                self.wants_maintenance = message.key == self.link.hello.boot_id


@dataclass
class Wires:
    """A cable each way."""

    to_host: Cable = field(default_factory=Cable)
    to_board: Cable = field(default_factory=Cable)
