"""Phases that a turn has only when an effect orders them.

Where an effect sends the turn aside immediately, the frame that goes through the phases remembers
under "back" whence; the phase aside leads back there.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from duelmat_engine.effects import ops, procedures
from duelmat_engine.events import PhaseOrdered
from duelmat_engine.names import seat_letter
from duelmat_engine.running.execute import executes
from duelmat_engine.running.machine import Machine
from duelmat_engine.state import Duel, Frame, Value, replace

BACK = "back"
"""The exit of a phase that an effect sent the turn aside to."""
PARAMETER = "parameter."


@executes(ops.OrderPhase)
def _order_phase(machine: Machine, op: ops.OrderPhase) -> None:
    machine.done()
    seat = machine.turn_seat
    machine.turn_counters[f"{seat_letter(seat)}.order-{op.phase}"] = 1
    machine.emit(PhaseOrdered(phase=op.phase, seat=seat, rules=op.rules))
    index = phases_frame(machine.game.blocks, machine.frames)
    if op.at_once and index is not None:
        told: dict[str, Value] = {
            "next": op.phase,
            BACK: machine.phase,
            "inserted": True,
            "allows": " ".join(op.allows),
            "plays": op.plays,
        }
        told |= {f"{PARAMETER}{name}": value for name, value in op.parameters.items()}
        frame = machine.frames[index]
        machine.frames[index] = replace(frame, bound={**frame.bound, **told})


def phases_frame(blocks: Mapping[str, ops.Block], frames: Sequence[Frame]) -> int | None:
    """Where the frame lies that goes through the phases."""
    for index in range(len(frames) - 1, -1, -1):
        block = blocks[frames[index].block]
        step = frames[index].step
        if step < len(block) and isinstance(block[step], procedures.Phases):
            return index
    return None


def phases_bound(machine: Machine) -> Mapping[str, Value]:
    """What the frame that goes through the phases remembers."""
    index = phases_frame(machine.game.blocks, machine.frames)
    return {} if index is None else machine.frames[index].bound


def count_play(machine: Machine) -> None:
    """Count a play in a phase that ends by itself after so many."""
    index = phases_frame(machine.game.blocks, machine.frames)
    if index is None:
        return
    frame = machine.frames[index]
    left = frame.bound.get("plays")
    if machine.phase == frame.bound.get("now") and isinstance(left, int) and left > 0:
        bound = {**frame.bound, "plays": left - 1, "spent": left == 1}
        machine.frames[index] = replace(frame, bound=bound)


def inserted_phase(bound: Mapping[str, Value], phase: str) -> dict[str, Value]:
    """What the frame of the phases notes as a phase begins: whether it is one aside."""
    if bound.get("inserted"):
        return {"inserted": False, "now": phase}
    if bound.get("now"):
        return {"now": "", "plays": 0, "spent": False}
    return {}


def whence(bound: dict[str, Value]) -> str:
    """The phase to which a phase aside leads back."""
    return str(bound.get(BACK) or "")


def allowed_aside(duel: Duel) -> tuple[str, ...] | None:
    """The ways that the effect which sent the turn aside allows; None: it is not aside."""
    for frame in reversed(duel.frames):
        if frame.bound.get("now") == duel.phase:
            return tuple(str(frame.bound.get("allows", "")).split())
    return None
