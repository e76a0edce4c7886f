"""Words for the things of Trigamon."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from duelmat_engine.ruleset.words import ASKED, TRIBUTING, VALUE, WHOSE, MoveWords, Thing
from duelmat_engine.rulesets.classic import words
from duelmat_message import say, say_as, slot

CORE: Final = say(
    "It neither attacks nor is attacked, and does not leave the position by hand (TRI-101). While "
    "it is there, no attack on its player is direct (G-17.direct)."
)
"""The rules say this much of an Entity in Core Position; a judge decides the rest."""

_CARD, _PLAYER = slot("card"), slot("player")
_NORMAL: Final = MoveWords(say_as("move", "Normal Summon"), TRIBUTING)
_FREE: Final = MoveWords(say_as("move", "Free Summon"))

WORDS: Final = replace(
    words.WORDS,
    zones={
        **words.WORDS.zones,
        "m": say("Entity zone"),
        "s": say("Formula zone"),
        "stadium": say("Field Zone"),
        "activator": say("Activator Zone"),
        "attached": say("attached Jumpers"),
        "bench": say("bench"),
        "skill": say("skill"),
        "items": say("Stream Triggers"),
        "streams": say("streams"),
        "outside": say("cards outside the duel"),
    },
    asked=ASKED
    | {
        "skill": say("choose your skill"),
        "stream-trigger": say("choose the Stream Trigger that you bring along"),
        "follow": say("choose where the attached Jumpers go"),
    },
    things={
        **words.WORDS.things,
        frozenset(("m",)): Thing(say("Entity")),
        frozenset(("s",)): Thing(say("Formula card")),
        frozenset(("field",)): Thing(say("Field card")),
        frozenset(("stadium",)): Thing(say("Stadium")),
        frozenset(("bench",)): Thing(say("Entity"), say("on {whose} bench", whose=WHOSE)),
        frozenset(("attached",)): Thing(say("attached Jumper")),
        frozenset(("outside",)): Thing(say("card"), say("outside the duel")),
        frozenset(("skill",)): Thing(say("skill")),
        frozenset(("items",)): Thing(say("Stream Trigger")),
        frozenset(("streams",)): Thing(say("stream")),
    },
    moves={
        **words.WORDS.moves,
        "normal-summon": _NORMAL,
        "normal-core-summon": replace(_NORMAL, position=say("Core Position"), note=CORE),
        "free-summon": _FREE,
        "free-core-summon": replace(_FREE, position=say("Core Position"), note=CORE),
        "normal-set": MoveWords(using=TRIBUTING),
        "free-set": MoveWords(apart=say("freely, as one of level 0 or less")),
        "assist-summon": MoveWords(say_as("move", "Assist Summon"), TRIBUTING),
        "permutation-summon": MoveWords(say_as("move", "Permutation Summon")),
        "hyper-summon": MoveWords(say_as("move", "Hyper Summon")),
        "set-stream": MoveWords(lies_open=True),
        "return-to-hand": MoveWords(say_as("move", "return")),
    },
    uses={
        "magic": say_as("use", "a Formula card"),
        "trap": say_as("use", "a Trap"),
        "jumper": say_as("use", "a Jumper"),
    },
    traits={
        **words.WORDS.traits,
        "rank": say("of rank {value}", value=VALUE),
        "link": say("with Link Rating {value}", value=VALUE),
    },
    values={
        **words.WORDS.values,
        "bipolar": say_as("status", "bipolar"),
        "burn": say_as("status", "burned"),
        "freeze": say_as("status", "frozen"),
        "poison": say_as("status", "poisoned"),
        "sleep": say_as("status", "asleep"),
        "stun": say_as("status", "stunned"),
        "core": say_as("position", "core"),
        "position": say_as("mark", "in Core Position"),
        "on": say_as("mark", "on"),
        "extra-summons": say_as("mark", "one more Normal Summon"),
        "extra-assists": say_as("mark", "one more Assist Summon"),
        "summon-from-grave": say_as("mark", "Normal Summons from the Graveyard"),
        "hand": say_as("follow", "the hand"),
        "grave": say_as("follow", "the Graveyard"),
    },
    marks={
        ("on", True): say("{card:capital} is turned on.", card=_CARD),
        ("on", False): say("{card:capital} is turned off.", card=_CARD),
        ("begins", True): say("{player:capital} stays in the Dread Phase.", player=_PLAYER),
        ("begins", False): say("{player:capital} leaves the Dread Phase.", player=_PLAYER),
        ("skip-draw", True): say("{player:capital} is to skip a Draw Phase.", player=_PLAYER),
    },
    monster=say("Entity"),
    a_monster=say("an Entity"),
    kinds={
        **words.WORDS.kinds,
        "entity": say("Entity"),
        "formula": say("Formula card"),
        "jumper": say("Jumper"),
        "ritual-entity": say("Ritual Entity"),
    },
)
