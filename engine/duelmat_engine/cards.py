"""Printed cards: what stands on a card, the same in every duel.

A card's effects are named, and found in the ruleset's table of effects, so that a rule family
(every Spade, every Toon) is one effect that many cards carry.
"""

from __future__ import annotations

from msgspec import Struct, field

Trait = int | str


class Card(Struct, frozen=True):
    """One printed card."""

    code: str
    """Short and unique within a ruleset: "H7", "SQ", "JK1"."""
    name: str
    traits: dict[str, Trait] = field(default_factory=dict)
    """Printed values by name ("number", "suit", "attack", "level"); absent = has none."""
    kinds: tuple[str, ...] = ()
    """What it counts as: "synchro", "joker", "toon", "trap"."""
    effects: tuple[str, ...] = ()
    """Names of its effects in the ruleset's table."""

    def trait(self, name: str) -> Trait | None:
        return self.traits.get(name)

    def number(self, name: str) -> int | None:
        """A trait that must be a number; None if the card has none."""
        value = self.traits.get(name)
        return value if isinstance(value, int) else None
