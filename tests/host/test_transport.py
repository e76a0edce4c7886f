"""The serial port: pseudo terminals and sockets that appear, fill up, vanish and come back."""

import asyncio
import contextlib
import os
import socket
import termios
import time
import tty
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from duelmat_host.errors import NoPortError, PortBusyError, PortGoneError
from duelmat_host.link import transport
from duelmat_host.link.events import BoardEvent, BoardLost, BoardReady, Touch, WrongBoard
from duelmat_host.link.line import BoardLine
from duelmat_host.link.reconnect import FIRST_MS, LONGEST_MS, PortKeeper
from duelmat_host.link.session import BoardSession, LinkState
from duelmat_host.link.transport import Port, open_port
from fake_board import MAT, FakeBoard, hello_of

PATIENCE_S = 300.0


class Cable:
    """A pseudo terminal behind a link of a fixed name, as the rig makes one."""

    def __init__(self, link: Path) -> None:
        self.link = link
        self.master = -1

    def plug(self) -> None:
        self.master, slave = os.openpty()
        tty.setraw(slave)
        os.set_blocking(self.master, False)
        self.link.unlink(missing_ok=True)
        self.link.symlink_to(os.ttyname(slave))
        os.close(slave)

    def unplug(self) -> None:
        if self.master >= 0:
            os.close(self.master)
            self.master = -1

    def read(self) -> bytes:
        try:
            return os.read(self.master, 4096) if self.master >= 0 else b""
        except OSError:  # nothing there, or nobody at the other end
            return b""

    def write(self, data: bytes) -> int:
        try:
            return os.write(self.master, data) if self.master >= 0 and data else 0
        except OSError:
            return 0


@pytest.fixture
def cable(tmp_path: Path) -> Iterator[Cable]:
    made = Cable(tmp_path / "port")
    made.plug()
    yield made
    made.unplug()


def read_until(port: Port, wanted: bytes) -> bytes:
    data = b""
    deadline = time.monotonic() + PATIENCE_S
    while wanted not in data:
        assert time.monotonic() < deadline, data
        data += port.read()
    return data


def test_bytes_pass_both_ways_unchanged(cable: Cable) -> None:
    """All 256 byte values, Ctrl-C and line ends among them."""
    everything = bytes(range(256))
    port = open_port(str(cable.link))
    assert port.read() == b""
    cable.write(everything + b"\x00end")
    assert read_until(port, b"\x00end") == everything + b"\x00end"
    assert port.write(everything) == 256
    deadline = time.monotonic() + PATIENCE_S
    data = b""
    while len(data) < 256 and time.monotonic() < deadline:
        data += cable.read()
    assert data == everything
    port.close()
    port.close()
    assert not port.is_open


def test_a_full_line_takes_what_it_can_and_nobody_waits(cable: Cable) -> None:
    """A board that reads nothing: writing ends with fewer bytes, then none, at once."""
    port = open_port(str(cable.link))
    total = sum(port.write(bytes(4096)) for _ in range(200))
    assert total < 200 * 4096
    assert port.write(b"x" * 4096) == 0
    port.close()


def test_a_port_that_vanishes_is_gone_for_reading_and_writing(cable: Cable) -> None:
    """Both say so with a typed error, not with nothing."""
    port = open_port(str(cable.link))
    cable.unplug()
    with pytest.raises(PortGoneError, match="plug the mat in again"):
        read_until(port, b"never")
    with pytest.raises(PortGoneError):
        port.write(b"x")
    port.close()
    with pytest.raises(PortGoneError):
        port.read()


def test_a_port_that_is_not_there_lists_those_that_are(monkeypatch: pytest.MonkeyPatch) -> None:
    """What was expected, what there is, and what to do."""
    monkeypatch.setattr(transport, "found_ports", lambda: ["/dev/ttyUSB7 (A board)"])
    with pytest.raises(NoPortError) as caught:
        open_port("/dev/no-such-port")
    assert caught.value.found == ("/dev/ttyUSB7 (A board)",)
    for words in ("/dev/no-such-port", "No such file", "/dev/ttyUSB7", "--simulated"):
        assert words in str(caught.value)


@pytest.mark.parametrize(
    "url", ["socket://127.0.0.1:1", "socket://nonsense", "nonsense://x", "", "/dev/null", "/tmp"]
)
def test_a_url_that_is_no_port_is_refused_with_words(url: str) -> None:
    """Closed sockets, unknown schemes, devices that are no terminals."""
    with pytest.raises(NoPortError):
        open_port(url)


@pytest.mark.parametrize("step", ["tcgetattr", "tcsetattr", "tcflush"])
def test_a_port_that_vanishes_while_it_is_opened_is_not_there(
    cable: Cable, monkeypatch: pytest.MonkeyPatch, step: str
) -> None:
    """Whichever step of opening the cable is pulled before: it is said, and tried again."""
    whole = getattr(termios, step)

    def pulled(*arguments: object) -> object:
        cable.unplug()
        return whole(*arguments)

    keeper = PortKeeper(str(cable.link))
    with monkeypatch.context() as patch:
        patch.setattr(termios, step, pulled)
        with pytest.raises(NoPortError, match=r"Input/output error"):
            open_port(str(cable.link))
        cable.plug()
        assert keeper.step(0) is None
    assert keeper.tries == 1
    cable.plug()
    assert keeper.step(LONGEST_MS) is not None
    keeper.close()


def test_a_port_in_use_is_refused(cable: Cable) -> None:
    """Two hosts on one board would tear its frames apart."""
    port = open_port(str(cable.link))
    with pytest.raises(PortBusyError, match="another program"):
        open_port(str(cable.link))
    port.close()
    open_port(str(cable.link)).close()


