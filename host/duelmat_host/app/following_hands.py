"""Following hands: at a simulated mat they do by themselves what is owed and nobody decides.

When and in what order they do it depends on what everybody knows alone: what is owed, and how long
it has been. They put away, draw, turn, shuffle, show what must be shown, and lay back what was
taken back; what a player chooses is left to the player.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from duelmat_engine import CardKey, Reveal, Seat, ZoneName, seat_letter, zone_kind, zone_seat
from duelmat_host.app.obligation_requests import movement_of, obligations_of
from duelmat_host.players.hand_requests import (
    DrawCards,
    Movement,
    PickCard,
    PlaceCard,
    TakeCard,
    carry_out,
)
from duelmat_host.players.hands import Hands, HandsError
from duelmat_host.players.telling_hands import tells_of
from duelmat_host.showing.view_types import ObligationView
from duelmat_host.table.commands import Tell, Touch
from duelmat_host.table.input_mode import is_laid
from duelmat_host.table.live import LiveTable

MOMENT_MS: Final = 400
"""The time after which the first of what is owed is done: long enough to be seen."""
NEXT_MS: Final = 100
"""The time between one thing, once the mat has noticed it, and the next."""
AGAIN_MS: Final = 5000
"""A mat that has not noticed a movement by then has missed it: a touch is noticed within 2 s."""


class _Due(NamedTuple):
    """The next thing that hands do by themselves."""

    seat: Seat
    movement: Movement
    moment: tuple[int, int]
    """The numbers of actions and of met obligations, which tell two alike apart."""
    is_once: bool = False
    """Whether it is not done again if the mat has not noticed it: another card would be shown."""


class FollowingHands:
    """The hands of people at a simulated mat, as far as they follow the duel by themselves."""

    def __init__(self, table: LiveTable, hands: Hands, seats: Sequence[Seat]) -> None:
        """`seats` are those of people: an opponent moves its cards itself."""
        self._table = table
        self._hands = hands
        self._seats = seats
        self._due: _Due | None = None
        self._at_ms = 0
        """The time at which it is done."""
        self._left: list[_Due] = []
        """The things left to the player at this moment: hands cannot do them, or did them once."""

    @property
    def is_busy(self) -> bool:
        """Whether hands have something to do by themselves."""
        return self._next() is not None

    def tells(self) -> Iterator[tuple[Seat, Tell | Touch]]:
        """Yield how the hands have laid cards, where the mat does not sense it."""
        for seat in self._seats:
            if seat not in self._hands.practising:
                yield from ((seat, told) for told in tells_of(self._table, self._hands, seat))

    def _next(self) -> _Due | None:
        return next((due for due in self._dues() if due not in self._left), None)

    def step(self, now_ms: int) -> bool:
        """Do the next thing if it is time; return whether hands have moved."""
        due = self._next()
        if due != self._due:
            wait_ms = MOMENT_MS if self._due is None else NEXT_MS
            self._due, self._at_ms = due, now_ms + wait_ms
        if due is None or now_ms < self._at_ms:
            return False
        self._at_ms = now_ms + AGAIN_MS
        self._left = [each for each in self._left if each.moment == due.moment]
        if due.is_once:
            self._left.append(due)
        try:
            carry_out(self._hands, self._table, due.seat, due.movement)
        except HandsError:
            self._left.append(due)
            return False
        return True

    def _dues(self) -> Iterator[_Due]:
        """Yield what hands have to do by themselves, in order."""
        state = self._table.state
        if state.duel.is_over() or state.called_by is not None:
            return
        moment = state.actions_count, len(state.current.met)
        for seat in self._seats:
            if seat in self._hands.practising:
                continue
            listed = obligations_of(self._table, self._hands, seat)
            owed = [each for each in listed if each.owed]
            for movement in self._owed(owed):
                yield _Due(seat, movement, moment)
            decision = state.duel.decision
            asked = None if decision is None else (decision.kind, decision.seat)
            if decision is not None and asked == ("reveal", seat) and not owed:
                for movement in self._revealed(seat, ZoneName(decision.options[0])):
                    yield _Due(seat, movement, moment, is_once=True)

    def _owed(self, obligations: Sequence[ObligationView]) -> Iterator[Movement]:
        """Yield the movements that do what is owed, as far as its player chooses nothing."""
        is_chosen = False
        for obligation in obligations:
            is_chosen = is_chosen or obligation.choose > 0
            movement = movement_of(self._hands, obligation)
            if movement is None or (is_chosen and isinstance(movement, DrawCards)):
                continue  # what is done with the deck is done in order
            yield movement

    def _revealed(self, seat: Seat, place: ZoneName) -> Iterator[Movement]:
        """Yield the movement that shows the one card that has to be shown."""
        state = self._table.state
        sensed, piece = state.zones.sensed(place), state.duel.top(place)
        if zone_kind(place) == "pile" and zone_seat(place) == seat:
            yield DrawCards()
        elif zone_kind(place) == "hand":
            yield PickCard()
        elif sensed is not None and is_laid(Reveal(CardKey("")), state.duel, state.zones):
            yield PlaceCard(zone=sensed, source=sensed, face="up")
        elif sensed is not None:
            yield TakeCard(sensed, "grave")
        elif piece is not None and (key := state.secrets.get(piece.oid)) is not None:
            yield PlaceCard(zone=f"{seat_letter(seat)}.grave", card=key, face="up", turn=0)
