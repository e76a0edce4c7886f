"""The words of a ruleset: the names of its zones, summons, uses and values.

What stands here are the words that most games share; a ruleset changes or adds its own. The
sentences are made by the modules of `text`. A gap in braces is a `slot`, which they fill.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final, NamedTuple

from duelmat_message import named, say, say_as, slot

CARDS: Final = slot("cards")
VALUE: Final = slot("value")
WHOSE: Final = slot("whose")
PILE: Final = slot("pile")
"""The name of the pile, in words that every ruleset shares."""


@dataclass(frozen=True, slots=True)
class MoveWords:
    """The words for one move that brings a card to the field."""

    does: str = say_as("move", "Special Summon")
    """The instruction: "Normal Summon"."""
    using: str = say("by sending away {cards}", cards=CARDS)
    """The cards it takes: "by Tributing {cards}"."""
    cost: str = ""
    """Its other cost: "by paying {number} life"; names in braces are the card's values."""
    unseen: str = ""
    """The same of a card that nobody has seen."""
    plain_attack: bool = False
    """Whether Attack Position goes without saying; without a battle it always does."""
    within: bool = False
    """Whether it is done in its zone, and not to it: "activate ... in ..."."""
    position: str = ""
    """The position that it puts a card in, if its name says more than how the card lies."""
    apart: str = ""
    """The words that tell a play from another in the same place: "freely, as one of ..."."""
    either: bool = False
    """Whether what is Set so may lie in either position, which is said."""
    lies_open: bool = False
    """Whether what is Set so lies face-up, which goes without saying."""
    adds: str = ""
    """The value of the cards it takes whose sum counts, such as "number"; empty: none is added."""
    note: str = ""
    """Sentences, with their rules, that say what follows where the words of the move do not."""


class Thing(NamedTuple):
    """The noun for cards in some zones, and the place, if that has to be said."""

    noun: str
    where: str = ""
    """ "on the field"; whose zone it is stands in the gap {whose}."""


TRIBUTING: Final = say("by Tributing {cards}", cards=CARDS)
WITH: Final = say("with {cards}", cards=CARDS)
CARD: Final = Thing(say("card"))

ZONES: Final = {
    "m": say("monster zone"),
    "s": say("magic/trap zone"),
    "x": say("extra monster zone"),
    "field": say("field zone"),
    "grave": say("Graveyard"),
    "banished": say("banished cards"),
    "extra": say("Extra Deck"),
    "pile": say("pile"),
    "hand": say("hand"),
    "deck": say("deck"),
    "play": say("cards in play"),
}
THINGS: Final = {
    frozenset(("m",)): Thing(say("monster")),
    frozenset(("s",)): Thing(say("magic or trap card")),
    frozenset(("s", "play")): Thing(say("magic or trap card")),
    frozenset(("s", "field")): Thing(say("magic or trap card")),
    frozenset(("m", "s")): Thing(say("card"), say("on the field")),
    frozenset(("m", "s", "play")): Thing(say("card"), say("on the field")),
    frozenset(("m", "s", "field")): Thing(say("card"), say("on the field")),
    frozenset(("grave",)): Thing(say("card"), say("in {whose} Graveyard", whose=WHOSE)),
    frozenset(("hand",)): Thing(say("card"), say("in {whose} hand", whose=WHOSE)),
    frozenset(("pile",)): Thing(say("card"), say("of {whose} {pile}", whose=WHOSE, pile=PILE)),
    frozenset(("hand", "pile")): Thing(
        say("card"), say("of {whose} hand or {pile}", whose=WHOSE, pile=PILE)
    ),
    frozenset(("hand", "m")): Thing(say("card"), say("of {whose} hand or field", whose=WHOSE)),
    frozenset(("banished",)): Thing(say("banished card")),
    frozenset(("extra",)): Thing(say("card"), say("of {whose} Extra Deck", whose=WHOSE)),
}
USES: Final = {
    "magic": say_as("use", "magic"),
    "quick": say_as("use", "quick magic"),
    "trap": say_as("use", "a trap"),
}
MOVES: Final = {
    "normal-summon": MoveWords(say_as("move", "Normal Summon"), TRIBUTING, plain_attack=True),
    "flip": MoveWords(say_as("move", "Flip Summon")),
    "flip-summon": MoveWords(say_as("move", "Flip Summon")),
}
ACTS: Final = {
    "summon": say("summon it"),
    "activate": say("activate it"),
    "set": say("Set it"),
    "play": say("play it"),
}
TRAITS: Final = {
    "attack": say("with {value} attack", value=VALUE),
    "defense": say("with {value} defense", value=VALUE),
    "level": say("of level {value}", value=VALUE),
    "attribute": say("of attribute {value}", value=VALUE),
}
WINDOWS: Final = {
    "summon": say("the summon"),
    "summoning": say("the attempted summon"),
    "special-summon": say("the Special Summon"),
    "flip-summon": say("the Flip Summon"),
    "assist-summon": say("the Assist Summon"),
    "set": say("the Set"),
    "activation": say("the activation"),
    "card-activation": say("the activation"),
    "attack": say("the attack"),
    "phase-end": say("the end of the phase"),
}
"""The event that may be responded to, by the kind of window: "the summon"."""
GOES: Final = {
    "grave": say("{card:capital} goes to {place}.", card=slot("card"), place=slot("place")),
    "banished": say("{card:capital} is banished.", card=slot("card")),
    "hand": say("{card:capital} returns to {place}.", card=slot("card"), place=slot("place")),
    "extra": say("{card:capital} returns to {place}.", card=slot("card"), place=slot("place")),
    "pile": say("{card:capital} goes back to {place}.", card=slot("card"), place=slot("place")),
}
"""The sentence for a card's way to a zone, by the kind of zone: "{card} goes to {place}."."""
PURPOSES: Final = {
    "grave": say("to send to the Graveyard"),
    "banished": say("to banish"),
    "hand": say("to return to the hand"),
    "pile": say("to put back into the {pile}", pile=PILE),
}
"""The purpose of choosing a card that goes to a zone, by the kind of zone."""
ASKED: Final = {"use": say("what to do with a card")}


