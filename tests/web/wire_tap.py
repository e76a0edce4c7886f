"""A wire between a browser and the pages that keeps every byte the browser is sent."""

import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager

LOOPBACK = "127.0.0.1"
CHUNK_BYTES = 1 << 16


class WireTap:
    """Listens on a port of its own and hands everything on, both ways."""

    def __init__(self, port: int) -> None:
        self.received = bytearray()
        """What the browser was sent: status lines, headers and bodies as they came."""
        self._to = port
        self._listening = socket.create_server((LOOPBACK, 0))
        self.port = int(self._listening.getsockname()[1])
        threading.Thread(target=self._accept, daemon=True).start()

    def _accept(self) -> None:
        while True:
            try:
                browser, _ = self._listening.accept()
            except OSError:
                return
            try:
                table = socket.create_connection((LOOPBACK, self._to))
            except OSError:
                browser.close()
                continue
            self._carry(browser, table, keep=False)
            self._carry(table, browser, keep=True)

    def _carry(self, source: socket.socket, to: socket.socket, *, keep: bool) -> None:
        def run() -> None:
            try:
                while data := source.recv(CHUNK_BYTES):
                    if keep:
                        self.received += data
                    to.sendall(data)
            except OSError:
                pass
            finally:
                for end in (source, to):
                    end.close()

        threading.Thread(target=run, daemon=True).start()

    def close(self) -> None:
        self._listening.close()


@contextmanager
def tapped(port: int) -> Iterator[WireTap]:
    tap = WireTap(port)
    try:
        yield tap
    finally:
        tap.close()
