"""Effects: what a card can do, when, at what cost, and by which rules."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

from duelmat_engine.ops import Op
from duelmat_engine.terms import AnyFilter, Need

UseKind = Literal["magic", "quick", "trap", "ignition", "trigger", "continuous", "declare"]


class On(Struct, frozen=True):
    """The event that sets a trigger off, and the part that the card plays in it."""

    event: str
    """An event class of events.py by name."""
    part: Literal["piece", "by", "witness"] = "piece"
    """It happened to this card, this card did it, or this card lay on the field."""
    cause: str = ""
    special: bool | None = None
    unless: tuple[str, str] = ("", "")
    """A reading and its value under which `special` does not matter."""
    way: str = ""
    from_field: bool = False
    opposing: bool = False
    """Whether the event's card must be an opponent's."""


class Forbid(Struct, frozen=True):
    """While this card lies face-up, its opponents may not do these things with such cards."""

    acts: tuple[Literal["summon", "special-summon", "activate", "set"], ...]
    cards: tuple[AnyFilter, ...]
    rules: tuple[str, ...]
    """The rules by which it is forbidden."""


class Restrict(Struct, frozen=True):
    """What may not be done with the card itself."""

    acts: tuple[Literal["summon", "set", "defense", "turn", "destroy-by-battle"], ...]
    rules: tuple[str, ...]
    when: tuple[Need, ...] = ()
    under: tuple[str, str] = ("", "")
    """A reading and the value under which alone this holds; empty: always."""


class Effect(Struct, frozen=True, kw_only=True):
    """One effect. Cards name the effects they carry."""

    name: str
    use: UseKind
    rules: tuple[str, ...]
    """The statements that give the effect; cited when it is activated."""
    text: str = ""
    """What it does, in one sentence of our own."""
    zones: tuple[str, ...] = ("m",)
    """Where the card must lie (zone kinds) to use it or for it to apply."""
    on: On | None = None
    mandatory: bool = False
    speed: int = 1
    needs: tuple[Need, ...] = ()
    announce: tuple[Op, ...] = ()
    """Choices and costs; everything before an `ops.Commit`-like point is free to take back."""
    resolve: tuple[Op, ...] = ()
    once_per_turn: tuple[str, ...] = ()
    """The rules by which its player may use it only once a turn; empty: no limit."""
    stays: bool = False
    """A permanent magic or trap: it remains in its zone after resolving."""
    negates: tuple[AnyFilter, ...] = ()
    """Continuous: opposing cards that pass one of these have their effects negated."""
    negate_rules: tuple[str, ...] = ()
    forbids: tuple[Forbid, ...] = ()
    restricts: tuple[Restrict, ...] = ()
