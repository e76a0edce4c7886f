"""Recognising a duel that only repeats itself (readings G-60 and G-92)."""

from __future__ import annotations

from hashlib import blake2b

from duelmat_engine.running.machine import Machine


def situation(machine: Machine) -> str:
    """A digest of all that matters for how the duel can go on: cards, life, whose turn."""
    lines = [f"{machine.turn_seat}", *(str(p.life) for p in machine.players)]
    for name in sorted(machine.zones):
        cards = [
            f"{p.key}{'+-'[not p.face_up]}{'|_'[not p.upright]}{sorted(p.marks.items())}"
            for p in machine.zones[name]
        ]
        if name.endswith("hand"):
            cards.sort()
        lines.append(f"{name}={','.join(cards)}")
    return blake2b("\n".join(lines).encode(), digest_size=12).hexdigest()


def loop_digest(machine: Machine) -> str:
    """A digest of the situation with the Chain: what decides how mandatory effects go on."""
    links = [f"{c.seat} {c.effect} {c.source.key}" for c in machine.chain]
    trigger = [f"{w.seat} {w.effect} {w.source.key}" for w in machine.pending]
    beneath = [
        f"{name}:{[c.key for c in p.beneath]}{p.attached and 1}"
        for name in sorted(machine.zones)
        for p in machine.zones[name]
        if p.beneath or p.attached
    ]
    lines = (situation(machine), machine.phase, *links, "/", *trigger, "/", *beneath)
    return blake2b("\n".join(lines).encode(), digest_size=12).hexdigest()
