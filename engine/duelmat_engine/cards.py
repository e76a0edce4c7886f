"""Printed cards: what stands on a card, the same in every duel.

A card's effects are named, and found in the ruleset's table of effects, so that a rule family
(every Spade, every Toon) is one effect that many cards carry.
"""

from __future__ import annotations

from decimal import Decimal
from typing import Literal

from msgspec import Struct, field

from duelmat_engine.brief import Brief
from duelmat_engine.effects.texts import CardKind, EffectName, TraitName
from duelmat_message import Text, listed, say

Trait = int | float | str
OPEN_VALUE = "?"
"""A number that the card itself leaves open."""


class Printed(Struct, frozen=True, kw_only=True, gc=False):
    """A value that the cards of a ruleset print: on which cards, and what it may be."""

    name: TraitName
    sort: Literal["whole", "number", "text"]
    on: tuple[CardKind, ...] = ()
    """The kinds of cards that may print it, one of them; empty: any card may."""
    needed: bool = False
    """Whether every card of such a kind prints it."""
    instead: tuple[TraitName, ...] = ()
    """Values of which one may stand in its place."""
    least: int = 0
    """Of a number: the least that may be printed."""
    most: int | None = None
    """Of a number: the highest that may be printed; None: there is none."""
    values: tuple[str, ...] = ()
    """Of a text: what may be printed; empty: anything."""
    open: bool = False
    """Of a number: whether a card may leave it open."""
    is_label: bool = False
    """Whether it tells cards apart and nothing else: it is no value that play goes by."""

    def takes(self, value: Trait) -> bool:
        """Whether a card may print this value."""
        if self.sort == "text":
            return isinstance(value, str) and (value in self.values or not self.values)
        if isinstance(value, str):
            return self.open and value == OPEN_VALUE
        whole = self.sort == "number" or isinstance(value, int)
        return whole and self.least <= value and (self.most is None or value <= self.most)

    def said(self) -> Text:
        """The values that may be printed, in words."""
        if self.values:
            return say("one of {names}", names=listed(self.values, ","))
        if self.sort == "text":
            return say("a text")
        number = say("a number") if self.sort == "number" else say("a whole number")
        said = say("{number}, {least} to {most}", number=number, least=self.least, most=self.most)
        if self.most is None:
            said = say("{number}, {least} or more", number=number, least=self.least)
        return say("{number}, or {open}", number=said, open=OPEN_VALUE) if self.open else said


class Card(Brief, frozen=True, gc=False):
    """One printed card."""

    code: str
    """Short and unique within a ruleset: "H7", "SQ", "JK1"."""
    name: str
    traits: dict[TraitName, Trait] = field(default_factory=dict)
    """Printed values by name ("number", "suit", "attack", "level"); absent = has none."""
    kinds: tuple[CardKind, ...] = ()
    """Its kinds: "synchro", "joker", "toon", "trap"."""
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
