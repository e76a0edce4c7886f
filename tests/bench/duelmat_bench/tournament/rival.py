"""Swisspair, the rival of our pairing: the same fields in its form."""

from __future__ import annotations

import time
from typing import NamedTuple

from swisspair import Player, create_matches  # type: ignore[import-untyped]

from duelmat_tournament.names import PlayerId
from duelmat_tournament.pairing import Field


class RivalPairing(NamedTuple):
    """What it answers."""

    pairs: list[tuple[PlayerId, PlayerId]]
    bye: PlayerId | None
    seconds: float


def swisspair_pairing(field: Field) -> RivalPairing:
    """Pair a field by swisspair, and return the pairs and how long it took."""
    there = {each.id for each in field.entrants}
    players: list[Player] = []
    for each in sorted(field.entrants, key=lambda each: (-each.points, each.id)):
        met = {str(other) for other in each.met if other in there}
        rank = len(players) + 1
        players.append(Player(str(each.id), each.points, rank, not each.had_bye, met))
    began = time.perf_counter()
    matches = create_matches(players)
    seconds = time.perf_counter() - began
    pairs = [(PlayerId(int(m.p1.id)), PlayerId(int(m.p2.id))) for m in matches if m.p2]
    byes = [PlayerId(int(m.p1.id)) for m in matches if not m.p2]
    return RivalPairing(pairs, byes[0] if byes else None, seconds)
