"""Hand requests: what a page may ask of a player's simulated hands, and how they do it.

Hands reach the own hand, the own cards on the mat and what the game lets them touch, the own
stacks, and of the own deck only what its player is drawing, showing or looking at: nobody takes a
chosen card out of a deck, or turns the other player's cards.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Literal

from msgspec import Meta, Struct

from duelmat_engine import (
    CardKey,
    Choose,
    Play,
    Seat,
    is_key,
    seat_letter,
    zone,
    zone_kind,
    zone_seat,
)
from duelmat_host.players.hand_moves import moves_of
from duelmat_host.players.hand_reach import (
    beneath,
    check_moves,
    check_reach,
    check_room,
    check_spot,
    check_turn,
    check_unseen,
    is_of_deck,
    within_reach,
)
from duelmat_host.players.hands import PILES, Hands, HandsError, Lying
from duelmat_host.players.paying import pay_and_lay
from duelmat_host.players.possible_actions import looked_count
from duelmat_host.players.usual_way import usual_way
from duelmat_host.sensing.layout import MatZone
from duelmat_host.table.live import LiveTable
from duelmat_host.table.obligations import DECK_KINDS, Obligation, ObligationKind
from duelmat_host.table.zone_map import PadName
from duelmat_message import say, say_count

KeyText = Annotated[str, Meta(pattern=r"^[a-d]:[A-Za-z0-9_/-]{1,40}$")]
NameText = Annotated[str, Meta(pattern=r"^[A-Za-z0-9._-]{1,24}$")]
Face = Literal["up", "down"]
Turn = Literal[0, 90]
Pile = Literal["grave", "banished", "extra"]


class _Movement(
    Struct, frozen=True, forbid_unknown_fields=True, tag_field="do", omit_defaults=True
):
    """A movement of hands; its kind stands in `do`."""


class PlaceCard(_Movement, frozen=True, tag="place", rename={"source": "from"}, kw_only=True):
    """Lay a card on a zone, from the hand (`card`) or from another zone of the mat (`from`)."""

    zone: NameText
    """The zone to lay it on."""
    card: KeyText | None = None
    """The card of the hand that is laid."""
    source: NameText | None = None
    """The zone from which the card is taken instead."""
    face: Face | None = None
    """The way it is to lie; if left out, as before, or from the hand as the game takes it."""
    turn: Turn | None = None
    """90: sideways."""


class TurnCard(_Movement, frozen=True, tag="turn"):
    """Turn the card of a zone by a quarter."""

    zone: NameText
    """The zone of the card."""


class FlipCard(_Movement, frozen=True, tag="flip"):
    """Turn the card of a zone over."""

    zone: NameText
    """The zone of the card."""


class TakeCard(_Movement, frozen=True, tag="take"):
    """Take the card of a zone."""

    zone: NameText
    """The zone of the card."""
    to: Literal["hand", "grave", "banished", "extra", "pile"]
    """The place to take it to; `pile`: the deck."""


class DrawCards(_Movement, frozen=True, tag="draw"):
    """Do the pending act with the deck, and touch the deck."""


class PickCard(_Movement, frozen=True, tag="pick"):
    """Have a card of the hand picked unseen at random, and shown as the table asks."""


class ShuffleDeck(_Movement, frozen=True, tag="shuffle"):
    """Shuffle the deck, and touch it."""


class TouchPad(_Movement, frozen=True, tag="touch"):
    """Touch a pad; that of a zone where a card is to be placed lays it there."""

    pad: NameText
    """The zone of the pad, or a choice pad of the seat's own, such as `a.choice1`."""


class PressButton(_Movement, frozen=True, tag="button"):
    """Press a button."""

    name: NameText
    """The name of a button of the seat's own, such as `a.ok`."""


class StackCard(_Movement, frozen=True, tag="stack"):
    """Put the card on a landing spot onto the stack beside it."""

    spot: NameText
    """The landing spot."""


class FetchCard(_Movement, frozen=True, tag="fetch", rename={"source": "from"}, kw_only=True):
    """Take a card out of an own stack and lay it on a zone."""

    card: KeyText
    """The card to take."""
    source: Pile
    """The stack from which the card is taken."""
    zone: NameText
    """The zone to lay it on."""
    face: Face | None = None
    """The way it is to lie."""
    turn: Turn | None = None
    """90: sideways."""


