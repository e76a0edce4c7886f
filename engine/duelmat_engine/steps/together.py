"""Acts that count as one moment though hands do them in turn, and one act that counts as many."""

from __future__ import annotations

from typing import Final

from duelmat_engine.board.scope import SEAT, SELF, find, located
from duelmat_engine.effects import ops, procedures
from duelmat_engine.events import ActedTogether, SeveralDestroyed, Shown
from duelmat_engine.names import Seat, ZoneName, zone, zone_kind, zone_seat
from duelmat_engine.ruleset.build import LEFT, NEXT
from duelmat_engine.running.destruction import Doomed, destroy
from duelmat_engine.running.execute import completes, executes, pieces_of
from duelmat_engine.running.machine import TOGETHER, Machine
from duelmat_engine.state import Local, Piece, Value, replace


@executes(ops.EachPlayer)
def _each_player(machine: Machine, op: ops.EachPlayer) -> None:
    """Have everybody act, the turn player first; no window comes in between."""
    frame = machine.frames[-1]
    players = len(machine.players)
    order = tuple(Seat((machine.turn_seat + i) % players) for i in range(players))
    machine.done()
    machine.new_moment()
    rules = (*op.rules, *machine.game.chain.act_rules)
    machine.emit(ActedTogether(order=order, rules=rules))
    for seat in reversed(order):
        bound = frame.bound | SEAT(seat) | TOGETHER(True)
        machine.push(f"{frame.block}/{frame.step}.each", bound)


@completes(ops.Expose)
def _expose(machine: Machine, op: ops.Expose) -> None:
    for name, piece in machine.lying(pieces_of(machine, op.cards)):
        if piece.key is not None:
            seen = machine.reveal(name, piece, piece.key)
            after = machine.change(name, seen, face_up=True)
            machine.emit(Shown(seat=zone_seat(name), piece=after, rules=op.rules))


# One after another

ACTED_ON: Final = Local("acted", tuple[Piece, ...], default=())
"""The cards that were acted on, as they were just before."""
PLACES: Final = Local("places", tuple[ZoneName, ...], default=())
"""The zones in which they lay then, in the same order."""
ACT: Final = Local("act", str)
"""The act on them: "destroy" or "send"."""
HOME: Final = Local("to", str)
"""The kind of their owners' zones to which they go."""
RULES: Final = Local("rules", tuple[str, ...])
"""The rules by which it is done."""
BIND: Final = Local("bind", str, default="")
"""The name to which the effect binds those that were acted on; empty: it does not."""


def one_by_one(machine: Machine, targets: list[Piece], act: dict[str, Value]) -> bool:
    """Whether an effect on these cards acts on one after another, and has begun to."""
    policy = machine.game.chain
    there = list(machine.lying(targets))
    hidden = machine.game.rules.zones.hidden
    unseen = any(zone_kind(name) in hidden for name, _ in there)
    if not policy.staggered or len(there) < 2 or unseen:
        return False
    cards = LEFT(tuple(piece for _, piece in there))
    own = SEAT(machine.seat) | SELF(machine.get(SELF))
    machine.push("one-by-one", own | cards | act, returns=True)
    return True


@executes(procedures.BeginNext)
def _begin_next(machine: Machine, _op: procedures.BeginNext) -> None:
    left = tuple(p for p in machine.get(LEFT) if find(machine, p))
    if not left:
        _all_done(machine)
        return
    machine.bind(LEFT(left) | NEXT(left if len(left) == 1 else ()))
    machine.done()
    if len(left) == 1:
        machine.done()


@executes(procedures.ActOnNext)
def _act_on_next(machine: Machine, _op: procedures.ActOnNext) -> None:
    piece, rules = machine.get(NEXT)[0], machine.get(RULES)
    left = tuple(p for p in machine.get(LEFT) if p.oid != piece.oid)
    machine.bind(LEFT(left) | NEXT(()))
    machine.frames[-1] = replace(machine.frames[-1], step=0)
    name, current = located(machine, piece)
    if machine.get(ACT) == "destroy":
        own = machine.get(SELF)
        by = {current.oid: own[0]} if own else {}
        destroy(machine, [Doomed(current, ())], cause="effect", by=by, rules=rules)
    else:
        to, before = zone(current.owner, machine.get(HOME)), machine.derived()
        machine.move(current, to, cause="effect", rules=rules, before=before)
    acted, places = (*machine.get(ACTED_ON), current), (*machine.get(PLACES), name)
    machine.bind(ACTED_ON(acted) | PLACES(places))


def _all_done(machine: Machine) -> None:
    """Leave the block; several in rapid succession count as simultaneous."""
    acted, places, bind = machine.get(ACTED_ON), machine.get(PLACES), machine.get(BIND)
    if machine.get(ACT) == "destroy" and len(acted) > 1:
        rules = (*machine.get(RULES), *machine.game.chain.several_rules)
        machine.emit(SeveralDestroyed(pieces=acted, places=places, cause="effect", rules=rules))
    machine.frames[-1] = replace(machine.frames[-1], bound={bind: acted} if bind else {})
    machine.pop()
