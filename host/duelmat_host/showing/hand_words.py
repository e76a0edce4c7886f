"""The movement of a hand that does an action, as a sentence, where no button does it."""

from __future__ import annotations

from collections.abc import Sequence

from duelmat_engine import (
    Action,
    Activate,
    CardKey,
    Play,
    Turn,
    ZoneName,
    is_key,
    key_seat,
    zone,
    zone_kind,
)
from duelmat_host.table.input_mode import InputMode, input_mode_of
from duelmat_host.table.messages import in_a_row
from duelmat_host.table.state import TableState
from duelmat_message import Text, say

KEPT = ("field", "stadium")
"""The kinds of cards that have a zone of their own, of the same name."""
SHOW_IT = say("Lay it on a landing spot of yours, where the table reads it.")


def hand_words(state: TableState, actions: Sequence[Action]) -> str | None:
    """Return in words the movement that uses a card; None if the use is named, not laid.

    actions: the legal forms of this use, which differ in the zone alone.
    """
    action = actions[0]
    mode = input_mode_of(action, state.duel, state.zones)
    if mode is InputMode.SAID and isinstance(action, Activate) and _is_unseen(state, action.card):
        return SHOW_IT
    if mode is InputMode.SAID:
        return None
    if mode is InputMode.SHOWN:
        return SHOW_IT
    match action:
        case Play(using=using):
            zones = {each.to for each in actions if isinstance(each, Play)}
            only = _only(state, action.to) if len(zones) == 1 else ""
            paid = say("First take what pays for it into your hand.") if using else ""
            note = state.rules.words.of_move(action.move).note
            return in_a_row((paid, _laid(state, action), only, note))
        case Activate(card=card) if is_key(card) and (kept := _kept_zone(state, card)):
            return say("Lay it face-up in your {zone}.", zone=_zone(state, kept))
        case Activate(card=card) if is_key(card) or zone_kind(card) == "hand":
            return say("Lay it face-up in a free {zone}.", zone=_zone(state, "s"))
        case Activate():
            return say("Turn it face-up where it lies.")
        case Turn(card=card, upright=upright):
            piece = state.duel.top(ZoneName(card))
            if piece is not None and piece.face_up != action.face_up:
                return _turned(upright=upright, face_up=action.face_up)
            return say("Turn it by a quarter.")
        case _:
            return None


def _is_unseen(state: TableState, card: str) -> bool:
    """Whether nobody has seen the card, so that it cannot be named before it is shown."""
    return is_key(card) and all(piece.key != card for _, piece in state.duel.pieces())


def _laid(state: TableState, play: Play) -> Text:
    """Return a request to lay a card: its face, in a monster zone its direction, and the row."""
    kind = zone_kind(play.to)
    zone = _zone(state, kind)
    if kind != "m":
        if play.face_up:
            return say("Lay it face-up in a free {zone}.", zone=zone)
        return say("Lay it face-down in a free {zone}.", zone=zone)
    if play.face_up:
        if play.upright:
            return say("Lay it face-up and upright in a free {zone}.", zone=zone)
        return say("Lay it face-up and sideways in a free {zone}.", zone=zone)
    if play.upright:
        return say("Lay it face-down and upright in a free {zone}.", zone=zone)
    return say("Lay it face-down and sideways in a free {zone}.", zone=zone)


def _kept_zone(state: TableState, card: str) -> str:
    """Return the kind of zone kept for a card such as a Field card; "" for a card of a row."""
    kinds = state.rules.card(CardKey(card)).kinds
    own = key_seat(CardKey(card))
    return next((k for k in KEPT if k in kinds and state.zones.sensed(zone(own, k))), "")


def _only(state: TableState, zone: ZoneName) -> Text:
    return say("Only {zone} is open to it.", zone=state.wording.own_zone(zone))


def _turned(*, upright: bool, face_up: bool) -> Text:
    if face_up:
        return (
            say("Turn it face-up and upright.")
            if upright
            else say("Turn it face-up and sideways.")
        )
    return (
        say("Turn it face-down and upright.")
        if upright
        else say("Turn it face-down and sideways.")
    )


def _zone(state: TableState, kind: str) -> str:
    return state.rules.words.zones.get(kind, say("zone"))
