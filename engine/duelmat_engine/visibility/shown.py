"""Cards that have been seen: in a duel laid out by hand, and in an earlier duel since then."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from duelmat_engine.board.refs import is_unseen
from duelmat_engine.names import CardKey, ZoneName, zone_kind
from duelmat_engine.state import Duel, Hidden, Piece, replace
from duelmat_engine.visibility import knowledge

Zones = Mapping[ZoneName, tuple[Piece, ...]]


def lay_open(
    zones: Zones, players: int, hidden_kinds: Iterable[str]
) -> tuple[dict[ZoneName, tuple[Piece, ...]], list[Hidden]]:
    """Return the zones of a duel laid out by hand, and what is known of each player's cards.

    What lies open is known to everybody, the rest is not.
    """
    hidden = frozenset(hidden_kinds)
    seen = dict(zones)
    for name, pieces in zones.items():
        if zone_kind(name) not in hidden:
            seen[name] = tuple(replace(p, shown=p.shown or p.face_up) for p in pieces)
    pools: list[set[CardKey]] = [set() for _ in range(players)]
    for pieces in seen.values():
        for piece in pieces:
            if piece.key is not None and not piece.shown:
                pools[piece.owner].add(piece.key)
    return seen, [Hidden(frozenset(pool)) for pool in pools]


def seen_before(duel: Duel, name: ZoneName, seen: Piece) -> Duel:
    """Return an earlier duel with a card known that has been shown since."""
    earlier = next((p for p in duel.at(name) if p.oid == seen.oid), None)
    if earlier is None or earlier.shown:
        return duel
    hidden = list(duel.hidden)
    if is_unseen(duel, earlier) and seen.key is not None:
        hidden[seen.owner] = knowledge.reveal(hidden[seen.owner], name, seen.key)
    after = replace(earlier, key=seen.key, shown=True)
    pieces = tuple(after if p.oid == seen.oid else p for p in duel.at(name))
    return replace(duel, zones={**duel.zones, name: pieces}, hidden=tuple(hidden))
