"""A clock that stands in a file, so that a demonstration's hour passes when it says so."""

from __future__ import annotations

from pathlib import Path

from duelmat_files import replace_whole


class ClockFile:
    """Milliseconds of UTC in a file, which one program writes and another reads."""

    def __init__(self, path: Path) -> None:
        self._path = path

    def read(self) -> int:
        return int(self._path.read_text())

    def write(self, now_ms: int) -> None:
        replace_whole(self._path, str(now_ms).encode())

    def advance(self, seconds: int) -> None:
        self.write(self.read() + 1000 * seconds)
