"""Effects: what a card can do, when, at what cost, and by which rules."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

from duelmat_engine.caches import cached_by_identity
from duelmat_engine.effects import texts
from duelmat_engine.effects.ops import Op
from duelmat_engine.effects.terms import Amount, Cards, Filter, How, Need, Whose

_Activated = Literal["magic", "quick", "trap", "ignition", "quick-effect"]
_Further = Literal["declare", "cost", "flip", "jumper", "skill", "stream", "start"]
UseKind = Literal[_Activated, "trigger", "continuous", _Further]
_Coming = Literal["summon", "normal-summon", "special-summon", "set", "flip"]
_Battling = Literal["attack", "direct-attack", "defense", "turn"]
RefusedAct = Literal[_Coming, _Battling, "destroy-by-battle", "destroy-by-effect"]

GIVEN_CARDS = ("self", "event", "using", "target")
"""Cards that an effect finds bound: itself, what set it off, what was used up, what it attacks."""
GIVEN_NUMBERS = ("change",)
"""Numbers that a trigger finds bound: by how much life has changed."""


class On(Struct, frozen=True, gc=False):
    """The event that sets a trigger off, and the part that the card plays in it."""

    event: texts.EventName
    """The event; `cards words` lists them."""
    part: Literal["piece", "by", "witness"] = "piece"
    """It happened to this card, this card did it, or this card lay in a zone of its effect."""
    timing: Literal["if", "when", "as"] = "if"
    """The word that joins condition and effect; what it means is the ruleset's chain policy."""
    misses: bool = False
    """Whether the effect itself says that it is lost if something else happens first."""
    cause: texts.CauseNames = ""
    """The causes that it must have, one of these; empty: any cause."""
    special: bool | None = None
    """Of a summon: whether it must be a special one, or must not."""
    unless: tuple[texts.ReadingName, str] = ("", "")
    """A reading and its value under which `special` does not matter."""
    move: texts.MoveName = ""
    """Of a summon: the move by which the card came."""
    from_field: bool = False
    """Of a move: whether the card must leave the field."""
    whose: Whose = "any"
    """The player whose card or life the event is about, seen from the player of the effect."""
    by_whose: Whose = "any"
    """The player whose effect or act must have brought it about, seen likewise."""
    to: tuple[texts.ZoneKind, ...] = ()
    """Of a move: the kinds of zones it goes to; the card as it lies there has the effect."""
    that: tuple[Filter, ...] = ()
    """Filters that the event's card must pass, as it was when it happened."""
    flips: bool = False
    """Of a turn: whether the card must come face-up by it."""
    falls: bool = False
    """Of a change of life: whether it must be a loss."""
    from_set: bool = False
    """Whether a card that lies face-down may have the effect, in a zone of the effect."""
    phase: texts.PhaseName = ""
    """Of the beginning of a phase: which."""
    at_least: int = 1
    """Of several destroyed: how many of them must be such cards."""


class Forbid(Struct, frozen=True, gc=False):
    """While this card lies face-up, players may not do these things with such cards."""

    acts: tuple[Literal["summon", "special-summon", "activate", "set"], ...]
    that: tuple[Filter, ...]
    """Filters on what the cards print, wherever they lie; a card must pass them all."""
    rules: tuple[texts.RuleName, ...]
    """The rules by which it is forbidden."""
    whose: Whose = "opposing"
    """The players to whom it is forbidden."""


class Negate(Struct, frozen=True, gc=False):
    """While this card lies face-up, the effects of such cards are negated."""

    that: tuple[Filter, ...]
    """Filters that a card must pass."""
    rules: tuple[texts.RuleName, ...]
    """The rules by which they are negated."""
    whose: Whose = "opposing"
    """The players whose cards they are."""


class Restrict(Struct, frozen=True, gc=False):
    """Acts that are refused with the card itself, or with the cards that it binds."""

    acts: tuple[RefusedAct, ...]
    rules: tuple[texts.RuleName, ...]
    when: tuple[Need, ...] = ()
    under: tuple[texts.ReadingName, str] = ("", "")
    """A reading and the value under which alone this holds; empty: always."""
    reading: texts.ReadingName = ""
    """The reading by which it is understood."""
    cards: Cards | None = None
    """Of a continuous effect: which cards it binds; None: the card itself."""
    remedy: str = ""
    """The remedy, "do: ..." or "when: ..."; any other text says why there is none."""


class Alter(Struct, frozen=True, gc=False):
    """While this card lies face-up, a value of these cards is another."""

    trait: texts.TraitName
    how: How
    amount: Amount = 0
    cards: Cards | None = None
    """The cards; None: itself, or for an equip card the one it is equipped to."""


class Effect(Struct, frozen=True, kw_only=True, gc=False):
    """One effect. Cards name the effects they carry."""

    name: str
    """Its own; cards name it, and `text:` with it is the rule that its text is."""
    use: UseKind
    """The use of the effect, which says when it is used."""
    rules: tuple[texts.RuleName, ...]
    """The statements that give the effect; cited when it is activated."""
    text: str = ""
    """Text of the effect, one sentence in words of our own."""
    zones: tuple[texts.ZoneKind, ...] = ("m",)
    """Zone kinds in which the card must lie to use it, or for it to apply."""
    on: On | None = None
    """Of a trigger: what sets it off."""
    mandatory: bool = False
    """Of a trigger: whether nobody is asked."""
    speed: int = 1
    """Its Spell Speed, where the ruleset's table of speeds does not give one."""
    needs: tuple[Need, ...] = ()
    """Conditions that must hold for it."""
    announce: tuple[Op, ...] = ()
    """Choices and costs; what stands before a `commit` is free to take back."""
    resolve: tuple[Op, ...] = ()
    """The operations of its resolution, in order, once nobody responds any more."""
    once_per_turn: tuple[texts.RuleName, ...] = ()
    """The rules by which its player may use it only once a turn; empty: no limit."""
    once_with: str = ""
    """A name that several effects share of which only one may be used in a turn."""
    unanswered: bool = False
    """Whether nobody may respond to it."""
    materials: tuple[tuple[Filter, ...], ...] = ()
    """Filters for each material, of a card that is brought out with materials."""
    stays: bool = False
    """A permanent magic or trap: it remains in its zone after resolving."""
    negates: tuple[Negate, ...] = ()
    """Continuous: the cards whose effects it negates."""
    forbids: tuple[Forbid, ...] = ()
    """Continuous: acts that it forbids to players."""
    restricts: tuple[Restrict, ...] = ()
    """Acts that are refused with the card itself, or with those that it binds."""
    alters: tuple[Alter, ...] = ()
    """Continuous: what it makes of the values of cards."""


@cached_by_identity
def binds_others(effect: Effect) -> bool:
    """Whether it may refuse something to other cards than its own."""
    return any(restrict.cards is not None for restrict in effect.restricts)
