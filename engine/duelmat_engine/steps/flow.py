"""Branches, calls and what a player has once a turn."""

from __future__ import annotations

from duelmat_engine.board.evaluate import is_true
from duelmat_engine.board.scope import SELF
from duelmat_engine.effects import ops, procedures
from duelmat_engine.running.execute import executes
from duelmat_engine.running.machine import Machine


@executes(procedures.Spend)
def _spend(machine: Machine, op: procedures.Spend) -> None:
    machine.done()
    if not op.kind or any(machine.has_kind(p, op.kind) for p in machine.get(SELF)):
        machine.count(machine.seat, op.name)


@executes(ops.If)
def _if(machine: Machine, op: ops.If) -> None:
    frame = machine.frame
    branch = "then" if is_true(machine.scope(), op.when) else "otherwise"
    machine.done()
    machine.push(f"{frame.block}/{frame.step}.{branch}", dict(frame.bound), returns=True)


@executes(ops.Run)
def _run_block(machine: Machine, op: ops.Run) -> None:
    bound = dict(machine.frame.bound)
    machine.done()
    machine.push(op.block, bound)
