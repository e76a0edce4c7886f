"""The shortest form of what is known about unseen cards, made when a machine is frozen."""

from __future__ import annotations

from collections.abc import Mapping

from duelmat_engine.board.refs import unseen_of
from duelmat_engine.names import ZoneName
from duelmat_engine.state import Duel, Hidden, Piece
from duelmat_engine.visibility import knowledge
from duelmat_engine.visibility.later import is_waiting, later

Zones = Mapping[ZoneName, tuple[Piece, ...]]


def simplified(then: Duel, zones: Zones, known: list[Hidden]) -> tuple[Hidden, ...]:
    """Return what is known of unseen cards in its shortest form; `then` was in it already.

    What is known of an owner's cards is another value as soon as one of them is seen or moved.
    zones: where the cards lie now.
    """
    before = then.hidden or (None,) * len(known)
    return tuple(
        [
            hidden if hidden is before[owner] else _simplify(hidden, zones, owner, then.closed)
            for owner, hidden in enumerate(known)
        ]
    )


def _simplify(hidden: Hidden, zones: Zones, owner: int, closed: bool) -> Hidden:
    if is_waiting(hidden):
        return later(hidden, hidden.pool, _simplify, zones, owner, closed)
    if not hidden.claims:
        return hidden
    counts = {
        name: len(unseen_of(owner, zones.get(name, ()), closed=closed))
        for name in knowledge.told_zones(hidden)
    }
    counts[knowledge.ELSEWHERE] = max(0, len(hidden.pool) - sum(counts.values()))
    return knowledge.settle(hidden, counts)
