"""Clock: board time as host time, from questions and answers over the line.

An answer is at best half a round trip old; of the last few, the quickest one gives the offset.
"""

from __future__ import annotations

from collections import deque
from typing import Final

ASK_MS: Final = 983
"""Not a round number, so that it does not keep step with what else happens every second."""
FIRST_ASKS: Final = 4
FIRST_ASK_MS: Final = 40
KEPT: Final = 16
_PENDING_MAX: Final = 8
_BOARD_CLOCK: Final = 1 << 30
"""The board's clock wraps here."""
_HALF: Final = _BOARD_CLOCK >> 1
FUTURE_MS: Final = 5
"""Board times further ahead of now than this come from a clock that we do not know."""
PAST_MS: Final = 600_000
"""Events older than this too: the board keeps none so long but for a stopped host."""


class BoardClock:
    """The estimated difference of two clocks, from round trips."""

    def __init__(self) -> None:
        self._token = 0
        self._asked_ms: dict[int, int] = {}
        self._samples: deque[tuple[int, int]] = deque(maxlen=KEPT)
        """(round trip, offset) of the last answers."""
        self._last_ask_ms: int | None = None

    @property
    def offset_ms(self) -> int | None:
        """Host time less board time, modulo the board's clock; None = not known."""
        if not self._samples:
            return None
        offset_ms = min(self._samples)[1]
        return offset_ms - _BOARD_CLOCK if offset_ms >= _HALF else offset_ms

    @property
    def round_trip_ms(self) -> int | None:
        """The shortest of the last answers."""
        return min(self._samples)[0] if self._samples else None

    def restart(self, *, is_new_boot: bool) -> None:
        """Forget pending questions; after a boot, which starts another clock, also all samples."""
        self._asked_ms.clear()
        self._last_ask_ms = None
        if is_new_boot:
            self._samples.clear()

    def is_due(self, now_ms: int) -> bool:
        if self._last_ask_ms is None:
            return True
        interval_ms = FIRST_ASK_MS if len(self._samples) < FIRST_ASKS else ASK_MS
        return now_ms - self._last_ask_ms >= interval_ms

    def ask(self, now_ms: int) -> int:
        """Return the token of a question asked now."""
        self._token = (self._token + 1) & 0xFFFFFFFF
        self._last_ask_ms = now_ms
        self._asked_ms[self._token] = now_ms
        if len(self._asked_ms) > _PENDING_MAX:
            del self._asked_ms[next(iter(self._asked_ms))]
        return self._token

    def answered(self, token: int, board_ms: int, now_ms: int) -> None:
        """Take the board's answer as a sample."""
        asked_ms = self._asked_ms.pop(token, None)
        if asked_ms is None:
            return
        round_trip_ms = now_ms - asked_ms
        offset_ms = (asked_ms + round_trip_ms // 2 - board_ms) % _BOARD_CLOCK
        self._samples.append((round_trip_ms, offset_ms))

    def host_ms(self, board_ms: int, now_ms: int) -> int:
        """Return the host's time of an event on the board; now if that is unknown."""
        offset_ms = self.offset_ms
        if offset_ms is None:
            return now_ms
        ago_ms = (now_ms - offset_ms - board_ms) % _BOARD_CLOCK
        if ago_ms >= _HALF:
            ago_ms -= _BOARD_CLOCK
        if not -FUTURE_MS <= ago_ms <= PAST_MS:
            return now_ms
        return now_ms - max(ago_ms, 0)
