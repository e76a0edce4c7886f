"""Phases that a turn has only when an effect orders them.

Where an effect inserts a phase immediately, the frame that goes through the phases remembers
whence; the inserted phase leads back there.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from duelmat_engine.board.scope import SEAT, WHENCE
from duelmat_engine.effects import ops, procedures
from duelmat_engine.events import PhaseOrdered
from duelmat_engine.names import Seat, seat_letter
from duelmat_engine.ruleset.game import Game
from duelmat_engine.ruleset.tables import BACK
from duelmat_engine.running.execute import completes
from duelmat_engine.running.leaving import frame_at
from duelmat_engine.running.machine import Machine
from duelmat_engine.state import Frame, Local, Value, World

NEXT_PHASE: Final = Local("next", str, default="", names="phase")
"""The phase that follows; empty: the one in which a turn begins."""
INSERTED: Final = Local("inserted", bool, default=False)
"""Whether the next phase begins immediately, as an effect has ordered, and has not begun."""
NOW: Final = Local("now", str, default="", names="phase")
"""The inserted phase in which the turn is; empty: in none."""
ALLOWS: Final = Local("allows", str, default="")
"""The moves that are open in the inserted phase, with spaces between them."""
PLAYS: Final = Local("plays", int, default=0)
"""After how many more plays the inserted phase is over; 0: when its player ends it."""


@completes(ops.OrderPhase)
def _order_phase(machine: Machine, op: ops.OrderPhase) -> None:
    seat = machine.turn_seat
    machine.turn_counters[f"{seat_letter(seat)}.order-{op.phase}"] = 1
    machine.emit(PhaseOrdered(phase=op.phase, seat=seat, rules=op.rules))
    if op.immediately:
        bound = WHENCE(machine.phase) | ALLOWS(" ".join(op.allows)) | PLAYS(op.plays)
        bound |= {f"parameter.{name}": value for name, value in op.parameters.items()}
        _tell_phases(machine, NEXT_PHASE(op.phase) | INSERTED(True) | bound)


def go_to_phase(machine: Machine, phase: str) -> None:
    """Tell the frame that goes through the phases which one follows."""
    _tell_phases(machine, NEXT_PHASE(phase))


def _tell_phases(machine: Machine, bound: dict[str, Value]) -> None:
    index = frame_at(machine, procedures.Phases)
    if index is not None:
        machine.bind(bound, index)


def turn_frames(game: Game, phase: str, seat: Seat) -> tuple[Frame, Frame, Frame]:
    """The frames of a turn at the beginning of a phase: the duel's, the turn's, the phase's."""
    steps, found = game.blocks["turn"], game.rules.phase(phase)
    step = next(i for i, op in enumerate(steps) if isinstance(op, procedures.Phases))
    return (
        Frame("duel", len(game.blocks["duel"])),
        Frame("turn", step, NEXT_PHASE(found.then) | SEAT(seat)),
        Frame(found.block, 0, SEAT(seat)),
    )


def phases_bound(machine: Machine) -> Mapping[str, Value]:
    """Return what is bound in the frame of the phases, if there is one."""
    index = frame_at(machine, procedures.Phases)
    return {} if index is None else machine.frames[index].bound


def count_play(machine: Machine) -> None:
    """Count a play in a phase that ends by itself after so many."""
    bound = phases_bound(machine)
    left = PLAYS.of(bound)
    if machine.phase == NOW.of(bound) and left > 0:
        _tell_phases(machine, PLAYS(left - 1))
        if left == 1:
            _tell_phases(machine, NEXT_PHASE(BACK) | INSERTED(True))


def inserted_phase(bound: Mapping[str, Value], phase: str) -> dict[str, Value]:
    """Return what the phases' frame notes as a phase begins: whether it is an inserted one."""
    if INSERTED.of(bound) and NEXT_PHASE.of(bound) != BACK:
        return INSERTED(False) | NOW(phase)
    if NOW.of(bound):
        return INSERTED(False) | NOW("") | PLAYS(0)
    return {}


def allowed_inserted(duel: World) -> tuple[str, ...] | None:
    """The moves that the effect which inserted the phase allows; None: it is no inserted phase."""
    for frame in reversed(duel.frames):
        if NOW.of(frame.bound) == duel.phase:
            return tuple(ALLOWS.of(frame.bound).split())
    return None
