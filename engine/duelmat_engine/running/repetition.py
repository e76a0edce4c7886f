"""Recognising a duel that only repeats itself (reading G-92)."""

from __future__ import annotations

from hashlib import blake2b

from duelmat_engine.names import ZoneName
from duelmat_engine.running.machine import Machine
from duelmat_engine.state import Piece

_LINES: dict[ZoneName, tuple[tuple[Piece, ...], str]] = {}


def situation(machine: Machine) -> str:
    """A digest of all that matters for how the duel can go on: cards, life, whose turn."""
    lines = [f"{machine.turn_seat}", *(str(p.life) for p in machine.players)]
    for name in sorted(filter(machine.zones.get, machine.zones)):  # those that hold cards
        lines.append(_line(name, machine.zones[name]))
    return blake2b("\n".join(lines).encode(), digest_size=12).hexdigest()


def _line(name: ZoneName, pieces: tuple[Piece, ...]) -> str:
    """Write how the cards of a zone lie; the line is kept as long as they do."""
    found, line = _LINES.get(name, (None, ""))
    if found is not pieces:
        cards = [
            f"{p.key}{'+' if p.face_up else '-'}{'|' if p.upright else '_'}"
            f"{sorted(p.marks.items()) if p.marks else '[]'}"
            for p in pieces
        ]
        if name.endswith("hand"):
            cards.sort()
        line = f"{name}={','.join(cards)}"
        _LINES[name] = pieces, line
    return line
