"""A summon as a frame: the attempt, the window in which it may be negated, success."""

from __future__ import annotations

from duelmat_engine.board.scope import SELF
from duelmat_engine.effects import ops, procedures
from duelmat_engine.events import SummonNegated, Turned
from duelmat_engine.names import zone
from duelmat_engine.running.execute import completes
from duelmat_engine.running.leaving import frame_before
from duelmat_engine.running.machine import Machine
from duelmat_engine.steps.activation import MOVE, TO, UPRIGHT
from duelmat_engine.steps.arriving import note_turn, summoned


@completes(procedures.Attempt)
def _attempt(machine: Machine, op: procedures.Attempt) -> None:
    after = machine.move(
        machine.get(SELF)[0],
        machine.get(TO),
        cause="summon",
        rules=op.rules,
        face_up=True,
        upright=machine.get(UPRIGHT),
        move=machine.get(MOVE),
    )
    if after is not None:
        machine.bind(SELF((after,)))
        machine.open_window("summoning", (after,), machine.seat)


@completes(procedures.Flip)
def _flip(machine: Machine, op: procedures.Flip) -> None:
    machine.origin = None
    turn, move = machine.turn, "flip-summon"
    for name, piece in machine.lying(machine.get(SELF)[:1]):
        after = machine.change(
            name, piece, face_up=True, upright=True, turned=turn, stamp=0, move=move
        )
        machine.bind(SELF((after,)))
        machine.emit(Turned(piece=piece, after=after, place=name, rules=op.rules))
        machine.open_window("summoning", (after,), machine.seat)


@completes(procedures.Succeed)
def _succeed(machine: Machine, op: procedures.Succeed) -> None:
    machine.window = None
    special, rules, window = op.summon == "special", op.rules, op.window
    for name, piece in machine.lying(machine.get(SELF)[:1]):
        after = machine.change(name, piece, stamp=machine.new_oid())
        if op.summon == "flip":
            after = note_turn(machine, name, after, "flipped")
        machine.bind(SELF((after,)))
        summoned(machine, after, name, after.move, special=special, rules=rules, window=window)


@completes(ops.NegateSummon)
def _negate_summon(machine: Machine, op: ops.NegateSummon) -> None:
    index = frame_before(machine, procedures.Succeed)  # beneath the Chain that is being resolved
    attempted = () if index is None else SELF.of(machine.frames[index].bound)
    for name, piece in machine.lying(attempted):
        machine.emit(SummonNegated(piece=piece, place=name, rules=op.rules))
        machine.pending = [w for w in machine.pending if w.source.oid != piece.oid]
        grave = zone(piece.owner, "grave")
        was_in_play = piece.move == "flip-summon"
        cause = "effect" if was_in_play else "summon-negated"
        machine.move(piece, grave, cause=cause, rules=op.rules)
