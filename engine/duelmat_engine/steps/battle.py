"""Attack and battle: declaration, meeting, damage calculation, destruction."""

from __future__ import annotations

from typing import Final

from duelmat_engine.actions import Attack, Pass
from duelmat_engine.board.scope import RIVALS, SELF, find, is_on_field, located, zones_of
from duelmat_engine.board.values import statuses_of, value_of
from duelmat_engine.effects import ops, procedures
from duelmat_engine.events import AttackDeclared, AttackEnded, Battled
from duelmat_engine.judging.answers import aims
from duelmat_engine.names import NOBODY, Seat, ZoneName, zone_seat
from duelmat_engine.ruleset.tables import BattleRow
from duelmat_engine.running.destruction import destroy, doomed_by
from duelmat_engine.running.execute import answers, ask, completes, executes
from duelmat_engine.running.leaving import frame_at, frame_before
from duelmat_engine.running.machine import Machine
from duelmat_engine.state import Local, Piece, Value
from duelmat_engine.steps.activation import NEGATED
from duelmat_engine.steps.arriving import turn_up
from duelmat_engine.steps.moving import asks_to_show
from duelmat_engine.steps.transitions import go_to_phase
from duelmat_message import Text, say

TARGET: Final = Local("target", tuple[Piece, ...], default=())
"""The card that is attacked; empty: a player is."""
AT: Final = Local("at", ZoneName)
"""Its zone, as the attack named it; empty: a player is attacked, or it was not named."""
DEFENDER: Final = Local("defender", Seat, default=NOBODY)
"""The player who is attacked, or whose card is; nobody: there is no attack."""
ENDED: Final = Local("ended", bool, default=False)
"""Whether an effect has ended the phase: whoever answers its end is not back in it."""


def aimed_at(machine: Machine, target: str | None) -> dict[str, Value]:
    """Return what an attack binds that names this target; None, or a pile: a player."""
    if target is None or not is_on_field(machine.game, target):
        return TARGET(()) | AT(ZoneName(""))
    return TARGET((machine.at(target)[0],)) | AT(ZoneName(target))


@completes(procedures.DeclareAttack)
def _declare_attack(machine: Machine, op: procedures.DeclareAttack) -> None:
    machine.origin = None
    name, current = located(machine, machine.get(SELF)[0])
    target, aim = machine.get(AT), machine.get(TARGET)
    if not target and aim and (drawn := find(machine, aim[0])):  # it was not named
        target = drawn[0]
    after = machine.change(name, current, attacked=machine.turn)
    machine.bind(SELF((after,)))
    if op.watch:
        machine.bind(RIVALS(rivals(machine)))
    machine.open_window("attack", (after,), machine.seat)
    against, by = NOBODY if target else machine.get(DEFENDER), machine.seat
    rules = (*op.rules, *_past_monsters(machine, target, op.past_rules))
    declared = AttackDeclared(
        piece=after, place=name, target=target or None, by=by, against=against, rules=rules
    )
    machine.emit(declared)


def _past_monsters(
    machine: Machine, target: str | None, rules: tuple[str, ...]
) -> tuple[str, ...]:
    """Return the rules by which an attack passes by monsters to their player, if it does."""
    return rules if not target and rivals(machine) else ()


@executes(procedures.MeetAttack)
def _meet_attack(machine: Machine, op: procedures.MeetAttack) -> None:
    attacker = find(machine, machine.get(SELF)[0])
    aim = machine.get(TARGET)
    if attacker is None:
        end_attack(machine, machine.get(SELF)[0], say("the attacker is gone"), op.rules)
        return
    if not attacker[1].upright or not attacker[1].face_up:
        turned = say("the attacker is no longer in Attack Position")
        end_attack(machine, attacker[1], turned, op.rules)
        return
    if machine.get(NEGATED):
        end_attack(machine, attacker[1], say("the attack is negated"), op.rules)
        return
    if op.aim_rules and machine.get(RIVALS) != rivals(machine):
        machine.bind(RIVALS(rivals(machine)))
        found = aims(machine.freeze(), machine.game, machine.seat)
        options = tuple(f"{aim.card} {aim.target or ''}".rstrip() for aim in found)
        ask(machine, "aim", optional=True, options=options, rules=op.aim_rules)
        return
    if not aim:
        machine.done()
        return
    target = find(machine, aim[0])
    if target is None:
        end_attack(machine, attacker[1], say("the target is gone"), op.rules)
        return
    name, piece = target
    if asks_to_show(machine, (piece,), op.flip_rules):
        return
    piece = machine.at(name)[0]
    machine.done()
    if not piece.face_up:
        turn_up(machine, name, piece, cause="attack", rules=op.flip_rules, upright=False)


