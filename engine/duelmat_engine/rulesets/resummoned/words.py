"""Words for the things of Resummoned."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from duelmat_engine.ruleset import words
from duelmat_engine.ruleset.words import CARDS, MoveWords, Thing, Words
from duelmat_message import say, say_as

_BENEATH: Final = say("with these tributes beneath it: {cards}", cards=CARDS)
_SUMMON: Final = MoveWords(say_as("move", "summon"), _BENEATH)
_SET: Final = MoveWords(using=_BENEATH, either=True)
_MOVE: Final = MoveWords(say_as("move", "move"))
_ACTIVATE: Final = MoveWords(say_as("move", "activate"), within=True)
_QUICK: Final = say("as a Quick-Play card")
_PLAY: Final = MoveWords(say_as("move", "play"), within=True)

WORDS: Final = Words(
    zones=words.ZONES
    | {"pile": say("Deck"), "m": say("Monster Zone"), "s": say("Spell/Trap Zone")},
    things=words.THINGS
    | {
        frozenset(("s",)): Thing(say("spell or trap card")),
        frozenset(("s", "grave")): Thing(say("card"), say("of a Spell/Trap Zone or Graveyard")),
    },
    moves=words.MOVES
    | {
        "summon": _SUMMON,
        "quick-summon": replace(_SUMMON, apart=_QUICK),
        "flip": _SUMMON,
        "set-monster": _SET,
        "set-trap": _SET,
        "quick-set-monster": replace(_SET, apart=_QUICK),
        "quick-set": replace(_SET, apart=_QUICK),
        "activate-spell": _ACTIVATE,
        "quick-play": replace(_ACTIVATE, apart=_QUICK),
        "effect-play": _PLAY,
        "effect-move": _MOVE,
        "rehoused": _MOVE,
    },
    traits=words.TRAITS,
    asked=words.ASKED | {"battle": say("choose another defender, or pass")},
    kinds={
        "monster": say("monster"),
        "spell": say("spell"),
        "trap": say("trap"),
        "equip": say("Equip card"),
        "legend": say("Legend card"),
        "continuous": say("Continuous card"),
        "quick-play": say("Quick-Play card"),
    },
)
