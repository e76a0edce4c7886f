"""A mat without electronics: what hands do is what the table sees, at once.

It stands between simulated hands and a table where a test is about the referee, not about
antennas. Sideways is sensed in monster zones only, as on the real mat.
"""

from __future__ import annotations

from random import Random
from typing import Any

from duelmat_engine.names import CardKey, Seat, zone_kind
from duelmat_engine.play import Deck, keys_of
from duelmat_engine.rulesets.trump_king import EXTRA_CODES, MAIN_CODES
from duelmat_engine.ruleset import find_ruleset
from duelmat_engine.state import Duel
from duelmat_hardware import load_mat
from duelmat_host.table.hands import Hands
from duelmat_host.table.layout import Face, Layout, Orientation, Sight
from duelmat_host.table.performance import Dice, Performance, Say
from duelmat_host.table.performer import Move
from duelmat_host.table.table import DuelTable, Setting
from duelmat_host.table.zone_map import ZoneMap

DECK = Deck(MAIN_CODES, EXTRA_CODES)


class MemoryJournal:
    """A journal that only remembers."""

    def __init__(self) -> None:
        self.entries: list[tuple[str, dict[str, Any]]] = []

    def append(self, kind: str, data: Any) -> None:
        self.entries.append((kind, dict(data)))


class DirectMat:
    """Placements become the layout, touches and buttons go straight to the table."""

    def __init__(self) -> None:
        self.table: DuelTable | None = None
        self.lying: list[tuple[CardKey, str, bool, int]] = []
        self.now_ms = 0

    def place(self, key: CardKey, zone: str, *, face_up: bool, turn: int) -> None:
        self.lying = [card for card in self.lying if card[0] != key]
        self.lying.append((key, zone, face_up, turn))
        self._sense()

    def lift(self, key: CardKey) -> None:
        self.lying = [card for card in self.lying if card[0] != key]
        self._sense()

    def touch(self, pad: str) -> None:
        assert self.table is not None
        self.table.touch(pad, self.now_ms)

    def press(self, button: str) -> None:
        assert self.table is not None
        self.table.press(button, self.now_ms)

    def layout(self) -> Layout:
        sights: dict[str, Sight] = {}
        for key, zone, face_up, turn in self.lying:
            sensed = zone_kind(zone) == "m"
            way = Orientation.SIDEWAYS if turn else Orientation.UPRIGHT
            face = Face.UP if face_up else Face.DOWN
            if zone not in sights:  # only the bottom card of a zone is seen
                sights[zone] = Sight(key, face, way if sensed else Orientation.UNKNOWN, b"")
        return Layout(sights)

    def _sense(self) -> None:
        self.now_ms += 100
        if self.table is not None:
            self.table.sense(self.layout(), self.now_ms)


def seat_down(closed: Duel, *, asks: bool = True) -> tuple[Performance, DirectMat, Dice]:
    """A table, and hands that hold the piles of a closed duel that is about to begin."""
    mat = DirectMat()
    dice = Dice()
    table = DuelTable(
        Setting("trump_king", ("Ana", "Ben"), (DECK, DECK)),
        ZoneMap(find_ruleset("trump_king"), load_mat()),
        MemoryJournal(),
        dice,
    )
    for seat in (Seat(0), Seat(1)):
        table.asks_on_own[seat] = asks
    mat.table = table
    decks = []
    for letter in "ab":
        cards = (*closed.at(f"{letter}.hand"), *closed.at(f"{letter}.pile"))
        decks.append([piece.key for piece in cards if piece.key is not None])
    extras = [keys_of(Seat(seat), EXTRA_CODES) for seat in (0, 1)]
    hands = Hands(mat, decks, extras, Random(0))
    return Performance(table, hands), mat, dice


def do(performance: Performance, step: Move | Say) -> None:
    """One movement or answer."""
    if isinstance(step, Say):
        fault = performance.table.answer(step.seat, step.prompt, step.option)
        assert not fault, fault
    else:
        step.carry_out(performance.hands)
