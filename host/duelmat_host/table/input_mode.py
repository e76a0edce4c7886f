"""The input mode of an action: how a player does it at a mat, laid, shown or said.

*Laid*: a card is put down, turned or flipped in a zone that the mat senses.
*Shown*: an unseen card is played where nothing senses it (to a zone beside the mat, on top of a
stack, for an effect in the hand): it is laid on a landing spot first, face-up, or face-down if it
is to be Set; where several plays are open with it, their player says which.
*Said*: everything else, by pads, buttons or the player's page.
"""

from __future__ import annotations

from collections.abc import Container, Iterator, Mapping, Sequence
from enum import Enum
from typing import Final

from duelmat_engine import (
    Action,
    Activate,
    Attack,
    CardKey,
    Choose,
    Duel,
    Play,
    Reveal,
    Seat,
    Stand,
    Turn,
    ZoneName,
    find_ruleset,
    is_key,
    judge,
    key_seat,
    legal_actions,
    needs_name,
    replace,
    zone,
    zone_kind,
    zone_seat,
)
from duelmat_host.sensing.layout import MatZone
from duelmat_host.table.private import is_known, private_duel
from duelmat_host.table.zone_map import PLAY_ROW, ZoneMap

LAID_USES: Final = frozenset({"magic", "quick", "trap"})
"""Uses of cards of the hand for which the card is laid on the field."""


class InputMode(Enum):
    """The ways in which an action is done."""

    LAID = "laid"
    """Laying or turning cards in the sensed zones."""
    SHOWN = "shown"
    """Showing an unseen card on a landing spot."""
    SAID = "said"
    """Naming the action by a button."""


def input_mode_of(action: Action, duel: Duel, zones: ZoneMap) -> InputMode:
    """Return the way in which players do an action, or name the card of a pattern."""
    if is_laid(action, duel, zones):
        return InputMode.LAID
    if isinstance(action, Choose | Reveal):
        return InputMode.SAID
    if isinstance(action, Play) and not is_key(action.card):
        is_unseen = zone_kind(action.card) in _hidden(duel)
        return InputMode.SHOWN if is_unseen or needs_name(duel, action) else InputMode.SAID
    return InputMode.SHOWN if needs_name(duel, action) else InputMode.SAID


def is_laid(action: Action, duel: Duel, zones: ZoneMap) -> bool:
    """Whether the sensed zones show that this action was done."""
    match action:
        case Play(to=to, using=using):
            return zones.sensed(to) is not None and not (using and stacks(duel))
        case Activate(card=card) if is_key(card) or zone_kind(card) in _hidden(duel):
            seat = key_seat(card) if is_key(card) else zone_seat(card)
            return (
                _has_free_spot(duel, zones, seat)
                and _is_from_hand(duel, card)
                and _is_laid_to_use(action, duel)
            )
        case Activate(card=card) | Turn(card=card):
            piece = duel.top(card)
            if piece is None or piece.beneath or zones.sensed(ZoneName(card)) is None:
                return _is_stack_turned(action, duel, zones)
            return isinstance(action, Turn) or not piece.face_up
        case Reveal() if duel.decision is not None and duel.decision.options:
            place = ZoneName(duel.decision.options[0])
            piece = duel.top(place)
            return zones.sensed(place) is not None and piece is not None and not piece.beneath
        case _:
            return False


def _has_free_spot(duel: Duel, zones: ZoneMap, seat: Seat) -> bool:
    """Whether a card that is used from the hand has a sensed zone of the row to lie in."""
    row = (spot for spot in zones.play_spots(seat) if zone_kind(spot) == PLAY_ROW)
    return any(
        zones.is_sensed(spot) and ((name := zones.to_engine(spot)) is None or not duel.at(name))
        for spot in row
    )


def stacks(duel: Duel) -> bool:
    """Whether the cards that pay for a card go beneath it instead of away."""
    return bool(find_ruleset(duel.ruleset).citations.beneath)


def _is_stack_turned(action: Action, duel: Duel, zones: ZoneMap) -> bool:
    """Whether only a quarter turn, of all cards of a stack together, shows that this was done."""
    if not isinstance(action, Turn) or zones.sensed(ZoneName(action.card)) is None:
        return False
    piece = duel.top(action.card)
    return piece is not None and piece.face_up == action.face_up


def _hidden(duel: Duel) -> tuple[str, ...]:
    return find_ruleset(duel.ruleset).zones.hidden


def _is_from_hand(duel: Duel, card: str) -> bool:
    if not is_key(card):
        return zone_kind(card) == "hand"
    hand = f"{card[0]}.hand"
    lies = next((name for name, p in duel.pieces() if p.key == card), hand)
    return lies == hand


