"""A table that was started as a user starts it, and pages at it."""

import json
import re
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from time import monotonic, sleep
from typing import Any

LINE = re.compile(r"http://\S+/judge/\S+")
PATIENCE_S = 60.0


@dataclass
class RealTable:
    """A table that was started as a user starts it."""

    directory: Path
    address: str
    """Of Ana's page."""
    judge: str
    """Of the judge's page."""

    @property
    def port(self) -> int:
        return int(re.search(r":(\d+)/", self.address).group(1))  # type: ignore[union-attr]  # it has one

    @property
    def path(self) -> str:
        return self.address.partition(str(self.port))[2]

    @property
    def other_path(self) -> str:
        """Of the link to Ben's page."""
        links = json.loads((self.directory / "seats.json").read_bytes())
        return f"/seat/{links['b']}"

    def hands(self) -> dict[str, Any]:
        """What the simulated hands hold, as they keep it."""
        told: dict[str, Any] = json.loads((self.directory / "hands.json").read_bytes())
        return told


def judges_link(words: Path) -> str:
    """Return the link of the judge's page, which is printed last."""
    end_s = monotonic() + PATIENCE_S
    while not (found := LINE.search(words.read_text())):
        assert monotonic() < end_s, words.read_text()
        sleep(0.01)
    return found[0]


@contextmanager
def started(directory: Path, *options: str) -> Iterator[RealTable]:
    """`duelmat play` with these options, until it is left."""
    command = [sys.executable, "-c", "from duelmat import main; main()"]
    words = directory / "words"
    with words.open("wb") as told:
        process = subprocess.Popen(
            [
                *command,
                "play",
                "--no-browser",
                *options,
                "--page-port",
                "0",
                "--dir",
                str(directory),
            ],
            stdout=subprocess.PIPE,
            stderr=told,
            text=True,
        )
    assert process.stdout is not None
    try:
        address = process.stdout.readline().strip()
        assert address, f"expected the table's address, got an end with {process.wait()}"
        yield RealTable(directory, address, judges_link(words))
    finally:  # a test that fails leaves no table behind
        process.send_signal(signal.SIGINT)
        ended = process.wait(30)
        process.stdout.close()
    assert ended == 0
