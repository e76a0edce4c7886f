"""Carrying out operations one at a time, until a decision has to be made.

`EXECUTE` says what each operation does when its turn comes; `ANSWER` what it does with the answer
to the decision that it left behind (but a card that has to be shown, whichever asks for it, is
answered in steps/moving.py); `NAMES` which names could answer that but for a rule, and
for which, where they are more than it offers. The modules of `steps` fill them, and rulesets that
have steps of their own.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, TypeVar

from duelmat_engine.board.evaluate import pieces_meant
from duelmat_engine.board.scope import EFFECT, acting_seat
from duelmat_engine.effects import ops
from duelmat_engine.effects.terms import Bound, Cards
from duelmat_engine.names import Seat
from duelmat_engine.ruleset.game import Game
from duelmat_engine.running.arrivals import arrange
from duelmat_engine.running.leaving import leave
from duelmat_engine.running.lending import has_lent, settle_lent
from duelmat_engine.running.losing import check_life
from duelmat_engine.running.machine import Machine
from duelmat_engine.state import Decision, DecisionKind, Duel, Piece
from duelmat_engine.verdict import Cited

Execute = Callable[[Machine, Any], None]
Answer = Callable[[Machine, Any, Any], None]
Names = Callable[[Duel, Game, Any], Iterable[tuple[str, Cited]]]

EXECUTE: dict[type[ops.Op], Execute] = {}
ANSWER: dict[type[ops.Op], Answer] = {}
NAMES: dict[type[ops.Op], Names] = {}
COMPLETE: set[type[ops.Op]] = set()
"""The operations that are done in one step."""

Noted = TypeVar("Noted")


def _notes(table: dict[type[ops.Op], Noted]) -> Callable[[type[ops.Op]], Callable[[Noted], Noted]]:
    """Return the decorator that notes a function in a table, by its kind of operation."""

    def of_kind(kind: type[ops.Op]) -> Callable[[Noted], Noted]:
        def note(function: Noted) -> Noted:
            table[kind] = function
            return function

        return note

    return of_kind


def completes(kind: type[ops.Op]) -> Callable[[Execute], Execute]:
    """Return `executes` for an operation that asks nothing: the frame has gone on from it when
    the function begins.
    """
    COMPLETE.add(kind)
    return executes(kind)


executes = _notes(EXECUTE)
answers = _notes(ANSWER)
names = _notes(NAMES)


def run(machine: Machine) -> None:
    """Carry out operations until a decision has to be made or the duel is over."""
    blocks, frames = machine.game.blocks, machine.frames
    if machine.game.lenders:
        machine.lent = machine.lent or has_lent(machine)
    while machine.decision is None and machine.outcome is None and frames:
        if machine.dying and check_life(machine):
            break
        if machine.leaving:
            leave(machine)
            continue
        if machine.due:
            due, machine.due = machine.due, []
            for name, bound in reversed(due):
                machine.push(name, bound)
        if machine.lent and machine.zones is not machine.settled:
            settle_lent(machine)
        if machine.arrivals:
            arrange(machine)
        if machine.urgent:
            machine.interrupt()
            continue
        frame = frames[-1]
        block = blocks[frame.block]
        if frame.step >= len(block):
            machine.pop()
            continue
        op = block[frame.step]
        kind = type(op)
        machine.begin_step()
        if kind in COMPLETE:
            machine.done()
        EXECUTE[kind](machine, op)


def ask(
    machine: Machine,
    kind: DecisionKind,
    *,
    rules: tuple[str, ...],
    seat: Seat | None = None,
    about: str = "",
    optional: bool = False,
    options: tuple[str, ...] = (),
    low: int = 0,
    high: int = 0,
    multiple: int = 1,
) -> None:
    """Have a player answer; unless told otherwise the one whose effect it is, about the effect."""
    machine.decision = Decision(
        acting_seat(machine) if seat is None else seat,
        kind,
        about or machine.get(EFFECT) or machine.frames[-1].block,
        rules,
        optional,
        options,
        low,
        high,
        multiple,
        cancel=machine.origin is not None,
    )


def pieces_of(machine: Machine, cards: Cards | Bound) -> list[Piece]:
    return [*pieces_meant(machine.scope(), cards)]