def _is_laid_to_use(action: Activate, duel: Duel) -> bool:
    """Whether a card that is used from the hand is laid on the field meanwhile."""
    return find_ruleset(duel.ruleset).effects[action.effect].use in LAID_USES


def shown_plays(
    duel: Duel,
    legal: Sequence[Action],
    zones: ZoneMap,
    key: CardKey,
    *,
    face_up: bool,
    secrets: Mapping[int, CardKey],
) -> list[Action]:
    """Return the legal plays that a card shown on a landing spot begins, unnamed if face-down.

    secrets: the cards that were read where they were Set, by object: shown face-up, such a card
    comes from there and from nowhere else.

    Plays are listed for that card, not judged one by one: why one with unseen cards is refused
    takes a case for each card that they may be.
    """
    found: dict[Action, None] = {}
    with_card: Container[Action] | None = None
    for action in legal:
        if input_mode_of(action, duel, zones) is not InputMode.SHOWN:
            continue
        for told in _with_card(action, key, duel, face_up=face_up):
            if told in found or (face_up and not _may_come_from(told, key, duel, secrets)):
                continue
            if told != action and isinstance(told, Play):
                if with_card is None:
                    with_card = set(legal_actions(private_duel(duel, key_seat(key), {}, [key])))
                is_legal = told in with_card
            else:
                is_legal = told == action or judge(duel, told).legal
            if is_legal:
                found[told] = None
    return list(found)


def _may_come_from(
    action: Action, key: CardKey, duel: Duel, secrets: Mapping[int, CardKey]
) -> bool:
    """Whether an action's card may be this one, by what was read of the cards that were Set."""
    lies = next((piece for _, piece in duel.pieces() if secrets.get(piece.oid) == key), None)
    match action:
        case Activate(card=card) | Turn(card=card) if not is_key(card):
            piece = duel.top(card)
            if piece is None or piece.key is not None:
                return True
            return lies is piece if lies is not None else piece.oid not in secrets
        case _:
            return lies is None


def _with_card(action: Action, key: CardKey, duel: Duel, *, face_up: bool) -> Iterator[Action]:
    """Yield an action whose card is left open, with this card filled in."""
    match action:
        case Play(card=card) if card[0] == key[0] and action.face_up == face_up:
            if face_up:
                yield replace(action, card=key)
            elif card == key or not (is_key(card) or is_known(duel, key)):
                yield action  # no other card than this one, which a hidden zone may have held
        case _ if not face_up:
            return
        case Activate(card=card) | Turn(card=card) if not is_key(card):
            if zone_kind(card) in ("hand", "pile") and card[0] == key[0]:
                yield replace(action, card=key)
            elif (piece := duel.top(card)) is not None and piece.owner == key_seat(key):
                yield replace(action, shown=key)
        case _:
            return


def on_mat(actions: list[Action], zones: ZoneMap) -> list[Action]:
    """Return the actions that the mat has room for, and those without room.

    Of longer rows the mat shows a window. A card is laid beside the mat only while no zone in the
    window is possible.
    """
    if not zones.has_beyond:
        return actions
    within = {
        (action.move, action.card, action.using)
        for action in actions
        if isinstance(action, Play) and not zones.is_beyond(action.to)
    }
    return [
        action
        for action in actions
        if not isinstance(action, Play)
        or not zones.is_beyond(action.to)
        or (action.move, action.card, action.using) not in within
    ]


def aim_of(action: Action, zones: ZoneMap) -> tuple[MatZone, MatZone] | None:
    """Return the zones of attacker and target; None if one of them is not sensed.

    A direct attack aims at the other player's deck.
    """
    if not isinstance(action, Attack) or is_key(action.card):
        return None
    target = action.target or zone(Seat(1 - zone_seat(action.card)), "pile")
    attacker, aim = zones.sensed(ZoneName(action.card)), zones.places(ZoneName(target))
    return (attacker, aim[0]) if attacker and aim else None


def places_of(
    action: Action, zones: ZoneMap, spots: Mapping[CardKey, MatZone]
) -> tuple[MatZone, ...]:
    """Return the mat zones where an action was done by laying or turning a card."""
    match action:
        case Stand(action=inner):
            return places_of(inner, zones, spots)
        case Activate(card=card) if is_key(card):
            place = spots.get(CardKey(card))
        case Play(to=name) | Turn(card=name) | Activate(card=name):
            place = zones.sensed(ZoneName(name))
        case _:
            place = None
    return () if place is None else (place,)
