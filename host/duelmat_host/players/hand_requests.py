"""What a page may ask of a player's simulated hands, and how they do it.

Hands reach the own hand, what lies on the mat, the own stacks, and of the own deck only what its
player is drawing, showing or looking at: nobody takes a chosen card out of a deck.
"""

from __future__ import annotations

from typing import Any

from duelmat_engine.names import CardKey, Seat, seat_letter, zone, zone_kind, zone_seat
from duelmat_host.players.hands import PILES, Hands, HandsError
from duelmat_host.players.opponent import looked_count
from duelmat_host.table.table import DuelTable
from duelmat_host.table.tasks import Task

Json = dict[str, Any]
DECK_TASKS = ("draw", "undraw", "look", "return")


def carry_out(hands: Hands, table: DuelTable, seat: Seat, request: Json) -> None:
    """Let a seat's hands do something; HandsError says what they cannot."""
    letter = seat_letter(seat)
    match request:
        case {"do": "place", "zone": place}:
            key = request.get("card") or hands.at(str(request.get("from")))
            card = _reached(hands, table, seat, key)
            if place == f"{letter}.deck":
                hands.bring(card, "pile")
            else:
                _lay(hands, table, card, str(place), request)
        case {"do": "fetch", "card": key, "from": pile, "zone": place}:
            if pile not in PILES or hands.where(_own(seat, key)) != pile:
                raise HandsError(f"That card does not lie in your {pile}.")
            _lay(hands, table, _own(seat, key), str(place), request)
        case {"do": "turn", "zone": place}:
            hands.turn(str(place))
        case {"do": "flip", "zone": place}:
            hands.flip(str(place))
        case {"do": "take", "zone": place, "to": to}:
            _check_spot(hands, table, f"{letter}.{to}", hands.at(str(place)))
            hands.take(str(place), str(to))
        case {"do": "stack", "spot": spot}:
            _check_spot(hands, table, str(spot), None)
            hands.stack(str(spot))
        case {"do": "draw"}:
            _use_deck(hands, table, seat)
        case {"do": "shuffle"}:
            hands.shuffle(seat)
            hands.touch(f"{letter}.deck")
        case {"do": "touch", "pad": pad}:
            hands.touch(str(pad))
        case {"do": "button", "name": name}:
            hands.press(str(name))
        case _:
            raise HandsError(f"hands do not know how to {request.get('do')!r}")


def _check_spot(hands: Hands, table: DuelTable, spot: str, key: object) -> None:
    """A landing spot is free, or holds a card that belongs on the stack beside it."""
    there = hands.at(spot)
    name = table.zones.to_engine(spot)
    if spot.partition(".")[2] not in PILES or there in {None, key} or name is None:
        return
    if all(piece.key != there for piece in table.duel.at(name)):
        raise HandsError(
            f"{table.card_name(str(there))} lies on that spot and does not belong on the stack: "
            "take it where it goes first."
        )


def _lay(hands: Hands, table: DuelTable, key: CardKey, place: str, request: Json) -> None:
    """Lay a card down; what is not said about it stays as it was."""
    _check_spot(hands, table, place, key)
    before = hands.lying.get(key)
    face_up = before.face_up if before is not None else True
    if "face" in request:
        face_up = request["face"] == "up"
    turn = before.turn if before is not None else 0
    hands.place(key, place, face_up=face_up, turn=int(request.get("turn", turn)))


def _own(seat: Seat, key: object) -> CardKey:
    if not isinstance(key, str) or key[:1] != seat_letter(seat):
        raise HandsError("That is not a card of yours.")
    return CardKey(key)


def _reached(hands: Hands, table: DuelTable, seat: Seat, key: object) -> CardKey:
    """A card that the seat's hands have hold of."""
    card = _own(seat, key)
    where = hands.where(card)
    if where == "deck" and card not in hands.look(seat, _looking_at(table, seat)):
        raise HandsError("That card is in your deck: only what you look at can be taken from it.")
    if where in PILES and where != "extra":
        raise HandsError(f"That card is in a pile: take it out of your {where} first.")
    return card


def _looking_at(table: DuelTable, seat: Seat) -> int:
    """How many cards of its deck the seat is looking at."""
    decision = table.duel.decision
    return looked_count(table) if decision is not None and decision.seat == seat else 0


def _use_deck(hands: Hands, table: DuelTable, seat: Seat) -> None:
    """Do with the deck what is due, and touch it, as the table asks."""
    decision = table.duel.decision
    if decision is not None and decision.kind == "reveal":
        place = decision.options[0]
        if zone_kind(place) == "pile" and zone_seat(place) == seat and hands.sides[seat].deck:
            hands.place(hands.sides[seat].deck[0], f"{seat_letter(seat)}.grave")
            return
    task = next((t for t in table.tasks if t.seat == seat and t.kind in DECK_TASKS), None)
    if task is None:
        raise HandsError("There is nothing to do with your deck now.")
    _do_task(hands, table, seat, task)
    hands.touch(task.zone)


def _do_task(hands: Hands, table: DuelTable, seat: Seat, task: Task) -> None:
    match task.kind:
        case "draw" if task.key:
            hands.bring(CardKey(task.key), "hand")
        case "draw":
            hands.draw(seat, task.count, task.number)
        case "undraw":
            last = hands.held(seat)[-task.count :] if task.count else ()
            for key in (CardKey(task.key),) if task.key else reversed(last):
                hands.bring(key, "pile")
        case "return":
            surplus = len(hands.held(seat)) - len(table.duel.at(zone(seat, "hand")))
            if surplus > 0:
                cards = "a card" if surplus == 1 else f"{surplus} cards"
                raise HandsError(f"First put {cards} of your hand back: drag onto your deck.")
            hands.shuffle(seat)
        case _:
            return
