"""Steps of the classic game: responses at the end of a phase, and monsters that are given back."""

from __future__ import annotations

from duelmat_engine.board.scope import free_zones, is_on_field
from duelmat_engine.effects.ops import Citing, Procedure
from duelmat_engine.names import Seat, ZoneName, zone, zone_seat
from duelmat_engine.running.execute import executes
from duelmat_engine.running.machine import Machine
from duelmat_engine.state import replace, without
from duelmat_engine.steps.resolve_chain import ANSWERED
from duelmat_engine.steps.transitions import go_to_phase


class OpenWindow(Procedure, frozen=True, kw_only=True):
    """Let players respond to the course of the turn."""

    to: str
    turn_player_first: bool = False


@executes(OpenWindow)
def _open_window(machine: Machine, op: OpenWindow) -> None:
    machine.done()
    machine.bind(ANSWERED(False))
    behind = len(machine.players) - 1 if op.turn_player_first else 0
    seat = Seat((machine.turn_seat + behind) % len(machine.players))
    machine.open_window(op.to, (), seat)


class Linger(Procedure, frozen=True):
    """Begin the phase's block again if somebody has answered its end."""


@executes(Linger)
def _linger(machine: Machine, _op: Linger) -> None:
    if not machine.get(ANSWERED):
        machine.done()
        return
    frame = machine.frame
    machine.frames[-1] = replace(frame, step=0, bound=without(frame.bound, ANSWERED))
    go_to_phase(machine, machine.game.rules.phase(machine.phase).then)


class GiveBack(Procedure, Citing, frozen=True, kw_only=True):
    """Monsters taken over for this turn return; without room they go to the Graveyard."""


@executes(GiveBack)
def _give_back(machine: Machine, op: GiveBack) -> None:
    machine.done()
    field = [at for at in machine.zones.items() if is_on_field(machine.game, at[0])]
    lent = [(name, p) for name, pieces in field for p in pieces if "back" in p.marks]
    for name, piece in lent:
        home = zone_seat(str(piece.marks["back"]))
        free = free_zones(machine, machine.game, home, "m")
        marks = {key: value for key, value in piece.marks.items() if key != "back"}
        was = ZoneName(str(piece.marks["back"]))
        if free:
            to = was if was in free else free[0]
            machine.hand_over(name, piece, to, rules=op.rules, marks=marks)
        else:
            machine.move(piece, zone(piece.owner, "grave"), cause="rule", rules=op.rules)
