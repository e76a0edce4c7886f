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

_CARD: Final = slot("card")
_PLAYER: Final = slot("player")
_NORMAL: Final = MoveWords(
    say_as("move", "Normal Summon"), say_as("move", "Normal Summons"), TRIBUTING
)
_FREE: Final = MoveWords(say_as("move", "Free Summon"), say_as("move", "Free Summons"))

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
        "normal-set": MoveWords(say_as("move", "Set"), say_as("move", "Sets"), TRIBUTING),
        "free-set": MoveWords(
            say_as("move", "Set freely"),
            say_as("move", "Sets freely"),
            apart=say("freely, as one of level 0 or less"),
        ),
        "assist-summon": MoveWords(
            say_as("move", "Assist Summon"), say_as("move", "Assist Summons"), TRIBUTING
        ),
        "extra-summon": MoveWords(),
        "permutation-summon": MoveWords(
            say_as("move", "Permutation Summon"), say_as("move", "Permutation Summons")
        ),
        "hyper-summon": MoveWords(say_as("move", "Hyper Summon"), say_as("move", "Hyper Summons")),
        "set-field": MoveWords(
            say_as("move", "Set in the Field Zone"), say_as("move", "Sets in the Field Zone")
        ),
        "set-stadium": MoveWords(
            say_as("move", "Set as a Stadium"), say_as("move", "Sets as a Stadium")
        ),
        "set-stream": MoveWords(
            say_as("move", "set the stream"), say_as("move", "sets the stream"), lies_open=True
        ),
        "return-to-hand": MoveWords(say_as("move", "return"), say_as("move", "returns")),
        "flip-summon": MoveWords(say_as("move", "Flip Summon"), say_as("move", "Flip Summons")),
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
        "burn": say_as("status", "burn"),
        "freeze": say_as("status", "freeze"),
        "poison": say_as("status", "poison"),
        "sleep": say_as("status", "sleep"),
        "stun": say_as("status", "stun"),
        "core": say_as("position", "core"),
        "on": say_as("mark", "on"),
        "skip-draw": say_as("mark", "skip draw"),
        "extra-summons": say_as("mark", "extra summons"),
        "extra-assists": say_as("mark", "extra assists"),
        "summon-from-grave": say_as("mark", "a summon from the Graveyard"),
    },
    marks={
        "on": (
            say("{card:capital} is turned on.", card=_CARD),
            say("{card:capital} is turned off.", card=_CARD),
        ),
        "begins": (
            say(
                "{player:capital} stays in the Dread Phase until an exit procedure.",
                player=_PLAYER,
            ),
            say("{player:capital} leaves the Dread Phase.", player=_PLAYER),
        ),
        "skip-draw": (
            say("{player:capital} is to skip a Draw Phase; no turn has one.", player=_PLAYER),
            "",
        ),
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
