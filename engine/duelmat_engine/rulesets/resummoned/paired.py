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


def _paired(paired: Paired, *names: str) -> dict[str, Paired]:
    return dict.fromkeys(names, paired)


PAIRED: Final[dict[str, Paired]] = {
    **_paired(Paired("monster", "DARK", 1), "Kuriboh"),
    **_paired(Paired("monster", "DARK", 3), "Exodia the Forbidden One", "Sangan"),
    **_paired(Paired("monster", "DARK", 4), "Breaker the Magical Warrior", "Cannon Soldier"),
    **_paired(Paired("monster", "DARK", 4), "La Jinn the Mystical Genie of the Lamp"),
    **_paired(Paired("monster", "DARK", 4), "Vorse Raider"),
    **_paired(Paired("monster", "DARK", 6), "Jinzo", "Summoned Skull"),
    **_paired(Paired("monster", "DARK", 7), "Dark Magician"),
    **_paired(Paired("monster", "LIGHT", 1), "Magician of Faith"),
    **_paired(Paired("monster", "LIGHT", 4), "Mystical Elf", "Neo the Magic Swordsman"),
    **_paired(Paired("monster", "LIGHT", 8), "Blue-Eyes White Dragon"),
    **_paired(Paired("monster", "EARTH", 2), "Man-Eater Bug"),
    **_paired(Paired("monster", "EARTH", 3), "Giant Soldier of Stone", "Marauding Captain"),
    **_paired(Paired("monster", "EARTH", 4), "Battle Ox", "Celtic Guardian", "Gemini Elf"),
    **_paired(Paired("monster", "FIRE", 2), "Iron Blacksmith Kotetsu"),
    **_paired(Paired("monster", "FIRE", 3), "Flame Manipulator"),
    **_paired(Paired("monster", "FIRE", 4), "Command Knight", "Fire Princess"),
    **_paired(Paired("monster", "WATER", 2), "Penguin Soldier"),
    **_paired(Paired("monster", "WATER", 4), "7 Colored Fish", "Aqua Madoor"),
    **_paired(Paired("monster", "WIND", 4), "Harpie Lady", "Luster Dragon"),
    **_paired(Paired("monster", "DIVINE", 10), "Obelisk the Tormentor"),
    "Link Spider": Paired("monster", "EARTH"),
    "Number 39: Utopia": Paired("monster", "LIGHT", rank=4),
    **_paired(Paired("spell"), "Axe of Despair", "Book of Moon", "Burning Land"),
    **_paired(Paired("spell"), "Change of Heart", "Dark Hole", "Dian Keto the Cure Master"),
    **_paired(Paired("spell"), "Hinotama", "Mystical Space Typhoon", "Pot of Greed"),
    **_paired(Paired("trap"), "Call of the Haunted", "Just Desserts", "Mirror Force"),
    **_paired(Paired("trap"), "Skill Drain", "Trap Hole"),
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
