"""Board log: the lines that a board has sent for people, and the trouble that lasts."""

from __future__ import annotations

from collections import deque
from typing import Final

from duelmat_host.link.events import BoardEvent, BoardLost, BoardReady, Log, LogLevel

_KEPT: Final = 20


class BoardLog:
    """The last lines of a board, and the trouble that it has reported and not withdrawn."""

    def __init__(self) -> None:
        self.trouble: str | None = None
        """A reported error that no later line has taken back; None = there is none.

        A board reports what lasts to every host that comes, so it is forgotten with the session.
        """
        self._lines: deque[str] = deque(maxlen=_KEPT)

    @property
    def lines(self) -> tuple[str, ...]:
        """The last lines with their levels, the newest last."""
        return tuple(self._lines)

    def take(self, event: BoardEvent) -> None:
        """Keep the report of an event about the board; other events leave no trace."""
        match event:
            case Log(level=level, text=text):
                self._lines.append(f"{level.name.lower()}: {text}")
                if level is LogLevel.ERROR:
                    self.trouble = text
                elif level is LogLevel.INFO:
                    self.trouble = None
            case BoardReady() | BoardLost():
                self.trouble = None
            case _:
                pass
