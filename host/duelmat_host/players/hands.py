"""The players' hands over a simulated mat: decks, hands and piles of real (modelled) cards.

On a real table people do this with their fingers. Here the page and the practice opponent do it,
and everything that the table learns of it comes through the antennas: nothing here is reported to
the referee.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from copy import deepcopy
from dataclasses import dataclass, field, replace
from random import Random
from time import monotonic
from typing import Final, NamedTuple, Protocol

from duelmat_engine import CardKey, Seat, key_seat, seat_letter
from duelmat_host.errors import HostError
from duelmat_host.sensing.layout import MatZone
from duelmat_host.table.zone_map import PadName
from duelmat_message import say

PILES: Final = ("grave", "banished", "extra")
ASIDE = "aside"
"""Beside the mat, where a card is neither sensed nor hidden."""
FELT_WITHIN_S = 10.0
"""The time within which a mat reports a touch; touches beside a moving card are never reported."""
ONE_TOUCH_S = 1.0
"""The time in which a touch that is not reported yet is not repeated: a double click is one
touch.
"""


class HandsError(HostError):
    """Hands cannot do this; the message names what is possible instead."""


class Reach(Protocol):
    """The effects that hands can have on a mat."""

    def place(self, key: CardKey, zone: MatZone, *, face_up: bool, turn: int) -> None: ...
    def lift(self, key: CardKey) -> None: ...
    def touch(self, pad: PadName) -> None: ...
    def press(self, button: str) -> None: ...


class _Unreached:
    """A mat that hands do not reach: on a real one a person moves the cards."""

    def place(self, key: CardKey, zone: MatZone, *, face_up: bool, turn: int) -> None: ...
    def lift(self, key: CardKey) -> None: ...
    def touch(self, pad: PadName) -> None: ...
    def press(self, button: str) -> None: ...


UNREACHED: Final = _Unreached()


@dataclass(frozen=True, slots=True)
class Lying:
    """A card lying on the mat."""

    zone: MatZone
    face_up: bool
    turn: int
    """0 or 90 degrees, seen from the player whose zone it is."""
    from_deck: int = -1
    """The place in the deck, from 0, that it was taken from to be shown; -1: from elsewhere."""


@dataclass(slots=True)
class Side:
    """The cards of one player that do not lie on the mat."""

    deck: list[CardKey]
    extra: list[CardKey]
    hand: list[CardKey] = field(default_factory=list)
    grave: list[CardKey] = field(default_factory=list)
    banished: list[CardKey] = field(default_factory=list)
    aside: list[CardKey] = field(default_factory=list)
    unread: list[CardKey] = field(default_factory=list)
    """Cards of the hand that lie beside a real mat and are to be read again."""
    places: dict[CardKey, int] = field(default_factory=dict)
    """The places of the hand's cards in a row beside a real mat, from 1."""
    drawn_for: int = -1
    """The number of the obligation drawn for last: nobody draws for it twice."""
    drawn_count: int = 0
    """The number of cards drawn for it so far, where they are read one by one."""
    put_back_for: int = -1
    """The number of the obligation that cards were last put back for: nobody does so twice."""

    def by_place(self) -> dict[str, list[CardKey]]:
        """Return the cards by the names of their places, to be changed where they are."""
        return {
            "hand": self.hand,
            "unread": self.unread,
            "deck": self.deck,
            ASIDE: self.aside,
            "grave": self.grave,
            "banished": self.banished,
            "extra": self.extra,
        }


class _Touch(NamedTuple):
    """A touch on its way through the mat."""

    pad: PadName
    seat: Seat
    at_s: float


