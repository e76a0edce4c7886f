"""Passes that nobody chooses: where a duel runs through forced answers, none is asked for."""

from __future__ import annotations

from duelmat_engine.actions import Pass
from duelmat_engine.judging.listing import known_moves
from duelmat_engine.names import Seat
from duelmat_engine.running.machine import Machine
from duelmat_engine.state import Decision, DecisionKind


def can_only_pass(machine: Machine, seat: Seat, kind: DecisionKind) -> bool:
    """Whether a pass is all that a player could answer; if not, the answers are noted."""
    machine.decision = decision = Decision(seat, kind)
    found = known_moves(machine, machine.game, decision)
    machine.decision = None
    if len(found) == 1 and type(found[0]) is Pass:
        return True
    machine.listed = found
    return False
