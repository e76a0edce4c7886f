"""Battles in steps: whether there is still something to battle with, and flipping the fighters."""

from __future__ import annotations

from collections.abc import Iterator

from duelmat_engine.actions import Action, Name, Reveal
from duelmat_engine.board.scope import find, row_zones, still_in
from duelmat_engine.effects import procedures
from duelmat_engine.events import AttackEnded, Declared
from duelmat_engine.names import Seat, ZoneName, parse_seat, zone, zone_kind, zone_seat
from duelmat_engine.running.execute import answers, ask, executes
from duelmat_engine.running.machine import Machine
from duelmat_engine.state import Piece
from duelmat_engine.steps.field import flip_up
from duelmat_engine.steps.moving import asks_to_show, show


@executes(procedures.MeetBattle)
def _meet_battle(machine: Machine, op: procedures.MeetBattle) -> None:
    attacker = machine.scope().pieces("self")[0]
    if not _can_attack(machine, attacker):
        _leave(machine, attacker, "the attacker cannot battle any longer", op.rules)
        return
    if is_valid(machine):
        machine.done()
        return
    others = tuple(defenders(machine))
    if not others:
        _leave(machine, attacker, "there is nothing left to battle with", op.again_rules)
        return
    ask(machine, "name", options=others, optional=True, rules=op.again_rules)


def _can_attack(machine: Machine, attacker: Piece) -> bool:
    found = find(machine, attacker)
    return (
        found is not None
        and zone_kind(found[0]) == "m"
        and zone_seat(found[0]) == machine.turn_seat
        and found[1].upright
    )


def is_valid(machine: Machine) -> bool:
    """Whether the defender can still be battled."""
    aim = machine.scope().pieces("target")
    if aim:
        found = find(machine, aim[0])
        return (
            found is not None
            and zone_kind(found[0]) == "m"
            and zone_seat(found[0]) != machine.turn_seat
        )
    return defender_of(machine) in open_players(machine)


def defender_of(machine: Machine) -> Seat:
    seat = machine.frame.bound.get("defender", 0)
    return Seat(seat) if isinstance(seat, int) else machine.turn_seat


def open_players(machine: Machine) -> list[Seat]:
    """The opponents who have no monster and can be attacked themselves."""
    return [
        seat
        for seat in still_in(machine)
        if seat != machine.turn_seat
        and not any(machine.at(name) for name in row_zones(machine, machine.game, seat, "m"))
    ]


def defenders(machine: Machine) -> Iterator[str]:
    """Every monster and player that could be battled: monsters by zone, players by pile."""
    for seat in still_in(machine):
        if seat != machine.turn_seat:
            yield from (n for n in row_zones(machine, machine.game, seat, "m") if machine.at(n))
    yield from (zone(seat, "pile") for seat in open_players(machine))


@answers(procedures.MeetBattle)
def _defender_chosen(machine: Machine, op: procedures.MeetBattle, action: Action) -> None:
    if not isinstance(action, Name):
        attacker = machine.scope().pieces("self")[0]
        _leave(machine, attacker, "no other defender was chosen", op.again_rules)
        return
    name = ZoneName(action.value)
    is_player = zone_kind(name) == "pile"
    aim = () if is_player else (machine.at(name)[0],)
    machine.bind(
        {
            "target": aim,
            "at": "" if is_player else name,
            "defender": parse_seat(name[0]),
        }
    )
    machine.emit(
        Declared(seat=machine.turn_seat, what="defender", value=name, rules=op.again_rules)
    )


def _leave(machine: Machine, piece: Piece, reason: str, rules: tuple[str, ...]) -> None:
    """There is no battle: the attack is spent."""
    machine.emit(AttackEnded(piece=piece, reason=reason, rules=rules))
    machine.pop()


@executes(procedures.FlipFighters)
def _flip_fighters(machine: Machine, op: procedures.FlipFighters) -> None:
    scope = machine.scope()
    fighters = [*scope.pieces("self")[:1], *scope.pieces("target")[:1]]
    hidden = [p for p in fighters if (found := find(machine, p)) and not found[1].face_up]
    if asks_to_show(machine, hidden, op.rules):
        return
    machine.done()
    for piece in hidden:
        found = find(machine, piece)
        assert found is not None
        flip_up(machine, *found, "attack", op.rules)


@answers(procedures.FlipFighters)
def _fighter_shown(machine: Machine, op: procedures.FlipFighters, action: Reveal) -> None:
    assert machine.before.decision is not None
    name = ZoneName(machine.before.decision.options[0])
    show(machine, name, machine.at(name)[0], action.shown, op.rules)
