"""Facts that are printed on a card: from a user's own database, never its text or picture."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Final

from msgspec import Struct

from duelmat_engine import Card, Trait

UNKNOWN_VALUE: Final = "?"
"""An attack or defense that the card itself leaves open."""
EFFECTIVE_KINDS: Final = frozenset(
    ("effect", "toon", "spirit", "union", "gemini", "flip", "magic", "trap")
)
"""Kinds of cards that do something."""


class CardFacts(Struct, frozen=True, kw_only=True):
    """The facts of one card."""

    passcode: int
    name: str
    kinds: tuple[str, ...]
    """The words of card files that it counts as: "monster", "tuner", "quick", "counter"."""
    traits: dict[str, Trait]
    """"level", "rank", "link", "attack", "defense", "attribute", "race", "scale", "markers"."""
    alias: int = 0
    """The passcode of the card that this one is a second picture of; 0: of none."""

    @property
    def code(self) -> str:
        """The name of the card in a duel."""
        return f"P{self.passcode}"

    def card(self) -> Card:
        """Return a card that has these values and no effect."""
        return Card(self.code, self.name, {**self.traits, "passcode": self.passcode}, self.kinds)

    def has_effect(self) -> bool:
        """Whether the real card has an effect, which a card made of facts lacks."""
        return not EFFECTIVE_KINDS.isdisjoint(self.kinds)


class Library:
    """Card facts by passcode."""

    def __init__(self, facts: Iterable[CardFacts] = ()) -> None:
        self._by_passcode: Final[Mapping[int, CardFacts]] = {f.passcode: f for f in facts}

    def __len__(self) -> int:
        return len(self._by_passcode)

    def find(self, passcode: int) -> CardFacts | None:
        """Return the facts of a card; for an alternative picture, those of the card if known."""
        found = self._by_passcode.get(passcode)
        if found is not None and found.alias:
            return self._by_passcode.get(found.alias, found)
        return found
