"""Recording: a port that records what passes through it, and a tap between a table and its mat."""

from __future__ import annotations

import contextlib
import os
import tty
from collections.abc import Callable
from pathlib import Path
from typing import Final

from duelmat_host.errors import PortGoneError
from duelmat_host.link.line import BoardLine
from duelmat_host.link.reconnect import PortKeeper
from duelmat_host.link.session import BoardSession
from duelmat_host.link.transport import Port, PortAround, open_port
from duelmat_maker.capture.capture import CaptureWriter, Way
from duelmat_maker.errors import CaptureError

_READ_BYTES: Final = 65_536
_HELD_BYTES: Final = 512
"""The limit of what the tap holds for a board that cannot take more."""


class CapturingPort(PortAround):
    """A port that records in a capture what passes through it."""

    def __init__(self, port: Port, writer: CaptureWriter, clock_ms: Callable[[], int]) -> None:
        super().__init__(port)
        self._writer = writer
        self._clock_ms = clock_ms
        writer.port(clock_ms(), "opened")

    def read(self) -> bytes:
        try:
            data = super().read()
        except PortGoneError as error:
            self._writer.port(self._clock_ms(), f"lost {error.reason}")
            raise
        self._writer.passed(self._clock_ms(), Way.TO_HOST, data)
        return data

    def write(self, data: bytes) -> int:
        try:
            taken = super().write(data)
        except PortGoneError as error:
            self._writer.port(self._clock_ms(), f"lost {error.reason}")
            raise
        self._writer.passed(self._clock_ms(), Way.TO_BOARD, data[:taken])
        return taken


def record(
    url: str, session: BoardSession, writer: CaptureWriter, clock_ms: Callable[[], int]
) -> BoardLine:
    """Return a line that records the bytes that pass."""
    keeper = PortKeeper(url, lambda u: CapturingPort(open_port(u), writer, clock_ms))
    return BoardLine(url, session, keeper)


class Tap:
    """A tap between a mat's port and a port of its own, which a table opens as if it were the mat.
    It passes on every byte and records it. turn() does one round and never waits.
    """

    def __init__(
        self, url: str, link: Path, writer: CaptureWriter, clock_ms: Callable[[], int]
    ) -> None:
        """Prepare the tap. Raises CaptureError when something else is at the link's place."""
        if link.exists() and not link.is_symlink():
            raise CaptureError(
                f"{link!s}: expected a free name for the tap's port, got a file: name another."
            )
        self._link = link
        self._clock_ms = clock_ms
        self._keeper = PortKeeper(url, lambda u: CapturingPort(open_port(u), writer, clock_ms))
        self._master: int | None = None
        self._to_board = b""

    @property
    def waiting_for(self) -> str | None:
        """Return the reason why there is no mat, with advice; None while there is a mat."""
        return self._keeper.waiting_for

    def turn(self) -> None:
        """Pass on what has arrived from either side."""
        if self._keeper.step(self._clock_ms()) is not None:
            self._plug()
        port = self._keeper.port
        if port is None or self._master is None:
            return
        try:
            self._hand_on(port, self._master)
        except PortGoneError as error:
            self._keeper.lost(error)
            self._unplug()

    def close(self) -> None:
        """Close both ports."""
        self._keeper.close()
        self._unplug()

    def _hand_on(self, port: Port, master: int) -> None:
        data = port.read()
        is_heard = True
        if len(self._to_board) < _HELD_BYTES:
            try:
                self._to_board += os.read(master, _READ_BYTES)
            except BlockingIOError:
                pass
            except OSError:
                is_heard = False  # no table has the tap's port open
        self._to_board = self._to_board[port.write(self._to_board) :]
        if is_heard and data:
            with contextlib.suppress(OSError):
                os.write(master, data)

    def _plug(self) -> None:
        master, slave = os.openpty()
        tty.setraw(slave)
        os.set_blocking(master, False)
        path = os.ttyname(slave)
        os.close(slave)
        self._master = master
        self._to_board = b""
        self._link.unlink(missing_ok=True)
        self._link.symlink_to(path)

    def _unplug(self) -> None:
        if self._master is not None:
            os.close(self._master)
            self._master = None
            self._link.unlink(missing_ok=True)
