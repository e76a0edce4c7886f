"""Cards that are used and then put away, each kind where it belongs."""

from __future__ import annotations

from duelmat_engine.board.scope import find, free_zones, is_on_field
from duelmat_engine.effects import ops, procedures
from duelmat_engine.events import RightGranted, Spared, Turned
from duelmat_engine.names import ZoneName, seat_letter, zone
from duelmat_engine.running.execute import executes, pieces_of
from duelmat_engine.running.machine import Machine
from duelmat_engine.state import Piece


@executes(procedures.UseCard)
def _use_card(machine: Machine, op: procedures.UseCard) -> None:
    found = find(machine, machine.scope().pieces("self")[0])
    assert found is not None
    name, current = found
    machine.done()
    after: Piece | None
    if is_on_field(machine.game, name):
        after = machine.change(name, current, face_up=True, stamp=machine.new_oid())
        machine.emit(
            Turned(piece=current, after=after, place=name, cause="activation", rules=op.rules)
        )
    else:
        to = place_for(machine, op, current)
        after = machine.move(
            current, to, cause="play", face_up=True, stamp=machine.next_oid, rules=op.rules
        )
    if after is not None:
        machine.bind({"self": (after,)})


def place_for(machine: Machine, op: procedures.UseCard, piece: Piece) -> ZoneName:
    """Where a card of a hand is used."""
    kind = next((to for kind, to in op.places if machine.has_kind(piece, kind)), "play")
    if kind not in machine.game.rules.zones.rows:
        return zone(machine.seat, kind)
    free = free_zones(machine, machine.game, machine.seat, kind)
    return free[0] if free else zone(machine.seat, "play")


@executes(procedures.PutAway)
def _put_away(machine: Machine, op: procedures.PutAway) -> None:
    effect = machine.game.rules.effects[str(machine.frame.bound["effect"])]
    source = machine.scope().pieces("self")[0]
    machine.done()
    found = find(machine, source)
    if found is None or effect.use not in ("magic", "trap", "jumper"):
        return
    _, current = found
    for row in op.goes:
        if not all(machine.has_kind(current, kind) for kind in row.kinds):
            continue
        if not row.to or (row.unless_attached and current.attached):
            return
        machine.move(
            current,
            zone(current.owner, row.to),
            cause="rule",
            rules=row.rules,
            face_up=row.face_up or row.to not in machine.game.rules.zones.hidden,
        )
        return


@executes(procedures.TurnUp)
def _turn_up(machine: Machine, op: procedures.TurnUp) -> None:
    machine.origin = None
    found = find(machine, machine.scope().pieces("self")[0])
    machine.done()
    if found is not None:
        name, piece = found
        after = machine.change(name, piece, face_up=True)
        machine.emit(Turned(piece=piece, after=after, place=name, rules=op.rules))


@executes(procedures.Keep)
def _keep(machine: Machine, op: procedures.Keep) -> None:
    targets = pieces_of(machine, op.cards)
    machine.done()
    for target in targets:
        found = find(machine, target)
        if found is not None:
            machine.emit(Spared(piece=found[1], place=found[0], what=op.what, rules=op.rules))


@executes(ops.Grant)
def _grant(machine: Machine, op: ops.Grant) -> None:
    machine.done()
    name = f"{seat_letter(machine.seat)}.{op.name}"
    machine.turn_counters[name] = machine.turn_counters.get(name, 0) + op.count
    machine.emit(RightGranted(seat=machine.seat, name=op.name, count=op.count, rules=op.rules))


@executes(procedures.NotePhase)
def _note_phase(machine: Machine, op: procedures.NotePhase) -> None:
    machine.done()
    machine.bind({op.bind: machine.phase})
