"""A board and a host on a table, with a cable each way and a clock that a test turns."""

from collections.abc import Callable
from dataclasses import dataclass, field

from duelmat_wire import ONE, BoardLink, Hello, HostLink, Message, Sighting, Touch
from wire.cables import Cable

DIGEST = bytes(range(1, 9))
FIRMWARE_VERSION = (0, 1, 0)


UID = b"\x04234567"


def hello(boot_id: int = 7, digest: bytes = DIGEST, protocol: int = 1) -> Hello:
    return Hello(protocol, FIRMWARE_VERSION, digest, boot_id, 0, 40, 46, 36, 6)


def touch(board: BoardLink, t_ms: int = 0) -> Touch:
    return Touch(board.next_event(), t_ms, 3, 1)


def sighting(board: BoardLink, antenna: int = 3) -> Sighting:
    return Sighting(board.next_event(), 0, antenna, ONE, [UID])


@dataclass
class Table:
    board: BoardLink = field(default_factory=lambda: BoardLink(hello()))
    host: HostLink = field(default_factory=lambda: HostLink(DIGEST, session=1000))
    to_host: Cable = field(default_factory=Cable)
    to_board: Cable = field(default_factory=Cable)
    now_ms: int = 0
    step_ms: int = 5
    wrapping_ms: int = 1 << 62
    at_host: list[Message] = field(default_factory=list)
    at_board: list[Message] = field(default_factory=list)

    def step(self) -> None:
        self.now_ms = (self.now_ms + self.step_ms) % self.wrapping_ms
        sent = self.board.poll(self.now_ms, self.to_host.room)
        assert len(sent) <= self.to_host.room
        self.host.receive(self.to_host.carry(sent, self.now_ms), self.now_ms)
        self.at_host += self.host.messages()
        answer = self.host.poll(self.now_ms, self.to_board.room)
        assert len(answer) <= self.to_board.room
        self.board.receive(self.to_board.carry(answer, self.now_ms), self.now_ms)
        self.at_board += self.board.messages()

    def run(self, for_ms: int) -> None:
        for _ in range(for_ms // self.step_ms):
            self.step()

    def run_until(self, is_done: Callable[[], bool], at_most_ms: int = 120_000) -> None:
        for _ in range(at_most_ms // self.step_ms):
            if is_done():
                return
            self.step()
        message = f"not done: board {vars(self.board)}, host {self.host.counters()}"
        raise AssertionError(message)

    def bring_up(self) -> "Table":
        self.run_until(lambda: self.host.is_up and self.board.is_up)
        return self
