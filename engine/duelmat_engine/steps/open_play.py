"""Open play: the turn player acts until they go on to another phase."""

from __future__ import annotations

from functools import partial

from duelmat_engine.actions import Action, Activate, Advance, Attack, Play, Turn
from duelmat_engine.board.evaluate import ANSWERS
from duelmat_engine.board.refs import is_unseen, lookup
from duelmat_engine.board.scope import EFFECT, SEAT, SELF, next_seat
from duelmat_engine.effects import procedures
from duelmat_engine.events import Turned
from duelmat_engine.judging.precheck import limits_of, plans_of
from duelmat_engine.names import CardKey, Seat, ZoneName, is_key, key_code, zone_seat
from duelmat_engine.ruleset.game import Game, MoveKind, Question
from duelmat_engine.running.execute import answers, ask, completes, executes
from duelmat_engine.running.machine import Machine, Unbound
from duelmat_engine.state import Duel, Located, Piece, Value, replace
from duelmat_engine.steps import activation, transitions
from duelmat_engine.steps.battle import DEFENDER, aimed_at


@executes(procedures.OpenPlay)
def _open_play(machine: Machine, _op: procedures.OpenPlay) -> None:
    machine.window = None
    machine.moment = 0 if not machine.pending else machine.moment
    if transitions.INSERTED.of(transitions.phases_bound(machine)):
        machine.done()
        return
    phase = machine.game.rules.phase(machine.phase)
    ask(machine, "open", seat=machine.turn_seat, about=machine.phase, rules=phase.rules)


@answers(procedures.OpenPlay)
def _opened(machine: Machine, _op: procedures.OpenPlay, action: Action) -> None:
    if type(action) is Advance:
        machine.done()
        transitions.go_to_phase(machine, action.phase)
        for leave in machine.game.rules.phase(machine.phase).exits:
            if leave.to == action.phase and leave.block:
                machine.push(leave.block, SEAT(machine.turn_seat))
        return
    transitions.count_play(machine)
    begin_play(machine, action, machine.turn_seat)


def begin_play(machine: Machine, action: Action, seat: Seat) -> None:
    """Begin what this player does: the block of its kind of move, with what the action names."""
    machine.origin = machine.before
    plan = plans_of(machine.before, machine.game, machine.answered).taking(action)
    assert plan is not None
    match action:
        case Play():
            bound = _bind_play(machine, action, seat, plan.move)
        case Activate():
            name, piece = activation.shown_card(machine, action, seat)
            bound = SELF((piece,)) | EFFECT(action.effect) | activation.FROM(name)
            if machine.window is not None and machine.window.pieces:
                bound |= ANSWERS(machine.window.pieces)
        case Attack(target=target):
            defender = next_seat(machine, seat) if target is None else zone_seat(target)
            bound = SELF((_there(machine, action.card)[1],))
            bound |= aimed_at(machine, target) | DEFENDER(defender)
        case _:
            assert isinstance(action, Turn)
            name, piece = _there(machine, action.card)
            if action.face_up:
                piece = activation.turned_over(machine, name, piece, action.shown)
            bound = SELF((piece,))
    machine.push(plan.move.block, SEAT(seat) | bound)


def _there(machine: Machine, card: str) -> Located:
    """Return the card that an action names, which lies there: else it would not be legal."""
    found = lookup(machine, card)
    assert found is not None
    return found


def _bind_play(machine: Machine, action: Play, seat: Seat, move: MoveKind) -> dict[str, Value]:
    """Bind the card that is played and all that the action says of it."""
    place, piece = _played(machine, action, seat)
    if not action.face_up and is_unseen(machine, piece) and zone_seat(place) == seat:
        pattern = replace(action, card=place, shown=())
        pool = machine.hidden[piece.owner].pool
        may_be = partial(_may_be, machine.before, machine.game, move, piece, pattern, pool)
        machine.unbound = Unbound(len(machine.frames), move.block, may_be)
    used = _show_materials(machine, action.using, action.shown)
    card = SELF((piece,)) | activation.FROM(place) | activation.TO(action.to)
    lies = activation.UPRIGHT(action.upright) | activation.MOVE(action.move)
    return card | activation.USING(used) | lies


def _show_materials(
    machine: Machine, using: tuple[str, ...], shown: tuple[CardKey, ...]
) -> tuple[Piece, ...]:
    """The cards a Play uses; those that the table had not seen are seen now."""
    keys = iter(shown)
    found = []
    for ref in using:
        at = lookup(machine, ref)
        if at is not None:
            key = next(keys, None) if at[1].key is None else None
            found.append(activation.turned_over(machine, *at, key))
    return tuple(found)


def _played(machine: Machine, action: Play, seat: Seat) -> tuple[ZoneName, Piece]:
    """The card played: seen by everybody, unless it is laid face-down."""
    found = lookup(machine, action.card)
    if found is None:
        return activation.from_unseen_hand(machine, action.card, seat)
    name, piece = found
    if action.face_up:
        return name, activation.turned_over(machine, name, piece, None)
    if not piece.face_up and (machine.closed or not is_key(action.card)):
        machine.blur(name)
        return name, next(p for p in machine.at(name) if p.oid == piece.oid)
    return found


def _may_be(
    before: Duel, game: Game, move: MoveKind, piece: Piece, pattern: Play, pool: frozenset[CardKey]
) -> dict[str, Value]:
    """Bind the unseen cards that the rules let be laid so, with a rule that refuses the others;
    nothing if all may be laid so.
    """
    place = ZoneName(pattern.card)
    seat = zone_seat(place)
    limits = limits_of(move)
    refused_by: dict[str, str | None] = {}
    may_be: list[CardKey] = []
    for key in sorted(pool):
        code = key_code(key)
        if code not in refused_by:
            card, printed = replace(piece, key=key), game.rules.card(key)
            question = Question(before, game, seat, place, card, printed, pattern)
            broken = (rule.id for rule in limits if not rule.holds(question))
            refused_by[code] = next(broken, None)
        if refused_by[code] is None:
            may_be.append(key)
    refusing = [rule for rule in refused_by.values() if rule is not None]
    return activation.MAYBE((refusing[0], *may_be)) if refusing else {}


@completes(procedures.ChangePosition)
def _change_position(machine: Machine, op: procedures.ChangePosition) -> None:
    machine.origin = None
    for name, piece in machine.lying(machine.get(SELF)[:1]):
        if op.flips and not piece.face_up:
            lies = {"face_up": True, "upright": True, "stamp": machine.new_oid()}
            rules = (*op.rules, *op.flip_rules)
        else:
            lies, rules = {"upright": not piece.upright}, op.rules
        after = machine.change(name, piece, turned=machine.turn, **lies)
        machine.emit(Turned(piece=piece, after=after, place=name, rules=rules))
