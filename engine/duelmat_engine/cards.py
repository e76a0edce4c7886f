"""Printed cards: what stands on a card, the same in every duel.

A card's effects are named, and found in the ruleset's table of effects, so that a rule family
(every Spade, every Toon) is one effect that many cards carry.
"""

from __future__ import annotations

from decimal import Decimal

from msgspec import Struct, field

from duelmat_engine.effects.texts import CardKind, EffectName, TraitName

Trait = int | float | str
OPEN_VALUE = "?"
"""A number that the card itself leaves open."""


class Card(Struct, frozen=True):
    """One printed card."""

    code: str
    """Short and unique within a ruleset: "H7", "SQ", "JK1"."""
    name: str
    traits: dict[TraitName, Trait] = field(default_factory=dict)
    """Printed values by name ("number", "suit", "attack", "level"); absent = has none."""
    kinds: tuple[CardKind, ...] = ()
    """What it counts as: "synchro", "joker", "toon", "trap"."""
    effects: tuple[EffectName, ...] = ()
    """Names of its effects in the ruleset's table."""

    def trait(self, name: str) -> Trait | None:
        return self.traits.get(name)

    def number(self, name: str) -> int | None:
        """A trait that must be a number; None if the card has none. What is left open is 0."""
        value = self.traits.get(name)
        if value == OPEN_VALUE:
            return 0
        return value if isinstance(value, int) else None

    def exact(self, name: str) -> Decimal | None:
        """A number that may be a fraction, exactly as it is printed; None if the card has none."""
        value = self.traits.get(name)
        return None if value is None or isinstance(value, str) else Decimal(str(value))
