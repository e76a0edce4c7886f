"""Changing values, positions and control of cards that lie on the field."""

from __future__ import annotations

from duelmat_engine.board.evaluate import amount, number_of
from duelmat_engine.board.scope import SELF, free_zones
from duelmat_engine.board.values import status_forbidding
from duelmat_engine.effects import ops
from duelmat_engine.events import Attached, Turned, ValueChanged
from duelmat_engine.names import zone_seat
from duelmat_engine.running.execute import completes, executes, pieces_of
from duelmat_engine.running.lending import BACK, LENT
from duelmat_engine.running.machine import Machine
from duelmat_engine.running.reactions import on_turned_down
from duelmat_engine.state import Alteration, Piece
from duelmat_engine.steps.arriving import keeps_position, turn_up
from duelmat_engine.steps.moving import asks_to_show

POSITION = "position"
"""The mark of a position that was said aloud: it ends when the card is turned."""
OUTLIVES = "outlives"
"""The mark of an equipped card that stays when its monster leaves."""
TURN_NOTES = ("summoned", "flipped")
"""The marks that tell in which turn a card was summoned or turned up."""
_KEPT = (*TURN_NOTES, BACK, LENT)
"""The marks that a card keeps when it is turned face-down."""


@completes(ops.ChangeValue)
def _change_value(machine: Machine, op: ops.ChangeValue) -> None:
    scope = machine.scope()
    by = amount(scope, op.amount)
    until = machine.turn if op.this_turn else 0
    targets = list(machine.lying(pieces_of(machine, op.cards)))
    code = next((piece.code or "" for piece in machine.get(SELF)), "")
    stamp = machine.new_oid()
    for name, piece in targets:
        card = scope.card(piece)
        if card is None or card.number(op.trait) is None:
            continue
        was = number_of(scope, piece, op.trait)
        change = Alteration(op.trait, op.how, by, stamp, until, op.rules, code)
        after = machine.change(name, piece, altered=(*piece.altered, change))
        now = number_of(scope, after, op.trait)
        changed = ValueChanged(
            piece=after,
            place=name,
            trait=op.trait,
            before=was or 0,
            value=now or 0,
            rules=op.rules,
        )
        machine.emit(changed)


@completes(ops.Equip)
def _equip(machine: Machine, op: ops.Equip) -> None:
    scope = machine.scope()
    own = list(machine.lying(scope.pieces(op.card)))
    aim = list(machine.lying(scope.pieces(op.to)))
    if not own or not aim:
        return
    if not (aim[0][1].face_up or machine.game.rules.in_play.equips_down):
        return
    name, piece = own[0]
    marks = {**piece.marks, OUTLIVES: 1} if op.outlives else piece.marks
    after = machine.change(name, piece, attached=aim[0][1].oid, marks=marks)
    machine.bind({op.card: (after,)})
    machine.emit(Attached(piece=after, place=name, to=aim[0][0], rules=op.rules))


def _kept_marks(piece: Piece, *, face_up: bool) -> dict[str, int | str]:
    """Return a card's marks; face-down those of its turns, and of the player it goes back to."""
    if face_up:
        return {name: value for name, value in piece.marks.items() if name != POSITION}
    return {name: value for name, value in piece.marks.items() if name in _KEPT}


@executes(ops.Reposition)
def _reposition(machine: Machine, op: ops.Reposition) -> None:
    wanted = pieces_of(machine, op.cards)
    if op.to == "face-up" and asks_to_show(machine, wanted, op.rules):
        return
    targets = list(machine.lying(wanted))
    machine.done()
    for name, piece in targets:
        upright, face_up = _turned_to(piece, op.to)
        if (upright, face_up) == (piece.upright, piece.face_up):
            continue
        turns_down = piece.face_up and not face_up
        if not op.force and keeps_position(machine, name, piece, turns_down=turns_down):
            continue
        forced = op.force and status_forbidding(machine.game, piece, "turn")
        rules = (*op.rules, *(op.force_rules if forced else ()))
        lies = {"upright": upright, "marks": _kept_marks(piece, face_up=face_up)}
        if face_up and not piece.face_up:
            if piece.key is not None:
                piece = machine.reveal(name, piece, piece.key)
            turn_up(machine, name, piece, cause="effect", rules=rules, **lies)
            continue
        if not face_up:
            lies |= {"face_up": False, "stamp": 0, "altered": ()}
        after = machine.change(name, piece, **lies)
        machine.emit(Turned(piece=piece, after=after, place=name, cause="effect", rules=rules))
        if turns_down:
            machine.due += on_turned_down(machine, machine.game, piece, name)


def _turned_to(piece: Piece, to: str) -> tuple[bool, bool]:
    """Return how a card lies after it has been turned so: upright, and face-up."""
    match to:
        case "attack":
            return True, True
        case "face-up":
            return piece.upright, True
        case "face-down":
            return False, False
        case "other":
            return (not piece.upright, True) if piece.face_up else (True, True)
        case _:
            return False, piece.face_up


@completes(ops.TakeControl)
def _take_control(machine: Machine, op: ops.TakeControl) -> None:
    targets = list(machine.lying(pieces_of(machine, op.cards)))
    equipped = {own.attached for _, own in machine.lying(machine.get(SELF))}
    for name, piece in targets:
        free = free_zones(machine, machine.game, machine.seat, "m")
        is_held = not op.while_equipped or piece.oid in equipped
        if zone_seat(name) == machine.seat or not free or not is_held:
            continue
        marks = {key: value for key, value in piece.marks.items() if key not in (LENT, BACK)}
        if op.this_turn:
            marks = {**piece.marks, BACK: name}
        elif op.while_equipped:
            marks[LENT] = piece.marks.get(LENT) or piece.marks.get(BACK) or name
            machine.lent = True
        machine.hand_over(name, piece, free[0], rules=op.rules, marks=marks)
