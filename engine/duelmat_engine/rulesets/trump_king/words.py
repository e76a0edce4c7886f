"""What Trump King calls its things: zones by their side, suits and numbers."""

from __future__ import annotations

from typing import Final

from duelmat_engine.ruleset import words
from duelmat_engine.ruleset.words import MoveWords, Words

WORDS: Final = Words(
    sides={3: ("left", "middle", "right")},
    moves=words.MOVES
    | {
        "spade-summon": MoveWords(
            cost="by paying {number} life", unseen="by paying its number in life"
        ),
        "club-summon": MoveWords(cost="by a discard", unseen="by a discard"),
    },
    traits={"suit": "of {value}", "number": "of number {value}"},
    values=words.VALUES | {suit: f"{suit}s" for suit in ("spade", "heart", "club", "diamond")},
    asked={"suit": "name a suit", "number": "name a number", "use": "what to do with a card"},
    article="suit",
)
