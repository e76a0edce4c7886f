"""Hand requests: what a page may ask of a player's simulated hands, and how they do it.

Hands reach the own hand, the own cards on the mat and what the game lets them touch, the own
stacks, and of the own deck only what its player is drawing, showing or looking at: nobody takes a
chosen card out of a deck, or turns the other player's cards.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Annotated, Literal

from msgspec import Meta, Struct

from duelmat_engine import CardKey, Choose, Seat, key_seat, seat_letter, zone, zone_kind, zone_seat
from duelmat_host.players.hands import PILES, Hands, HandsError, Lying
from duelmat_host.players.possible_actions import looked_count
from duelmat_host.sensing.layout import MatZone
from duelmat_host.table.live import LiveTable
from duelmat_host.table.obligations import DECK_KINDS, Obligation, ObligationKind
from duelmat_host.table.state import TableState
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
    """The way it is to lie; if left out, as before."""
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
    """Touch a pad."""

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


HandRequest = (
    PlaceCard
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
)


def carry_out(hands: Hands, table: LiveTable, seat: Seat, request: HandRequest) -> None:
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
        case TurnCard(zone=place):
            own_zone = _within_reach(hands, table, seat, place)
            for key in hands.stacked(own_zone):
                _check_reach(hands, table, seat, key)
            _check_turn(hands, table, own_zone)
            hands.turn(own_zone)
        case FlipCard(zone=place):
            hands.flip(_within_reach(hands, table, seat, place))
        case TakeCard(zone=place, to=to):
            from_zone = _within_reach(hands, table, seat, place)
            taken = hands.at(from_zone)
            assert taken is not None, from_zone
            _check_spot(hands, table, MatZone(f"{taken[0]}.{to}"), taken)
            if to == "hand" and _is_of_deck(hands, table, taken):
                hands.bring(taken, "pile")  # a card that is looked at goes back to those
                return
            _check_unseen(hands, table, taken, to)
            if to in PILES:
                _check_moves(
                    hands, taken, Lying(MatZone(f"{taken[0]}.{to}"), face_up=True, turn=0)
                )
            hands.bring(taken, to)
        case StackCard(spot=spot):
            on_spot = _within_reach(hands, table, seat, spot)
            _check_spot(hands, table, on_spot, None)
            hands.stack(on_spot)
        case DrawCards():
            _use_deck(hands, table, seat)
        case PickCard():
            _pick(hands, table, seat)
        case ShuffleDeck():
            _shuffle(hands, table, seat)
        case TouchPad(pad=pad) if pad == f"{letter}.deck" and _due_of(table, seat) is not None:
            _use_deck(hands, table, seat)  # a touch alone would say that it is done
        case TouchPad(pad=pad):
            hands.touch(PadName(pad), seat)
        case PressButton(name=name):
            hands.press(name)


def _within_reach(hands: Hands, table: LiveTable, seat: Seat, place: str) -> MatZone:
    """Return a zone whose top card the seat's hands may move; HandsError for another's or none."""
    key = hands.at(MatZone(place))
    if key is None:
        where = table.state.place_name(MatZone(place))
        raise HandsError(say("No card lies in {zone}.", zone=where))
    _check_reach(hands, table, seat, key)
    return MatZone(place)


def _check_reach(hands: Hands, table: LiveTable, seat: Seat, key: CardKey) -> None:
    """Raise HandsError for a card on the mat that a seat's hands may not move.

    They move their own cards, those that the duel has in their zones, and others that must be
    moved: of what lies face-down only what everybody knows or what comes to them.
    """
    state, lying = table.state, hands.lying[key]
    if key[:1] == seat_letter(seat) or _holds(state, seat, lying.zone):
        return
    obligations = [each for each in table.now.zone_obligations if each.zone == lying.zone]
    if any(each.other is not None and _holds(state, seat, each.other) for each in obligations):
        return
    is_known = lying.face_up or any(piece.key == key for _, piece in state.duel.pieces())
    if is_known and (obligations or lying.zone in state.pending):
        return
    raise HandsError(
        say(
            "Expected a card of yours, got the other player's in {zone}. Point at it with a touch "
            "if you want to choose it.",
            zone=state.place_name(lying.zone),
        )
    )


def _holds(state: TableState, seat: Seat, place: MatZone) -> bool:
    """Whether the duel has a card in this zone of a seat's."""
    name = state.zones.holding(state.duel, place)
    return name is not None and zone_seat(name) == seat and bool(state.duel.at(name))


