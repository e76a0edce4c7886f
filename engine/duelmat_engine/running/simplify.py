"""The shortest form of what is known about unseen cards, made when a machine is frozen."""

from __future__ import annotations

from duelmat_engine.board.refs import unseen_of
from duelmat_engine.names import CardKey, ZoneName
from duelmat_engine.state import Duel, Hidden, World
from duelmat_engine.visibility import knowledge


def simplified(then: Duel, world: World) -> tuple[Hidden, ...]:
    """Return what is known of unseen cards in its shortest form; `then` was in it already."""
    before = then.hidden
    if len(before) != len(world.hidden):
        return tuple(_simplify(world, owner, hidden) for owner, hidden in enumerate(world.hidden))
    found = list(world.hidden)
    has_moved = then.zones != world.zones
    for owner, hidden in enumerate(found):
        if hidden.claims and (
            hidden is not before[owner] or (has_moved and _has_shifted(then, world, owner, hidden))
        ):
            found[owner] = _simplify(world, owner, hidden)
    return tuple(found)


def _has_shifted(then: Duel, world: World, owner: int, hidden: Hidden) -> bool:
    """Whether a zone of which something is known holds more or fewer unseen cards than it did.

    Others have no say: an owner has as many unseen cards as before while the pool is the same.
    """
    for name in knowledge.told_zones(hidden):
        earlier, now = then.zones.get(name, ()), world.zones.get(name, ())
        if earlier is now:
            continue
        if len(unseen_of(world, owner, now)) != len(unseen_of(world, owner, earlier)):
            return True
    return False


def _simplify(world: World, owner: int, hidden: Hidden) -> Hidden:
    lies: dict[CardKey, ZoneName] = {}
    counts: dict[ZoneName, int] = {}
    for name in knowledge.told_zones(hidden):
        unseen = unseen_of(world, owner, world.zones.get(name, ()))
        counts[name] = len(unseen)
        for piece in unseen if world.closed else ():
            if piece.key is not None:
                lies[piece.key] = name
    counts[knowledge.ELSEWHERE] = max(0, len(hidden.pool) - sum(counts.values()))
    return knowledge.settle(hidden, counts, lies if world.closed else None)
