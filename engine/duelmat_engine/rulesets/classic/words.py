"""Words for the things of the Yu-Gi-Oh! family of rulesets."""

from __future__ import annotations

from typing import Final

from duelmat_engine.ruleset import words
from duelmat_engine.ruleset.words import VALUE, WHOSE, MoveWords, Thing, Words
from duelmat_message import say, say_as

WORDS: Final = Words(
    zones=words.ZONES | {"pile": say("deck"), "field": say("Field Zone")},
    things=words.THINGS
    | {
        frozenset(("pile",)): Thing(say("card"), say("of {whose} deck", whose=WHOSE)),
        frozenset(("hand", "pile")): Thing(
            say("card"), say("of {whose} hand or deck", whose=WHOSE)
        ),
    },
    moves=words.MOVES
    | {
        "fusion-summon": MoveWords(
            say_as("move", "Fusion Summon"), say_as("move", "Fusion Summons"), words.WITH
        ),
        "toon-summon": MoveWords(),
    },
    traits={
        "attack": say("with {value} attack", value=VALUE),
        "defense": say("with {value} defense", value=VALUE),
        "level": say("of level {value}", value=VALUE),
        "attribute": say("of attribute {value}", value=VALUE),
        "race": say("of race {value}", value=VALUE),
        "series": say("of the {value} series", value=VALUE),
    },
    kinds={
        "monster": say("monster"),
        "magic": say("magic card"),
        "trap": say("trap"),
        "normal": say("normal card"),
        "quick": say("quick magic card"),
    },
    purposes=words.PURPOSES | {"pile": say("to put back into the deck")},
)
