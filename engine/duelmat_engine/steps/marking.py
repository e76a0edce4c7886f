"""Marks on cards and players, rights that are granted, and things that are no cards."""

from __future__ import annotations

from duelmat_engine.board.scope import seats_of
from duelmat_engine.effects import ops
from duelmat_engine.events import Declared, Marked, PlayerMarked, RightGranted
from duelmat_engine.names import Seat, card_key, zone
from duelmat_engine.running.execute import completes, pieces_of
from duelmat_engine.running.machine import Machine
from duelmat_engine.state import Piece, replace


@completes(ops.Mark)
def _mark(machine: Machine, op: ops.Mark) -> None:
    status = machine.game.rules.in_play.statuses.get(op.name)
    rules = op.rules if status is None else (*op.rules, *status.rules)
    _set_marks(machine, op, op.value, rules)


@completes(ops.Unmark)
def _unmark(machine: Machine, op: ops.Unmark) -> None:
    _set_marks(machine, op, None, op.rules)


def _set_marks(
    machine: Machine, op: ops.Mark | ops.Unmark, value: int | str | None, rules: tuple[str, ...]
) -> None:
    name = op.name
    for place, piece in machine.lying(pieces_of(machine, op.cards)):
        if piece.marks.get(name) == value:
            continue
        others = {other: mark for other, mark in piece.marks.items() if other != name}
        marks = others if value is None else {**piece.marks, name: value}
        after = machine.change(place, piece, marks=marks)
        machine.emit(Marked(piece=piece, after=after, place=place, name=name, rules=rules))


@completes(ops.MarkPlayer)
def _mark_player(machine: Machine, op: ops.MarkPlayer) -> None:
    for seat in seats_of(machine.scope(), op.whose):
        player = machine.players[seat]
        marks = {name: value for name, value in player.marks.items() if name != op.name}
        if op.value:
            marks[op.name] = op.value
        machine.players[seat] = replace(player, marks=marks)
        machine.emit(PlayerMarked(seat=seat, name=op.name, value=op.value, rules=op.rules))


@completes(ops.Grant)
def _grant(machine: Machine, op: ops.Grant) -> None:
    machine.count(machine.seat, op.name, op.count)
    machine.emit(RightGranted(seat=machine.seat, name=op.name, count=op.count, rules=op.rules))


# Things that are no cards


def lay_object(machine: Machine, seat: Seat, code: str, kind: str) -> None:
    """A thing that is no card, or a copy of one, comes to a zone; everybody knows it."""
    key = card_key(seat, code)
    piece = Piece(machine.new_oid(), seat, key, shown=True, arrived=machine.turn)
    machine.put(zone(seat, kind), piece, bottom=True)


@completes(ops.CopyThings)
def _copy_things(machine: Machine, op: ops.CopyThings) -> None:
    name = zone(machine.seat, op.to)
    for target in pieces_of(machine, op.cards):
        if target.code is not None and all(p.code != target.code for p in machine.at(name)):
            lay_object(machine, machine.seat, target.code, op.to)
            machine.emit(
                Declared(seat=machine.seat, what="copy", value=target.code, rules=op.rules)
            )
