"""Findings in words, for everybody; cards that not everybody may see stay unnamed."""

from __future__ import annotations

from duelmat_host.sensing.layout import Face, MatZone, Sight
from duelmat_host.table.entries import PlayRefused
from duelmat_host.table.findings import (
    Displaced,
    Earlier,
    Finding,
    InProgress,
    Lifted,
    Refused,
    Stray,
    Unclear,
    Unsure,
)
from duelmat_host.table.messages import Message, MessageKind
from duelmat_host.table.refusals import refused
from duelmat_host.table.state import TableState
from duelmat_message import listed, say

REFUSE_MS = 400
"""Cards that fit no play are refused when they have lain for this long: hands may be moving."""
TURN_MS = 1500
"""A card that was turned in its place may be turned further for this long."""
LOOK_MS = 4000
"""A card may be picked up and looked at for this long before the table asks for it back."""


def patience_ms(finding: Finding | None) -> int | None:
    """Return the time that a finding may last before it is reported; None: it never is."""
    match finding:
        case Refused(is_turned=is_turned):
            return TURN_MS if is_turned else REFUSE_MS
        case Unsure():
            return REFUSE_MS
        case Stray() | Displaced() | Earlier():
            return TURN_MS
        case InProgress(pays=pays) if pays:
            return TURN_MS
        case Lifted():
            return LOOK_MS
        case _:
            return None


def finding_words(state: TableState, finding: Finding | None) -> PlayRefused | Message | None:
    """Return the report of a finding that has lasted: a refusal, or a message."""
    match finding:
        case Refused(zones=zones, verdict=verdict, plays=plays):
            return refused(state, verdict, zones, plays)
        case Stray(zone=place, sight=sight):
            return PlayRefused((), _stray_words(state, place, sight), (), (), (place,))
        case Unsure(zone=place, what=what):
            text = _unsure_words(state, place, what)
            return Message(MessageKind.QUESTION, text, zones=(place,))
        case Lifted(zones=zones):
            lifted = listed(state.place_name(place) for place in zones)
            text = say("Put back what lay in {zones}, or go on with it.", zones=lifted)
            return Message(MessageKind.OBLIGATION, text, zones=zones)
        case InProgress(pays=pays, is_choice=is_choice) if pays:
            here = listed(state.place_name(place) for place in pays)
            if is_choice:
                text = say(
                    "Lift cards that are sent away for it from {zones}, or take it back.",
                    zones=here,
                )
            else:
                text = say(
                    "Lift what is sent away for it from {zones}, or take it back.", zones=here
                )
            return Message(MessageKind.OBLIGATION, text, zones=pays)
        case Displaced(zones=zones):
            text = say("Cards lie elsewhere than they did. Lay them back as the lights show.")
            return Message(MessageKind.OBLIGATION, text, zones=zones)
        case Earlier(zones=zones, number=number):
            past = next(past for past in state.pasts() if past.number == number)
            text = say(
                "The cards lie as before {player}'s play: {play}. Press judge to take it back, or "
                "lay them as they lay after it.",
                player=state.name_of(past.by),
                play=state.words(past.action, past.before.duel),
            )
            return Message(MessageKind.QUESTION, text, zones=zones)
        case _:
            return None


def _unsure_words(state: TableState, place: MatZone, what: Unclear) -> str:
    name = state.place_name(place)
    match what:
        case Unclear.FACE:
            return say("Which side of the card in {zone} is up? Lay it flat again.", zone=name)
        case Unclear.ORIENTATION:
            return say("Straighten the card in {zone}: upright or sideways.", zone=name)
        case Unclear.CARD:
            return say("The card in {zone} is not known here: take it away.", zone=name)


def _stray_words(state: TableState, place: MatZone, sight: Sight) -> str:
    """Return the advice for a card that may not lie on a landing spot; face-down it is unnamed."""
    name = state.place_name(place)
    if sight.face is not Face.UP:
        return say("Take the card from {zone}, or turn it face-up if it belongs there.", zone=name)
    if sight.key is None:
        return say("Take the card from {zone}: nothing brings it there.", zone=name)
    card = state.card_name(sight.key)
    return say("Take {card} from {zone}: nothing brings it there.", card=card, zone=name)
