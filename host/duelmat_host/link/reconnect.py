"""Reconnect: keeps a port open; tries immediately after a loss, then at growing intervals."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from duelmat_host.errors import (
    LinkError,
    PortGoneError,
)
from duelmat_host.link.discovery import PortAddress
from duelmat_host.link.transport import Port, open_port
from duelmat_message import words_of

FIRST_MS: Final = 50
LONGEST_MS: Final = 400
"""A mat that is plugged in again is there within a second."""


class PortKeeper:
    """The port of a mat, opened again and again; it names what it waits for."""

    def __init__(self, url: str, opener: Callable[[str], Port] = open_port) -> None:
        """`opener` gets the name of a device, never `auto`."""
        self.url = url
        self.waiting_for: str | None = None
        """The reason why there is no port, and what to do; None while there is one."""
        self.tries = 0
        """The number of times opening has failed since the port was there last."""
        self.losses = 0
        """The number of times the port has vanished."""
        self._address = PortAddress(url)
        self._opener = opener
        self._port: Port | None = None
        self._next_ms: int | None = None
        """Not before this time; None = immediately."""

    @property
    def port(self) -> Port | None:
        """The open port."""
        return self._port

    def step(self, now_ms: int) -> Port | None:
        """Open the port if it is time to try; return it if it has just been opened, else None."""
        if self._port is not None or (self._next_ms is not None and now_ms < self._next_ms):
            return None
        try:
            self._port = self._opener(self._address.find())
        except LinkError as error:
            self.waiting_for = words_of(error)
            self._next_ms = now_ms + min(FIRST_MS << min(self.tries, 10), LONGEST_MS)
            self.tries += 1
            return None
        self.waiting_for = None
        self.tries = 0
        return self._port

    def lost(self, error: PortGoneError) -> None:
        """Close the port that has vanished: its old descriptor holds the lock."""
        self.close()
        self.losses += 1
        self.waiting_for = words_of(error)

    def close(self) -> None:
        """Close the port; the next step opens it again."""
        if self._port is not None:
            self._port.close()
            self._port = None
        self._next_ms = None