class ReturnCards(_Movement, frozen=True, tag="return"):
    """Put cards of the hand back into the deck, shuffle, and touch the deck, as the table asks."""

    cards: Annotated[list[KeyText], Meta(max_length=60)]
    """The cards that are put back."""


class FollowDuel(_Movement, frozen=True, tag="follow"):
    """Let the seat's hands do by themselves what is owed and nobody decides, or no longer."""

    on: bool
    """Whether they do; false: as at a real mat."""


class PayAndLay(_Movement, frozen=True, tag="pay", rename={"paid": "with"}, kw_only=True):
    """Take the cards that pay for a play off the field, and lay the card that is paid for."""

    card: KeyText
    """The card of the hand or the Extra Deck, or one that lies on the mat and waits for it."""
    move: NameText
    """The kind of play."""
    paid: list[NameText]
    """The zones of the cards that pay."""
    turn: Turn | None = None
    """90: sideways; null: upright where that is allowed."""


Movement = (
    PlaceCard
    | PayAndLay
    | TurnCard
    | FlipCard
    | TakeCard
    | DrawCards
    | PickCard
    | ShuffleDeck
    | TouchPad
    | PressButton
    | StackCard
    | FetchCard
    | ReturnCards
    | FollowDuel
)


class MeetObligation(_Movement, frozen=True, tag="meet", rename={"source": "from"}, kw_only=True):
    """Do one thing that the page lists as still to be done by the seat's hands."""

    zone: NameText
    """Its zone."""
    card: KeyText | None = None
    """Its card, where it names one."""
    source: NameText | None = None
    """The zone from which its card is moved."""


HandRequest = Movement | MeetObligation
"""The requests of a page: movements, and what is listed, which becomes a movement in
`app/obligation_requests.py`.
"""


def carry_out(hands: Hands, table: LiveTable, seat: Seat, request: Movement) -> None:
    """Let a seat's hands do something. Raises HandsError for what they cannot."""
    letter = seat_letter(seat)
    match request:
        case PlaceCard(card=card, source=source):
            key = card or (None if source is None else hands.at(MatZone(source)))
            reached = _reached(hands, table, seat, key, source)
            _lay(hands, table, reached, request)
        case FetchCard(card=card, source=pile):
            spot = MatZone(f"{letter}.{pile}")
            own = _own(seat, card)
            if hands.where(own) not in (pile, spot):  # it may still lie on the spot beside it
                where = table.state.place_name(spot)
                raise HandsError(say("That card does not lie in {zone}.", zone=where))
            _lay(hands, table, own, request)
        case PayAndLay(card=card, move=move, paid=cost, turn=turn):
            upright = None if turn is None else not turn
            own = _own(seat, card)
            pay_and_lay(hands, table, seat, own, move, cost, upright=upright)
        case TurnCard(zone=place):
            own_zone = within_reach(hands, table, seat, place)
            for key in hands.stacked(own_zone):
                check_reach(hands, table, seat, key)
            check_turn(hands, table, own_zone)
            hands.turn(own_zone)
        case FlipCard(zone=place):
            hands.flip(within_reach(hands, table, seat, place))
        case TakeCard(zone=place, to=to):
            from_zone = within_reach(hands, table, seat, place)
            taken = hands.at(from_zone)
            assert taken is not None, from_zone
            check_spot(hands, table, MatZone(f"{taken[0]}.{to}"), taken)
            if to == "hand" and is_of_deck(hands, table, taken):
                hands.bring(taken, "pile")  # a card that is looked at goes back to those
                return
            check_unseen(hands, table, taken, to)
            if to in PILES:
                check_moves(hands, taken, Lying(MatZone(f"{taken[0]}.{to}"), face_up=True, turn=0))
            hands.bring(taken, to)
        case StackCard(spot=spot):
            on_spot = within_reach(hands, table, seat, spot)
            check_spot(hands, table, on_spot, None)
            hands.stack(on_spot)
        case DrawCards():
            _use_deck(hands, table, seat)
        case ReturnCards(cards=cards):
            _return(hands, table, seat, cards)
        case FollowDuel(on=on):
            (hands.practising.discard if on else hands.practising.add)(seat)
        case PickCard():
            _pick(hands, table, seat)
        case ShuffleDeck():
            _shuffle(hands, table, seat)
        case TouchPad(pad=pad) if pad == f"{letter}.deck" and _due_of(table, seat) is not None:
            _use_deck(hands, table, seat)  # a touch alone would say that it is done
        case TouchPad(pad=pad) if (play := _placing(table, seat, pad)) is not None:
            for each in moves_of(play, table.state.duel, table.state.zones, hands):
                each.carry_out(hands)
        case TouchPad(pad=pad):
            hands.touch(PadName(pad), seat)
        case PressButton(name=name):
            hands.press(name)


