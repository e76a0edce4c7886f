"""Obligations: what the hands must still do, because the engine runs ahead of them.

They have two sources. Where a zone does not show what it should, a card must be taken, put or
turned there; these follow from layout and duel, and need not be remembered. What no zone shows (a
draw, a card to show on a landing spot) is kept until it is seen to be done.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from enum import Enum

from duelmat_engine import NOBODY, Duel, Seat, ZoneName, key_seat, zone, zone_kind, zone_seat
from duelmat_engine.events import AnyEvent, Looked, Moved, Shuffled
from duelmat_host.sensing.layout import Layout, MatZone, Sight
from duelmat_host.table.expect import Expect, Expected
from duelmat_host.table.zone_map import ZoneMap
from duelmat_message import Text, say, say_count

SHOWN_PILES = {
    "grave": say("Graveyard"),
    "banished": say("banished pile"),
    "extra": say("Extra Deck"),
}
"""Zone kinds whose cards are shown on a landing spot, and the players' words for them."""

Naming = Callable[[str], str]
"""A function that returns the name of the card with a key."""


class ObligationKind(Enum):
    """The kinds of obligations."""

    TAKE = "take"
    """Take the card from its zone."""
    PUT = "put"
    """Put a card into a zone."""
    TURN = "turn"
    """Turn the card of a zone, over or by a quarter."""
    SHOW = "show"
    """Show a card on a landing spot, on its way to a pile."""
    FETCH = "fetch"
    """Take a card from a pile; it is shown on the landing spot first."""
    DRAW = "draw"
    """Draw from the deck, then touch it."""
    UNDRAW = "undraw"
    """Put cards that were drawn back on the deck, then touch it."""
    LOOK = "look"
    """Look at cards of the deck, then touch it."""
    RETURN = "return"
    """Put cards back into the deck, shuffle, then touch it."""


DECK_KINDS = frozenset(
    {ObligationKind.DRAW, ObligationKind.UNDRAW, ObligationKind.LOOK, ObligationKind.RETURN}
)
"""The kinds that are done with the deck, and confirmed by touching it."""


@dataclass(frozen=True, slots=True)
class Obligation:
    """A pending act of hands."""

    kind: ObligationKind
    zone: MatZone
    """The zone where it is seen to be done."""
    seat: Seat = NOBODY
    """The seat whose hands must do it; NOBODY: any hands."""
    text: str = ""
    """The obligation in words; empty where a zone shows it (the view has words for those)."""
    key: str = ""
    """The card; empty where any card will do or the zone determines it."""
    count: int = 0
    """The number of cards that are drawn, put back or looked at."""
    number: int = 0
    """The action that caused it, counted through the duel: it distinguishes two alike."""
    other: MatZone | None = None
    """The zone that the card goes to or comes from, if that is a sensed zone."""
    restores: bool = False
    """Whether it undoes something done for an action taken back: these come first."""


# Obligations that a zone shows


def zone_obligations(
    layout: Layout, expected: Expected, zones: Mapping[MatZone, Sight | None]
) -> list[Obligation]:
    """Return the obligations to take, put or turn in these zones, given with their sights."""
    lying = {sight.key: place for place, sight in layout.items() if sight.key is not None}
    belongs = {key: place for place, want in expected.items() for key in want.cards()}
    found: list[Obligation] = []
    for place, sight in zones.items():
        wanted = expected.get(place)
        if sight is not None and wanted is not None and _is_same(sight, wanted):
            found.append(Obligation(ObligationKind.TURN, place))
        elif sight is not None:
            goes = belongs.get(sight.key) if sight.key else None
            found.append(Obligation(ObligationKind.TAKE, place, other=goes))
        elif wanted is not None:
            key = wanted.key or wanted.secret
            comes = lying.get(key) if key else None
            found.append(Obligation(ObligationKind.PUT, place, other=comes))
    return found


def _is_same(sight: Sight, wanted: Expect) -> bool:
    """Whether the right card lies the wrong way."""
    return sight.key is None or wanted.holds(sight.key)


# Obligations that events leave behind


def obligations_of(
    events: Iterable[AnyEvent], zones: ZoneMap, card_name: Naming
) -> list[Obligation]:
    """Return the obligations that these events cause; consecutive draws are one obligation."""
    found: list[Obligation] = []
    draws: dict[Seat, int] = {}
    returns: dict[Seat, int] = {}
    for event in events:
        match event:
            case Moved(piece=piece, after=after, source=source, to=to):
                seat = zone_seat(to)
                key = after.key or piece.key or ""
                if zone_kind(source) == "hand" and zone_kind(to) == "pile":
                    returns[seat] = returns.get(seat, 0) + 1
                elif zone_kind(to) == "hand" and zone_kind(source) == "pile" and not piece.key:
                    draws[seat] = draws.get(seat, 0) + 1
                elif key:
                    found += _moved(key, source, to, zones, card_name)
            case Shuffled(place=place) if zone_seat(place) not in returns:
                returns.setdefault(zone_seat(place), 0)
            case Looked(seat=seat, place=place, pieces=pieces):
                text = say(
                    "Look at the top {count} of your deck, then touch it.", count=len(pieces)
                )
                at = zones.to_mat(ZoneName(place))
                look = Obligation(ObligationKind.LOOK, at, seat, text, count=len(pieces))
                found.append(look)
    for seat, count in draws.items():
        text = _draw_text(count, shuffled=seat in returns)
        found.append(_deck(seat, zones, ObligationKind.DRAW, text, count=count))
        returns.pop(seat, None)
    for seat, count in returns.items():
        text = _return_text(count)
        found.append(_deck(seat, zones, ObligationKind.RETURN, text, count=count))
    return found


