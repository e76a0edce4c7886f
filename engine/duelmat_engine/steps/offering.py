"""Offering several uses of a card, of those that are possible."""

from __future__ import annotations

from duelmat_engine.actions import Name, Pass
from duelmat_engine.candidates.choosable import may_fit_nothing, offered, useless_cards
from duelmat_engine.effects import ops
from duelmat_engine.events import Declared
from duelmat_engine.running.execute import answers, ask, executes
from duelmat_engine.running.machine import Machine


@executes(ops.Offer)
def _offer(machine: Machine, op: ops.Offer) -> None:
    scope = machine.scope()
    options = offered(scope, op)
    if not options:
        _nothing_fits(machine, op)
        machine.done()
        return
    ask(machine, "name", options=options, optional=may_fit_nothing(scope, op), rules=op.rules)


def _nothing_fits(machine: Machine, op: ops.Offer) -> None:
    """Note for the table what follows from the fact that no use was possible."""
    for owner, told in useless_cards(machine.scope(), op):
        machine.learn(owner, told)


@answers(ops.Offer)
def _offered(machine: Machine, op: ops.Offer, action: Name | Pass) -> None:
    if isinstance(action, Pass):
        _nothing_fits(machine, op)
        machine.done()
        return
    machine.emit(Declared(seat=machine.seat, what=op.name, value=action.value, rules=op.rules))
    frame = machine.frame
    machine.done()
    machine.push(f"{frame.block}/{frame.step}.{action.value}", dict(frame.bound), returns=True)
