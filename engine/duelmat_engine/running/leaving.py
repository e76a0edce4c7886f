"""Players who have lost leave the duel, and what belongs to them goes along.

Their cards vanish, what they had on the Chain vanishes, and so does whatever was being carried
out for them. If it was their turn, it ends there, and nothing that is on the Chain or waits to go
on it is left. Whoever is left alone wins (reading G-94).
"""

from __future__ import annotations

from duelmat_engine.board.scope import SEAT, still_in
from duelmat_engine.effects import ops, procedures
from duelmat_engine.names import Seat, zone, zone_seat
from duelmat_engine.running import arrivals
from duelmat_engine.running.machine import Machine
from duelmat_engine.state import Hidden, Piece, replace
from duelmat_message import say


def frame_at(machine: Machine, kind: type[ops.Op]) -> int | None:
    """Return the index of the first frame whose next operation is of this kind; None: there is
    none.
    """
    blocks = machine.game.blocks
    for index, frame in enumerate(machine.frames):
        block = blocks[frame.block]
        if frame.step < len(block) and isinstance(block[frame.step], kind):
            return index
    return None


def frame_before(machine: Machine, kind: type[ops.Op]) -> int | None:
    """Return the index of the last frame that comes to an operation of this kind yet; None: none
    does.
    """
    for index in reversed(range(len(machine.frames))):
        frame = machine.frames[index]
        if any(isinstance(op, kind) for op in machine.game.blocks[frame.block][frame.step :]):
            return index
    return None


def leave(machine: Machine) -> None:
    """Carry out all losses that have been noted."""
    rules = machine.game.rules
    left, machine.leaving = machine.leaving, []
    gone = {event.seat for event in left}
    for event in left:
        machine.emit(replace(event, rules=(*event.rules, *rules.citations.leave)))
    _take_cards(machine, gone)
    machine.chain = [link for link in machine.chain if link.seat not in gone]
    machine.pending = [w for w in machine.pending if w.seat not in gone]
    remaining = still_in(machine)
    last = left[-1]
    if not remaining:
        machine.end(None, say("all players have lost"), rules.citations.all_lost)
        return
    if len(remaining) == 1:
        by = (*rules.citations.win, *rules.citations.last, *last.rules)
        machine.end(remaining[0], last.reason, tuple(dict.fromkeys(by)))
        return
    machine.origin = None
    _drop_frames(machine, gone)


def _take_cards(machine: Machine, gone: set[Seat]) -> None:
    """Remove their cards; a card of another owner that they held goes to its owner."""
    rules = machine.game.rules.citations.leave
    for name in list(machine.zones):
        kept: list[Piece] = []
        freed: list[Piece] = []
        for piece in machine.zones[name]:
            beneath = tuple(p for p in piece.beneath if p.owner not in gone)
            if piece.owner in gone:
                freed.extend(beneath)
            else:
                kept.append(replace(piece, beneath=beneath) if piece.beneath else piece)
        machine.lay(name, tuple(kept))
        for card in freed:
            machine.spill(card, name, rules=rules)
    for name in [n for n in machine.zones if zone_seat(n) in gone]:
        for piece in machine.zones[name]:
            machine.move(piece, zone(piece.owner, "grave"), cause="rule", rules=rules)
    for seat in gone:
        machine.hidden[seat] = Hidden()


def _drop_frames(machine: Machine, gone: set[Seat]) -> None:
    """Drop the frames of those who have left; their turn ends where it stands."""
    turn = frame_at(machine, procedures.Phases)
    if machine.turn_seat in gone and turn is not None:
        machine.done(turn)
        _cut(machine, turn + 1, gone)
        machine.chain, machine.pending, machine.window = [], [], None
        machine.moment, machine.urgent = 0, False
        return
    for index in range(0 if turn is None else turn + 1, len(machine.frames)):
        if SEAT.of(machine.frames[index].bound) in gone:
            _cut(machine, index, gone)
            return


def _cut(machine: Machine, index: int, gone: set[Seat]) -> None:
    """Drop the frames from an index on, but those in which players who remain order cards."""
    cut = machine.frames[index:]
    ordering = (frame for frame in cut if frame.block == arrivals.BLOCK)
    machine.frames[index:] = [
        frame
        for frame in ordering
        if gone.isdisjoint((SEAT.of(frame.bound), zone_seat(arrivals.PLACE.of(frame.bound))))
    ]
