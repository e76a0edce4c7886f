"""Types of the texts in cards and effects that name something: one for each kind of name.

A field says by its type what its text must name ("a kind of zone", "cards bound before"), and
the checking of card files (check.py) goes by that alone. `kebab` is the one rule by which
the words of a card file come from the names of Python: `SummonSpecially` is `summon-specially`.
"""

from __future__ import annotations

import re
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
WayName = Annotated[str, Names("way")]
NewWay = Annotated[str, Names("new way")]
"""A way of coming to the field that goes by this name from here on."""
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
