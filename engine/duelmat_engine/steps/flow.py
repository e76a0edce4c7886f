"""Branches, calls, offers of several uses, and rights that are used up."""

from __future__ import annotations

from duelmat_engine.actions import Name, Pass
from duelmat_engine.board.evaluate import is_true
from duelmat_engine.board.scope import SELF
from duelmat_engine.candidates.choosable import may_fit_nothing, offered
from duelmat_engine.effects import ops, procedures
from duelmat_engine.events import Declared
from duelmat_engine.running.execute import answers, ask, completes, executes
from duelmat_engine.running.machine import Machine
from duelmat_engine.steps.choosing import learn_useless, note_a_choice


@completes(procedures.Spend)
def _spend(machine: Machine, op: procedures.Spend) -> None:
    if not op.kind or any(machine.has_kind(p, op.kind) for p in machine.get(SELF)):
        machine.count(machine.seat, op.name)


@executes(ops.If)
def _if(machine: Machine, op: ops.If) -> None:
    frame = machine.frames[-1]
    branch = "then" if is_true(machine.scope(), op.when) else "otherwise"
    machine.done()
    machine.push(f"{frame.block}/{frame.step}.{branch}", dict(frame.bound), returns=True)


@completes(ops.Run)
def _run_block(machine: Machine, op: ops.Run) -> None:
    machine.push(op.block, dict(machine.frames[-1].bound))


@executes(ops.Offer)
def _offer(machine: Machine, op: ops.Offer) -> None:
    scope = machine.scope()
    options = offered(scope, op)
    if not options:
        learn_useless(machine, op)
        machine.done()
        return
    ask(machine, "name", options=options, optional=may_fit_nothing(scope, op), rules=op.rules)


@answers(ops.Offer)
def _offered(machine: Machine, op: ops.Offer, action: Name | Pass) -> None:
    if isinstance(action, Pass):
        learn_useless(machine, op)
        machine.done()
        return
    machine.emit(Declared(seat=machine.seat, what=op.name, value=action.value, rules=op.rules))
    named = next(use for use in op.uses if use.name == action.value)
    for step in named.block[:1]:
        if isinstance(step, ops.Choose):
            note_a_choice(machine, step, 1)
    frame = machine.frames[-1]
    machine.done()
    machine.push(f"{frame.block}/{frame.step}.{action.value}", dict(frame.bound), returns=True)
