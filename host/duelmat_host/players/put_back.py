"""Simulated hands that lay cards back after a takeback: nobody decides anything by it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from duelmat_engine import Seat, seat_letter
from duelmat_host.players.hand_moves import Move, owed_moves
from duelmat_host.players.hand_requests import DrawCards, carry_out
from duelmat_host.players.hands import Hands
from duelmat_host.players.opponent import one_thing
from duelmat_host.sensing.layout import MatZone
from duelmat_host.table.live import LiveTable
from duelmat_host.table.obligations import DECK_KINDS


class PutBack:
    """The hands of people at a simulated mat, as far as they undo what was taken back."""

    def __init__(self, table: LiveTable, hands: Hands, seats: Sequence[Seat]) -> None:
        """`seats` are those of people: an opponent's hands follow the duel themselves."""
        self._table = table
        self._hands = hands
        self._seats = seats
        self._moves: Iterator[Move] = iter(())

    def step(self) -> bool:
        """Make the next movement; return False if there is none to make."""
        if not self._table.state.frozen_by_restoring:
            self._moves = iter(())
            return False
        move = next(self._moves, None)
        if move is not None:
            move.carry_out(self._hands)
            return True
        return any(self._begin(seat) for seat in self._seats)

    def _begin(self, seat: Seat) -> bool:
        """Do what the deck needs, or begin with what one card needs."""
        owed = [each for each in self._table.state.obligations if each.seat == seat]
        if any(each.restores and each.kind in DECK_KINDS for each in owed):
            carry_out(self._hands, self._table, seat, DrawCards())
            return True
        moves = owed_moves(self._table, self._hands, {}, only=seat)
        self._moves = one_thing(move for move in moves if self._is_of(seat, move))
        first = next(self._moves, None)
        if first is not None:
            first.carry_out(self._hands)
        return first is not None

    def _is_of(self, seat: Seat, move: Move) -> bool:
        """Whether a movement is one of a seat's cards."""
        return (move.key or self._hands.at(MatZone(move.zone)) or "")[:1] == seat_letter(seat)
