"""The Yu-Gi-Oh! cards that inserts are paired with, by name: type, attribute, level.

What an insert does not take from its pair is its own, and stands in the folder `cards`.
"""

from __future__ import annotations

import tomllib
from importlib.resources import files
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


_FILE: Final = files("duelmat_engine") / "rulesets" / "resummoned" / "paired.toml"
PAIRED: Final[dict[str, Paired]] = {
    name: Paired(**row)
    for row in tomllib.loads(_FILE.read_text("utf-8"))["paired"]
    for name in row.pop("names")
}
"""The paired cards by their names, as the file beside this module has them."""


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
