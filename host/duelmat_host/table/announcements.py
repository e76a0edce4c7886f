"""Announcements of a table, which pass after a moment and stand in no journal."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Final

from duelmat_engine import Seat
from duelmat_host.sensing.layout import MatZone
from duelmat_host.table.messages import Message, MessageKind

CONFIRM_MS: Final = 1200
"""The time for which a lamp confirms that a play was understood."""


@dataclass(slots=True)
class Announcements:
    """The messages that stand, and the zones whose lamps confirm a play."""

    notice: Message | None = None
    """The message to everybody."""
    problems: tuple[Message, ...] = ()
    """Messages about what the mat cannot understand."""
    trouble: Message | None = None
    """The message about what cannot be written down."""
    whispers: dict[Seat, Message] = field(default_factory=dict)
    """Messages to one seat alone."""
    _confirmed_ms: dict[MatZone, int] = field(default_factory=dict)
    """The ends of confirmations, by the steady clock of the table."""

    @property
    def confirmed(self) -> frozenset[MatZone]:
        """Return the zones whose lamps say that a play was understood."""
        return frozenset(self._confirmed_ms)

    @property
    def is_holdup(self) -> bool:
        """Whether the notice says what must be done before a play."""
        return self.notice is not None and self.notice.kind is MessageKind.OBLIGATION

    def confirm(self, place: MatZone, now_ms: int) -> None:
        """Let the lamp of a zone confirm for a while that a play was understood."""
        self._confirmed_ms[place] = now_ms + CONFIRM_MS

    def end_confirmations(self, now_ms: int) -> bool:
        """End the confirmations that have lasted long enough; whether there were any."""
        old = [place for place, until_ms in self._confirmed_ms.items() if until_ms <= now_ms]
        for place in old:
            del self._confirmed_ms[place]
        return bool(old)

    def withdraw(self) -> None:
        """Withdraw what was said of a play that is taken back."""
        self.notice = None
        self.whispers.clear()
