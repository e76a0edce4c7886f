"""Triggers, responses and the Chain: what follows from what was done."""

from __future__ import annotations

from duelmat_engine import ops
from duelmat_engine.actions import (
    Action,
    Activate,
    Pass,
)
from duelmat_engine.chain import asked_seat, next_bucket, waiting_ref
from duelmat_engine.execute import answers, ask, executes
from duelmat_engine.machine import Machine
from duelmat_engine.state import replace
from duelmat_engine.steps.activation import begin_activation


@executes(ops.Aftermath)
def _aftermath(machine: Machine, op: ops.Aftermath) -> None:
    """One step: the next trigger, the next response, the next link to resolve, or done."""
    del op
    if machine.frame.bound.get("resolving"):
        if machine.chain:
            _resolve_top(machine)
            return
        machine.bind({"resolving": False})
    if machine.waiting:
        _ask_triggers(machine)
        return
    if machine.window is not None:
        seat = asked_seat(machine)
        if seat is not None:
            ask(
                machine,
                "window",
                seat=seat,
                optional=True,
                about=" ".join(dict.fromkeys(machine.window.to)),
                rules=machine.game.rules.chain.rules,
            )
            return
        machine.window = None
    if machine.chain:
        machine.bind({"resolving": True})
        return
    machine.done()


def _resolve_top(machine: Machine) -> None:
    link = machine.chain.pop()
    machine.push("resolve-link", {**link.bound, "seat": link.seat, "effect": link.effect})


def _ask_triggers(machine: Machine) -> None:
    seat, bucket, mandatory = next_bucket(machine)
    if mandatory and len(bucket) == 1:
        _activate_trigger(machine, bucket[0])
        return
    options = tuple(waiting_ref(machine, machine.waiting[i]) for i in bucket)
    effects = {machine.waiting[i].effect for i in bucket}
    rules = tuple(
        dict.fromkeys(r for name in effects for r in machine.game.rules.effects[name].rules)
    )
    ask(
        machine,
        "trigger",
        seat=seat,
        about=machine.waiting[bucket[0]].effect,
        optional=not mandatory,
        options=options,
        rules=rules,
    )


def _activate_trigger(machine: Machine, index: int) -> None:
    waiting = machine.waiting.pop(index)
    machine.push("trigger", dict(waiting.bound))


@answers(ops.Aftermath)
def _aftermath_answered(machine: Machine, op: ops.Aftermath, action: Action) -> None:
    del op
    decision = machine.before.decision
    assert decision is not None
    if decision.kind == "trigger":
        _, bucket, _ = next_bucket(machine)
        if isinstance(action, Pass):
            machine.waiting = [w for i, w in enumerate(machine.waiting) if i not in bucket]
            return
        assert isinstance(action, Activate)
        wanted = f"{action.effect} {action.card}"
        chosen = next(i for i in bucket if waiting_ref(machine, machine.waiting[i]) == wanted)
        _activate_trigger(machine, chosen)
        return
    window = machine.window
    assert window is not None
    if isinstance(action, Pass):
        count = (decision.seat - window.seat - 1) % len(machine.players) + 1
        machine.window = replace(window, passes=count)
        return
    assert isinstance(action, Activate)
    machine.origin = machine.before
    begin_activation(machine, action, decision.seat, "respond")
