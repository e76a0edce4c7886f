"""StarterNotes: sentences for whoever started a table, each of them once."""

from __future__ import annotations

import logging
from collections.abc import Callable

_log = logging.getLogger(__name__)


class StarterNotes:
    """What whoever started the table is told of its event."""

    def __init__(self, report: Callable[[str], None]) -> None:
        """`report` gets the sentences."""
        self._report = report
        self._said = ""
        self._trouble: str | None = None

    def tell(self, text: str) -> None:
        """Tell a sentence, unless it was the last one."""
        if text != self._said:
            self._said = text
            _log.info("%s", text)
            self._report(text)

    def tell_trouble(self, trouble: str | None) -> None:
        """Tell that the table is alone, or that the event answers again.

        trouble: the reason; None: the event answers.
        """
        if trouble == self._trouble:
            return
        self._trouble = trouble
        if trouble is None:
            self.tell("The event answers again.")
        else:
            self.tell(f"{trouble.rstrip('.')}; the table plays on alone.")
