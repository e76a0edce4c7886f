"""What Trigamon calls its things."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from duelmat_engine.ruleset.words import MoveWords
from duelmat_engine.rulesets.classic import words

_TRIBUTE: Final = "by Tributing"

WORDS: Final = replace(
    words.WORDS,
    zones={
        **words.WORDS.zones,
        "m": "Entity zone",
        "s": "Formula zone",
        "stadium": "Field Zone",
        "activator": "Activator Zone",
        "attached": "attached Jumpers",
        "bench": "bench",
        "skill": "skill",
        "items": "Stream Triggers",
        "streams": "streams",
        "outside": "cards outside the duel",
    },
    things={
        **words.WORDS.things,
        frozenset(("m",)): ("Entity", ""),
        frozenset(("s",)): ("Formula card", ""),
        frozenset(("field",)): ("Field card", ""),
        frozenset(("stadium",)): ("Stadium", ""),
        frozenset(("bench",)): ("Entity", " on {whose} bench"),
        frozenset(("attached",)): ("attached Jumper", ""),
        frozenset(("outside",)): ("card", " outside the duel"),
        frozenset(("skill",)): ("skill", ""),
        frozenset(("items",)): ("Stream Trigger", ""),
        frozenset(("streams",)): ("stream", ""),
    },
    moves={
        **words.WORDS.moves,
        "normal-summon": MoveWords("Normal Summon", "Normal Summons", _TRIBUTE),
        "normal-core-summon": MoveWords(
            "Normal Summon in Core Position",
            "Normal Summons in Core Position",
            _TRIBUTE,
            plain_attack=True,
        ),
        "free-summon": MoveWords("summon freely", "summons freely"),
        "free-core-summon": MoveWords(
            "summon freely in Core Position", "summons freely in Core Position", plain_attack=True
        ),
        "normal-set": MoveWords("Set", "Sets", _TRIBUTE),
        "free-set": MoveWords("Set freely", "Sets freely"),
        "assist-summon": MoveWords("Assist Summon", "Assist Summons", _TRIBUTE),
        "extra-summon": MoveWords(),
        "permutation-summon": MoveWords("Permutation Summon", "Permutation Summons"),
        "hyper-summon": MoveWords("Hyper Summon", "Hyper Summons"),
        "set-field": MoveWords("Set in the Field Zone", "Sets in the Field Zone"),
        "set-stadium": MoveWords("Set as a Stadium", "Sets as a Stadium"),
        "set-stream": MoveWords("set the stream", "sets the stream"),
        "return-set": MoveWords("return", "returns"),
        "flip-summon": MoveWords("Flip Summon", "Flip Summons"),
    },
    uses={"magic": "a Formula card", "trap": "a Trap", "jumper": "a Jumper"},
    traits={
        **words.WORDS.traits,
        "rank": "of rank {value}",
        "link": "with Link Rating {value}",
    },
    kinds={
        **words.WORDS.kinds,
        "entity": "Entity",
        "formula": "Formula card",
        "jumper": "Jumper",
        "ritual-entity": "Ritual Entity",
    },
)
