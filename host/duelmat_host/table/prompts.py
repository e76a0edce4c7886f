"""Questions to players that no placement answers, as options to choose from.

The same options are offered on a seat's page, and on the mat with the choice pads and OK.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from duelmat_engine.actions import (
    Action,
    Activate,
    Advance,
    Attack,
    Cancel,
    Choose,
    Name,
    Number,
    Pass,
)
from duelmat_engine.names import NOBODY, Seat, is_key, zone_kind
from duelmat_engine.state import Duel

Words = Callable[[Duel, Action], str]


@dataclass(frozen=True, slots=True)
class Option:
    """One answer: what it says, and what it does."""

    text: str
    action: Action
    detail: str = ""


@dataclass(frozen=True, slots=True)
class Prompt:
    """A question to a seat; `id` changes with every new question."""

    id: str
    seat: Seat
    text: str
    options: tuple[Option, ...]
    menu: bool = False
    """Whether nothing has to be chosen: these are things that may be done without a card."""


def prompts_of(
    duel: Duel, legal: Sequence[Action], number: int, text: str, words: Words
) -> list[Prompt]:
    """The prompts of the decision: one for its seat, or one for every seat where nobody's."""
    decision = duel.decision
    if decision is None:
        return []
    options = tuple(
        Option(words(duel, action), action) for action in legal if _is_said(decision.kind, action)
    )
    if decision.kind == "first":
        seats = [Seat(s) for s in duel.seats]
    elif decision.seat == NOBODY:
        return []
    else:
        seats = [decision.seat]
    if not options:
        return []
    menu = decision.kind == "open"
    return [Prompt(f"{number}.{seat}", seat, text, options, menu) for seat in seats]


def asked_which(duel: Duel, number: int, actions: Sequence[Action], words: Words) -> Prompt:
    """The question which of several plays a placement meant."""
    decision = duel.decision
    assert decision is not None
    options = tuple(Option(words(duel, action), action) for action in actions)
    return Prompt(f"{number}.which", decision.seat, "Which play is it?", options)


def _is_said(kind: str, action: Action) -> bool:
    """Whether an action is said rather than done with cards."""
    match action:
        case Advance() | Attack() | Pass() | Number() | Name() | Cancel():
            return True
        case Activate(card=card):
            return kind == "trigger" or (not is_key(card) and zone_kind(card) == "m")
        case Choose(card=card):
            return is_key(card) or zone_kind(card) in ("m", "s")
        case _:
            return False
