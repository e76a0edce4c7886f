"""Words for the things of the Yu-Gi-Oh! family of rulesets."""

from __future__ import annotations

from typing import Final

from duelmat_engine.ruleset import words
from duelmat_engine.ruleset.words import VALUE, MoveWords, Words
from duelmat_message import say, say_as

WORDS: Final = Words(
    zones=words.ZONES | {"pile": say("deck"), "field": say("Field Zone")},
    moves=words.MOVES
    | {
        "fusion-summon": MoveWords(say_as("move", "Fusion Summon"), words.WITH),
        "toon-summon": MoveWords(),
    },
    traits=words.TRAITS
    | {
        "race": say("of race {value}", value=VALUE),
        "series": say("of the {value} series", value=VALUE),
    },
    acts=words.ACTS | {"pay": say("pay"), "destroy": say("let it be destroyed")},
    asked=words.ASKED | {"upkeep": say("what to do for the card to stay")},
    kinds={
        "monster": say("monster"),
        "magic": say("magic card"),
        "trap": say("trap"),
        "normal": say("normal card"),
        "quick": say("quick magic card"),
    },
)
