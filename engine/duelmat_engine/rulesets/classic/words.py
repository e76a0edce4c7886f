"""What the rulesets of the Yu-Gi-Oh! family call their things."""

from __future__ import annotations

from typing import Final

from duelmat_engine.ruleset import words
from duelmat_engine.ruleset.words import MoveWords, Words

WORDS: Final = Words(
    zones=words.ZONES | {"pile": "deck", "field": "Field Zone"},
    things=words.THINGS
    | {
        frozenset(("pile",)): ("card", " of {whose} deck"),
        frozenset(("hand", "pile")): ("card", " of {whose} hand or deck"),
    },
    moves=words.MOVES | {"toon-summon": MoveWords()},
    traits={
        "attack": "with {value} attack",
        "defense": "with {value} defense",
        "level": "of level {value}",
        "attribute": "of attribute {value}",
        "race": "of race {value}",
        "series": "of the {value} series",
    },
    kinds={
        "monster": "monster",
        "magic": "magic card",
        "trap": "trap",
        "normal": "normal card",
        "quick": "quick magic card",
    },
    purposes=words.PURPOSES | {"pile": "to put back into the deck"},
)
