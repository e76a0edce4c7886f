"""Words for the things of Trump King: zones by their side, suits and numbers."""

from __future__ import annotations

from typing import Final

from duelmat_engine.ruleset import words
from duelmat_engine.ruleset.words import VALUE, MoveWords, Words
from duelmat_message import say, say_as, slot

_DISCARD: Final = say("by a discard")

WORDS: Final = Words(
    sides={3: (say_as("side", "left"), say_as("side", "middle"), say_as("side", "right"))},
    moves=words.MOVES
    | {
        "synchro-summon": MoveWords(say_as("move", "Synchro Summon"), words.WITH, adds="number"),
        "spade-summon": MoveWords(
            cost=say("by paying {number} life", number=slot("number")),
            unseen=say("by paying its number in life"),
        ),
        "club-summon": MoveWords(cost=_DISCARD, unseen=_DISCARD),
    },
    traits={
        "suit": say("of {value}", value=VALUE),
        "number": say("of number {value}", value=VALUE),
    },
    values={
        "spade": say("spades"),
        "heart": say("hearts"),
        "club": say("clubs"),
        "diamond": say("diamonds"),
    },
    asked=words.ASKED | {"suit": say("name a suit"), "number": say("name a number")},
    article="suit",
)
