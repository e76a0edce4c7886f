"""Words for the things of Resummoned."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from duelmat_engine.ruleset import words
from duelmat_engine.ruleset.words import CARDS, VALUE, WHOSE, MoveWords, Thing, Words
from duelmat_message import say, say_as

_BENEATH: Final = say("with these tributes beneath it: {cards}", cards=CARDS)
_SUMMON: Final = MoveWords(say_as("move", "summon"), say_as("move", "summons"), _BENEATH)
_SET: Final = MoveWords(say_as("move", "set"), say_as("move", "sets"), _BENEATH, either=True)
_MOVE: Final = MoveWords(say_as("move", "move"), say_as("move", "moves"))
_ACTIVATE: Final = MoveWords(say_as("move", "activate"), say_as("move", "activates"))
_QUICK: Final = say("as a Quick-Play card")
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
        "quick-summon": replace(_SUMMON, apart=_QUICK),
        "set-monster": _SET,
        "set-trap": _SET,
        "quick-set": replace(_SET, apart=_QUICK),
        "activate-spell": _ACTIVATE,
        "quick-play": replace(_ACTIVATE, apart=_QUICK),
        "effect-play": _PLAY,
        "effect-move": _MOVE,
        "rehoused": _MOVE,
    },
    traits={
        "attack": say("with {value} attack", value=VALUE),
        "defense": say("with {value} defense", value=VALUE),
        "level": say("of level {value}", value=VALUE),
        "attribute": say("of attribute {value}", value=VALUE),
    },
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