@dataclass(frozen=True)
class Words:
    """A ruleset's words for its things; each table by the name that the engine uses."""

    zones: Mapping[str, str] = field(default_factory=lambda: ZONES)
    """Zones by kind."""
    sides: Mapping[int, tuple[str, ...]] = field(default_factory=dict)
    """Zones of a row of so many by their place, as their player sees them; else numbers."""
    things: Mapping[frozenset[str], Thing] = field(default_factory=lambda: THINGS)
    """The noun and place for cards in zones of these kinds."""
    uses: Mapping[str, str] = field(default_factory=lambda: USES)
    """Words for a card's use, by the use of its effect: "quick magic"; others name the effect."""
    moves: Mapping[str, MoveWords] = field(default_factory=lambda: MOVES)
    """Ways of summoning; every other one is a Special Summon."""
    traits: Mapping[str, str] = field(default_factory=dict)
    """A printed value behind a noun: "of number {value}"; else "with level 4"."""
    kinds: Mapping[str, str] = field(default_factory=dict)
    """Kinds of cards, as nouns: "monster"; else with a capital, as a name: "Joker"."""
    acts: Mapping[str, str] = field(default_factory=lambda: ACTS)
    """Uses of a card that an effect offers, as instructions: "set" is "Set it"."""
    values: Mapping[str, str] = field(default_factory=dict)
    """Names that are offered or printed, as they are said: "spade" is "spades", and what a card
    with a mark of this name is: "stunned"."""
    asked: Mapping[str, str] = field(default_factory=lambda: ASKED)
    """The question for a name, by what the name is bound to: "what to do with a card"."""
    marks: Mapping[tuple[str, bool], str] = field(default_factory=dict)
    """The sentences for a mark of a card or player, by its name and whether it is there now."""
    monster: str = say("monster")
    """The noun for a card that fights in the monster zones."""
    a_monster: str = say("a monster")
    """The same with its article."""
    article: str = ""
    """Cards that print this trait are named with "the": the 7 of hearts."""

    def of_move(self, name: str) -> MoveWords:
        return self.moves.get(name, _SPECIAL)

    def offered(self, value: str) -> str:
        """Return one of several names as it is said: "spades", "7", "set it"."""
        words = value if value.isdigit() else self.acts.get(value) or self.values.get(value)
        return words or named("printed", value.replace("-", " "))


_SPECIAL: Final = MoveWords()
