"""Recognising a duel that only repeats itself (reading G-92)."""

from __future__ import annotations

from hashlib import blake2b

from duelmat_engine.running.machine import Machine


def situation(machine: Machine) -> str:
    """A digest of all that matters for how the duel can go on: cards, life, whose turn."""
    lines = [f"{machine.turn_seat}", *(str(p.life) for p in machine.players)]
    for name in sorted(machine.zones):
        cards = [
            f"{p.key}{'+' if p.face_up else '-'}{'|' if p.upright else '_'}"
            f"{sorted(p.marks.items()) if p.marks else '[]'}"
            for p in machine.zones[name]
        ]
        if name.endswith("hand"):
            cards.sort()
        lines.append(f"{name}={','.join(cards)}")
    return blake2b("\n".join(lines).encode(), digest_size=12).hexdigest()
