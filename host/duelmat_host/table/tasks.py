"""What the hands still owe: cards to show on a landing spot, draws and shuffles to confirm.

The engine runs ahead of the hands. What lies wrong in the rows shows by itself when the layout
is compared; these tasks are the rest, which no row shows.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass

from duelmat_engine.events import AnyEvent, Looked, Moved, Shuffled
from duelmat_engine.names import Seat, seat_letter, zone_kind, zone_seat
from duelmat_host.table.zone_map import ZoneMap

SHOWN_PILES = {"grave": "Graveyard", "banished": "banished pile", "extra": "Extra Deck"}


Naming = Callable[[str], str]
"""What a card of a key is called."""


@dataclass(frozen=True, slots=True)
class Task:
    """One thing that a player's hands must still do."""

    kind: str
    """"show": put the card on a landing spot; "fetch": take it from a pile, shown there first;
    "draw", "undraw", "look" and "return": done with the deck, confirmed by touching it."""
    seat: Seat
    zone: str
    """The mat zone where it is seen to be done."""
    text: str
    key: str = ""
    count: int = 0
    """How many cards are drawn or put back."""
    number: int = 0
    """Of the action that left it behind, counted through the duel: tells two like it apart."""


def tasks_of(events: Iterable[AnyEvent], zones: ZoneMap, card_name: Naming) -> list[Task]:
    """The tasks that these events leave behind; draws in a row are one task."""
    tasks: list[Task] = []
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
                    tasks += _moved(key, source, to, zones, card_name)
            case Shuffled(place=place) if zone_seat(place) not in returns:
                returns.setdefault(zone_seat(place), 0)
            case Looked(seat=seat, place=place, pieces=pieces):
                text = f"Look at the top {len(pieces)} of your deck, then touch it."
                tasks.append(Task("look", seat, zones.to_mat(place), text))
    for seat, count in draws.items():
        text = _draw_text(count, shuffled=seat in returns)
        tasks.append(_deck(seat, zones, "draw", text, count=count))
        returns.pop(seat, None)
    for seat, count in returns.items():
        back = f"Put {count} card{'s' * (count != 1)} of your hand back, shuffle"
        text = f"{back if count else 'Shuffle'}, then touch your deck."
        tasks.append(_deck(seat, zones, "return", text, count=count))
    return tasks


def _moved(key: str, source: str, to: str, zones: ZoneMap, card_name: Naming) -> Iterator[Task]:
    """What is to be done with a known card that the rows do not show."""
    kind, origin = zone_kind(to), zone_kind(source)
    if kind in SHOWN_PILES:
        text = f"{card_name(key)} to the {SHOWN_PILES[kind]}: show it on the spot."
        yield Task("show", zone_seat(to), zones.to_mat(to), text, key)
    elif kind == "hand" and origin == "pile":
        text = f"Take {card_name(key)} to your hand, then touch your deck."
        yield _deck(zone_seat(to), zones, "draw", text, key=key)
    elif origin in SHOWN_PILES and not zones.sensed(to):
        goes = _GOES.get(kind, "beside the mat: show it on the spot, then lay it there")
        text = f"{card_name(key)} {goes}."
        yield Task("fetch", zone_seat(source), zones.to_mat(source), text, key)


_GOES = {
    "hand": "to the hand: show it on the spot, then take it",
    "pile": "to the deck: show it on the spot, then put it in",
}


def _draw_text(count: int, *, shuffled: bool) -> str:
    cards = "a card" if count == 1 else f"{count} cards"
    first = "Shuffle and draw" if shuffled else "Draw"
    return f"{first} {cards}, then touch your deck."


def _deck(
    seat: Seat, zones: ZoneMap, kind: str, text: str, *, key: str = "", count: int = 0
) -> Task:
    return Task(kind, seat, zones.to_mat(f"{seat_letter(seat)}.pile"), text, key, count)
