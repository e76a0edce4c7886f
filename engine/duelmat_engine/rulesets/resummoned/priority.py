"""Priority: players act in turn, clockwise, until all have passed in succession.

Whoever has acted keeps priority. What happens by itself after an action (state_actions.py) comes
before anybody is asked again. When all have passed and there is a Chain, its top effect resolves
and priority goes back to the turn player; when there is none, the phase or step is over.

In steps/resolve_chain.py an act opens a window, and those are asked who could respond to it. Here
everybody is asked, and may do whatever is open in the phase: the two courses share no step.

Who has it stands in the frame, and who has passed since the last action.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, Final

from duelmat_engine.actions import Action, Activate, Pass
from duelmat_engine.board.scope import next_seat, still_in
from duelmat_engine.chains.chain import answer_refs
from duelmat_engine.effects.procedures import OpenPlay
from duelmat_engine.effects.texts import RuleName
from duelmat_engine.events import Passed
from duelmat_engine.names import NOBODY, Seat, seat_letter
from duelmat_engine.notation import SECTIONS, Section
from duelmat_engine.rulesets.resummoned import state_actions
from duelmat_engine.running.execute import answers, ask, executes
from duelmat_engine.running.machine import Machine
from duelmat_engine.state import Local
from duelmat_engine.steps.open_play import begin_play
from duelmat_engine.steps.resolve_chain import can_only_pass

PASSED: Final = Local("passed", tuple[Seat, ...], default=())
"""The players who have passed since the last action."""
NONE_PASSED: Final = PASSED(())


def _round(bound: Mapping[str, Any], turn_seat: Seat) -> Iterable[str]:
    """Return who has priority and who has passed, unless all is as a phase begins."""
    holder, passed = state_actions.HOLDER.of(bound), PASSED.of(bound)
    begins = not passed and holder in (NOBODY, turn_seat)
    return () if begins else map(seat_letter, (holder, *passed))


SECTIONS["priority"] = Section(
    _round,
    lambda cursor, player: (
        state_actions.HOLDER(cursor.then(player)) | PASSED(tuple(cursor.row(player)))
    ),
)


class Priority(OpenPlay, frozen=True, kw_only=True):
    """Hand priority round until all have passed in succession with an empty Chain."""

    about: str = ""
    """The step of a battle that this is; empty: the phase."""
    rules: tuple[RuleName, ...] = ()


@executes(Priority)
def _priority(machine: Machine, op: Priority) -> None:
    """One step: the next thing that happens by itself, the next player to ask, or done."""
    if not op.about and machine.window is not None and "attack" in machine.window.to:
        machine.window = None  # its battle is over
    if state_actions.next_state_action(machine):
        return
    passed = machine.get(PASSED)
    if passed and all(map(passed.__contains__, still_in(machine))):
        again = NONE_PASSED | state_actions.HOLDER(machine.turn_seat)
        if machine.chain:
            machine.bind(again | state_actions.RESOLVE(True))
            return
        machine.bind(again | state_actions.ACTED(()))
        state_actions.forget(machine)
        machine.done()
        return
    holder = state_actions.holder_of(machine)
    if machine.through_passes and can_only_pass(machine, holder, "open"):
        _pass(machine, op, holder)
        return
    phase = machine.game.rules.phase(machine.phase)
    rules = (*op.rules, *phase.rules) if not op.about else op.rules
    ask(machine, "open", seat=holder, about=op.about or machine.phase, rules=rules)


@answers(Priority)
def _acted(machine: Machine, op: Priority, action: Action) -> None:
    decision = machine.answered
    if decision.kind == "trigger":
        assert isinstance(action, Activate)
        state_actions.activate_pending(machine, answer_refs(machine, machine.game, action))
        return
    if type(action) is Pass:
        _pass(machine, op, decision.seat)
        return
    machine.bind(NONE_PASSED | state_actions.HOLDER(decision.seat))
    machine.seen = ()
    state_actions.forget(machine)
    begin_play(machine, action, decision.seat)


def _pass(machine: Machine, op: Priority, seat: Seat) -> None:
    after = next_seat(machine, seat)
    passed = (*machine.get(PASSED), seat)
    machine.bind({PASSED.name: passed, state_actions.HOLDER.name: after})
    machine.emit(Passed(seat=seat, priority=after, rules=op.rules))
