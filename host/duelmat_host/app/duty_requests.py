"""Duties: what a seat's page lists as still to be done, as movements of its simulated hands.

A page's button and hands that follow the duel by themselves (`following_hands.py`) do the same.
"""

from __future__ import annotations

from typing import Any, Literal

from duelmat_engine import CardKey, Seat, key_seat, seat_letter
from duelmat_host.players.hand_requests import (
    DrawCards,
    FetchCard,
    MeetDuty,
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


def duties_of(table: LiveTable, hands: Hands, seat: Seat) -> list[ObligationView]:
    """Return what the hands of a seat have to do, in order."""
    letter = seat_letter(seat)
    listed = obligation_views(table.now, letter, len(hands.held(seat)))
    return [duty for duty in listed if duty.seat == letter]


def meet(hands: Hands, table: LiveTable, seat: Seat, asked: MeetDuty) -> None:
    """Do what a page lists. Raises HandsError for what is not listed any more."""
    wanted = (asked.zone, asked.card, asked.source)
    for duty in duties_of(table, hands, seat):
        if (duty.zone, duty.card, duty.source) == wanted:
            do_duty(hands, table, seat, duty)
            return
    raise HandsError(say("That is done already."))


def do_duty(hands: Hands, table: LiveTable, seat: Seat, duty: ObligationView) -> None:
    """Let a seat's hands do what is to be done. Raises HandsError for what they cannot."""
    movement = movement_of(hands, duty)
    if movement is None:
        raise HandsError(duty.text)
    carry_out(hands, table, seat, movement)


def movement_of(hands: Hands, duty: ObligationView) -> Movement | None:
    """Return the movement that does it, or begins with it; None: the card goes nowhere known."""
    if duty.source is None and duty.zone.endswith(".deck"):
        return DrawCards()
    if duty.to is None:
        return None
    how: dict[str, Any] = {}
    if duty.lies is not None:
        how = {"face": duty.lies.face, "turn": duty.lies.turn or 0}
    if duty.source is not None and (how or duty.to == duty.source):
        return PlaceCard(zone=duty.to, source=duty.source, **how)
    to = _TAKEN_TO.get(duty.to.partition(".")[2])
    if duty.source is not None:
        return None if to is None else TakeCard(duty.source, to)
    if duty.card is None:
        return None
    how = how or {"face": "up", "turn": 0}
    side = hands.sides[key_seat(CardKey(duty.card))]
    for pile in PILES:
        if duty.card in side.by_place()[pile]:
            return FetchCard(card=duty.card, source=pile, zone=duty.to, **how)
    return PlaceCard(zone=duty.to, card=duty.card, **how)
