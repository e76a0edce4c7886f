"""Steps of play of Resummoned: cards that come, are turned and are laid; battles in steps.

In steps/battle.py an attack is met once, which turns its target face-up. Here it is met again
after each step in which players act, another defender may be named, and both fighters are flipped
where they lie: the two courses share only how they end.
"""

from __future__ import annotations

from collections.abc import Iterator

from duelmat_engine.actions import Action, Name
from duelmat_engine.board import columns
from duelmat_engine.board.evaluate import amount
from duelmat_engine.board.scope import EFFECT, SELF, find, still_in
from duelmat_engine.effects.ops import Choose, Citing, Procedure
from duelmat_engine.effects.texts import RuleName
from duelmat_engine.events import Arranged, Declared, Lapsed, Turned
from duelmat_engine.names import Seat, ZoneName, zone, zone_kind, zone_seat
from duelmat_engine.ruleset.build import NEXT
from duelmat_engine.ruleset.game import Game
from duelmat_engine.rulesets.resummoned.state_actions import NO_TARGET
from duelmat_engine.running.arrivals import AMONG, LAID, PLACE
from duelmat_engine.running.execute import answers, ask, completes, executes, names
from duelmat_engine.running.machine import Machine
from duelmat_engine.state import Duel, Piece, World, replace
from duelmat_engine.steps.activation import MOVE, TO, UPRIGHT, learn_from_play
from duelmat_engine.steps.battle import DEFENDER, TARGET, aimed_at, end_attack
from duelmat_engine.steps.field import announce_arrival
from duelmat_engine.steps.moving import asks_to_show
from duelmat_engine.verdict import Cited
from duelmat_message import say

# Cards that come to the field and are turned there


class Enter(Procedure, Citing, frozen=True, kw_only=True):
    """Bring the card of a Play to its zone: it is summoned or activated, or lies face-down."""

    face_up: bool


@completes(Enter)
def _enter(machine: Machine, op: Enter) -> None:
    piece, move, to = machine.get(SELF)[0], machine.get(MOVE), machine.get(TO)
    after = machine.move(
        piece,
        to,
        cause="play" if op.face_up else "set",
        rules=op.rules,
        face_up=op.face_up,
        upright=machine.get(UPRIGHT),
        move=move,
        stamp=machine.next_oid if op.face_up else 0,
    )
    if after is None:
        return
    machine.bind(SELF((after,)))
    if op.face_up:
        announce_arrival(machine, after, to, move, op.rules)
    else:
        machine.open_window("set", (after,), zone_seat(to))
        learn_from_play(machine, after, to)


class FlipUp(Procedure, Citing, frozen=True, kw_only=True):
    """Turn the card face-up where it lies: it is summoned or activated, by its zone."""

    summon_rules: tuple[RuleName, ...] = ()
    activation_rules: tuple[RuleName, ...] = ()


@completes(FlipUp)
def _flip_up(machine: Machine, op: FlipUp) -> None:
    for name, piece in machine.lying(machine.get(SELF)):
        rules = op.summon_rules if zone_kind(name) == "m" else op.activation_rules
        machine.bind(SELF((flip_up(machine, name, piece, "activation", op.rules + rules),)))


def flip_up(
    machine: Machine, name: ZoneName, piece: Piece, cause: str, rules: tuple[str, ...]
) -> Piece:
    """Turn a card of the field face-up: it keeps its position."""
    after = machine.change(name, piece, face_up=True, stamp=machine.new_oid())
    machine.emit(Turned(piece=piece, after=after, place=name, cause=cause, rules=rules))
    announce_arrival(machine, after, name, "flip", rules)
    return after


class LayNext(Procedure, Citing, frozen=True, kw_only=True):
    """Lay the card that was chosen on top of those that came with it, until all are laid."""


@executes(LayNext)
def _lay_next(machine: Machine, op: LayNext) -> None:
    """The card chosen comes to lie on top; the last one needs no choice."""
    name, chosen = machine.get(PLACE), machine.get(NEXT)
    left = [p for p in machine.get(AMONG) if all(p.oid != c.oid for c in chosen)]
    laid = (*machine.get(LAID), *chosen)
    if len(left) > 1:
        machine.bind(AMONG(tuple(left)) | LAID(laid) | NEXT(()))
        machine.frames[-1] = replace(machine.frames[-1], step=0)
        return
    order = [*laid, *left]
    height = {p.oid: index for index, p in enumerate(order)}
    lying = sorted(machine.at(name), key=lambda p: height.get(p.oid, -1), reverse=True)
    machine.lay(name, tuple(lying))
    machine.done()
    machine.emit(Arranged(seat=machine.seat, place=name, pieces=tuple(order), rules=op.rules))


