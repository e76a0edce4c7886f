"""Line: one board's port and session joined: the place where bytes and clock meet the session."""

from __future__ import annotations

import asyncio
from typing import Final

from duelmat_host.errors import PortGoneError
from duelmat_host.link.events import BoardEvent
from duelmat_host.link.reconnect import PortKeeper
from duelmat_host.link.session import BoardSession

_WAITING_MAX_BYTES: Final = 512
"""As much as the board's own buffer holds: more would only grow old."""
CLOSED_WAIT_S: Final = 0.02


class BoardLine:
    """Turns the session with whatever port there is."""

    def __init__(self, url: str, session: BoardSession, keeper: PortKeeper | None = None) -> None:
        self.session = session
        self.bytes_read = 0
        """Since the port was opened last."""
        self.bytes_written = 0
        """Since the port was opened last."""
        self._keeper = keeper or PortKeeper(url)
        self._waiting = b""

    @property
    def is_open(self) -> bool:
        return self._keeper.port is not None

    @property
    def waiting_for(self) -> str | None:
        """Why there is no port, and what to do; None while there is one."""
        return self._keeper.waiting_for

    @property
    def is_written(self) -> bool:
        """Whether the line has taken everything that the session has given it."""
        return not self._waiting

    def turn(self, now_ms: int) -> list[BoardEvent]:
        """Read, take the events, write. Never waits, never raises for what the line does.

        What is returned is acknowledged by the next turn.
        """
        session, keeper = self.session, self._keeper
        if keeper.step(now_ms) is not None:
            self.bytes_read = self.bytes_written = 0
            self._waiting = b""
            session.port_opened(now_ms)
        port = keeper.port
        if port is None:
            return session.events()
        try:
            self._write(now_ms)
            data = port.read()
            self.bytes_read += len(data)
            session.receive(data, now_ms)
            events = session.events()
            return events
        except PortGoneError as error:
            keeper.lost(error)
            session.port_lost(str(error))
            return session.events()

    def _write(self, now_ms: int) -> None:
        port = self._keeper.port
        assert port is not None
        room = _WAITING_MAX_BYTES - len(self._waiting)
        self._waiting += self.session.poll(now_ms, room)
        taken = port.write(self._waiting)
        self._waiting = self._waiting[taken:]
        self.bytes_written += taken

    async def wait(self, timeout_s: float) -> None:
        """Until bytes have come, or the time is over."""
        port = self._keeper.port
        if port is None:
            await asyncio.sleep(min(timeout_s, CLOSED_WAIT_S))
            return
        loop = asyncio.get_running_loop()
        arrived = asyncio.Event()
        descriptor = port.fileno()
        loop.add_reader(descriptor, arrived.set)
        try:
            await asyncio.wait_for(arrived.wait(), timeout_s)
        except TimeoutError:
            return
        finally:
            loop.remove_reader(descriptor)

    def close(self) -> None:
        """Give the port back."""
        self._keeper.close()
        self.session.port_lost("the host closed the port")
