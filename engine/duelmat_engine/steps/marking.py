"""Marks on cards and players, positions that effects change, and things that are no cards."""

from __future__ import annotations

from duelmat_engine.board.scope import seats_of
from duelmat_engine.effects import ops
from duelmat_engine.events import Declared, Marked, PlayerMarked, RightGranted
from duelmat_engine.names import Seat, card_key, zone
from duelmat_engine.running.execute import executes, pieces_of
from duelmat_engine.running.machine import Machine
from duelmat_engine.state import Piece, replace


@executes(ops.Mark)
def _mark(machine: Machine, op: ops.Mark) -> None:
    targets = pieces_of(machine, op.cards)
    machine.done()
    status = machine.game.rules.in_play.statuses.get(op.name)
    rules = op.rules if status is None else (*op.rules, *status.rules)
    _set_marks(machine, targets, op.name, op.value, rules)


@executes(ops.Unmark)
def _unmark(machine: Machine, op: ops.Unmark) -> None:
    targets = pieces_of(machine, op.cards)
    machine.done()
    _set_marks(machine, targets, op.name, None, op.rules)


def _set_marks(
    machine: Machine,
    targets: list[Piece],
    name: str,
    value: int | str | None,
    rules: tuple[str, ...],
) -> None:
    for place, piece in machine.lying(targets):
        if piece.marks.get(name) == value:
            continue
        marks = {**piece.marks, name: value} if value is not None else dict(piece.marks)
        if value is None:
            marks.pop(name)
        after = machine.change(place, piece, marks=marks)
        machine.emit(Marked(piece=piece, after=after, place=place, name=name, rules=rules))


@executes(ops.MarkPlayer)
def _mark_player(machine: Machine, op: ops.MarkPlayer) -> None:
    seats = seats_of(machine.scope(), op.whose)
    machine.done()
    for seat in seats:
        player = machine.players[seat]
        marks = {name: value for name, value in player.marks.items() if name != op.name}
        if op.value:
            marks[op.name] = op.value
        machine.players[seat] = replace(player, marks=marks)
        machine.emit(PlayerMarked(seat=seat, name=op.name, value=op.value, rules=op.rules))


@executes(ops.Grant)
def _grant(machine: Machine, op: ops.Grant) -> None:
    machine.done()
    machine.count(machine.seat, op.name, op.count)
    machine.emit(RightGranted(seat=machine.seat, name=op.name, count=op.count, rules=op.rules))


# Things that are no cards


def lay_object(machine: Machine, seat: Seat, code: str, kind: str) -> None:
    """A thing that is no card, or a copy of one, comes to a zone; everybody knows it."""
    key = card_key(seat, code)
    piece = Piece(machine.new_oid(), seat, key, shown=True, arrived=machine.turn)
    machine.put(zone(seat, kind), piece, bottom=True)


@executes(ops.CopyThings)
def _copy_things(machine: Machine, op: ops.CopyThings) -> None:
    targets = pieces_of(machine, op.cards)
    machine.done()
    name = zone(machine.seat, op.to)
    for target in targets:
        if target.code is not None and all(p.code != target.code for p in machine.at(name)):
            lay_object(machine, machine.seat, target.code, op.to)
            machine.emit(
                Declared(seat=machine.seat, what="copy", value=target.code, rules=op.rules)
            )
