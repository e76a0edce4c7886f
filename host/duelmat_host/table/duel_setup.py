"""DuelSetup: the parts of a table that stay the same throughout its duel."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol

from duelmat_engine import Deck


class Writer(Protocol):
    """The part of the journal that the table needs."""

    def append(self, kind: str, data: Mapping[str, Any]) -> object: ...


Dice = Callable[[Sequence[str], int], tuple[str, ...]]
"""A function that chooses so many of the options at random."""


@dataclass(frozen=True, slots=True)
class DuelSetup:
    """The conditions that the players agreed on before the duel."""

    ruleset: str
    names: tuple[str, ...]
    decks: tuple[Deck, ...]
    readings: Mapping[str, str] = field(default_factory=dict)
    assist: str = "coach"
    """"coach", "referee", "tournament" or "counter"."""
