"""A clock that stands in a file, so that a demonstration's hour passes when it says so."""

from __future__ import annotations

from pathlib import Path

from duelmat_files import replace_whole


class ClockFile:
    """Milliseconds of UTC in a file, which one program writes and another reads.

    A file beside it has how far the clock of the hub's computer was set ahead of them.
    """

    def __init__(self, path: Path) -> None:
        self._path = path
        self._ahead = path.with_name(f"{path.name}-ahead")

    def read(self) -> int:
        return int(self._path.read_text())

    def write(self, now_ms: int) -> None:
        replace_whole(self._path, str(now_ms).encode())

    def advance(self, seconds: int) -> None:
        self.write(self.read() + 1000 * seconds)

    def read_computer(self) -> int:
        """Return the time by the computer's clock, which somebody may have set."""
        ahead_ms = int(self._ahead.read_text()) if self._ahead.exists() else 0
        return self.read() + ahead_ms

    def set_computer(self, ahead_s: int) -> None:
        """Set the computer's clock ahead; below 0: back."""
        replace_whole(self._ahead, str(1000 * ahead_s).encode())
