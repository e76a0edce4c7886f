"""What Trigamon calls its things."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from duelmat_engine.ruleset.words import WayWords
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
    ways={
        **words.WORDS.ways,
        "normal-summon": WayWords("Normal Summon", "Normal Summons", _TRIBUTE),
        "normal-core-summon": WayWords(
            "Normal Summon in Core Position",
            "Normal Summons in Core Position",
            _TRIBUTE,
            plain_attack=True,
        ),
        "free-summon": WayWords("summon freely", "summons freely"),
        "free-core-summon": WayWords(
            "summon freely in Core Position", "summons freely in Core Position", plain_attack=True
        ),
        "normal-set": WayWords("Set", "Sets", _TRIBUTE),
        "free-set": WayWords("Set freely", "Sets freely"),
        "assist-summon": WayWords("Assist Summon", "Assist Summons", _TRIBUTE),
        "extra-summon": WayWords(),
        "permutation-summon": WayWords("Permutation Summon", "Permutation Summons"),
        "hyper-summon": WayWords("Hyper Summon", "Hyper Summons"),
        "set-field": WayWords("Set in the Field Zone", "Sets in the Field Zone"),
        "set-stadium": WayWords("Set as a Stadium", "Sets as a Stadium"),
        "set-stream": WayWords("set the stream", "sets the stream"),
        "return-set": WayWords("return", "returns"),
        "flip-summon": WayWords("Flip Summon", "Flip Summons"),
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
