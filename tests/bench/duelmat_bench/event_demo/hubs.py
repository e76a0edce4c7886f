"""Hub processes of the demonstration, which may be killed and started again at any moment."""

from __future__ import annotations

import socket
import subprocess
import sys
from contextlib import closing
from pathlib import Path
from typing import Final

import msgspec

from duelmat_bench.event_demo.hub_process import Order
from duelmat_hub.errors import HubError

PATIENCE_S: Final = 60


class HubProcess:
    """One process on a port of its own."""

    def __init__(self, order: Order, log: Path) -> None:
        self.order = order
        self.link = ""
        """The organiser's link that it printed last."""
        self._log = log
        self._process: subprocess.Popen[str] | None = None

    @property
    def base(self) -> str:
        return f"http://127.0.0.1:{self.order.port}/"

    @property
    def pid(self) -> int:
        assert self._process is not None
        return self._process.pid

    def start(self) -> None:
        """Start the process, and wait until its pages are served."""
        words = [sys.executable, "-m", "duelmat_bench.event_demo.hub_process"]
        order = msgspec.json.encode(self.order).decode()
        with self._log.open("a") as log:
            self._process = subprocess.Popen(
                [*words, order], stdout=subprocess.PIPE, stderr=log, text=True
            )
        assert self._process.stdout is not None
        line = self._process.stdout.readline().strip()
        if not line:
            reason = self._log.read_text().strip()[-2_000:]
            raise HubError(f"a hub did not start: {reason}")
        self.link = line

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
        with closing(self._process.stdout):  # type: ignore[type-var]  # it is piped
            self._process.wait(PATIENCE_S)
        self._process = None


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])
