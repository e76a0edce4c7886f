"""Marks on cards and players, positions that effects change, and things that are no cards."""

from __future__ import annotations

from duelmat_engine.actions import Name
from duelmat_engine.board.scope import find, seats_of
from duelmat_engine.effects import ops, procedures
from duelmat_engine.events import Declared, Marked, PlayerMarked, Resolved
from duelmat_engine.names import Seat, card_key, zone
from duelmat_engine.running.execute import answers, ask, executes, pieces_of
from duelmat_engine.running.machine import Machine
from duelmat_engine.state import Piece, replace


@executes(ops.Mark)
def _mark(machine: Machine, op: ops.Mark) -> None:
    targets = pieces_of(machine, op.cards)
    machine.done()
    status = machine.game.rules.in_play.statuses.get(op.name)
    rules = op.rules if status is None else (*op.rules, *status.rules)
    for target in targets:
        _set_mark(machine, target, op.name, op.value, rules)


@executes(ops.Unmark)
def _unmark(machine: Machine, op: ops.Unmark) -> None:
    targets = pieces_of(machine, op.cards)
    machine.done()
    for target in targets:
        _set_mark(machine, target, op.name, None, op.rules)


def _set_mark(
    machine: Machine, target: Piece, name: str, value: int | str | None, rules: tuple[str, ...]
) -> None:
    found = find(machine, target)
    if found is None or found[1].marks.get(name) == value:
        return
    place, piece = found
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


@executes(procedures.DrawIfAllMarked)
def _draw_if_all_marked(machine: Machine, op: procedures.DrawIfAllMarked) -> None:
    machine.done()
    if all(player.marks.get(op.name) for player in machine.players if not player.lost):
        machine.end(None, op.reason, op.rules)


# Things that are no cards


@executes(procedures.CallUp)
def _call_up(machine: Machine, op: procedures.CallUp) -> None:
    for index in range(len(machine.players)):
        seat = Seat(index)
        if not machine.at(zone(seat, op.to)):
            options = tuple(
                code for code, card in machine.game.rules.cards.items() if op.kind in card.kinds
            )
            ask(machine, "name", seat=seat, about=op.kind, options=options, rules=op.rules)
            return
    machine.done()


@answers(procedures.CallUp)
def _called_up(machine: Machine, op: procedures.CallUp, action: Name) -> None:
    assert machine.before.decision is not None
    seat = machine.before.decision.seat
    lay_object(machine, seat, action.value, op.to)
    machine.emit(Declared(seat=seat, what=op.kind, value=action.value, rules=op.rules))


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


@executes(procedures.ApplyStart)
def _apply_start(machine: Machine, op: procedures.ApplyStart) -> None:
    machine.done()
    players = len(machine.players)
    seats = [Seat((machine.turn_seat + index) % players) for index in range(players)]
    frames = [
        (name, seat, piece)
        for seat in seats
        for kind in op.zones
        for piece in machine.at(zone(seat, kind))
        if piece.key is not None
        for name in machine.game.rules.card(piece.key).effects
        if machine.game.rules.effects[name].use == "start"
    ]
    for name, seat, piece in reversed(frames):
        machine.push(f"{name}/resolve", {"seat": seat, "self": (piece,), "effect": name})
    for name, seat, piece in frames:
        rules = (*op.rules, *machine.game.rules.effects[name].rules)
        machine.emit(Resolved(seat=seat, piece=piece, effect=name, carried_out=True, rules=rules))
