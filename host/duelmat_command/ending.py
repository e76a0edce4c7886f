"""The end of a command by a signal, with all that it has to clear away."""

from __future__ import annotations

import signal
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final, NoReturn

ENDING: Final = (signal.SIGTERM, signal.SIGHUP)
"""The signals that end a process without a handler; an interrupt raises an exception anyway."""


@contextmanager
def ended_by_signals() -> Iterator[None]:
    """Leave the body by SystemExit when a signal ends the command, so that it is cleared away."""

    def leave(number: int, _frame: object) -> NoReturn:
        raise SystemExit(128 + number)

    before = {each: signal.signal(each, leave) for each in ENDING}
    try:
        yield
    finally:
        for each, handler in before.items():
            signal.signal(each, handler)
