"""The two tables of function icons: what makes a Formula or Jumper quick, lasting or attached.

A card's subtypes stand in its kinds ("formula", "spell", "quick-play"). The same icon may mean
something else on a Jumper, so each family has a table of its own (TRI-77). A subtype that
neither table knows is data without effect here (TRI-51).
"""

from __future__ import annotations

from typing import Final, Literal, NamedTuple

from duelmat_engine.cards import Card
from duelmat_engine.effects.once import once_each

FAMILIES: Final = ("formula", "jumper")
TYPES: Final = ("spell", "trap", "trainer")
"""The types of Formula cards that the document names; the list is open."""

Goes = Literal["", "grave", "hand", "revealed", "field-zone", "attached", "stays"]
"""The place of a card once it has resolved; empty: the icon does not say."""

BASE_SPEEDS: Final = {"spell": 1, "trainer": 1, "trap": 2, "jumper": 1}
"""Speeds of the normal card of each type (reading G-99)."""


class Icon(NamedTuple):
    """One row of a table."""

    name: str
    rules: tuple[str, ...]
    goes: Goes = ""
    speed: int = 0
    """Its own speed; 0: that of the normal card of the type, and what `faster` adds."""
    faster: int = 0
    at_least: int = 0
    """The speed that it has at least."""


FORMULA: Final = (
    Icon("normal", ("TRI-54",), "grave"),
    Icon("quick-play", ("TRI-55",), at_least=2),
    Icon("counter", ("TRI-57",), faster=1),
    Icon("continuous", ("TRI-59",), "stays"),
    Icon("equip", ("TRI-61",), "attached"),
    Icon("field", ("TRI-67", "TRI-68"), "field-zone"),
    Icon("stadium", ("TRI-70", "TRI-71"), "field-zone"),
    Icon("ritual", ("TRI-73",), "grave"),
    Icon("io", ("TRI-74",)),
    Icon("supporter", ("TRI-75",)),
    Icon("pulse", ("TRI-76",), speed=4),
)
JUMPER: Final = (
    Icon("normal", ("TRI-78",), "hand"),
    Icon("quick-play", ("TRI-79",), "hand", at_least=2),
    Icon("counter", ("TRI-80",), "hand", faster=1),
    Icon("continuous", ("TRI-81",), "revealed"),
    Icon("equip", ("TRI-83",), "attached"),
    Icon("field", ("TRI-85",), "attached"),
    Icon("stadium", ("TRI-86",), "attached"),
    Icon("ritual", ("TRI-87",), "hand"),
    Icon("io", ("TRI-88",), "hand"),
    Icon("supporter", ("TRI-89",), "hand"),
    Icon("pulse", ("TRI-90",), "hand", speed=4),
)
TABLES: Final = {"formula": FORMULA, "jumper": JUMPER}
ICON_NAMES: Final = tuple(icon.name for icon in FORMULA)


def family_of(card: Card) -> str:
    """The table that a card belongs to; empty for Entities and things that are no cards."""
    return next((name for name in FAMILIES if name in card.kinds), "")


@once_each
def icons_of(card: Card) -> tuple[Icon, ...]:
    """The rows of its table that a card's text gives it; "normal" where it gives none."""
    family = family_of(card)
    if not family:
        return ()
    rows = TABLES[family]
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


@once_each
def goes_to(card: Card) -> Goes:
    """Return the place of a card once it has resolved; lasting places win over leaving."""
    order: tuple[Goes, ...] = ("attached", "field-zone", "stays", "revealed", "hand", "grave")
    told = {icon.goes for icon in icons_of(card)}
    family: Goes = "hand" if "jumper" in card.kinds else "grave"
    return next((goes for goes in order if goes in told), family)


def pictures_differ(card: Card) -> bool:
    """Whether the icons in the picture are not those that the text names (TRI-53)."""
    pictured = card.trait("pictured")
    if not isinstance(pictured, str):
        return False
    return set(pictured.split()) != {icon.name for icon in icons_of(card) if icon.name != "normal"}
