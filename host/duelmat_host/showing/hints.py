"""A hint in words: what the strong opponent would consider in a seat's place, and why.

It is made for that seat alone, from the duel as the seat knows it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Literal

from msgspec import Struct

from duelmat_engine import (
    Action,
    Activate,
    Attack,
    Choose,
    Duel,
    Play,
    Seat,
    Turn,
    ZoneName,
    action_words,
    is_key,
    lookup,
    zone_kind,
)
from duelmat_host.sensing.layout import MatZone
from duelmat_host.table.state import TableState
from duelmat_message import say, say_count
from duelmat_opponent import Considered


class HintView(Struct, frozen=True):
    """The choice of the strong opponent in the seat's place."""

    text: str
    """The act, in words."""
    reason: str
    """The reason for it, as sentences."""
    zones: list[MatZone]
    """The zones that it is about."""
    cards: list[str]
    """The keys of the cards of the hand that it is about."""
    ok: Literal[True] = True
    """Always true."""


def hint_view(
    state: TableState, private: Duel, seat: Seat, considered: Sequence[Considered]
) -> HintView:
    """Return the hint of the best that was considered; `private` is the duel as the seat knows it.

    It never says what lies unseen: playouts deal that by chance.
    """
    wording = state.wording_about(private)
    best, *others = considered
    zones = [place for each in _names(private, best.action) if (place := state.zones.sensed(each))]
    cards = [
        ref
        for ref in _refs(best.action)
        if is_key(ref) and (found := lookup(private, ref)) and zone_kind(found[0]) == "hand"
    ]
    if not best.tried:
        reason = say("It looks best at first sight; nothing was tried out.")
    else:
        reason = say_count(
            "After it you win about {share} %, by {count} trial with the unseen cards dealt by "
            "chance.",
            "After it you win about {share} %, by {count} trials with the unseen cards dealt by "
            "chance.",
            count=sum(each.tried for each in considered),
            share=_share(best),
        )
    if best.tried and others:
        reason = say(
            "{reason} The next best comes to {share} %: {action}.",
            reason=reason,
            share=_share(others[0]),
            action=action_words(wording, others[0].action, seat),
        )
    text = action_words(wording, best.action, seat)
    return HintView(text, reason, list(dict.fromkeys(zones)), list(dict.fromkeys(cards)))


def _share(considered: Considered) -> int:
    return round(100 * considered.value)


def _refs(action: Action) -> Iterator[str]:
    """Yield the cards and zones that an action names."""
    match action:
        case Play(card=card, to=to, using=using):
            yield from (card, to, *using)
        case Attack(card=card, target=target):
            yield from (card,) if target is None else (card, target)
        case Activate(card=card) | Turn(card=card) | Choose(card=card):
            yield card


def _names(private: Duel, action: Action) -> Iterator[ZoneName]:
    """Yield the zones in which the cards of an action lie, and to which they go."""
    for ref in _refs(action):
        found = lookup(private, ref)
        if found is not None:
            yield found[0]
        elif not is_key(ref):
            yield ZoneName(ref)
