"""Hub processes of the demonstration, which may be killed and started again at any moment."""

from __future__ import annotations

import multiprocessing
import socket
from multiprocessing.process import BaseProcess
from pathlib import Path
from typing import Final

from duelmat_bench.event_demo.hub_process import Order, serve_order
from duelmat_hub.errors import HubError

PATIENCE_S: Final = 60
_FORKED: Final = multiprocessing.get_context("forkserver")
"""Imports what a hub needs once, not again for each of a hundred hubs that are killed."""
_FORKED.set_forkserver_preload([Order.__module__])


class HubProcess:
    """One process on a port of its own."""

    def __init__(self, order: Order, log: Path) -> None:
        self.order = order
        self.link = ""
        """The organiser's link that it printed last."""
        self._log = log
        self._process: BaseProcess | None = None

    @property
    def base(self) -> str:
        return f"http://127.0.0.1:{self.order.port}/"

    @property
    def pid(self) -> int:
        assert self._process is not None
        assert self._process.pid is not None
        return self._process.pid

    def start(self) -> None:
        """Start the process, and wait until its pages are served."""
        links, its_links = _FORKED.Pipe(duplex=False)
        with links:
            with its_links:
                arguments = (self.order, self._log, its_links)
                self._process = _FORKED.Process(target=serve_order, args=arguments, daemon=True)
                self._process.start()
            try:
                self.link = links.recv()
            except EOFError as ended:
                reason = self._log.read_text().strip()[-2_000:]
                raise HubError(f"a hub did not start: {reason}") from ended

    def kill(self) -> None:
        """End the process as a power cut would."""
        self._end(kill=True)

    def stop(self) -> None:
        self._end(kill=False)

    def _end(self, *, kill: bool) -> None:
        if self._process is None:
            return
        if kill:
            self._process.kill()
        else:
            self._process.terminate()
        self._process.join(PATIENCE_S)
        self._process = None


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])