class Hands:
    """Both players' hands and everything they hold.

    Their state is kept before the mat is touched: hands that were stopped in the middle of a
    movement finish it when they are resumed.
    """

    def __init__(
        self,
        mat: Reach,
        decks: Sequence[Sequence[CardKey]],
        extras: Sequence[Sequence[CardKey]],
        random: Random,
        keep: Callable[[], None] = lambda: None,
        clock: Callable[[], float] = monotonic,
    ) -> None:
        """Begin with full decks; `clock` gives seconds."""
        self.mat = mat
        self.random = random
        self.keep = keep
        """Writes down what the hands hold."""
        self.sides = [
            Side(list(deck), list(extra)) for deck, extra in zip(decks, extras, strict=True)
        ]
        self.lying: dict[CardKey, Lying] = {}
        self.practising: set[Seat] = set()
        """The seats whose hands do nothing by themselves, as at a real mat."""
        self._clock = clock
        self._touches: list[_Touch] = []
        """The touches that the table has not felt yet, the earliest first."""

    def at(self, zone: MatZone) -> CardKey | None:
        """Return the card lying in a zone (the last one put there)."""
        found = self.stacked(zone)
        return found[-1] if found else None

    def stacked(self, zone: MatZone) -> list[CardKey]:
        """Return the cards lying in a zone, the lowest first."""
        return [key for key, lying in self.lying.items() if lying.zone == zone]

    def held(self, seat: Seat) -> tuple[CardKey, ...]:
        return tuple(self.sides[seat].hand)

    def stack_of(self, seat: Seat, kind: str) -> tuple[CardKey | None, tuple[CardKey, ...]]:
        """Return the card on the landing spot beside a stack, and the cards on the stack."""
        keys = self.sides[seat].by_place()[kind]
        return self.at(MatZone(f"{seat_letter(seat)}.{kind}")), tuple(keys)

    def draw(self, seat: Seat, count: int = 1, number: int | None = None) -> list[CardKey]:
        """Draw from the deck; fewer if there are fewer.

        number: that of the obligation to draw; None is drawn for one that was met before.
        """
        side = self.sides[seat]
        if number is not None and side.drawn_for == number:
            return []
        with self._kept():
            drawn, side.deck = side.deck[:count], side.deck[count:]
            side.hand += drawn
            side.drawn_for = -1 if number is None else number
        return drawn

    def put_back(self, seat: Seat, count: int, number: int) -> None:
        """Put the cards drawn last back on top of the deck.

        number: that of the obligation to put them back.
        """
        side = self.sides[seat]
        if side.put_back_for == number:
            return
        with self._kept():
            at = max(len(side.hand) - count, 0)
            side.hand, side.deck = side.hand[:at], side.hand[at:] + side.deck
            side.put_back_for = number

    def shuffle(self, seat: Seat) -> None:
        with self._kept():
            self.random.shuffle(self.sides[seat].deck)

    def look(self, seat: Seat, count: int) -> tuple[CardKey, ...]:
        """Return the top cards of the deck without moving them."""
        return tuple(self.sides[seat].deck[:count])

    def place(self, key: CardKey, zone: MatZone, *, face_up: bool = True, turn: int = 0) -> None:
        """Put a card on the mat from wherever it is."""
        if zone.partition(".")[2] in PILES and self.at(zone) not in {None, key}:
            self.stack(zone)
        with self._kept():
            at = self._place_in_deck(key)
            self._leave(key)
            self.lying[key] = Lying(zone, face_up, turn, at)
        self.mat.place(key, zone, face_up=face_up, turn=turn)

    def turn(self, zone: MatZone) -> None:
        """Turn the card of a zone by a quarter, with all that lies beneath it."""
        turn = 0 if self.lying[self._need(zone)].turn else 90
        stack = self.stacked(zone)
        with self._kept():
            for key in stack:
                self.lying[key] = replace(self.lying[key], turn=turn)
        for key in stack:
            self.mat.place(key, zone, face_up=self.lying[key].face_up, turn=turn)

    def flip(self, zone: MatZone) -> None:
        """Turn the card of a zone over; what lies beneath it stays as it is."""
        key = self._need(zone)
        lying = replace(self.lying[key], face_up=not self.lying[key].face_up)
        with self._kept():
            self.lying[key] = lying
        self.mat.place(key, zone, face_up=lying.face_up, turn=lying.turn)

    def take(self, zone: MatZone, to: str) -> None:
        """Take the card of a zone to its owner's hand, deck, or a landing spot."""
        self.bring(self._need(zone), to)

    def bring(self, key: CardKey, to: str) -> None:
        """Bring a card from wherever it is to its owner's hand, deck, a landing spot or aside."""
        side = self.sides[key_seat(key)]
        if to in PILES:
            self.place(key, MatZone(f"{seat_letter(key_seat(key))}.{to}"))
            return
        if to not in ("hand", "pile", ASIDE):
            known = ", ".join(("hand", "pile", ASIDE, *PILES))
            raise HandsError(say("expected {places}, got {to!r}", places=known, to=to))
        with self._kept():
            at = self._place_in_deck(key)
            lay = self._leave(key)
            if to == "hand":
                side.hand.append(key)
            elif to == ASIDE:
                side.aside.append(key)
            else:
                side.deck.insert(max(at, 0), key)
        if lay:
            self.mat.lift(key)

    def stack(self, spot: MatZone) -> None:
        """Put the card on a landing spot onto the stack beside it."""
        key = self._need(spot)
        side = self.sides[key_seat(key)]
        kind = spot.partition(".")[2]
        with self._kept():
            lay = self._leave(key)
            side.by_place()[kind if kind in PILES else "grave"].insert(0, key)
        if lay:
            self.mat.lift(key)

    def touch(self, pad: PadName, seat: Seat | None = None) -> None:
        """Touch a pad; the table asks for the finger's seat when the touch arrives."""
        if seat is not None:
            now_s = self._clock()
            mine = [each.at_s for each in self._touches if (each.pad, each.seat) == (pad, seat)]
            if mine and now_s - mine[-1] < ONE_TOUCH_S:
                return
            self._touches.append(_Touch(pad, seat, now_s))
        self.mat.touch(pad)

    def whose_touch(self, pad: PadName) -> Seat | None:
        """Return the seat whose touch of a pad is felt now; None if that is unknown."""
        since_s = self._clock() - FELT_WITHIN_S
        self._touches = [each for each in self._touches if each.at_s > since_s]
        felt = next((each for each in self._touches if each.pad == pad), None)
        if felt is None:
            return None
        self._touches.remove(felt)
        return felt.seat

    def press(self, button: str) -> None:
        self.mat.press(button)

    def knows(self, key: CardKey) -> bool:
        """Whether there is such a card; a placeholder is no card."""
        side = self.sides[key_seat(key)]
        return key in self.lying or any(key in keys for keys in side.by_place().values())

    def where(self, key: CardKey) -> str:
        """Return the place of a card: "hand", "deck", a pile, or the zone it lies in."""
        if key in self.lying:
            return self.lying[key].zone
        for name, keys in self.sides[key_seat(key)].by_place().items():
            if key in keys:
                return name
        raise HandsError(say("{card} is not at this table", card=key))

    def restore(self, sides: list[Side], lying: dict[CardKey, Lying]) -> None:
        """Take up what was written down."""
        self.sides, self.lying = sides, lying

    # Cards that a person moves on a real mat

    def see(self, lying: Mapping[CardKey, Lying]) -> None:
        """Take over the positions of cards moved by others; cards that left lie on a stack."""
        if lying == self.lying:
            return
        with self._kept():
            for key in self.lying.keys() - lying.keys():
                self.sides[key_seat(key)].grave.insert(0, key)
            for key in lying.keys() - self.lying.keys():
                self._leave(key)
            self.lying = dict(lying)

    def row(self, seat: Seat) -> dict[int, CardKey]:
        """Return the cards of a seat's row beside the mat, by their places."""
        side = self.sides[seat]
        return {side.places[key]: key for key in side.hand if key in side.places}

    def put_in_row(self, key: CardKey, number: int = -1) -> int:
        """Put a card in the first free place of its owner's row, and return the place.

        number: that of the obligation to draw that it is drawn for; -1: none.
        """
        seat = key_seat(key)
        side = self.sides[seat]
        with self._kept():
            self._leave(key)
            taken = self.row(seat)
            place = next(n for n in range(1, len(taken) + 2) if n not in taken)
            side.hand.append(key)
            side.places[key] = place
            if number >= 0:
                side.drawn_count = side.drawn_count + 1 if side.drawn_for == number else 1
                side.drawn_for = number
        return place

    def drawn_for(self, seat: Seat, number: int) -> int:
        """Return the number of cards that were drawn one by one for an obligation."""
        side = self.sides[seat]
        return side.drawn_count if side.drawn_for == number else 0

    def mix_row(self, seat: Seat) -> None:
        """Have all cards of a seat's row read again, because their places are no longer known."""
        side = self.sides[seat]
        with self._kept():
            side.unread += side.hand
            side.hand.clear()
            side.places.clear()

    def put_on_deck(self, seat: Seat, keys: Sequence[CardKey]) -> None:
        """Note which cards lie on top of a deck, the uppermost first."""
        side = self.sides[seat]
        with self._kept():
            side.deck = [*keys, *(key for key in side.deck if key not in keys)]

    def _place_in_deck(self, key: CardKey) -> int:
        """Return the place in the deck where a card is or was taken from; -1: elsewhere."""
        if key in self.lying:
            return self.lying[key].from_deck
        deck = self.sides[key_seat(key)].deck
        return deck.index(key) if key in deck else -1

    def _need(self, zone: MatZone) -> CardKey:
        key = self.at(zone)
        if key is None:
            raise HandsError(say("there is no card in {zone}", zone=zone))
        return key

    @contextmanager
    def _kept(self) -> Iterator[None]:
        """Write down the changes of the block; changes that cannot be written are undone."""
        sides, lying = deepcopy(self.sides), dict(self.lying)
        try:
            yield
            self.keep()
        except BaseException:
            self.sides, self.lying = sides, lying
            raise

    def _leave(self, key: CardKey) -> bool:
        """Take a card from its place, and return whether it lies on the mat."""
        if key in self.lying:
            del self.lying[key]
            return True
        side = self.sides[key_seat(key)]
        side.places.pop(key, None)
        for keys in side.by_place().values():
            if key in keys:
                keys.remove(key)
                return False
        raise HandsError(say("{card} is not at this table", card=key))