def rivals(machine: Machine) -> tuple[int, ...]:
    """The monsters that the attacker could meet, by number."""
    names = zones_of(machine.scope(), ("m",), "opposing")
    return tuple(piece.oid for name in names for piece in machine.at(name)[:1])


@answers(procedures.MeetAttack)
def _aimed_anew(machine: Machine, op: procedures.MeetAttack, action: Attack | Pass) -> None:
    if isinstance(action, Pass):
        end_attack(machine, machine.get(SELF)[0], say("it is given up"), op.aim_rules)
        return
    machine.bind(aimed_at(machine, action.target))
    rules = (*op.aim_rules, *_past_monsters(machine, action.target, op.past_rules))
    aim, by = ZoneName(action.target) if action.target else None, machine.seat
    attacker, place = machine.get(SELF)[0], ZoneName(action.card)
    machine.emit(AttackDeclared(piece=attacker, place=place, target=aim, by=by, rules=rules))


def end_attack(machine: Machine, piece: Piece, reason: Text, rules: tuple[str, ...]) -> None:
    """Leave the attack's block: there is no battle."""
    machine.emit(AttackEnded(piece=piece, reason=reason, rules=rules))
    machine.pop()


@completes(procedures.Battle)
def _battle(machine: Machine, _op: procedures.Battle) -> None:
    table = machine.game.rules.battle
    _, attacker = located(machine, machine.get(SELF)[0])
    attack = _value(machine, attacker, table.attack_trait)
    statuses = _status_rules(machine, attacker, table.attack_trait)
    aim = machine.get(TARGET)
    if not aim:
        row = table.row("direct", attack, 0)
        rules = (*table.value_rules, *row.rules, *statuses)
        machine.emit(Battled(piece=attacker, attack=attack, rules=rules))
        _damage_by_row(machine, row, attack, attack, machine.get(DEFENDER))
        return
    place, target = located(machine, aim[0])
    against = "attack" if target.upright else "defense"
    trait = table.attack_trait if target.upright else table.defense_trait
    value = _value(machine, target, trait)
    row = table.row(against, attack, value)
    statuses += _status_rules(machine, target, trait)
    rules = (*table.value_rules, *row.rules, *statuses)
    machine.emit(Battled(piece=attacker, target=target, attack=attack, defense=value, rules=rules))
    sides = {"attacker": attacker, "target": target}
    beaten = [piece for side, piece in sides.items() if side in row.destroyed]
    doomed = doomed_by(machine, "battle", beaten)  # judged before damage calculation
    _damage_by_row(machine, row, attack, abs(attack - value), zone_seat(place))
    by = {attacker.oid: target, target.oid: attacker}
    destroy(machine, doomed, cause="battle", by=by, rules=row.rules)


def _value(machine: Machine, piece: Piece, trait: str) -> int:
    return value_of(machine, machine.game, piece, trait) or 0


def _status_rules(machine: Machine, piece: Piece, trait: str) -> tuple[str, ...]:
    halving = (s for _, s in statuses_of(machine.game, piece) if s.halves == trait)
    return tuple(rule for status in halving for rule in status.rules)


def _damage_by_row(
    machine: Machine, row: BattleRow, attack: int, difference: int, other: Seat
) -> None:
    loss = {"difference": difference, "attack": attack, "": 0}[row.amount]
    if row.damaged and loss > 0:
        seat = machine.seat if row.damaged == "attacker" else other
        life = machine.players[seat].life - loss
        machine.set_life(seat, life, cause="battle", rules=row.rules)


@completes(ops.NegateAttack)
def _negate_attack(machine: Machine, op: ops.NegateAttack) -> None:
    index = frame_before(machine, procedures.MeetAttack)
    if index is not None:
        machine.bind(NEGATED(True), index)
        if op.end_phase:
            _end_phase(machine)


def _end_phase(machine: Machine) -> None:
    """The phase in which play is open goes over into the one that follows it."""
    phase = machine.game.rules.phase(machine.phase)
    go_to_phase(machine, phase.then)
    index = frame_at(machine, procedures.OpenPlay)
    if index is not None:
        machine.bind(ENDED(True), index)
        machine.done(index)