def test_a_socket_is_a_port_too() -> None:
    """Where there is no pty: bytes both ways, and gone when the other side closes."""
    with socket.create_server(("127.0.0.1", 0)) as server:
        port = open_port(f"socket://127.0.0.1:{server.getsockname()[1]}")
        there, _ = server.accept()
        there.sendall(b"hello")
        assert read_until(port, b"hello") == b"hello"
        assert port.write(b"ok") == 2
        assert there.recv(10) == b"ok"
        there.close()
        with pytest.raises(PortGoneError):
            read_until(port, b"never")
        port.close()


# Reconnecting


class Ports:
    """Ports that open or not, as the test says."""

    def __init__(self) -> None:
        self.is_there = False
        self.tried_ms: list[int] = []
        self.now_ms = 0

    def open(self, url: str) -> Port:
        self.tried_ms.append(self.now_ms)
        if not self.is_there:
            raise NoPortError(url, "not there", [], "Plug it in.")
        return open_port("loop://")


def test_opening_is_tried_at_once_and_then_at_growing_intervals() -> None:
    """Never far apart, and it says what it waits for."""
    ports = Ports()
    keeper = PortKeeper("/dev/x", ports.open)
    for ports.now_ms in range(0, 8000, 10):
        assert keeper.step(ports.now_ms) is None
    gaps = [b - a for a, b in zip(ports.tried_ms, ports.tried_ms[1:], strict=False)]
    assert ports.tried_ms[0] == 0
    assert gaps[0] == FIRST_MS
    assert gaps == sorted(gaps)
    assert gaps[-1] == LONGEST_MS
    assert "Plug it in." in (keeper.waiting_for or "")
    ports.is_there = True
    ports.now_ms += LONGEST_MS
    assert keeper.step(ports.now_ms) is keeper.port is not None
    assert (keeper.waiting_for, keeper.tries) == (None, 0)


def test_a_lost_port_is_closed_first_and_then_tried_at_once() -> None:
    """The old descriptor would hold the lock that the new one needs."""
    ports = Ports()
    ports.is_there = True
    keeper = PortKeeper("/dev/x", ports.open)
    old = keeper.step(0)
    assert old is not None
    keeper.lost(PortGoneError("/dev/x", "pulled"))
    assert not old.is_open
    assert "pulled" in (keeper.waiting_for or "")
    assert keeper.step(0) not in (None, old)
    assert keeper.losses == 1


# Line, session, board and a real pty together


class Desk:
    """A fake board at the master's side of a pty, a line at the other."""

    def __init__(self, cable: Cable, board: FakeBoard | None = None) -> None:
        self.cable = cable
        self.board = board or FakeBoard()
        self.line = BoardLine(str(cable.link), BoardSession(MAT, 5))
        self.events: list[BoardEvent] = []
        self._out = b""

    def turn(self) -> None:
        now_ms = int(time.monotonic() * 1000)
        self._out += self.board.turn(self.cable.read(), now_ms, 256 - len(self._out[:256]))
        self._out = self._out[self.cable.write(self._out) :]
        self.events += self.line.turn(now_ms)

    def until(self, is_done: Callable[[], bool]) -> None:
        deadline = time.monotonic() + PATIENCE_S
        while not is_done():
            assert time.monotonic() < deadline, self.events[-5:]
            self.turn()

    def pads(self) -> list[int]:
        return [event.pad for event in self.events if isinstance(event, Touch)]


def test_a_port_that_vanishes_and_comes_back_loses_no_event(cable: Cable) -> None:
    """Ten times a new pty behind the same link: ready again each time, each touch once."""
    desk = Desk(cable)
    desk.until(lambda: desk.line.session.state is LinkState.UP)
    for number in range(10):
        desk.board.touch(number)
        cable.unplug()
        desk.board.touch(number + 10)
        desk.until(lambda: desk.line.session.state is not LinkState.UP)
        assert desk.line.waiting_for is not None
        cable.plug()
        desk.board.touch(number + 20)
        desk.until(lambda: desk.line.session.state is LinkState.UP)
        assert desk.line.waiting_for is None
    wanted = [number + base for number in range(10) for base in (0, 10, 20)]
    desk.until(lambda: len(desk.pads()) >= len(wanted))
    assert desk.pads() == wanted
    told = [type(event) for event in desk.events if isinstance(event, BoardReady | BoardLost)]
    assert told == [BoardReady, *[BoardLost, BoardReady] * 10]
    desk.line.close()


def test_the_wrong_board_on_a_real_port_is_told(cable: Cable) -> None:
    """A board with an older protocol at the other end of a real pty."""
    desk = Desk(cable, FakeBoard(hello_of(protocol=0)))
    desk.until(lambda: desk.line.session.state is LinkState.WRONG)
    (wrong,) = (event for event in desk.events if isinstance(event, WrongBoard))
    assert "on the board" in wrong.advice
    desk.line.close()


def test_waiting_ends_when_bytes_come_or_the_time_is_over(cable: Cable) -> None:
    """In an event loop nothing is polled in between."""
    line = BoardLine(str(cable.link), BoardSession(MAT, 5))

    async def play() -> None:
        await line.wait(0.01)  # no port yet
        line.turn(0)
        await line.wait(0.01)
        waiting = asyncio.create_task(line.wait(PATIENCE_S))
        await asyncio.sleep(0)
        cable.write(b"\0")
        before = time.monotonic()
        await waiting
        assert time.monotonic() - before < PATIENCE_S / 2

    asyncio.run(play())
    with contextlib.suppress(PortGoneError):
        line.close()
    assert not line.is_open
