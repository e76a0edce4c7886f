"""Paying, losing and gaining life."""

from __future__ import annotations

from duelmat_engine.board.evaluate import amount
from duelmat_engine.board.scope import seats_of
from duelmat_engine.effects import ops
from duelmat_engine.running.execute import completes
from duelmat_engine.running.machine import Machine


@completes(ops.Pay)
def _pay(machine: Machine, op: ops.Pay) -> None:
    cost = amount(machine.scope(), op.amount)
    seat = machine.seat
    machine.set_life(seat, machine.players[seat].life - cost, cause="cost", rules=op.rules)
    machine.bind({op.bind: cost})


@completes(ops.Damage)
def _damage(machine: Machine, op: ops.Damage) -> None:
    scope = machine.scope()
    loss = amount(scope, op.amount)
    for seat in seats_of(scope, op.whose):
        machine.set_life(seat, machine.players[seat].life - loss, cause="effect", rules=op.rules)


@completes(ops.Gain)
def _gain(machine: Machine, op: ops.Gain) -> None:
    scope = machine.scope()
    gain = amount(scope, op.amount)
    for seat in seats_of(scope, op.whose):
        machine.set_life(seat, machine.players[seat].life + gain, cause="effect", rules=op.rules)