# Triggers


class CheckTargets(Procedure, Citing, frozen=True, kw_only=True):
    """Go on only if all has been targeted that has to be: a player may have left meanwhile."""


@executes(CheckTargets)
def _check_targets(machine: Machine, op: CheckTargets) -> None:
    scope, effect = machine.scope(), machine.game.rules.effects[machine.get(EFFECT)]
    targeting = (each for each in effect.announce if isinstance(each, Choose) and each.target)
    lacks = any(len(scope.pieces(each.bind)) < amount(scope, each.count) for each in targeting)
    if not lacks or not machine.game.is_on(op.rules[0]):
        machine.done()
        return
    seat, source = machine.seat, machine.get(SELF)[0]
    lapsed = Lapsed(seat=seat, piece=source, effect=effect.name, reason=NO_TARGET, rules=op.rules)
    machine.emit(lapsed)
    machine.pop()


# Battles


def defenders(world: World, seat: Seat) -> list[str]:
    """Return all that this player may battle: monsters by zone, then players without by pile."""
    monsters: list[str] = []
    players: list[str] = []
    for other in still_in(world):
        if other != seat:
            row = columns.held(world.zones, other, "m")
            monsters += row
            if not row:
                players.append(zone(other, "pile"))
    return monsters + players


class MeetBattle(Procedure, Citing, frozen=True, kw_only=True):
    """Go on only if there is something to battle with; the turn player may choose it anew."""

    again_rules: tuple[RuleName, ...] = ()
    """The rules by which another defender may be chosen."""


@executes(MeetBattle)
def _meet_battle(machine: Machine, op: MeetBattle) -> None:
    attacker = machine.get(SELF)[0]
    found = find(machine, attacker)
    if found is None or _controller(found) != machine.turn_seat or not found[1].upright:
        end_attack(machine, attacker, say("the attacker cannot battle any longer"), op.rules)
        return
    if is_valid(machine):
        machine.done()
        return
    others = defenders(machine, machine.turn_seat)
    if not others:
        end_attack(machine, attacker, say("there is nothing left to battle with"), op.again_rules)
        return
    ask(machine, "name", options=tuple(others), optional=True, rules=op.again_rules)


def _controller(found: tuple[ZoneName, Piece] | None) -> Seat | None:
    """The player in whose Monster Zone a card lies; None: it lies in none."""
    return zone_seat(found[0]) if found is not None and zone_kind(found[0]) == "m" else None


def is_valid(machine: Machine) -> bool:
    """Whether the defender can still be battled."""
    aim = machine.get(TARGET)
    if aim:
        return _controller(find(machine, aim[0])) not in (None, machine.turn_seat)
    return zone(machine.get(DEFENDER), "pile") in defenders(machine, machine.turn_seat)


@answers(MeetBattle)
def _defender_chosen(machine: Machine, op: MeetBattle, action: Action) -> None:
    if not isinstance(action, Name):
        attacker = machine.get(SELF)[0]
        end_attack(machine, attacker, say("no other defender was chosen"), op.again_rules)
        return
    name = action.value
    machine.bind(aimed_at(machine, name) | DEFENDER(zone_seat(name)))
    machine.emit(
        Declared(seat=machine.turn_seat, what="defender", value=name, rules=op.again_rules)
    )


@names(MeetBattle)
def _any_defender(duel: Duel, _game: Game, _op: MeetBattle) -> Iterator[tuple[str, Cited]]:
    """Yield own monsters, and players who have monsters."""
    for name, _ in duel.pieces():
        if zone_kind(name) == "m" and zone_seat(name) == duel.turn_seat:
            yield name, Cited("RES-607.2b", "G-80")
        elif zone_kind(name) == "m":
            yield zone(zone_seat(name), "pile"), Cited("RES-607.2c", "G-80")


class FlipFighters(Procedure, Citing, frozen=True, kw_only=True):
    """Turn the face-down monsters of a battle face-up, in the position in which they lie."""

    back: int = 0
    """The number of operations to go back, if there were any, for players to act once more."""


@executes(FlipFighters)
def _flip_fighters(machine: Machine, op: FlipFighters) -> None:
    fighters = [*machine.get(SELF)[:1], *machine.get(TARGET)[:1]]
    hidden = [piece for _, piece in machine.lying(fighters) if not piece.face_up]
    if asks_to_show(machine, hidden, op.rules):
        return
    if hidden and op.back:
        frame = machine.frames[-1]
        machine.frames[-1] = replace(frame, step=frame.step - op.back)
    else:
        machine.done()
    for name, piece in machine.lying(hidden):
        flip_up(machine, name, piece, "attack", op.rules)
