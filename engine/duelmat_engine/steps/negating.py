"""Negating what was activated or declared."""

from __future__ import annotations

from duelmat_engine.board.scope import find
from duelmat_engine.effects import ops, procedures
from duelmat_engine.events import LinkNegated
from duelmat_engine.names import zone_kind
from duelmat_engine.running.execute import executes
from duelmat_engine.running.machine import Machine
from duelmat_engine.state import replace
from duelmat_engine.steps.activation import NEGATED
from duelmat_engine.steps.transitions import go_to_phase


@executes(ops.NegateLink)
def _negate_link(machine: Machine, op: ops.NegateLink) -> None:
    machine.done()
    if not machine.chain:
        return
    link = machine.chain[-1]
    machine.chain[-1] = replace(link, bound=link.bound | NEGATED(True))
    found = find(machine, link.source)
    machine.emit(
        LinkNegated(seat=link.seat, piece=link.source, effect=link.effect, rules=op.rules)
    )
    if op.destroy and found is not None and zone_kind(found[0]) not in ("grave", "banished"):
        machine.destroy([found[1]], cause="effect", rules=op.rules)


@executes(ops.NegateAttack)
def _negate_attack(machine: Machine, op: ops.NegateAttack) -> None:
    machine.done()
    for index in range(len(machine.frames) - 1, -1, -1):
        frame = machine.frames[index]
        ahead = machine.game.blocks[frame.block][frame.step :]
        if any(isinstance(step, procedures.MeetAttack) for step in ahead):
            machine.frames[index] = replace(frame, bound=frame.bound | NEGATED(True))
            if op.end_phase:
                _end_phase(machine)
            return


def _end_phase(machine: Machine) -> None:
    """The phase in which play is open goes over into the one that follows it."""
    phase = machine.game.rules.phase(machine.phase)
    go_to_phase(machine, phase.then)
    for index, frame in enumerate(machine.frames):
        block = machine.game.blocks[frame.block]
        if frame.step < len(block) and isinstance(block[frame.step], procedures.OpenPlay):
            machine.frames[index] = replace(frame, step=frame.step + 1)
