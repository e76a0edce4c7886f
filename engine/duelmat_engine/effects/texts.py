"""Texts in cards and effects: the types of those that name something, and the closed word lists.

A field says by its type what its text must name ("a kind of zone", "cards bound before"), and
the checking of card files (check.py) goes by that alone. `kebab` is the one rule by which
the words of a card file come from the names of Python: `SummonSpecially` is `summon-specially`.

A card file that says a word which is not in a closed list is refused, and what the engine does
says no other (tests hold it to that).
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Annotated, Final, NamedTuple


class Names(NamedTuple):
    """Marks a text as the name of something."""

    what: str


RuleName = Annotated[str, Names("rule")]
"""A statement of a rule document, or "text": what the effect's own text says."""
ReadingName = Annotated[str, Names("reading")]
EffectName = Annotated[str, Names("effect")]
BlockName = Annotated[str, Names("block")]
EventName = Annotated[str, Names("event")]
ZoneKind = Annotated[str, Names("zone")]
TraitName = Annotated[str, Names("trait")]
CardKind = Annotated[str, Names("kind")]
UseName = Annotated[str, Names("use")]
PhaseName = Annotated[str, Names("phase")]
WindowName = Annotated[str, Names("window")]
MoveName = Annotated[str, Names("move")]
NewMoveName = Annotated[str, Names("new move")]
"""A move to the field that goes by this name from here on."""
CauseName = Annotated[str, Names("cause")]
CauseNames = Annotated[str, Names("causes")]
"""One or more causes, between spaces."""
BoundName = Annotated[str, Names("bound")]
"""Cards, an amount or a name bound before."""
BoundCards = Annotated[str, Names("bound cards")]
"""Cards bound before."""
BindsCards = Annotated[str, Names("binds cards")]
BindsNumber = Annotated[str, Names("binds number")]
BindsText = Annotated[str, Names("binds text")]

OWN_TEXT: Final = "text"
"""The rule name that stands for the effect's own text."""
_HUMP: Final = re.compile(r"(?<!^)(?=[A-Z])")


def kebab(name: str) -> str:
    """A name of Python as card files write it: `SummonSpecially`, `once_per_turn`."""
    return _HUMP.sub("-", name).replace("_", "-").lower()


def text_rule(effect: str) -> str:
    """The rule id of an effect's own text."""
    return f"{OWN_TEXT}:{effect}"


def cited_by_steps(effect: str, rules: tuple[str, ...]) -> tuple[str, ...]:
    """Return the rules of steps that cite none: the effect's own text, or all that it cites."""
    own = text_rule(effect)
    return (own,) if own in rules or not rules else rules


def effect_of_rule(rule: str) -> str:
    """The effect whose text a rule id stands for; empty if it is a statement."""
    head, sign, effect = rule.partition(":")
    return effect if sign and head == OWN_TEXT else ""


USES: Final[Mapping[str, str]] = {
    "magic": "The card is activated as magic; with `stays = true` it remains on the field.",
    "quick": "The card is activated as quick magic, also in response.",
    "trap": "The card is activated as a trap, also in response.",
    "ignition": "In the own Main Phase, while the card lies face-up.",
    "quick-effect": "Whenever a response is possible, from the zones in `zones`.",
    "trigger": "When the event in `on` has happened; `mandatory = true` asks nobody.",
    "continuous": "All the time, without being used: it alters, restricts, forbids or negates.",
    "declare": "What its player declares when the card is played.",
    "cost": "What it costs to play the card.",
    "flip": "When its player may turn the face-down card up.",
    "jumper": "The card is activated as a Jumper.",
    "skill": "The player uses it as a skill.",
    "stream": "It applies while the stream is open.",
    "start": "It is carried out once, when the duel begins.",
}
"""The uses of effects: when each is used."""
_HARM: Final = {
    "battle": "By battle.",
    "effect": "By an effect.",
    "rule": "Because the rules of the game say so.",
}
CAUSES: Final[Mapping[str, Mapping[str, str]]] = {
    "Moved": {
        **_HARM,
        "cost": "As a cost.",
        "tribute": "As a Tribute.",
        "material": "As a material of a summon.",
        "discard": "As a discard from the hand.",
        "draw": "By drawing.",
        "play": "Because it was played face-up.",
        "set": "Because it was Set.",
        "summon": "By a summon.",
        "summon-negated": "Because its summon was negated.",
        "activation-negated": "Because its activation was negated.",
        "return": "By a return, as its text says.",
    },
    "Destroyed": _HARM,
    "SeveralDestroyed": _HARM,
    "LifeChanged": {
        "battle": "By damage of a battle.",
        "effect": "By an effect.",
        "cost": "As a cost.",
        "start": "Because the duel began.",
        "correction": "By a correction of a judge.",
    },
    "Turned": {
        "hand": "By its player's hand.",
        "attack": "Because it was attacked.",
        "effect": "By an effect.",
        "activation": "Because it was activated.",
    },
}
"""The causes of an event by its class name, each with its meaning."""
WINDOWS: Final[Mapping[str, str]] = {
    "summoning": "A monster is being summoned, and may still be negated.",
    "summon": "A monster was Normal Summoned.",
    "special-summon": "A monster was Special Summoned.",
    "flip-summon": "A monster was turned face-up.",
    "assist-summon": "A monster came by an Assist Summon.",
    "set": "A card was Set.",
    "attack": "An attack was declared.",
    "activation": "An effect was activated.",
    "card-activation": "A card was activated.",
    "phase-end": "A phase is about to end.",
}
"""The kinds of window that a response may answer, each with its meaning."""
