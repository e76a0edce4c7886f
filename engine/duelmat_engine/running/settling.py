"""What is known of unseen cards when a machine is frozen, in its shortest form."""

from __future__ import annotations

from typing import TYPE_CHECKING

from duelmat_engine.names import CardKey, ZoneName
from duelmat_engine.refs import is_unseen
from duelmat_engine.sight import knowledge
from duelmat_engine.state import Hidden

if TYPE_CHECKING:
    from duelmat_engine.running.machine import Machine


def settled(machine: Machine) -> tuple[Hidden, ...]:
    """What is known of unseen cards, in its shortest form."""
    before = machine.before.hidden
    if len(before) != len(machine.hidden):
        return tuple(
            _settle(machine, owner, hidden) for owner, hidden in enumerate(machine.hidden)
        )
    return tuple(
        _settle(machine, owner, hidden)
        if hidden.claims and (hidden is not then or _has_shifted(machine, owner, hidden))
        else hidden
        for owner, (then, hidden) in enumerate(zip(before, machine.hidden, strict=True))
    )


def _has_shifted(machine: Machine, owner: int, hidden: Hidden) -> bool:
    """Whether a zone of which something is known holds more or fewer unseen cards than it did.

    Others have no say: an owner has as many unseen cards as before while the pool is the same.
    """
    earlier = machine.before.zones
    for name in knowledge.told_zones(hidden):
        then, now = earlier.get(name, ()), machine.zones.get(name, ())
        if then is now:
            continue
        balance = sum(is_unseen(machine, p) for p in now if p.owner == owner)
        if balance != sum(is_unseen(machine, p) for p in then if p.owner == owner):
            return True
    return False


def _settle(machine: Machine, owner: int, hidden: Hidden) -> Hidden:
    lies: dict[CardKey, ZoneName] = {}
    counts: dict[ZoneName, int] = {}
    for name in knowledge.told_zones(hidden):
        unseen = [p for p in machine.at(name) if p.owner == owner and is_unseen(machine, p)]
        counts[name] = len(unseen)
        lies |= {piece.key: name for piece in unseen if piece.key is not None}
    counts[knowledge.ELSEWHERE] = max(0, len(hidden.pool) - sum(counts.values()))
    return knowledge.settle(hidden, counts, lies if machine.closed else None)
