"""The table's part of the log: what everybody saw, the state of the line, and numbers.

At info the duel's own log and what becomes of the board; at debug also the messages to everybody,
and a line a second of numbers, one `key=value` after the other.
"""

from __future__ import annotations

import logging
import re
from typing import Final

from duelmat_host.app.metrics import Metrics, memory_bytes
from duelmat_host.link.events import (
    BoardEvent,
    BoardLost,
    BoardReady,
    Health,
    Log,
    WrongBoard,
)
from duelmat_host.link.session import BoardSession
from duelmat_host.showing.messages import messages_of
from duelmat_host.table.live import Committed

NUMBERS_MS: Final = 1_000
"""The time between two lines of numbers."""

_TAG: Final = re.compile(r"\b(?:[0-9a-f]{8}|[0-9a-f]{14}|[0-9a-f]{20})\b")
"""A tag's number in hex: with a registry it names a card."""

_log = logging.getLogger(__name__)


class TableLog:
    """A log of one table's news."""

    def __init__(self, metrics: Metrics) -> None:
        self._metrics = metrics
        self._logged: tuple[str, ...] = ()
        """The messages to everybody that were logged last."""
        self._numbers_ms = 0

    def take(self, event: BoardEvent) -> None:
        """Log what a board reports of itself, nothing of what it senses."""
        match event:
            case BoardReady(hello=hello, is_new_boot=is_new_boot):
                firmware = ".".join(map(str, hello.firmware))
                kind = "a new boot" if is_new_boot else "the same boot"
                _log.info("the board is there: firmware %s, %s", firmware, kind)
            case BoardLost(reason=reason):
                _log.info("the board is lost: %s", reason)
            case WrongBoard(advice=advice):
                _log.info("the board does not fit: %s", advice)
            case Log(level=level, text=text):
                _log.info("the board reports (%s): %s", level.name.lower(), text)
            case Health(index=index, state=state):
                _log.info("reader %d: %s", index, state.name.lower())
            case _:
                pass

    def note(self, step: Committed) -> None:
        """Log what a step has added to the duel's log, and the messages to everybody."""
        state, logged = step.after.state, len(step.before.state.log)
        if state.number != step.before.state.number:
            logged = 0
            _log.info("duel %d begins", state.number)
        for line in state.log[logged:]:
            _log.info("duel %d, turn %d: %s", state.number, line.turn, line.text)
        if _log.isEnabledFor(logging.DEBUG):
            shown = tuple(_TAG.sub("(tag)", m.text) for m in messages_of(step.after))
            for text in shown:
                if text not in self._logged:
                    _log.debug("everybody is told: %s", text)
            self._logged = shown

    def count(self, session: BoardSession, now_ms: int) -> None:
        """Log the numbers, once a second."""
        if now_ms < self._numbers_ms or not _log.isEnabledFor(logging.DEBUG):
            return
        self._numbers_ms = now_ms + NUMBERS_MS
        metrics, line, status = self._metrics, session.statistics, session.status
        numbers = {
            "link": session.state.value,
            "sweep_ms": status.sweep_ms if status else None,
            "clock_offset_ms": session.clock_offset_ms,
            "round_trip_ms": line.round_trip_ms,
            "sent": line.sent,
            "resent": line.resent,
            "received": line.received,
            "bad": line.bad,
            "board_bad": line.board_bad,
            "rounds": metrics.rounds,
            "work_ms": f"{metrics.work_ns / 1e6:.1f}",
            "work_max_ms": f"{metrics.take_longest_ns() / 1e6:.2f}",
            "entries": metrics.entries.total(),
            "append_ms": f"{metrics.append_ns / 1e6:.1f}",
            "feeds": metrics.feeds,
            "views": metrics.views,
            "memory_mb": f"{memory_bytes() / 1e6:.1f}",
        }
        _log.debug("numbers %s", " ".join(f"{k}={_number(v)}" for k, v in numbers.items()))


def _number(value: object) -> str:
    return "none" if value is None else str(value)
