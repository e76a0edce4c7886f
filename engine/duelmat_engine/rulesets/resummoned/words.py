"""Words for the things of Resummoned."""

from __future__ import annotations

from typing import Final

from duelmat_engine.ruleset import words
from duelmat_engine.ruleset.words import CARDS, WHOSE, MoveWords, Thing, Words
from duelmat_engine.rulesets.classic import words as classic
from duelmat_message import say, say_as

_BENEATH: Final = say("with these tributes beneath it: {cards}", cards=CARDS)
_SUMMON: Final = MoveWords(say_as("move", "summon"), say_as("move", "summons"), _BENEATH)
_SET: Final = MoveWords(say_as("move", "set"), say_as("move", "sets"), _BENEATH)
_MOVE: Final = MoveWords(say_as("move", "move"), say_as("move", "moves"))
_ACTIVATE: Final = MoveWords(say_as("move", "activate"), say_as("move", "activates"))
_PLAY: Final = MoveWords(say_as("move", "play"), say_as("move", "plays"))

WORDS: Final = Words(
    zones=words.ZONES
    | {"pile": say("Deck"), "m": say("Monster Zone"), "s": say("Spell/Trap Zone")},
    things=words.THINGS
    | {
        frozenset(("s",)): Thing(say("spell or trap card")),
        frozenset(("pile",)): Thing(say("card"), say("of {whose} Deck", whose=WHOSE)),
        frozenset(("s", "grave")): Thing(say("card"), say("of a Spell/Trap Zone or Graveyard")),
    },
    moves=words.MOVES
    | {
        "summon": _SUMMON,
        "quick-summon": _SUMMON,
        "flip": _SUMMON,
        "set-monster": _SET,
        "set-trap": _SET,
        "quick-set": _SET,
        "activate-spell": _ACTIVATE,
        "quick-play": _ACTIVATE,
        "effect-play": _PLAY,
        "effect-move": _MOVE,
        "rehoused": _MOVE,
    },
    traits=classic.WORDS.traits,
    kinds={
        "monster": say("monster"),
        "spell": say("spell"),
        "trap": say("trap"),
        "equip": say("Equip card"),
        "legend": say("Legend card"),
        "continuous": say("Continuous card"),
        "quick-play": say("Quick-Play card"),
    },
    purposes=words.PURPOSES | {"pile": say("to put back into the Deck")},
)