def _lay(hands: Hands, table: LiveTable, key: CardKey, how: PlaceCard | FetchCard) -> None:
    """Lay a card down.

    Where a single antenna reads, it lies upright: sideways nobody would see it again.
    """
    place = MatZone(how.zone)
    if not table.state.zones.is_sensed(place):
        if place != f"{key[0]}.deck":
            raise HandsError(say("No card is laid there: it stays where it was."))
        check_unseen(hands, table, key, "pile")
        hands.bring(key, "pile")
        return
    check_spot(hands, table, place, key)
    check_room(hands, table, place, key)
    face_up, turn = _way(hands, table, key, how)
    turn = turn if table.state.zones.has_turns(place) else 0
    check_moves(hands, key, Lying(place, face_up, turn))
    for below in beneath(hands, table, key, place):
        hands.place(below, place, turn=turn)
    hands.place(key, place, face_up=face_up, turn=turn)


def _way(
    hands: Hands, table: LiveTable, key: CardKey, how: PlaceCard | FetchCard
) -> tuple[bool, Turn]:
    """Return how a card is laid: as the request says, or else as it lay, or as is usual."""
    said = None if how.face is None else how.face == "up"
    before = hands.lying.get(key)
    if before is not None:
        turn: Turn = 90 if before.turn else 0
        return before.face_up if said is None else said, turn if how.turn is None else how.turn
    upright = None if how.turn is None else not how.turn
    face_up, upright = usual_way(
        hands, table, key, MatZone(how.zone), face_up=said, upright=upright
    )
    return face_up, 0 if upright else 90


def _own(seat: Seat, key: str | None) -> CardKey:
    if key is None or key[:1] != seat_letter(seat):
        raise HandsError(say("That is not a card of yours."))
    return CardKey(key)


def _reached(
    hands: Hands, table: LiveTable, seat: Seat, key: str | None, source: str | None
) -> CardKey:
    """Return a card that the seat's hands have hold of."""
    if key is not None and source is not None:
        if CardKey(key) not in hands.stacked(MatZone(source)):
            zone_words = table.state.place_name(MatZone(source))
            raise HandsError(say("That card does not lie in {zone} any more.", zone=zone_words))
        check_reach(hands, table, seat, CardKey(key))
        return CardKey(key)
    card = _own(seat, key)
    where = hands.where(card)
    if where == "deck" and card not in hands.look(seat, _looking_at(table, seat)):
        raise HandsError(
            say("That card is in your deck: only what you look at can be taken from it.")
        )
    if where == "hand" and _chooses_of_its_deck(table, seat) and not _lies_in_duel(table, card):
        raise HandsError(say("Choose one of the cards that you look at, not one of your hand."))
    if where in PILES and where != "extra":
        raise HandsError(
            say("That card is in one of your piles: open the pile and take it out first.")
        )
    return card


def _placing(table: LiveTable, seat: Seat, pad: str) -> Play | None:
    """Return the play of the card that a seat has to place on this zone, upright if it may be."""
    decision = table.state.duel.decision
    if decision is None or (decision.kind, decision.seat) != ("place", seat):
        return None
    zones = table.state.zones
    plays = (play for play in table.legal if isinstance(play, Play) and is_key(play.card))
    there = (play for play in plays if zones.to_mat(play.to) == pad)
    return max(there, key=lambda play: play.upright, default=None)


def _looking_at(table: LiveTable, seat: Seat) -> int:
    """Return the number of cards of its deck that the seat is looking at."""
    decision = table.state.duel.decision
    return looked_count(table) if decision is not None and decision.seat == seat else 0


def _chooses_of_its_deck(table: LiveTable, seat: Seat) -> bool:
    """Whether the seat is to choose a card of its deck, and none of its hand."""
    legal = table.legal if _looking_at(table, seat) else ()
    return Choose(zone(seat, "pile")) in legal and Choose(zone(seat, "hand")) not in legal


