"""Reports: findings in words, refusals above all.

A refusal names the broken rule, and what would make the play legal. Cards that not everybody may
see stay unnamed.
"""

from __future__ import annotations

from collections.abc import Sequence

from duelmat_engine import Action, Play, Seat, Verdict, judge, remedy_words, replace, rule_words
from duelmat_host.sensing.layout import Face, Layout, MatZone, Orientation, Sight
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
from duelmat_host.table.messages import Message, MessageKind, in_a_row
from duelmat_host.table.private import private_duel
from duelmat_host.table.state import TableState
from duelmat_message import listed, say

NOTHING_DONE = say("That does nothing here.")


def refused(
    state: TableState,
    verdict: Verdict,
    zones: Sequence[MatZone] = (),
    plays: Sequence[Action] = (),
) -> PlayRefused:
    """Return the entry of a refused play."""
    text, remedies = _in_words(state, verdict, None)
    return PlayRefused(tuple(verdict.rules), text, remedies, tuple(plays), tuple(zones))


def refusal_message(refusal: PlayRefused) -> Message:
    """Return the message to everybody about a refused play."""
    return Message(
        MessageKind.REFUSAL, refusal.text, refusal.rules, refusal.zones, refusal.remedies
    )


def reason_of(state: TableState, verdict: Verdict) -> str:
    """Return a refusal in a line or two: the first broken rule, and the remedy."""
    text, remedies = _in_words(state, verdict, None)
    return in_a_row((text, *remedies))


def face_down_warning(
    state: TableState, layout: Layout, action: Action, seat: Seat
) -> Message | None:
    """Return the warning to the owner alone that the card laid face-down may not be laid so."""
    if not isinstance(action, Play) or action.face_up:
        return None
    place = state.zones.sensed(action.to)
    sight = None if place is None else layout.get(place)
    if place is None or sight is None or sight.key is None:
        return None
    private = private_duel(state.duel, seat, state.secrets, {sight.key})
    verdict = judge(private, replace(action, card=sight.key))
    if verdict.legal:
        return None
    text, remedies = _in_words(state, verdict, seat)
    return Message(MessageKind.REFUSAL, text, tuple(verdict.rules), (place,), remedies)


def _in_words(
    state: TableState, verdict: Verdict, seat: Seat | None
) -> tuple[str, tuple[str, ...]]:
    wording = state.wording
    said: str = NOTHING_DONE
    if verdict.rules:
        said = say("{rule}.", rule=rule_words(verdict.rules[0], wording.game.rules))
    return said, tuple(remedy_words(wording, verdict, seat))


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
        case InProgress(pays=pays):
            return TURN_MS if pays else LOOK_MS
        case Lifted():
            return LOOK_MS
        case _:
            return None


def finding_report(state: TableState, finding: Finding | None) -> PlayRefused | Message | None:
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
            text = say(
                "Put back what lay in {zones}, or go on with it. If it lies there, its tag does "
                "not answer: lay it flat, or play by pads and page.",
                zones=lifted,
            )
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
        case Unclear.WEAK:
            return say(
                "The card in {zone} answers too weakly to say which side is up: lay it in the "
                "middle of the zone. If it is not read there, a sticker of its sleeve is dead.",
                zone=name,
            )


def doubt_words(state: TableState, place: MatZone, sight: Sight) -> str:
    """Return the reason why it is asked how a card lies that one antenna alone reads."""
    zone = state.place_name(place)
    is_sideways = sight.apparent is Orientation.SIDEWAYS
    reading, silent = ("B", "A") if is_sideways else ("A", "B")
    if sight.is_weak:
        return say(
            "Antenna {reading} of {zone} reads it weakly, and antenna {silent} not at all: lay it "
            "straight in the middle of the zone. If it is not read there, check the coil of "
            "antenna {silent}.",
            reading=reading,
            silent=silent,
            zone=zone,
        )
    if is_sideways:
        return say(
            "Antenna A of {zone} has read no card lately: once it has, this is asked no more. If "
            "it does not read a card that lies upright, check its coil.",
            zone=zone,
        )
    return say(
        "Antenna B of {zone} has read no card lately: once it has, this is asked no more. If it "
        "does not read a card that lies sideways, check its coil.",
        zone=zone,
    )


def _stray_words(state: TableState, place: MatZone, sight: Sight) -> str:
    """Return the advice for a card that may not lie on a landing spot; face-down it is unnamed."""
    name = state.place_name(place)
    if sight.face is not Face.UP:
        return say("Take the card from {zone}, or turn it face-up if it belongs there.", zone=name)
    if sight.key is None:
        return say("Take the card from {zone}: it was not played there.", zone=name)
    card = state.card_name(sight.key)
    return say("Take {card} from {zone}: it was not played there.", card=card, zone=name)
