"""The programs of a hall, started as people start them: a hub, and tables with simulated mats."""

from __future__ import annotations

import json
import re
import signal
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Final

_COMMAND: Final = (sys.executable, "-c", "from duelmat import main; main()")
_LEAVES_S: Final = 30.0
"""A program that is asked to end saves what it has; a busy machine needs its time for it."""
_ADDRESS: Final = re.compile(r"https?://\S+")


class ProgramError(Exception):
    """A program of the hall has not come up."""


class Program:
    """A `duelmat` command in a folder of its own, whose first line of output is an address."""

    def __init__(self, folder: Path, words: Sequence[str]) -> None:
        """Args:
        folder: for what the program says.
        words: the command's, without `duelmat`.

        """
        folder.mkdir(parents=True, exist_ok=True)
        self._log = folder / "said.txt"
        with self._log.open("ab") as said:
            self._process = subprocess.Popen(
                [*_COMMAND, *words], stdout=subprocess.PIPE, stderr=said, text=True
            )
        self.address = ""

    def wait_address(self) -> str:
        """Return the address that the program prints when its pages are served.

        Raises ProgramError if it ends before.
        """
        assert self._process.stdout is not None
        found = _ADDRESS.search(self._process.stdout.readline())
        if found is None:
            self.kill()
            reason = self._log.read_text(encoding="utf-8")[-2_000:]
            raise ProgramError(f"expected a program's address, got: {reason}")
        self.address = found[0]
        return self.address

    def kill(self) -> None:
        """End the program as a power cut would."""
        self._process.kill()
        self._process.wait()

    def stop(self) -> None:
        """Let the program end as Ctrl-C does."""
        if self._process.poll() is None:
            self._process.send_signal(signal.SIGINT)
            try:
                self._process.wait(_LEAVES_S)
            except subprocess.TimeoutExpired:
                self.kill()
        if self._process.stdout is not None:
            self._process.stdout.close()


class TableProgram(Program):
    """`duelmat play --event` at one table."""

    def __init__(self, folder: Path, link: str, number: int) -> None:
        """Args:
        folder: of the table's journals.
        link: the table's own.
        number: the table's.

        """
        self.folder = folder
        self.number = number
        words = ("play", "--no-browser", "--page-port", "0", "--dir", str(folder))
        super().__init__(folder, (*words, "--event", link, "--table", str(number)))

    def seats(self) -> tuple[str, str]:
        """Return the links of both players' pages, once the table is open."""
        links = json.loads((self.folder / "seats.json").read_bytes())
        base = self.address.partition("/seat/")[0]
        return f"{base}/seat/{links['a']}", f"{base}/seat/{links['b']}"


class HubProgram(Program):
    """`duelmat event serve` with a new event."""

    def __init__(self, folder: Path, policy: Path, seed: str, name: str) -> None:
        """Args:
        folder: of the event.
        policy: its policy file.
        seed: all chance of pairing follows from it.
        name: the event's.

        """
        words = ("event", "serve", str(folder), "--name", name, "--policy", str(policy))
        super().__init__(folder, (*words, "--seed", seed, "--listen", "127.0.0.1:0"))
