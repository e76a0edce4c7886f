"""Line: one board's port and session joined: the place where bytes and clock meet the session."""

from __future__ import annotations

import asyncio
import time
from typing import Final

from duelmat_host.errors import PortGoneError
from duelmat_host.link.events import BoardEvent
from duelmat_host.link.reconnect import PortKeeper
from duelmat_host.link.session import BoardSession
from duelmat_host.link.transport import Port
from duelmat_message import words_of

_WAITING_MAX_BYTES: Final = 512
"""The size of the board's own buffer: more would only grow old."""
CLOSED_WAIT_S: Final = 0.02


class BoardLine:
    """The driver of a session: it moves bytes between session and port, while there is a port."""

    def __init__(self, url: str, session: BoardSession, keeper: PortKeeper | None = None) -> None:
        self.session = session
        self.openings = 0
        """The number of times the port has been opened."""
        self._keeper = keeper or PortKeeper(url)
        self._port: Port | None = None
        """The port that was opened last."""
        self._waiting = b""
        self._arrived = b""

    @property
    def is_open(self) -> bool:
        return self._keeper.port is not None

    @property
    def bytes_read(self) -> int:
        """The count of bytes that the port has given since it was opened last."""
        return self._port.bytes_read if self._port else 0

    @property
    def bytes_written(self) -> int:
        """The count of bytes that the port has taken since it was opened last."""
        return self._port.bytes_written if self._port else 0

    @property
    def waiting_for(self) -> str | None:
        """The reason why there is no port, with advice; None while there is a port."""
        return self._keeper.waiting_for

    def turn(self, now_ms: int) -> list[BoardEvent]:
        """Send, then receive; the next turn acknowledges what this one returns."""
        self.send(now_ms)
        return self.receive(now_ms)

    def send(self, now_ms: int) -> None:
        """Open the port if it is time to, and write what is due. Never waits, never raises."""
        opened = self._keeper.step(now_ms)
        if opened is not None:
            self._port = opened
            self.openings += 1
            self._waiting = self._arrived = b""
            self.session.port_opened(now_ms)
        port = self._keeper.port
        if port is None:
            return
        room = _WAITING_MAX_BYTES - len(self._waiting)
        self._waiting += self.session.poll(now_ms, room)
        try:
            taken = port.write(self._waiting)
        except PortGoneError as error:
            self._lost(error)
            return
        self._waiting = self._waiting[taken:]

    def receive(self, now_ms: int) -> list[BoardEvent]:
        """Read, and take the events. Never waits, never raises."""
        self._read()
        data, self._arrived = self._arrived, b""
        self.session.receive(data, now_ms)
        return self.session.events()

    def await_bytes(self, count: int, patience_s: float) -> bool:
        """Wait until so many bytes have come since the port was opened; they are kept for later.

        For virtual time, in which nothing happens meanwhile. False when they do not come.
        """
        deadline_s = time.monotonic() + patience_s
        while self.is_open and self.bytes_read < count:
            if time.monotonic() > deadline_s:
                return False
            self._read()
        return self.is_open

    def _read(self) -> None:
        port = self._keeper.port
        if port is None:
            return
        try:
            data = port.read()
        except PortGoneError as error:
            self._lost(error)
            return
        self._arrived += data

    def _lost(self, error: PortGoneError) -> None:
        self._keeper.lost(error)
        self.session.port_lost(words_of(error))

    async def wait(self, timeout_s: float) -> None:
        """Wait until bytes have come or the time is over: another turn is due then."""
        port = self._keeper.port
        if port is None:
            await asyncio.sleep(min(timeout_s, CLOSED_WAIT_S))
            return
        loop = asyncio.get_running_loop()
        arrived = asyncio.Event()
        descriptor = port.fileno()
        loop.add_reader(descriptor, arrived.set)
        try:
            async with asyncio.timeout(timeout_s):
                await arrived.wait()
        except TimeoutError:
            return
        finally:
            loop.remove_reader(descriptor)

    def close(self) -> None:
        """Give the port back."""
        self._keeper.close()
        self.session.port_lost("the host closed the port")
