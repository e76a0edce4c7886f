"""What is done at one moment though hands do it one after another, and the other way round."""

from __future__ import annotations

from duelmat_engine.board.scope import find
from duelmat_engine.effects import ops, procedures
from duelmat_engine.events import ActedTogether, Destroyed, SeveralDestroyed, Shown
from duelmat_engine.names import Seat, ZoneName, zone, zone_kind, zone_seat
from duelmat_engine.running.execute import executes, pieces_of
from duelmat_engine.running.machine import Machine
from duelmat_engine.state import Piece, Value, replace


@executes(ops.EachPlayer)
def _each_player(machine: Machine, op: ops.EachPlayer) -> None:
    """Everybody acts, the turn player first; no window comes in between."""
    frame = machine.frame
    players = len(machine.players)
    order = tuple(Seat((machine.turn_seat + i) % players) for i in range(players))
    machine.done()
    machine.new_moment()
    rules = (*op.rules, *machine.game.chain.act_rules)
    machine.emit(ActedTogether(order=order, rules=rules))
    for seat in reversed(order):
        bound: dict[str, Value] = {**frame.bound, "seat": seat, "together": True}
        machine.push(f"{frame.block}/{frame.step}.each", bound)


@executes(ops.Expose)
def _expose(machine: Machine, op: ops.Expose) -> None:
    machine.done()
    for piece in pieces_of(machine, op.cards):
        found = find(machine, piece)
        if found is None or found[1].key is None:
            continue
        name, current = found
        key = current.key
        assert key is not None
        seen = machine.reveal(name, current, key)
        after = machine.change(name, seen, face_up=True)
        machine.emit(Shown(seat=zone_seat(name), piece=after, rules=op.rules))


# One after another


def one_by_one(machine: Machine, targets: list[Piece], act: dict[str, Value]) -> bool:
    """Whether an effect on these cards acts on one after another, and has begun to."""
    policy = machine.game.chain
    there = [found for target in targets if (found := find(machine, target))]
    hidden = machine.game.rules.zones.hidden
    if not policy.staggered or len(there) < 2:
        return False
    if any(zone_kind(name) in hidden for name, _ in there):
        return False
    machine.push(
        "one-by-one",
        {
            "seat": machine.seat,
            "self": machine.scope().pieces("self"),
            "left": tuple(piece for _, piece in there),
            "all": tuple(piece for _, piece in there),
            "places": tuple(name for name, _ in there),
            **act,
        },
        returns=True,
    )
    return True


@executes(procedures.BeginNext)
def _begin_next(machine: Machine, op: procedures.BeginNext) -> None:
    del op
    scope = machine.scope()
    left = tuple(p for p in scope.pieces("left") if find(machine, p))
    if not left:
        _all_done(machine)
        return
    machine.bind({"left": left, "next": left if len(left) == 1 else ()})
    machine.done()
    if len(left) == 1:
        machine.done()


@executes(procedures.ActOnNext)
def _act_on_next(machine: Machine, op: procedures.ActOnNext) -> None:
    del op
    bound = machine.frame.bound
    scope = machine.scope()
    piece = scope.pieces("next")[0]
    left = tuple(p for p in scope.pieces("left") if p.oid != piece.oid)
    rules = tuple(str(rule) for rule in _words(bound["rules"]))
    machine.bind({"left": left, "next": ()})
    machine.frames[-1] = replace(machine.frame, step=0)
    found = find(machine, piece)
    if found is None:
        return
    name, current = found
    if bound["act"] == "destroy":
        before = machine.derived()
        own = scope.pieces("self")
        by = own[0] if own else None
        machine.emit(
            Destroyed(piece=current, place=name, cause="effect", by=by, rules=rules), before
        )
        home = zone(current.owner, "grave")
        machine.move(current, home, cause="effect", rules=rules, before=before)
    else:
        to = zone(current.owner, str(bound["to"]))
        machine.move(current, to, cause=str(bound["cause"]), rules=rules)
    machine.bind({"acted": (*scope.pieces("acted"), current)})


def _all_done(machine: Machine) -> None:
    """Leave the block; several in rapid succession count as simultaneous."""
    bound = machine.frame.bound
    acted = machine.scope().pieces("acted")
    oids = (p.oid for p in machine.scope().pieces("all"))
    names = dict(zip(oids, _words(bound["places"]), strict=True))
    binds: dict[str, Value] = {}
    if bound.get("bind"):
        binds[str(bound["bind"])] = acted
    machine.frames[-1] = replace(machine.frame, bound=binds, step=3)
    if bound["act"] == "destroy" and len(acted) > 1:
        places = tuple(ZoneName(str(names.get(p.oid, ""))) for p in acted)
        rules = (*_words(bound["rules"]), *machine.game.chain.several_rules)
        machine.emit(
            SeveralDestroyed(
                pieces=acted,
                places=places,
                cause="effect",
                rules=tuple(str(rule) for rule in rules),
            )
        )


def _words(value: Value) -> tuple[object, ...]:
    return value if isinstance(value, tuple) else ()
