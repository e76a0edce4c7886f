"""Declining the movements of a player's simulated hands that reach too far, with the reason.

Hands reach the own cards on the mat and what the game lets them touch; what no sensor would show
they decline (docs/adr/0062).
"""

from __future__ import annotations

from dataclasses import replace

from duelmat_engine import CardKey, Seat, key_seat, seat_letter, zone, zone_kind, zone_seat
from duelmat_host.players.hands import PILES, Hands, HandsError, Lying
from duelmat_host.sensing.layout import MatZone
from duelmat_host.table.live import LiveTable
from duelmat_host.table.obligations import ObligationKind
from duelmat_host.table.state import TableState
from duelmat_message import say

_BACK_KINDS = (ObligationKind.RETURN, ObligationKind.UNDRAW)
"""The obligations by which cards that nobody has seen go back into a deck."""


def within_reach(hands: Hands, table: LiveTable, seat: Seat, place: str) -> MatZone:
    """Return a zone whose top card the seat's hands may move; HandsError for another's or none."""
    key = hands.at(MatZone(place))
    if key is None:
        where = table.state.place_name(MatZone(place))
        raise HandsError(say("No card lies in {zone}.", zone=where))
    check_reach(hands, table, seat, key)
    return MatZone(place)


def check_reach(hands: Hands, table: LiveTable, seat: Seat, key: CardKey) -> None:
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
            "The card in {zone} is the other player's: touch it if you want to choose it.",
            zone=state.place_name(lying.zone),
        )
    )


def _holds(state: TableState, seat: Seat, place: MatZone) -> bool:
    """Whether the duel has a card in this zone of a seat's."""
    name = state.zones.holding(state.duel, place)
    return name is not None and zone_seat(name) == seat and bool(state.duel.at(name))


def check_spot(hands: Hands, table: LiveTable, spot: MatZone, key: object) -> None:
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


def check_unseen(hands: Hands, table: LiveTable, key: CardKey, to: str) -> None:
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


def is_of_deck(hands: Hands, table: LiveTable, key: CardKey) -> bool:
    """Whether a card on the mat was taken from its deck, where the duel still has it."""
    seat = key_seat(key)
    is_short = len(hands.sides[seat].deck) < _deck_count(table.state, seat)
    return hands.lying[key].from_deck >= 0 and is_short


def _deck_count(state: TableState, seat: Seat) -> int:
    """Return the number of cards that a deck has before what is still to be drawn."""
    draws = [e for e in state.obligations if e.seat == seat and e.kind is ObligationKind.DRAW]
    return len(state.duel.at(zone(seat, "pile"))) + sum(each.count or 1 for each in draws)


def check_room(hands: Hands, table: LiveTable, place: MatZone, key: CardKey) -> None:
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
            "A card lies in {zone} already: lay yours in a free zone. Is it used on that card? "
            "Lay it on your Graveyard: you are asked then.",
            zone=table.state.place_name(place),
        )
    )


def beneath(hands: Hands, table: LiveTable, key: CardKey, place: MatZone) -> list[CardKey]:
    """Return the cards that go with one to another zone: those beneath it in a stack."""
    source = hands.lying.get(key)
    if source is None or source.zone == place or place not in table.state.zones.rows:
        return []
    *below, top = hands.stacked(source.zone)
    wanted = table.state.expected.get(source.zone)
    is_stack = wanted is not None and {*below, top} <= set(wanted.cards())
    return below if is_stack and top == key else []


def check_turn(hands: Hands, table: LiveTable, place: MatZone) -> None:
    """Raise HandsError for turning a card sideways where no two antennas read it."""
    lying = [hands.lying[key] for key in hands.stacked(place)]
    if lying and not table.state.zones.has_turns(place) and not lying[-1].turn:
        zone_words = table.state.place_name(place)
        raise HandsError(
            say(
                "Lay it upright in {zone}: the mat does not read it sideways there.",
                zone=zone_words,
            )
        )


def check_moves(hands: Hands, key: CardKey, lying: Lying) -> None:
    """Raise HandsError for a card that lies so already."""
    before = hands.lying.get(key)
    is_so = before is not None and replace(lying, from_deck=before.from_deck) == before
    if is_so and hands.at(lying.zone) == key:
        raise HandsError(say("The card lies there so already."))
