"""The two tables of function icons: what makes a Formula or Jumper quick, lasting or attached.

A card's subtypes stand in its kinds ("formula", "spell", "quick-play"). The same icon may mean
something else on a Jumper, so each family has a table of its own (TRI-77). A subtype that
neither table knows is data without effect here (TRI-51).
"""

from __future__ import annotations

from typing import Final, NamedTuple

from duelmat_engine.cards import Card
from duelmat_engine.effects.once import once_each

TYPES: Final = ("spell", "trap", "trainer")
"""The types of Formula cards that the document names; the list is open."""

BASE_SPEEDS: Final = {"spell": 1, "trainer": 1, "trap": 2, "jumper": 1}
"""Speeds of the normal card of each type (reading G-99)."""


class Icon(NamedTuple):
    """One row of a table."""

    name: str
    rules: tuple[str, ...]
    speed: int = 0
    """Its own speed; 0: that of the normal card of the type, and what `faster` adds."""
    faster: int = 0
    at_least: int = 0
    """The speed that it has at least."""


_ICONS: Final = (
    (Icon("normal", ("TRI-54",)), "TRI-78"),
    (Icon("quick-play", ("TRI-55",), at_least=2), "TRI-79"),
    (Icon("counter", ("TRI-57",), faster=1), "TRI-80"),
    (Icon("continuous", ("TRI-59",)), "TRI-81"),
    (Icon("equip", ("TRI-61",)), "TRI-83"),
    (Icon("field", ("TRI-67", "TRI-68")), "TRI-85"),
    (Icon("stadium", ("TRI-70", "TRI-71")), "TRI-86"),
    (Icon("ritual", ("TRI-73",)), "TRI-87"),
    (Icon("io", ("TRI-74",)), "TRI-88"),
    (Icon("supporter", ("TRI-75",)), "TRI-89"),
    (Icon("pulse", ("TRI-76",), speed=4), "TRI-90"),
)
"""Each icon as a Formula card has it, and the statement on Jumpers: their speeds are the same."""
FORMULA: Final = tuple(icon for icon, _ in _ICONS)
JUMPER: Final = tuple(icon._replace(rules=(rule,)) for icon, rule in _ICONS)
TABLES: Final = {"formula": FORMULA, "jumper": JUMPER}
ICON_NAMES: Final = tuple(icon.name for icon in FORMULA)


@once_each
def icons_of(card: Card) -> tuple[Icon, ...]:
    """The rows of its table that a card's text gives it; "normal" where it gives none."""
    rows = next((rows for family, rows in TABLES.items() if family in card.kinds), ())
    named = tuple(icon for icon in rows if icon.name != "normal" and icon.name in card.kinds)
    return named or tuple(icon for icon in rows if icon.name == "normal")


@once_each
def type_of(card: Card) -> str:
    """Return the type that fixes its base speed: that of a Formula, or "jumper"."""
    if "jumper" in card.kinds:
        return "jumper"
    return next((name for name in TYPES if name in card.kinds), "spell")


def speed_of(card: Card) -> tuple[int, tuple[str, ...]]:
    """The Speed of a card's activation, and the rules that make it so: all its icons count."""
    base = BASE_SPEEDS[type_of(card)]
    speed = base
    rules: tuple[str, ...] = ("G-99",)
    for icon in icons_of(card):
        own = icon.speed or max(base + icon.faster, icon.at_least)
        if own > speed or (icon.at_least and own == speed):
            speed, rules = own, icon.rules
    return speed, rules


def pictures_differ(card: Card) -> bool:
    """Whether the icons in the picture are not those that the text names (TRI-53)."""
    pictured = card.trait("pictured")
    if not isinstance(pictured, str):
        return False
    return set(pictured.split()) != {icon.name for icon in icons_of(card) if icon.name != "normal"}