def _check_spot(hands: Hands, table: LiveTable, spot: MatZone, key: object) -> None:
    """Raise HandsError if a card on a landing spot does not belong on the stack beside it."""
    there = hands.at(spot)
    if spot.partition(".")[2] not in PILES or there in {None, key}:
        return
    name = table.state.zones.to_engine(spot)
    if name is None or not (
        any(piece.key == there for piece in table.state.duel.at(name)) or _pays(table, there)
    ):
        raise HandsError(
            say(
                "{card:capital} lies on that spot and does not belong on the stack: take it into "
                "your hand first.",
                card=table.state.card_name(str(there)),
            )
        )


def _pays(table: LiveTable, key: CardKey | None) -> bool:
    """Whether a card was lifted from the rows, where the duel still has it: it may pay for a play.

    What is shown once need not be shown again, whatever lies on it by then.
    """
    expected, layout = table.state.expected.items(), table.layout
    return any(
        want.face_up and want.key == key and place not in layout for place, want in expected
    )


def _check_unseen(hands: Hands, table: LiveTable, key: CardKey, to: str) -> None:
    """Raise HandsError for a card that goes to a hand or a deck, where nothing would tell of it.

    The duel must have it there, or have cards go there that nobody has seen.
    """
    if to not in ("hand", "pile"):
        return
    state, seat = table.state, key_seat(key)
    owed = [each for each in state.obligations if each.key == key]
    lies = next((name for name, piece in state.duel.pieces() if piece.key == key), None)
    if lies is not None and zone_kind(lies) in (*PILES, "pile") and zone_kind(lies) != to:
        if to == "hand" and owed:
            return  # on its way: what is to be done with it stands there
        raise HandsError(
            say(
                "{card:capital} belongs in {zone}: put it there.",
                card=state.card_name(key),
                zone=state.wording.zone(lies),
            )
        )
    if to == "hand" or (lies is not None and zone_kind(lies) == to):
        return
    back = [each for each in state.obligations if each.seat == seat and each.kind in _BACK_KINDS]
    if lies is not None or not back or len(hands.sides[seat].deck) >= _deck_count(state, seat):
        raise HandsError(say("No card goes back into the deck now."))


_BACK_KINDS = (ObligationKind.RETURN, ObligationKind.UNDRAW)
"""The obligations by which cards that nobody has seen go back into a deck."""


def _is_of_deck(hands: Hands, table: LiveTable, key: CardKey) -> bool:
    """Whether a card on the mat was taken from its deck, where the duel still has it."""
    seat = key_seat(key)
    is_short = len(hands.sides[seat].deck) < _deck_count(table.state, seat)
    return hands.lying[key].from_deck >= 0 and is_short


def _deck_count(state: TableState, seat: Seat) -> int:
    """Return the number of cards that a deck has before what is still to be drawn."""
    draws = [e for e in state.obligations if e.seat == seat and e.kind is ObligationKind.DRAW]
    return len(state.duel.at(zone(seat, "pile"))) + sum(each.count or 1 for each in draws)


def _check_room(hands: Hands, table: LiveTable, place: MatZone, key: CardKey) -> None:
    """Raise HandsError for a taken zone: of cards on each other the mat reads the lowest.

    Where the duel has all of them there, they lie on each other.
    """
    below = [other for other in hands.stacked(place) if other != key]
    if not below or place in table.state.zones.landing_spots:
        return
    wanted = table.state.expected.get(place)
    if wanted is not None and {*below, key} <= set(wanted.cards()):
        return
    raise HandsError(
        say(
            "A card lies in {zone} already, and the mat reads one of two. Lay yours in a free "
            "zone, or show it on a landing spot: what it is used on is asked then.",
            zone=table.state.place_name(place),
        )
    )


