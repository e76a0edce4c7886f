"""What Resummoned calls its things."""

from __future__ import annotations

from typing import Final

from duelmat_engine.ruleset import words
from duelmat_engine.ruleset.words import MoveWords, Words

_SUMMON: Final = MoveWords("summon", "summons", "with these tributes beneath it:")
_SET: Final = MoveWords("set", "sets", "with these tributes beneath it:")
_MOVE: Final = MoveWords("move", "moves")
_ACTIVATE: Final = MoveWords("activate", "activates")

WORDS: Final = Words(
    zones=words.ZONES | {"pile": "Deck", "m": "Monster Zone", "s": "Spell/Trap Zone"},
    things=words.THINGS
    | {
        frozenset(("s",)): ("spell or trap card", ""),
        frozenset(("pile",)): ("card", " of {whose} Deck"),
        frozenset(("s", "grave")): ("card", " of a Spell/Trap Zone or Graveyard"),
    },
    moves=words.MOVES
    | {
        "summon": _SUMMON,
        "quick-summon": _SUMMON,
        "set-monster": _SET,
        "set-trap": _SET,
        "quick-set": _SET,
        "activate-spell": _ACTIVATE,
        "quick-play": _ACTIVATE,
        "effect-play": MoveWords("play", "plays"),
        "effect-move": _MOVE,
        "rehoused": _MOVE,
    },
    traits={
        "attack": "with {value} attack",
        "defense": "with {value} defense",
        "level": "of level {value}",
        "attribute": "of attribute {value}",
    },
    kinds={
        "monster": "monster",
        "spell": "spell",
        "trap": "trap",
        "equip": "Equip card",
        "legend": "Legend card",
        "continuous": "Continuous card",
        "quick-play": "Quick-Play card",
    },
    purposes=words.PURPOSES | {"pile": "to put back into the Deck"},
)
