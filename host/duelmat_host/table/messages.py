"""Messages: reports from the table to everybody, or to one seat."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from enum import Enum
from functools import reduce

from duelmat_host.sensing.layout import MatZone
from duelmat_message import say


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
