"""Repeats: what is logged again and again is counted."""

from __future__ import annotations

import logging
from time import monotonic
from typing import Final

REPORT_S: Final = 60.0
"""A warning is repeated after this time at the earliest."""


class RepeatFilter(logging.Filter):
    """A filter that passes repeated warnings seldom, with the number of those left out.

    Warnings are alike if their texts are before values are put in. Errors always pass.
    """

    def __init__(self, every_s: float = REPORT_S) -> None:
        super().__init__()
        self._every_s = every_s
        self._passed_s: dict[str, float] = {}
        self._left_out: dict[str, int] = {}

    def filter(self, record: logging.LogRecord) -> bool:
        if record.levelno > logging.WARNING:
            return True
        text, now_s = str(record.msg), monotonic()
        if now_s - self._passed_s.get(text, -self._every_s) < self._every_s:
            self._left_out[text] = self._left_out.get(text, 0) + 1
            return False
        self._passed_s[text] = now_s
        left_out = self._left_out.pop(text, 0)
        if left_out:
            record.msg = f"{text} ({left_out} more like this since the last report)"
        return True
