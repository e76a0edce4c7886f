"""Find what may be used now: the zones and cards with which a legal act is done.

Lamps shine for everybody, so that they show public facts alone; a seat's own page knows its cards
too, and is exact (docs/adr/0063).
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from typing import NamedTuple

from duelmat_engine import (
    Action,
    Activate,
    Attack,
    CardKey,
    Choose,
    Duel,
    Pass,
    Play,
    Seat,
    Turn,
    ZoneName,
    is_key,
    judge,
    legal_action_steps,
    zone,
    zone_kind,
)
from duelmat_host.sensing.layout import MatZone
from duelmat_host.showing.card_options import KEPT, kept_zone
from duelmat_host.showing.choice_types import PaymentsView
from duelmat_host.showing.payments import payments_of
from duelmat_host.table.holdups import holdup_of
from duelmat_host.table.input_mode import is_laid, on_mat
from duelmat_host.table.private import names_private, private_duel
from duelmat_host.table.table import Assist, Table


def takes_acts(shown: Table) -> bool:
    """Whether the table helps with what is legal, and would take an act of the deciding seat."""
    state, decision = shown.state, shown.state.duel.decision
    if shown.assist is not Assist.COACH or decision is None:
        return False
    return holdup_of(state, shown.reported, decision.seat, Pass()) is None


def lit_zones(shown: Table) -> list[MatZone]:
    """Return the zones that lamps show as legal.

    These are the zones to which a card that nobody has seen may be played, and the cards that may
    act. A face-down card may act if it is turned over whatever it is: that a Set card may be the
    right one everybody knows, and its player knows better. No lamp tells that a card may come from
    an Extra Deck at which its player alone looks.
    """
    if not takes_acts(shown):
        return []
    duel, zones = shown.state.duel, shown.state.zones
    found: dict[MatZone | None, None] = {}
    for action in shown.legal:
        match action:
            case Play(card=card) if names_private(shown.state.rules, duel, card):
                continue
            case Play(card=card, to=to, using=using):
                if not duel.at(to) or not any(_is_unseen(duel, ref) for ref in (card, *using)):
                    found[zones.sensed(to)] = None
            case Activate(card=card) if _is_unseen(duel, card):
                continue
            case Attack(card=card) | Turn(card=card) | Choose(card=card) | Activate(card=card):
                found[zones.sensed(ZoneName(card))] = None
            case _:
                continue
    return [place for place in found if place is not None]


def _is_unseen(duel: Duel, card: str) -> bool:
    """Whether not everybody knows the card that an act names, by its zone or its key."""
    if is_key(card):
        return False
    piece = duel.top(ZoneName(card))
    return piece is None or piece.key is None or zone_kind(card) == "hand"


class SeatActs(NamedTuple):
    """What a seat may do now, as far as it knows its own cards."""

    usable: tuple[str, ...] = ()
    """The zones, and the keys of cards in its hand and Extra Deck, with which it acts."""
    payments: PaymentsView | None = None
    """The plays that cards on the mat pay for; None: there are none."""


def seat_act_steps(
    shown: Table, seat: Seat, held: Collection[CardKey]
) -> Iterator[SeatActs | None]:
    """Yield what a seat may do now, at the end; None is a step on the way.

    held: the cards of its hand, also those that lie on the mat already. Between two steps there is
    little work, so that other things may be done there.
    """
    state, decision = shown.state, shown.state.duel.decision
    if decision is None or decision.seat != seat or not takes_acts(shown):
        yield SeatActs()
        return
    actions: list[Action] = []
    private = private_duel(state.duel, seat, state.secrets, held)
    for action in legal_action_steps(private):
        yield None
        if action is not None:
            actions.append(action)
    if decision.kind == "choose":  # of several, cards are listed in one order and taken in any
        for choice in map(Choose, held):
            yield None
            if judge(private, choice).legal:
                actions.append(choice)
    there = on_mat(actions, state.zones)
    usable = usable_with(there, shown, seat, held)
    yield SeatActs(usable, payments_of(there, state, private, seat))


def usable_with(
    actions: Iterable[Action], shown: Table, seat: Seat, held: Collection[CardKey]
) -> tuple[str, ...]:
    """Return the zones, and the cards of its hand and Extra Deck, with which a seat acts."""
    seen = {*held, *(piece.key for piece in shown.state.duel.at(zone(seat, "extra")))}
    marks = dict.fromkeys(mark for act in actions for mark in _marks_of(act, shown, seat))
    return tuple(mark for mark in marks if not is_key(mark) or mark in seen)


def _marks_of(action: Action, shown: Table, seat: Seat) -> Iterator[str]:
    """Yield the zones in which an act is done, and the card that does it."""
    zones = shown.state.zones
    match action:
        case Play(card=card, to=to):
            places = [zones.sensed(to)]
        case Activate(card=card) if is_laid(action, shown.state.duel, zones) and (
            is_key(card) or zone_kind(card) == "hand"
        ):
            places = [*_free_spots(card, shown, seat)]
        case Attack(card=card) | Turn(card=card) | Choose(card=card) | Activate(card=card):
            places = [zones.sensed(ZoneName(card))]
        case _:
            return
    yield from (place for place in places if place is not None)
    if is_key(card):
        yield card


def _free_spots(card: str, shown: Table, seat: Seat) -> Iterator[MatZone]:
    """Yield the free zones to which a card of the hand is laid while it is used."""
    state, zones = shown.state, shown.state.zones
    spots: Iterable[MatZone | None] = zones.play_spots(seat)
    if is_key(card):
        kept = kept_zone(state, card)
        own = [zones.sensed(zone(seat, kind)) for kind in KEPT]
        rest = [spot for spot in spots if spot not in own]
        spots = [zones.sensed(zone(seat, kept))] if kept else rest
    yield from (spot for spot in spots if spot is not None and spot not in state.expected)
