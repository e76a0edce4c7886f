"""Movements of an opponent's cards that a person is asked for: one wish after another.

Cards that the opponent alone may know are read on the mat, by their tags, without being looked at:
those that it draws, those of its deck that it looks at, and those among which it looks for one.
"""

from __future__ import annotations

from collections.abc import Collection, Generator, Iterator
from typing import Final

from duelmat_engine import CardKey, Seat, key_seat, seat_letter, zone_kind
from duelmat_host.players.hand_moves import Move
from duelmat_host.players.hands import ASIDE, PILES, Hands
from duelmat_host.players.instruction_words import InstructionWords
from duelmat_host.players.wishes import Aim, Wish
from duelmat_host.sensing.layout import EMPTY_LAYOUT, Face, Layout, MatZone, Sight
from duelmat_host.table.inputs import Instruction
from duelmat_host.table.live import LiveTable

_HIDDEN: Final = ("hand", "unread", "deck", "extra")
"""The places of the hands' cards that nobody else may know."""


class AskedMoves:
    """The movements of one opponent's cards, asked of a person."""

    def __init__(self, table: LiveTable, hands: Hands, seat: Seat) -> None:
        """`hands` hold the opponent's cards as the person has moved them."""
        self.table = table
        self.hands = hands
        self.seat = seat
        self.deck = MatZone(f"{seat_letter(seat)}.deck")
        self.lying: Layout = EMPTY_LAYOUT
        """The real layout of the cards, with what is kept from the referee."""

    @property
    def spot(self) -> MatZone:
        """Return the zone where hidden cards are read."""
        return self.table.state.zones.reading_spot(self.seat)

    @property
    def words(self) -> InstructionWords:
        return InstructionWords(self.table.state, self.seat)

    def is_hidden(self, sight: Sight | None) -> bool:
        """Whether a card is one of the opponent's hand or deck, as far as that is known."""
        if sight is None or sight.key is None or key_seat(sight.key) != self.seat:
            return False
        return self.hands.knows(sight.key) and self.hands.where(sight.key) in _HIDDEN

    def of_move(self, move: Move) -> Iterator[Wish]:
        """Yield the wishes by which a person makes a movement."""
        match move.do:
            case "draw":
                done = self.hands.drawn_for(self.seat, move.number)
                yield from self.draw(move.count, move.number, done=done)
            case "look":
                yield from self._look(move.count)
            case "shuffle":
                yield self._touched(self.words.shuffle(), self.deck)
            case "reveal":
                spot = self._landing(move.zone)
                yield from self._cleared(spot)
                aim = Aim(spot, self._loose(), face_up=True)
                text = self.words.reveal(spot)
                yield Wish(Instruction(text, None, spot), aim=aim)
            case "place":
                yield from self._lay(move)
            case "bring" if move.zone in PILES:
                spot = self._landing(move.zone, key_seat(CardKey(move.key)))
                if not self.table.state.zones.is_sensed(spot):
                    yield from self._bring(CardKey(move.key), spot)
                    return
                yield from self._lay(Move("place", key=move.key, zone=spot))
            case "bring":
                yield from self._bring(CardKey(move.key), move.zone)
            case "flip" | "turn":
                yield from self._turn(MatZone(move.zone), over=move.do == "flip")
            case _:
                raise ValueError(f"expected a movement of a card, got {move}")

    def _landing(self, pile: str, seat: Seat | None = None) -> MatZone:
        return MatZone(f"{seat_letter(self.seat if seat is None else seat)}.{pile}")

    def _touched(self, text: str, to: str | None, place: int = 0) -> Wish:
        """Return a wish for an act that no zone shows, and that the person confirms by a touch."""
        told = self.words.then_touch(text)
        return Wish(Instruction(told, None, to, place, self.deck), by_touch=True)

    def _posed(self, text: str, place: MatZone, aim: Aim) -> Wish:
        """Return a wish for another way of a card in its zone: a touch confirms one not sensed."""
        if not self.table.state.zones.told(place):
            return Wish(Instruction(text, place, place), aim=aim)
        told = self.words.then_touch(text)
        return Wish(Instruction(told, place, place, touch=self.deck), aim=aim, by_touch=True)

    # Reading

    def see(self, lying: Layout) -> None:
        """Take what lies on the mat now."""
        self.lying = lying

    def draw(
        self, count: int, number: int, *, done: int = 0, is_missing: bool = False
    ) -> Iterator[Wish]:
        for each in range(done + 1, count + 1):
            words = self.words
            text = words.missing(self.spot) if is_missing else words.draw(each, count, self.spot)
            key = yield from self._read(text, self._loose())
            yield from self._to_row(key, number)

    def mix(self) -> Iterator[Wish]:
        """Have the cards of the row read anew, in an order that nobody knows."""
        while unread := self.hands.sides[self.seat].unread:
            words = self.words
            is_first = not self.hands.row(self.seat)
            text = words.mix(self.spot) if is_first else words.mixed(self.spot)
            key = yield from self._read(text, tuple(unread))
            yield from self._to_row(key)

    def _to_row(self, key: CardKey, number: int = -1) -> Iterator[Wish]:
        """Have a card that was read put at its place beside the mat."""
        yield self.to_place(key, self.hands.put_in_row(key, number))

    def to_place(self, key: CardKey, place: int) -> Wish:
        home = f"{seat_letter(self.seat)}.hand"
        instruction = Instruction(self.words.to_place(place), self.spot, home, place)
        return Wish(instruction, leaves=key)

    def _look(self, count: int) -> Iterator[Wish]:
        """Have the top cards of the deck read and put back as they lay."""
        seen: list[CardKey] = []
        for each in range(1, count + 1):
            text = self.words.look(each, count, self.spot)
            keys = [key for key in self._loose() if key not in seen]
            key = yield from self._read(text, keys)
            seen.append(key)
            yield Wish(Instruction(self.words.slide(), self.spot), leaves=key)
        self.hands.put_on_deck(self.seat, seen)
        yield self._touched(self.words.looked(), self.deck)

    def _search(self, key: CardKey) -> Iterator[Wish]:
        """Have one card after another read until the wanted card lies where cards are read."""
        is_extra = self.hands.where(key) == "extra"
        words = self.words
        stack = words.deck(is_extra=is_extra)
        keys = self.hands.sides[self.seat].extra if is_extra else (key, *self._loose())
        while True:
            read = yield from self._read(words.search(stack, self.spot), keys)
            if read == key:
                return
            yield Wish(Instruction(words.not_it(), self.spot), leaves=read)

    def _read(self, text: str, keys: Collection[CardKey]) -> Generator[Wish, None, CardKey]:
        """Have one of these cards laid where cards are read, and return that card."""
        yield from self._cleared(self.spot)
        yield Wish(Instruction(text, None, self.spot), reads=keys)
        key = self.lying[self.spot].key
        assert key is not None
        return key

    def _cleared(self, spot: MatZone) -> Iterator[Wish]:
        """Have an open card taken off a landing spot that something else is to lie on."""
        sight = self.lying.get(spot)
        if sight is not None and not self.is_hidden(sight) and sight.key is not None:
            yield Wish(Instruction(self.words.clear(spot), spot), leaves=sight.key)

    def _loose(self) -> tuple[CardKey, ...]:
        """Return the cards that may be drawn: all but those of the row and those whose place the
        duel knows.
        """
        duel, secrets = self.table.state.duel, self.table.state.secrets
        known = {
            piece.key or secrets.get(piece.oid)
            for name, piece in duel.pieces()
            if zone_kind(name) not in ("hand", "pile")
        }
        side = self.hands.sides[self.seat]
        return tuple(
            key
            for key in (*side.deck, *side.grave, *side.banished, *side.aside)
            if key not in known
        )

    # Moving

    def _from(self, key: CardKey) -> tuple[str, MatZone | None, int]:
        """Return the source of a card: in words, the zone, the place in the row."""
        words = self.words
        if key in self.hands.lying:
            place = self.hands.lying[key].zone
            return words.on_zone(place), place, 0
        at = self.hands.sides[self.seat].places.get(key, 0)
        if at:
            return words.of_row(at), None, at
        sight = self.lying.get(self.spot)
        if sight is not None and sight.key == key:
            return words.on_zone(self.spot), self.spot, 0
        is_beside = key in self.hands.sides[key_seat(key)].aside
        for name, piece in self.table.state.duel.pieces():
            if piece.key == key and zone_kind(name) in PILES and not is_beside:
                return words.of_stack(key, name), None, 0
        return words.beside(key), None, 0

    def _is_searched(self, key: CardKey) -> bool:
        """Whether a card has to be found among unseen ones."""
        held = self.hands.where(key) if self.hands.knows(key) else ""
        pieces = self.table.state.duel.pieces()
        is_open = any(piece.key == key and piece.face_up for _, piece in pieces)
        return held == "deck" or (held == "extra" and not is_open)

    def _lay(self, move: Move) -> Iterator[Wish]:
        """Have a card laid on a zone of the mat."""
        key, place = CardKey(move.key), MatZone(move.zone)
        if place in self.table.state.zones.landing_spots and place != self.spot:
            yield from self._cleared(place)
        if self._is_searched(key):
            yield from self._search(key)
        text, source, at = self._from(key)
        upright = move.turn == 0 if self.table.state.zones.has_turns(place) else None
        told = self.words.lay(text, place, face_up=move.face_up, upright=upright)
        instruction = Instruction(told, source, place, at)
        beneath = [other for other in self.hands.stacked(place) if other != key]
        if source == place and len(self.hands.stacked(place)) > 1:
            how = self.words.restack(key, place, face_up=move.face_up, upright=upright)
            yield self._touched(how, place)
        elif source == place:
            yield self._posed(told, place, Aim(place, (key,), move.face_up, upright))
        elif not beneath or place in self.table.state.zones.landing_spots:
            yield Wish(instruction, aim=Aim(place, (key,), move.face_up, upright))
        elif source is not None:
            yield Wish(instruction, leaves=key)  # only the lowest card of a stack is sensed
        else:
            yield self._touched(told, place)

    def _bring(self, key: CardKey, to: str) -> Iterator[Wish]:
        """Have a card taken to the row, the deck, a pile without a reader, or beside the mat."""
        if self._is_searched(key):
            yield from self._search(key)
        text, source, at = self._from(key)
        sight = None if source is None else self.lying.get(source)
        is_known = sight is not None and sight.face is Face.UP
        match to:
            case "hand":
                taken = self.hands.row(self.seat)
                place = next(n for n in range(1, len(taken) + 2) if n not in taken)
                told = self.words.to_row(text, place)
                home = f"{seat_letter(self.seat)}.hand"
                yield self._taken(told, key, source, home, place)
                self.hands.put_in_row(key)
                if is_known and taken:
                    self.hands.mix_row(self.seat)
            case "pile":
                told = self.words.to_deck(text)
                yield self._taken(told, key, source, self.deck, at)
                self.hands.bring(key, "pile")
            case _ if to == ASIDE:
                told = self.words.aside(text)
                yield self._taken(told, key, source, None, at)
                self.hands.bring(key, to)
            case _:  # a pile without a reader
                told = self.words.lay(text, MatZone(to), face_up=True, upright=None)
                yield self._taken(told, key, source, to, at)
                self.hands.bring(key, to.partition(".")[2])
                self.hands.stack(MatZone(to))

    def _taken(
        self, text: str, key: CardKey, source: MatZone | None, to: str | None, place: int
    ) -> Wish:
        """Return the wish to take a card away from the mat, or from one place beside it."""
        if source is None:
            return self._touched(text, to, place)
        return Wish(Instruction(text, source, to, place), leaves=key)

    def _turn(self, place: MatZone, *, over: bool) -> Iterator[Wish]:
        """Have the card of a zone turned over, or by a quarter with all that lies beneath it."""
        stack = self.hands.stacked(place)
        if not stack:
            return
        lies = self.hands.lying[stack[-1]]
        face_up = lies.face_up != over
        upright: bool | None = (lies.turn == 0) == over
        if not self.table.state.zones.has_turns(place):
            upright = None
        told = self.words.turn(place, face_up=face_up, upright=upright)
        if len(stack) == 1:
            yield self._posed(told, place, Aim(place, stack, face_up, upright))
        elif over:
            yield self._touched(told, place)  # the card on top of a stack is not sensed
        else:
            told = self.words.turn_stack(place, upright=bool(upright))
            lowest = self.hands.lying[stack[0]].face_up
            yield Wish(Instruction(told, place, place), aim=Aim(place, stack, lowest, upright))
