"""Keeping: a check whether everything can be written down, repeated as long as it cannot."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Final

from duelmat_files.errors import NotKeptError
from duelmat_host.errors import JournalError
from duelmat_message import words_of
from duelmat_message.errors import DuelmatError

AGAIN_MS: Final = 500
"""The time after which what could not be kept is tried again."""

_log = logging.getLogger(__name__)


class Keeping:
    """The trouble with writing down, while there is some."""

    def __init__(self, check: Callable[[], None]) -> None:
        """`check` raises DuelmatError for as long as something cannot be kept."""
        self.trouble: DuelmatError | None = None
        self._check = check
        self._again_ms: int | None = None
        """The time at which it is tried again; None = not yet fixed."""

    @contextmanager
    def noting(self) -> Iterator[None]:
        """Note that something could not be kept, and raise the error on."""
        try:
            yield
        except (JournalError, NotKeptError) as error:
            self._again_ms = None
            self._note(error)
            raise

    def try_again(self, now_ms: int, *, is_asked: bool) -> None:
        """Test whether everything can be written again: at intervals, and after every input."""
        if self.trouble is None:
            return
        if self._again_ms is None:
            self._again_ms = now_ms + AGAIN_MS
            return
        if not is_asked and now_ms < self._again_ms:
            return
        self._again_ms = now_ms + AGAIN_MS
        try:
            self._check()
        except DuelmatError as error:
            self._note(error)
        else:
            self._note(None)

    def _note(self, trouble: DuelmatError | None) -> None:
        before, now = (
            None if each is None else words_of(each) for each in (self.trouble, trouble)
        )
        if now == before:
            return
        if trouble is not None:
            _log.warning("%s", now)
        else:
            _log.info("what could not be kept can be kept again")
        self.trouble = trouble
