"""The tables of function icons: what makes a Formula or Jumper quick, lasting or attached.

A card's subtypes stand in its kinds ("formula", "spell", "quick-play"). The same icon may mean
something else on a Jumper, so each family has a table of its own (TRI-77). A subtype that
no table knows is data without effect here (TRI-51).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from duelmat_engine.caches import cached_by_identity
from duelmat_engine.cards import Card

TYPES: Final = ("spell", "trap", "trainer")
"""The types of Formula cards that the document names; the list is open."""

FORMULA: Final[Mapping[str, tuple[str, ...]]] = {
    "quick-play": ("TRI-55",),
    "counter": ("TRI-57",),
    "continuous": ("TRI-59",),
    "equip": ("TRI-61",),
    "field": ("TRI-67", "TRI-68"),
    "stadium": ("TRI-70", "TRI-71"),
    "ritual": ("TRI-73",),
    "io": ("TRI-74",),
    "supporter": ("TRI-75",),
    "pulse": ("TRI-76",),
}
"""The icons of Formula cards, and the statements on each."""
TRAP: Final[Mapping[str, tuple[str, ...]]] = {**FORMULA, "quick-play": ("TRI-56",)}
"""The same of Traps: their Quick-Play icon is no matter of Speed."""
JUMPER: Final[Mapping[str, tuple[str, ...]]] = {
    "quick-play": ("TRI-79",),
    "counter": ("TRI-80",),
    "continuous": ("TRI-81",),
    "equip": ("TRI-83",),
    "field": ("TRI-85",),
    "stadium": ("TRI-86",),
    "ritual": ("TRI-87",),
    "io": ("TRI-88",),
    "supporter": ("TRI-89",),
    "pulse": ("TRI-90",),
}
"""The icons of Jumpers, and the statements on each."""


def _table_of(card: Card) -> Mapping[str, tuple[str, ...]]:
    if "jumper" in card.kinds:
        return JUMPER
    return TRAP if "trap" in card.kinds else FORMULA


@cached_by_identity
def icons_of(card: Card) -> tuple[str, ...]:
    """Return the icons that a card's text gives it."""
    return tuple(icon for icon in _table_of(card) if icon in card.kinds)


def rules_of(card: Card) -> list[str]:
    """Return the statements on a card's icons, or the one on a card that has none."""
    table = _table_of(card)
    rules = [rule for icon in icons_of(card) for rule in table[icon]]
    return rules or ["TRI-78" if table is JUMPER else "TRI-54"]


def pictures_differ(card: Card) -> bool:
    """Whether the icons in the picture are not those that the text names (TRI-53)."""
    pictured = card.trait("pictured")
    return isinstance(pictured, str) and set(pictured.split()) != {*icons_of(card)}
