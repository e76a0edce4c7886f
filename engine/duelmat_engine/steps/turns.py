"""Setup and turns: dealing, who goes first, phases, drawing, and duels that repeat themselves."""

from __future__ import annotations

from typing import Final

from duelmat_engine.actions import Name
from duelmat_engine.board.scope import SEAT, WHENCE, next_seat, still_in
from duelmat_engine.effects import procedures
from duelmat_engine.events import FirstChosen, PhaseBegan, PhaseSkipped
from duelmat_engine.names import NOBODY, SEATS, Seat, parse_seat, seat_letter, zone
from duelmat_engine.ruleset.tables import BACK
from duelmat_engine.running.execute import answers, ask, completes, executes
from duelmat_engine.running.machine import Machine
from duelmat_engine.running.repetition import situation
from duelmat_engine.state import Local, replace
from duelmat_engine.steps.moving import draw_cards
from duelmat_engine.steps.transitions import NEXT_PHASE, inserted_phase
from duelmat_message import say

CHOOSER: Final = Local("chooser", Seat, default=NOBODY)
"""The player who decides who goes first; nobody: chance."""
AFTER_DRAW: Final = Local("drawn", bool, default=False)
"""Whether the duel before in the match was a draw."""
NAMED: Final = Local("named", bool, default=False)
"""Whether an event has named the player who decides, in the first duel of a match."""


@completes(procedures.Deal)
def _deal(machine: Machine, op: procedures.Deal) -> None:
    for seat in SEATS[: len(machine.players)]:
        machine.shuffle(zone(seat, "pile"), op.rules)
        draw_cards(machine, seat, op.count, op.rules)


@executes(procedures.DecideFirst)
def _decide_first(machine: Machine, op: procedures.DecideFirst) -> None:
    letters = tuple(seat_letter(seat) for seat in still_in(machine))
    seat = machine.get(CHOOSER)
    chosen = op.draw_rules if machine.get(AFTER_DRAW) else op.loser_rules
    rules = op.rules if seat == NOBODY or machine.get(NAMED) else chosen
    ask(machine, "first", seat=seat, options=letters, rules=rules)


@answers(procedures.DecideFirst)
def _first_decided(machine: Machine, op: procedures.DecideFirst, action: Name) -> None:
    machine.done()
    machine.turn_seat = parse_seat(action.value)
    rules = (*machine.answered.rules, *op.start_rules)
    machine.emit(FirstChosen(seat=machine.turn_seat, rules=rules))


@completes(procedures.BeginTurn)
def _begin_turn(machine: Machine, _op: procedures.BeginTurn) -> None:
    machine.turn += 1
    machine.turn_counters = {}
    machine.bind(NEXT_PHASE("") | SEAT(machine.turn_seat))
    rules = machine.game.rules.citations.repetition
    seats = SEATS[: len(machine.players)]
    if not rules or not machine.closed or any(machine.at(zone(s, "pile")) for s in seats):
        return
    now = situation(machine)
    if now in machine.seen:
        machine.end(None, say("the duel only repeats itself"), rules)
    machine.seen = (*machine.seen, now)


@executes(procedures.Phases)
def _phases(machine: Machine, _op: procedures.Phases) -> None:
    seat = machine.turn_seat
    begins = machine.players[seat].marks.get("begins")
    name = machine.get(NEXT_PHASE) or str(begins or machine.game.rules.phases[0].name)
    if name == "end":
        machine.done()
        return
    if name == BACK:
        name = machine.get(WHENCE)
    phase = machine.game.rules.phase(name)
    inserted = inserted_phase(machine.frames[-1].bound, phase.name)
    machine.bind({NEXT_PHASE.name: phase.then, **inserted})
    skip = phase.skipped_on_first_turn
    if skip and machine.turn == 1 and machine.game.is_on(skip[0]):
        machine.emit(PhaseSkipped(phase=phase.name, seat=seat, rules=skip))
        return
    machine.phase = phase.name
    rules = phase.rules if machine.turn != 2 else phase.rules + phase.second_turn
    machine.emit(PhaseBegan(phase=phase.name, turn=machine.turn, seat=seat, rules=rules))
    machine.push(phase.block, {SEAT.name: seat})


@completes(procedures.DrawForTurn)
def _draw_for_turn(machine: Machine, op: procedures.DrawForTurn) -> None:
    reading = op.empty_reading
    loses = reading and machine.game.reads(reading) == "lose"
    draw_cards(machine, machine.turn_seat, 1, op.rules, losing=(reading,) if loses else ())


@executes(procedures.EndTurn)
def _end_turn(machine: Machine, _op: procedures.EndTurn) -> None:
    machine.turn_seat = next_seat(machine, machine.turn_seat)
    machine.frames[-1] = replace(machine.frames[-1], step=0, bound={})