def _lies_in_duel(table: LiveTable, key: CardKey) -> bool:
    """Whether the duel has a card on the mat: it is laid (back) there whatever is to be chosen."""
    return any(key in wanted.cards() for wanted in table.state.expected.values())


def _pick(hands: Hands, table: LiveTable, seat: Seat) -> None:
    """Show a random card of the hand, where another player would pick a card unseen."""
    decision = table.state.duel.decision
    is_due = decision is not None and (decision.kind, decision.seat) == ("reveal", seat)
    if decision is None or not is_due or zone_kind(decision.options[0]) != "hand":
        raise HandsError(say("No card of your hand is to be picked now."))
    spot = MatZone(f"{seat_letter(seat)}.grave")
    hands.place(hands.random.choice(hands.held(seat)), spot)


def _use_deck(hands: Hands, table: LiveTable, seat: Seat) -> None:
    """Do with the deck what is due, and touch it, as the table asks."""
    decision = table.state.duel.decision
    if decision is not None and decision.kind == "reveal":
        place = decision.options[0]
        if zone_kind(place) == "pile" and zone_seat(place) == seat and hands.sides[seat].deck:
            spot = MatZone(f"{seat_letter(seat)}.grave")
            hands.place(hands.sides[seat].deck[0], spot)
            return
    due = _due_of(table, seat)
    if due is None:
        raise HandsError(say("There is nothing to do with your deck now."))
    _meet(hands, table, seat, due)
    hands.touch(PadName(due.zone), seat)


def _return(hands: Hands, table: LiveTable, seat: Seat, cards: Sequence[str]) -> None:
    """Put chosen cards of the hand back into the deck, all that are due, and shuffle."""
    due, surplus = _due_of(table, seat), surplus_of(hands, table, seat)
    if due is None or due.kind is not ObligationKind.RETURN:
        raise HandsError(say("No card goes back into the deck now."))
    chosen = list(dict.fromkeys(_own(seat, key) for key in cards))
    if len(chosen) != surplus or not set(chosen) <= set(hands.held(seat)):
        raise HandsError(
            say_count(
                "Choose {count} card of your hand.",
                "Choose {count} cards of your hand.",
                count=max(surplus, 0),
            )
        )
    for key in chosen:
        hands.bring(key, "pile")
    _use_deck(hands, table, seat)


def surplus_of(hands: Hands, table: LiveTable, seat: Seat) -> int:
    """Return the number of cards that a hand has beyond those that the duel has there."""
    return len(hands.held(seat)) - len(table.state.duel.at(zone(seat, "hand")))


def _due_of(table: LiveTable, seat: Seat) -> Obligation | None:
    """Return the first thing that a seat has to do with its deck; None: nothing."""
    obligations = table.state.obligations
    return next((o for o in obligations if o.seat == seat and o.kind in DECK_KINDS), None)


def _shuffle(hands: Hands, table: LiveTable, seat: Seat) -> None:
    """Shuffle a deck, and touch it: that meets what is due, if a shuffle is all that it takes."""
    due = _due_of(table, seat)
    if due is None:
        hands.shuffle(seat)
        hands.touch(PadName(f"{seat_letter(seat)}.deck"), seat)
    elif due.kind is ObligationKind.RETURN:
        _use_deck(hands, table, seat)
    else:
        raise HandsError(due.text)


def _meet(hands: Hands, table: LiveTable, seat: Seat, due: Obligation) -> None:
    match due.kind:
        case ObligationKind.DRAW if due.key:
            hands.bring(CardKey(due.key), "hand")
        case ObligationKind.DRAW:
            hands.draw(seat, due.count, due.number)
        case ObligationKind.UNDRAW if due.key:
            hands.bring(CardKey(due.key), "pile")
        case ObligationKind.UNDRAW:
            hands.put_back(seat, due.count, due.number)
        case ObligationKind.RETURN:
            surplus = surplus_of(hands, table, seat)
            if surplus > 0:
                raise HandsError(
                    say_count(
                        "First put a card of your hand back: drag onto your deck.",
                        "First put {count} cards of your hand back: drag onto your deck.",
                        count=surplus,
                    )
                )
            hands.shuffle(seat)
        case _:
            return