def _moved(
    key: str, source: str, to: str, zones: ZoneMap, card_name: Naming
) -> Iterator[Obligation]:
    """Yield the obligations for a known card that moved where the rows do not show it."""
    kind, origin = zone_kind(to), zone_kind(source)
    if kind in SHOWN_PILES:
        place = zones.to_mat(ZoneName(to))
        text = _shown_text(place, zones, card_name(key), SHOWN_PILES[kind])
        yield Obligation(ObligationKind.SHOW, place, zone_seat(to), text, key)
    elif kind == "hand" and origin == "pile":
        text = say("Take {card} to your hand, then touch your deck.", card=card_name(key))
        yield _deck(zone_seat(to), zones, ObligationKind.DRAW, text, key=key)
    elif origin in SHOWN_PILES and zones.sensed(ZoneName(to)) is None:
        place = zones.to_mat(ZoneName(source))
        text = _fetch_text(kind, card_name(key), is_seen=zones.is_sensed(place))
        yield Obligation(ObligationKind.FETCH, place, zone_seat(source), text, key)


def is_touched(obligation: Obligation, zones: ZoneMap) -> bool:
    """Whether an obligation is met by a touch of its zone, because nothing senses it there."""
    return obligation.kind in DECK_KINDS or not zones.is_sensed(obligation.zone)


def _shown_text(place: MatZone, zones: ZoneMap, card: str, pile: Text) -> Text:
    if zones.is_sensed(place):
        return say("Lay {card} face-up on the {pile}.", card=card, pile=pile)
    return say("Lay {card} face-up on the {pile}, then touch the pile.", card=card, pile=pile)


def _fetch_text(to: str, card: str, *, is_seen: bool) -> Text:
    if not is_seen:
        if to == "hand":
            return say("Take {card} from its pile into your hand, then touch the pile.", card=card)
        if to == "pile":
            return say("Put {card} from its pile into your deck, then touch the pile.", card=card)
        return say("Lay {card} from its pile beside the mat, then touch the pile.", card=card)
    if to == "hand":
        return say("Lay {card} face-up beside its pile, then take it into your hand.", card=card)
    if to == "pile":
        return say("Lay {card} face-up beside its pile, then put it into your deck.", card=card)
    return say(
        "Lay {card} face-up beside its pile, then beside the mat.",
        card=card,
    )


def _draw_text(count: int, *, shuffled: bool) -> Text:
    if shuffled:
        return say_count(
            "Shuffle and draw a card, then touch your deck.",
            "Shuffle and draw {count} cards, then touch your deck.",
            count=count,
        )
    return say_count(
        "Draw a card, then touch your deck.",
        "Draw {count} cards, then touch your deck.",
        count=count,
    )


def _return_text(count: int) -> Text:
    if not count:
        return say("Shuffle, then touch your deck.")
    return say_count(
        "Put {count} card of your hand back, shuffle, then touch your deck.",
        "Put {count} cards of your hand back, shuffle, then touch your deck.",
        count=count,
    )


def _deck(
    seat: Seat, zones: ZoneMap, kind: ObligationKind, text: str, *, key: str = "", count: int = 0
) -> Obligation:
    return Obligation(kind, zones.to_mat(zone(seat, "pile")), seat, text, key, count)


# Taking back


def reversals(
    done: Iterable[Obligation], before: Duel, zones: ZoneMap, card_name: Naming
) -> list[Obligation]:
    """Return the obligations that undo the acts of hands for actions taken back.

    before: the duel to go back to. Cards of the rows are not listed: their zones show what to do.
    """
    where = {str(piece.key): name for name, piece in before.pieces() if piece.key is not None}
    found: list[Obligation] = []
    for past in done:
        kind = zone_kind(where.get(past.key, ""))
        if past.kind is ObligationKind.DRAW and not past.key:
            text = say_count(
                "Put the card drawn last back on top of your deck, then touch it.",
                "Put the {count} cards drawn last back on top of your deck, then touch it.",
                count=past.count,
            )
            found.append(replace(past, kind=ObligationKind.UNDRAW, text=text))
        elif past.kind is ObligationKind.RETURN and past.count:
            text = say(
                "Take {count} of the cards that you put back, then touch your deck.",
                count=past.count,
            )
            found.append(replace(past, kind=ObligationKind.DRAW, text=text))
        elif past.kind is ObligationKind.SHOW and kind in ("", "hand"):
            text = say(
                "Take {card} back: lay it face-up beside its pile, then take it into your hand.",
                card=card_name(past.key),
            )
            if not zones.is_sensed(past.zone):
                text = _fetch_text("hand", card_name(past.key), is_seen=False)
            found.append(replace(past, kind=ObligationKind.FETCH, text=text))
        elif past.key and kind in SHOWN_PILES:
            spot, pile = zones.to_mat(where[past.key]), SHOWN_PILES[kind]
            text = say(
                "Take {card} back: lay it face-up on the {pile}.",
                card=card_name(past.key),
                pile=pile,
            )
            if not zones.is_sensed(spot):
                text = _shown_text(spot, zones, card_name(past.key), pile)
            owner = key_seat(past.key)
            found.append(Obligation(ObligationKind.SHOW, spot, owner, text, past.key))
        elif past.key and past.kind is ObligationKind.DRAW:
            text = say("Put {card} back into your deck, then touch it.", card=card_name(past.key))
            found.append(replace(past, kind=ObligationKind.UNDRAW, text=text))
    return [replace(each, restores=True) for each in found]
