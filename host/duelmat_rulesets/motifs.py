"""Motifs: the drawing on a card that has no picture, by what the card is."""

from __future__ import annotations

from typing import Final, Literal

from duelmat_engine import Card

Motif = Literal[
    "",
    "bird",
    "bolt",
    "claw",
    "dragon",
    "drop",
    "eye",
    "fish",
    "flame",
    "gear",
    "horns",
    "insect",
    "jaws",
    "knot",
    "leaf",
    "mountain",
    "paw",
    "return",
    "serpent",
    "shield",
    "skull",
    "spark",
    "staff",
    "star",
    "sun",
    "sword",
]
"""The name of a motif, as the pages draw it; empty: the shape of the frame."""

_BY_WORD: Final[dict[str, Motif]] = {
    "aqua": "drop",
    "beast": "paw",
    "beast-warrior": "claw",
    "creator-god": "sun",
    "cyberse": "gear",
    "dinosaur": "claw",
    "divine-beast": "sun",
    "dragon": "dragon",
    "fairy": "star",
    "fiend": "horns",
    "fish": "fish",
    "illusion": "eye",
    "insect": "insect",
    "machine": "gear",
    "plant": "leaf",
    "psychic": "eye",
    "pyro": "flame",
    "reptile": "serpent",
    "rock": "mountain",
    "sea-serpent": "serpent",
    "spellcaster": "staff",
    "thunder": "bolt",
    "warrior": "sword",
    "winged-beast": "bird",
    "wyrm": "dragon",
    "zombie": "skull",
    "equip": "shield",
    "field": "mountain",
    "stadium": "mountain",
    "quick": "bolt",
    "quick-play": "bolt",
    "counter": "return",
    "permanent": "knot",
    "continuous": "knot",
    "trap": "jaws",
    "magic": "spark",
    "spell": "spark",
}
"""The motifs by race and, where a game has none or prints it so, by kind: the first that fits."""


def motif_of(card: Card) -> Motif:
    """Return the motif of a card: its race's, else that of its most particular kind."""
    race = card.traits.get("race")
    if isinstance(race, str) and race in _BY_WORD:
        return _BY_WORD[race]
    return next((motif for word, motif in _BY_WORD.items() if word in card.kinds), "")