def _beneath(hands: Hands, table: LiveTable, key: CardKey, place: MatZone) -> list[CardKey]:
    """Return the cards that go with one to another zone: those beneath it in a stack."""
    source = hands.lying.get(key)
    if source is None or source.zone == place or place not in table.state.zones.rows:
        return []
    *below, top = hands.stacked(source.zone)
    wanted = table.state.expected.get(source.zone)
    is_stack = wanted is not None and {*below, top} <= set(wanted.cards())
    return below if is_stack and top == key else []


def _check_turn(hands: Hands, table: LiveTable, place: MatZone) -> None:
    """Raise HandsError for turning a card sideways where no two antennas read it."""
    lying = [hands.lying[key] for key in hands.stacked(place)]
    if lying and not table.state.zones.senses_turn(place) and not lying[-1].turn:
        zone_words = table.state.place_name(place)
        raise HandsError(
            say("Cards lie upright in {zone}: sideways they are not read there.", zone=zone_words)
        )


def _lay(hands: Hands, table: LiveTable, key: CardKey, how: PlaceCard | FetchCard) -> None:
    """Lay a card down; what the request leaves out stays as it was.

    Where a single antenna reads, it lies upright: sideways nobody would see it again.
    """
    place = MatZone(how.zone)
    if not table.state.zones.is_sensed(place):
        if place != f"{key[0]}.deck":
            raise HandsError(say("Nothing reads a card in {zone}.", zone=place))
        _check_unseen(hands, table, key, "pile")
        hands.bring(key, "pile")
        return
    _check_spot(hands, table, place, key)
    _check_room(hands, table, place, key)
    before = hands.lying.get(key)
    face_up = before.face_up if before is not None else True
    turn = before.turn if before is not None else 0
    face_up = face_up if how.face is None else how.face == "up"
    turn = turn if how.turn is None else how.turn
    turn = turn if table.state.zones.senses_turn(place) else 0
    _check_moves(hands, key, Lying(place, face_up, turn))
    for below in _beneath(hands, table, key, place):
        hands.place(below, place, turn=turn)
    hands.place(key, place, face_up=face_up, turn=turn)


def _check_moves(hands: Hands, key: CardKey, lying: Lying) -> None:
    """Raise HandsError for a card that lies so already."""
    before = hands.lying.get(key)
    is_so = before is not None and replace(lying, from_deck=before.from_deck) == before
    if is_so and hands.at(lying.zone) == key:
        raise HandsError(say("The card lies there so already."))


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
            raise HandsError(say("That card does not lie in {zone}.", zone=source))
        _check_reach(hands, table, seat, CardKey(key))
        return CardKey(key)
    card = _own(seat, key)
    where = hands.where(card)
    if where == "deck" and card not in hands.look(seat, _looking_at(table, seat)):
        raise HandsError(
            say("That card is in your deck: only what you look at can be taken from it.")
        )
    if where == "hand" and _chooses_of_its_deck(table, seat):
        raise HandsError(
            say("You choose one of those that you look at: lay one of these, not of your hand.")
        )
    if where in PILES and where != "extra":
        raise HandsError(
            say("That card is in a pile: take it out of your {pile} first.", pile=where)
        )
    return card


def _looking_at(table: LiveTable, seat: Seat) -> int:
    """Return the number of cards of its deck that the seat is looking at."""
    decision = table.state.duel.decision
    return looked_count(table) if decision is not None and decision.seat == seat else 0


def _chooses_of_its_deck(table: LiveTable, seat: Seat) -> bool:
    """Whether the seat is to choose a card of its deck, and none of its hand."""
    legal = table.legal if _looking_at(table, seat) else ()
    return Choose(zone(seat, "pile")) in legal and Choose(zone(seat, "hand")) not in legal


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
            surplus = len(hands.held(seat)) - len(table.state.duel.at(zone(seat, "hand")))
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
