"""The words of a ruleset: what its zones, ways of summoning, uses and values are called.

What stands here are the words that most games share; a ruleset changes or adds its own. The
sentences are made by wording.py, explain.py and telling.py.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final


@dataclass(frozen=True, slots=True)
class MoveWords:
    """How one way of bringing a card to the field is called."""

    does: str = "Special Summon"
    """The instruction: "Normal Summon"."""
    told: str = "Special Summons"
    """The same in a log: "Normal Summons"."""
    using: str = "by sending away"
    """Before the cards that it takes: "by Tributing"."""
    cost: str = ""
    """What else it costs: "by paying {number} life"; names in braces are the card's values."""
    unseen: str = ""
    """The same of a card that nobody has seen."""
    plain_attack: bool = False
    """Whether Attack Position goes without saying."""


ZONES: Final = {
    "m": "monster zone",
    "s": "magic/trap zone",
    "x": "extra monster zone",
    "field": "field zone",
    "grave": "Graveyard",
    "banished": "banished cards",
    "extra": "Extra Deck",
    "pile": "pile",
    "hand": "hand",
    "deck": "deck",
    "play": "cards in play",
}
THINGS: Final = {
    frozenset(("m",)): ("monster", ""),
    frozenset(("s",)): ("magic or trap card", ""),
    frozenset(("s", "play")): ("magic or trap card", ""),
    frozenset(("s", "field")): ("magic or trap card", ""),
    frozenset(("m", "s")): ("card", " on the field"),
    frozenset(("m", "s", "play")): ("card", " on the field"),
    frozenset(("m", "s", "field")): ("card", " on the field"),
    frozenset(("grave",)): ("card", " in {whose} Graveyard"),
    frozenset(("hand",)): ("card", " in {whose} hand"),
    frozenset(("pile",)): ("card", " of {whose} pile"),
    frozenset(("hand", "pile")): ("card", " of {whose} hand or pile"),
    frozenset(("hand", "m")): ("card", " of {whose} hand or field"),
    frozenset(("banished",)): ("banished card", ""),
    frozenset(("extra",)): ("card", " of {whose} Extra Deck"),
}
USES: Final = {"magic": "magic", "quick": "quick magic", "trap": "a trap"}
MOVES: Final = {
    "normal-summon": MoveWords(
        "Normal Summon", "Normal Summons", "by Tributing", plain_attack=True
    ),
    "synchro-summon": MoveWords("Synchro Summon", "Synchro Summons", "with"),
    "fusion-summon": MoveWords("Fusion Summon", "Fusion Summons", "with"),
    "flip": MoveWords("Flip Summon", "Flip Summons"),
    "flip-summon": MoveWords("Flip Summon", "Flip Summons"),
}
VALUES: Final = {"summon": "summon it", "activate": "activate it", "set": "Set it"}
WINDOWS: Final = {
    "summon": "the summon",
    "summoning": "the summon",
    "special-summon": "the Special Summon",
    "flip-summon": "the Flip Summon",
    "activation": "the activation",
    "attack": "the attack",
    "phase-end": "the end of the phase",
}
GOES: Final = {
    "grave": "goes to {place}",
    "banished": "is banished",
    "hand": "returns to {place}",
    "extra": "returns to {place}",
    "pile": "goes back to {place}",
}
PURPOSES: Final = {
    "grave": "to send to the Graveyard",
    "banished": "to banish",
    "hand": "to return to the hand",
    "pile": "to put back into the pile",
}


@dataclass(frozen=True)
class Words:
    """What a ruleset calls its things; each table by the name that the engine uses."""

    zones: Mapping[str, str] = field(default_factory=lambda: ZONES)
    """Zones by kind."""
    sides: Mapping[int, tuple[str, ...]] = field(default_factory=dict)
    """Zones of a row of so many by their place, as their player sees them; else numbers."""
    things: Mapping[frozenset[str], tuple[str, str]] = field(default_factory=lambda: THINGS)
    """What lies in zones of these kinds: the noun, and where."""
    uses: Mapping[str, str] = field(default_factory=lambda: USES)
    """As what a card is activated, by the use of its effect; other uses are a card's effect."""
    moves: Mapping[str, MoveWords] = field(default_factory=lambda: MOVES)
    """Ways of summoning; every other one is a Special Summon."""
    traits: Mapping[str, str] = field(default_factory=dict)
    """A printed value behind a noun: "of number {value}"; else "with level 4"."""
    kinds: Mapping[str, str] = field(default_factory=dict)
    """Kinds of cards, as nouns: "monster"; else with a capital, as a name: "Joker"."""
    values: Mapping[str, str] = field(default_factory=lambda: VALUES)
    """Names that are offered or printed, as they are said: "spade" is "spades"."""
    asked: Mapping[str, str] = field(default_factory=lambda: {"use": "what to do with a card"})
    """How a name is asked for, by what it is bound to."""
    windows: Mapping[str, str] = field(default_factory=lambda: WINDOWS)
    """What may be responded to."""
    goes: Mapping[str, str] = field(default_factory=lambda: GOES)
    """How a card's way to a zone is told, by the kind of zone."""
    purposes: Mapping[str, str] = field(default_factory=lambda: PURPOSES)
    """What a card is chosen for that goes to a zone, by the kind of zone."""
    article: str = ""
    """Cards that print this trait are named with "the": the 7 of hearts."""

    def way(self, name: str) -> MoveWords:
        return self.moves.get(name, _SPECIAL)


_SPECIAL: Final = MoveWords()
