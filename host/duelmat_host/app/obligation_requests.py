"""A seat's simulated hands do what its page lists as still to be done.

A page's button and hands that follow the duel by themselves (`following_hands.py`) do the same.
"""

from __future__ import annotations

from typing import Any, Literal

from duelmat_engine import CardKey, Seat, key_seat, seat_letter
from duelmat_host.players.hand_requests import (
    DrawCards,
    FetchCard,
    MeetObligation,
    Movement,
    PlaceCard,
    TakeCard,
    carry_out,
)
from duelmat_host.players.hands import PILES, Hands, HandsError
from duelmat_host.showing.obligation_views import obligation_views
from duelmat_host.showing.view_types import ObligationView
from duelmat_host.table.live import LiveTable
from duelmat_message import say

_TAKEN_TO: dict[str, Literal["hand", "grave", "banished", "extra", "pile"]] = {
    "hand": "hand",
    "grave": "grave",
    "banished": "banished",
    "extra": "extra",
    "pile": "pile",
    "deck": "pile",
}
"""The place to take a card to, by the kind of the place that it goes to."""


def obligations_of(table: LiveTable, hands: Hands, seat: Seat) -> list[ObligationView]:
    """Return the obligations of a seat's hands, in order."""
    letter = seat_letter(seat)
    listed = obligation_views(table.now, letter, len(hands.held(seat)))
    return [obligation for obligation in listed if obligation.seat == letter]


def meet(hands: Hands, table: LiveTable, seat: Seat, asked: MeetObligation) -> None:
    """Do what a page lists.

    Raises HandsError for what is not listed any more, and for what hands cannot do.
    """
    wanted = (asked.zone, asked.card, asked.source)
    for obligation in obligations_of(table, hands, seat):
        if (obligation.zone, obligation.card, obligation.source) == wanted:
            movement = movement_of(hands, obligation)
            if movement is None:
                raise HandsError(obligation.text)
            carry_out(hands, table, seat, movement)
            return
    raise HandsError(say("That is done already."))


def movement_of(hands: Hands, obligation: ObligationView) -> Movement | None:
    """Return the movement that does it, or begins with it; None: the card goes nowhere known."""
    if obligation.source is None and obligation.zone.endswith(".deck"):
        return DrawCards()
    if obligation.to is None:
        return None
    how: dict[str, Any] = {}
    if obligation.lies is not None:
        how = {"face": obligation.lies.face, "turn": obligation.lies.turn or 0}
    if obligation.source is not None and (how or obligation.to == obligation.source):
        return PlaceCard(zone=obligation.to, source=obligation.source, **how)
    to = _TAKEN_TO.get(obligation.to.partition(".")[2])
    if obligation.source is not None:
        return None if to is None else TakeCard(obligation.source, to)
    if obligation.card is None:
        return None
    how = how or {"face": "up", "turn": 0}
    side = hands.sides[key_seat(CardKey(obligation.card))]
    for pile in PILES:
        if obligation.card in side.by_place()[pile]:
            return FetchCard(card=obligation.card, source=pile, zone=obligation.to, **how)
    return PlaceCard(zone=obligation.to, card=obligation.card, **how)
