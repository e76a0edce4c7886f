"""Messages: reports from the table to everybody or to one seat, and those that stand now.

They pass after a moment and stand in no journal.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from enum import Enum
from functools import reduce
from typing import Final

from duelmat_engine import Seat
from duelmat_host.sensing.layout import MatZone
from duelmat_message import say
from duelmat_message.errors import DuelmatError


class MessageKind(Enum):
    """The purposes of messages."""

    REFUSAL = "refusal"
    """A play is not legal."""
    QUESTION = "question"
    """The table cannot determine what is meant."""
    OBLIGATION = "obligation"
    """A demand that something be done first."""
    INFO = "info"
    """A fact worth knowing."""
    PROBLEM = "problem"
    """The mat sees something that it cannot understand."""


@dataclass(frozen=True, slots=True)
class Message:
    """One message."""

    kind: MessageKind
    text: str
    rules: tuple[str, ...] = ()
    """The rules that a refusal rests on."""
    zones: tuple[MatZone, ...] = ()
    remedies: tuple[str, ...] = ()
    """The changes that would make the play legal, one sentence each."""


def in_a_row(sentences: Iterable[str]) -> str:
    """Return sentences one after the other, as each language sets them; "" for none."""
    said = [sentence for sentence in sentences if sentence]
    return reduce(_followed, said) if said else ""


def _followed(before: str, after: str) -> str:
    return say("{before} {after}", before=before, after=after)


CONFIRM_MS: Final = 1200
"""The time for which a lamp confirms that a play was understood."""


@dataclass(frozen=True, slots=True)
class Announcements:
    """The messages that stand, and the zones whose lamps confirm a play."""

    notice: Message | None = None
    """The message to everybody."""
    holds_up: bool = False
    """Whether the notice was made of an act that must come before a play."""
    trouble: DuelmatError | None = None
    """The reason why not all can be kept; None while all can."""
    whispers: Mapping[Seat, Message] = field(default_factory=dict)
    """Messages to one seat alone."""
    confirmed_ms: Mapping[MatZone, int] = field(default_factory=dict)
    """The ends of confirmations by their zones, by the steady clock of the table."""

    @property
    def is_holdup(self) -> bool:
        """Whether a notice stands that is about an act that must come before a play."""
        return self.notice is not None and self.holds_up

    def confirming(self, place: MatZone, now_ms: int) -> Announcements:
        """Return the announcements with a zone whose lamp confirms a play for a while."""
        return replace(self, confirmed_ms={**self.confirmed_ms, place: now_ms + CONFIRM_MS})

    def at(self, now_ms: int) -> Announcements:
        """Return the announcements without confirmations that have lasted long enough."""
        left = {place: ms for place, ms in self.confirmed_ms.items() if ms > now_ms}
        return self if len(left) == len(self.confirmed_ms) else replace(self, confirmed_ms=left)

    def whispering(self, seat: Seat, message: Message | None) -> Announcements:
        """Return the announcements with another message to a seat, or without one."""
        others = {other: said for other, said in self.whispers.items() if other != seat}
        return replace(self, whispers=others if message is None else {**others, seat: message})
