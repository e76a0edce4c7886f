"""Attack and battle: declaration, meeting, damage calculation, destruction."""

from __future__ import annotations

from duelmat_engine import ops
from duelmat_engine.actions import (
    Reveal,
)
from duelmat_engine.evaluate import (
    controller,
    find,
)
from duelmat_engine.events import (
    AttackDeclared,
    AttackEnded,
    Battled,
    Turned,
)
from duelmat_engine.execute import answers, executes
from duelmat_engine.machine import Machine
from duelmat_engine.names import (
    Seat,
    ZoneName,
)
from duelmat_engine.ruleset import BattleRow
from duelmat_engine.state import Piece
from duelmat_engine.steps.moving import asks_to_show, show


@executes(ops.DeclareAttack)
def _declare_attack(machine: Machine, op: ops.DeclareAttack) -> None:
    machine.origin = None
    piece = machine.scope().pieces("self")[0]
    found = find(machine, piece)
    assert found is not None
    name, current = found
    target = str(machine.frame.bound["at"])
    after = machine.change(name, current, attacked=machine.turn)
    machine.done()
    machine.bind({"self": (after,)})
    machine.open_window("attack", (after,), machine.seat)
    machine.emit(
        AttackDeclared(
            piece=after,
            place=name,
            target=ZoneName(target) if target else None,
            by=machine.seat,
            rules=op.rules,
        )
    )


@executes(ops.MeetAttack)
def _meet_attack(machine: Machine, op: ops.MeetAttack) -> None:
    scope = machine.scope()
    attacker = find(machine, scope.pieces("self")[0])
    aim = scope.pieces("target")
    if attacker is None or not attacker[1].upright or not attacker[1].face_up:
        _end_attack(machine, scope.pieces("self")[0], "the attacker is gone", op.rules)
        return
    if not aim:
        machine.done()
        return
    target = find(machine, aim[0])
    if target is None:
        _end_attack(machine, attacker[1], "the target is gone", op.rules)
        return
    name, piece = target
    if asks_to_show(machine, (piece,), op.flip_rules):
        return
    piece = machine.at(name)[0]
    machine.done()
    if not piece.face_up:
        after = machine.change(name, piece, face_up=True, upright=False, stamp=machine.new_oid())
        machine.emit(
            Turned(piece=piece, after=after, place=name, cause="attack", rules=op.flip_rules)
        )


@answers(ops.MeetAttack)
def _met(machine: Machine, op: ops.MeetAttack, action: Reveal) -> None:
    found = find(machine, machine.scope().pieces("target")[0])
    assert found is not None
    show(machine, *found, action.shown, op.flip_rules)


def _end_attack(machine: Machine, piece: Piece, reason: str, rules: tuple[str, ...]) -> None:
    """Leave the attack's block: there is no battle."""
    machine.emit(AttackEnded(piece=piece, reason=reason, rules=rules))
    machine.pop()


@executes(ops.Battle)
def _battle(machine: Machine, op: ops.Battle) -> None:
    del op
    scope = machine.scope()
    table = machine.game.rules.battle
    machine.done()
    found = find(machine, scope.pieces("self")[0])
    assert found is not None
    attacker = found[1]
    attack = _value(machine, attacker, table.attack_trait)
    aim = scope.pieces("target")
    values = table.value_rules
    defender_seat = Seat((machine.seat + 1) % len(machine.players))
    if not aim:
        row = table.row("direct", attack, 0)
        machine.emit(Battled(piece=attacker, attack=attack, rules=(*values, *row.rules)))
        _damage_by_row(machine, row, attack, attack, machine.seat, defender_seat)
        machine.check_life()
        return
    met = find(machine, aim[0])
    assert met is not None
    place, target = met
    defender_seat = controller(place)
    against = "attack" if target.upright else "defense"
    trait = table.attack_trait if target.upright else table.defense_trait
    value = _value(machine, target, trait)
    row = table.row(against, attack, value)
    machine.emit(
        Battled(
            piece=attacker,
            target=target,
            attack=attack,
            defense=value,
            rules=(*values, *row.rules),
        )
    )
    doomed = [
        p for side, p in (("attacker", attacker), ("target", target)) if side in row.destroyed
    ]
    spared = _spared(machine, doomed)
    _damage_by_row(machine, row, attack, abs(attack - value), machine.seat, defender_seat)
    machine.check_life()
    if machine.outcome is not None:
        return
    by = {attacker.oid: target, target.oid: attacker}
    doomed = [p for p in doomed if p.oid not in spared]
    machine.destroy(doomed, cause="battle", by=by, rules=row.rules)


def _spared(machine: Machine, doomed: list[Piece]) -> set[int]:
    """Who is kept from destruction, judged before damage calculation."""
    return machine.spared_from("battle", doomed)


def _value(machine: Machine, piece: Piece, trait: str) -> int:
    if piece.key is None:
        return 0
    return machine.game.rules.card(piece.key).number(trait) or 0


def _damage_by_row(
    machine: Machine, row: BattleRow, attack: int, difference: int, own: Seat, other: Seat
) -> None:
    loss = {"difference": difference, "attack": attack, "": 0}[row.amount]
    if row.damaged and loss > 0:
        seat = own if row.damaged == "attacker" else other
        life = machine.players[seat].life - loss
        machine.set_life(seat, life, cause="battle", rules=row.rules)
