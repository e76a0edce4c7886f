"""Count the questions that a duel asks because an antenna A has read no card yet: whole duels at a
mat that was powered just before, seeds fixed.

Two easy opponents play at a mat that feels everything at once.
"""

from __future__ import annotations

from random import Random
from typing import Any, Final

from duelmat_bench.easy_duel import EasyDecider, rounds_of
from duelmat_bench.instant_mat import SEATS, InstantMat, instant_table
from duelmat_engine import CardKey
from duelmat_host.players.opponent import Opponent
from duelmat_host.sensing.layout import MatZone, Orientation
from duelmat_host.table.findings import Untold
from duelmat_host.table.inputs import Input

_DIGITS: Final = 2


class FreshMat(InstantMat):
    """A mat whose antennas A have read nothing, until an upright card lies on them."""

    def __init__(self) -> None:
        super().__init__()
        self.questions_count = 0
        self._proven: set[MatZone] = set()
        self._is_asking = False

    def place(self, key: CardKey, zone: MatZone, *, face_up: bool, turn: int) -> None:
        if not turn:
            self._proven.add(zone)
        super().place(key, zone, face_up=face_up, turn=turn)

    def turn_of(self, zone: MatZone, turn: int) -> tuple[Orientation, Orientation]:
        sensed, apparent = super().turn_of(zone, turn)
        if sensed is Orientation.SIDEWAYS and zone not in self._proven:
            return apparent, sensed
        return sensed, apparent

    def take(self, given: Input, passed_ms: int = 100) -> None:
        super().take(given, passed_ms)
        finding = None if self.table is None else self.table.finding
        is_asking = isinstance(finding, Untold) and finding.doubted is not None
        self.questions_count += is_asking and not self._is_asking
        self._is_asking = is_asking


def doubts_of(ruleset: str, seed: int) -> int:
    """Return how many questions one duel asks for that reason."""
    chance = Random(seed)
    fresh = FreshMat()
    mat, table, hands = instant_table(ruleset, chance, fresh)
    players = [Opponent(table, hands, seat, EasyDecider(chance), chance) for seat in SEATS]
    for _ in rounds_of(mat, table, hands, players):
        pass
    return fresh.questions_count


def measure_doubts(ruleset: str, duels: int) -> dict[str, Any]:
    """Return the questions of a duel, on average and at most."""
    counts = [doubts_of(ruleset, seed) for seed in range(1, duels + 1)]
    return {"mean": round(sum(counts) / len(counts), _DIGITS), "most": max(counts)}
