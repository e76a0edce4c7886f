"""The Yu-Gi-Oh! cards that inserts are paired with, by name: type, attribute, level.

Names, types, attributes and levels are facts of those cards. Everything else of an insert is its
own and stands in the folder `cards`.
"""

from __future__ import annotations

from typing import Final, NamedTuple

from duelmat_engine.cards import Card
from duelmat_engine.state import replace

TYPES: Final = ("monster", "spell", "trap")
SUPERTYPES: Final = ("continuous", "quick-play", "equip", "legend")
ATTRIBUTES: Final = ("DARK", "LIGHT", "FIRE", "WATER", "EARTH", "AIR", "DIVINE")
RENAMED: Final = {"WIND": "AIR"}
"""Attributes that inserts call otherwise (reading G-64)."""


class Paired(NamedTuple):
    """The properties that an insert takes from the card it is paired with."""

    type: str
    attribute: str = ""
    level: int | None = None
    rank: int | None = None

    @property
    def insert_level(self) -> int:
        """The level, or the rank; a card without either has level 0 (reading G-65)."""
        return self.level if self.level is not None else self.rank or 0

    @property
    def insert_attribute(self) -> str:
        return RENAMED.get(self.attribute, self.attribute)


def _monsters(attribute: str, levels: dict[str, int]) -> dict[str, Paired]:
    return {name: Paired("monster", attribute, level) for name, level in levels.items()}


PAIRED: Final[dict[str, Paired]] = {
    **_monsters(
        "DARK",
        {
            "Breaker the Magical Warrior": 4,
            "Cannon Soldier": 4,
            "Dark Magician": 7,
            "Exodia the Forbidden One": 3,
            "Jinzo": 6,
            "Kuriboh": 1,
            "La Jinn the Mystical Genie of the Lamp": 4,
            "Sangan": 3,
            "Summoned Skull": 6,
            "Vorse Raider": 4,
        },
    ),
    **_monsters(
        "LIGHT",
        {
            "Blue-Eyes White Dragon": 8,
            "Magician of Faith": 1,
            "Mystical Elf": 4,
            "Neo the Magic Swordsman": 4,
        },
    ),
    **_monsters(
        "EARTH",
        {
            "Battle Ox": 4,
            "Celtic Guardian": 4,
            "Gemini Elf": 4,
            "Giant Soldier of Stone": 3,
            "Man-Eater Bug": 2,
            "Marauding Captain": 3,
        },
    ),
    **_monsters(
        "FIRE",
        {
            "Command Knight": 4,
            "Fire Princess": 4,
            "Flame Manipulator": 3,
            "Iron Blacksmith Kotetsu": 2,
        },
    ),
    **_monsters("WATER", {"7 Colored Fish": 4, "Aqua Madoor": 4, "Penguin Soldier": 2}),
    **_monsters("WIND", {"Harpie Lady": 4, "Luster Dragon": 4}),
    **_monsters("DIVINE", {"Obelisk the Tormentor": 10}),
    "Link Spider": Paired("monster", "EARTH"),
    "Number 39: Utopia": Paired("monster", "LIGHT", rank=4),
    **{
        name: Paired("spell")
        for name in (
            "Axe of Despair",
            "Book of Moon",
            "Burning Land",
            "Change of Heart",
            "Dark Hole",
            "Dian Keto the Cure Master",
            "Hinotama",
            "Mystical Space Typhoon",
            "Pot of Greed",
        )
    },
    **{
        name: Paired("trap")
        for name in (
            "Call of the Haunted",
            "Just Desserts",
            "Mirror Force",
            "Skill Drain",
            "Trap Hole",
        )
    },
}


def insert(printed: Card) -> Card:
    """An insert as it is in a duel: what is printed, and what its pairing gives (RES-300.1a)."""
    other = PAIRED.get(printed.name)
    if other is None:
        return printed
    traits = dict(printed.traits)
    if other.type == "monster":
        traits |= {"attribute": other.insert_attribute, "level": other.insert_level}
    marks = (kind for kind in printed.kinds if kind != other.type)
    return replace(printed, kinds=(other.type, *marks), traits=traits)
