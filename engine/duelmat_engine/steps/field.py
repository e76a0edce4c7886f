"""Cards that come to the field, lie on it face-up or face-down, and are stacked there."""

from __future__ import annotations

from duelmat_engine.actions import Play
from duelmat_engine.board.evaluate import amount
from duelmat_engine.board.scope import EFFECT, SELF, find, free_zones, is_on_field
from duelmat_engine.candidates.choosable import PLACED, Brought, next_brought
from duelmat_engine.effects import ops
from duelmat_engine.events import Attached, CardActivated, Declared, Moved, Turned
from duelmat_engine.names import ZoneName, zone, zone_kind, zone_seat
from duelmat_engine.running.execute import answers, ask, completes, executes, pieces_of
from duelmat_engine.running.machine import Machine
from duelmat_engine.state import Located, Piece, replace, seat_ref
from duelmat_engine.steps.activation import TO
from duelmat_engine.steps.arriving import keeps_position, summoned
from duelmat_engine.steps.moving import asks_to_show
from duelmat_message import say


def announce_arrival(
    machine: Machine, piece: Piece, place: ZoneName, move: str, rules: tuple[str, ...]
) -> None:
    """A card was played face-up, or flipped up: a monster is summoned, any other activated."""
    if zone_kind(place) == "m":
        summoned(machine, piece, place, move, special=False, rules=rules)
        return
    seat = zone_seat(place)
    machine.open_window("card-activation", (piece,), seat)
    machine.emit(CardActivated(piece=piece, place=place, by=seat, rules=rules))


# Stacks


@executes(ops.Tribute)
def _tribute(machine: Machine, op: ops.Tribute) -> None:
    """Stack tributes beneath a card; the cards beneath a tribute go beneath the same card."""
    targets = pieces_of(machine, op.cards)
    if asks_to_show(machine, targets, op.rules):
        return
    machine.done()
    own = machine.get(SELF)
    for piece in targets:
        if own and piece.oid == own[0].oid:
            rules = op.own_rules or op.rules
            machine.move(piece, zone(piece.owner, "grave"), cause="tribute", rules=rules)
        elif own and (found := find(machine, piece)) and (holder := find(machine, own[0])):
            _stack(machine, found, holder, op.rules)


def _stack(machine: Machine, found: Located, holder: Located, rules: tuple[str, ...]) -> None:
    (source, piece), (name, top) = found, holder
    machine.take(source, piece)
    owner, key, arrived = piece.owner, piece.key, piece.arrived
    laid = Piece(machine.new_oid(), owner, key, shown=True, arrived=arrived, move="tribute")
    machine.change(name, top, beneath=(*top.beneath, laid, *piece.beneath))
    if not is_on_field(machine.game, name):  # paid for a card that is about to be played
        name = machine.get(TO) or name
    to, by, cause = name, machine.seat, "tribute"
    machine.emit(
        Moved(piece=piece, after=laid, source=source, to=to, cause=cause, by=by, rules=rules)
    )


# What effects do


@executes(ops.PutOnField)
def _put_on_field(machine: Machine, op: ops.PutOnField) -> None:
    brought = next_brought(machine, machine.game, op)
    if brought is None:
        machine.done()
        return
    if op.face != "down" and asks_to_show(machine, [brought.piece], op.rules):
        return
    if free_zones(machine, machine.game, brought.seat, brought.row):
        ask(machine, "place", options=("field",), rules=op.rules)
    else:
        machine.bind(PLACED((*machine.get(PLACED), brought.piece.oid)))


@answers(ops.PutOnField)
def _put(machine: Machine, op: ops.PutOnField, action: Play) -> None:
    scope, placed = machine.scope(), machine.get(PLACED)
    brought = next_brought(machine, machine.game, op)
    assert brought is not None
    piece = brought.piece
    if is_on_field(machine.game, brought.place):
        after: Piece | None = _shifted(machine, op, brought, action)
    else:
        after = machine.move(
            piece,
            action.to,
            cause="effect",
            rules=op.rules if action.face_up else (*op.rules, *op.down_rules),
            face_up=action.face_up,
            upright=action.upright,
            move=op.move,
            stamp=machine.next_oid if action.face_up else 0,
        )
    assert after is not None
    kept = tuple(after if p.oid == piece.oid else p for p in scope.pieces(op.cards))
    machine.bind({op.cards: kept} | PLACED((*placed, after.oid)))
    if action.face_up and zone_kind(brought.place) == "hand":
        announce_arrival(machine, after, action.to, op.move, op.rules)


def _shifted(machine: Machine, op: ops.PutOnField, brought: Brought, action: Play) -> Piece:
    """Bring a card of the field to another zone there, as the same object."""
    piece, source, to = brought.piece, brought.place, action.to
    stamp = piece.stamp
    if piece.face_up != action.face_up:
        stamp = machine.new_oid() if action.face_up else 0
    lies = {"face_up": action.face_up, "upright": action.upright, "stamp": stamp}
    after = machine.shift(source, piece, to, move=op.move, **lies)
    by, cause = machine.seat, "effect"
    machine.emit(
        Moved(piece=piece, after=after, source=source, to=to, cause=cause, by=by, rules=op.rules)
    )
    return after


@executes(ops.TurnCards)
def _turn_cards(machine: Machine, op: ops.TurnCards) -> None:
    targets = pieces_of(machine, op.cards)
    if op.face == "up" and asks_to_show(machine, targets, op.rules):
        return
    machine.done()
    flipped: list[Located] = []
    for name, piece in machine.lying(targets):
        if not is_on_field(machine.game, name):
            continue
        after = _turned(machine, name, piece, op)
        if after is not None and after.face_up and not piece.face_up:
            flipped.append((name, after))
    for name, after in flipped:
        announce_arrival(machine, after, name, "flip", op.rules)


def _turned(machine: Machine, name: ZoneName, piece: Piece, op: ops.TurnCards) -> Piece | None:
    changes: dict[str, object] = {}
    if op.face and piece.face_up != (op.face == "up"):
        changes["face_up"] = op.face == "up"
        changes["stamp"] = machine.new_oid() if op.face == "up" else 0
    if op.position and zone_kind(name) == "m":
        upright = not piece.upright if op.position == "other" else op.position == "attack"
        if upright != piece.upright:
            changes["upright"] = upright
    turns_down = changes.get("face_up") is False
    if not changes or keeps_position(machine, name, piece, turns_down=turns_down):
        return None
    after = machine.change(name, piece, **changes)
    machine.emit(Turned(piece=piece, after=after, place=name, cause="effect", rules=op.rules))
    return after


@completes(ops.Unequip)
def _unequip(machine: Machine, op: ops.Unequip) -> None:
    for name, piece in machine.lying(pieces_of(machine, op.cards)):
        if piece.attached:
            after = machine.change(name, piece, attached=0)
            machine.emit(Attached(piece=after, place=name, to=None, rules=op.rules))


@executes(ops.Excavate)
def _excavate(machine: Machine, op: ops.Excavate) -> None:
    count = amount(machine.scope(), op.amount)
    name = zone(machine.seat, "pile")
    if asks_to_show(machine, machine.at(name)[:count], op.rules):
        return
    machine.done()
    machine.bind({op.bind: machine.at(name)[:count]})


@completes(ops.Win)
def _win(machine: Machine, op: ops.Win) -> None:
    """Let the player win: immediately where life is checked always, else when losers are known."""
    seat, effect = machine.seat, machine.get(EFFECT)
    won = say("the rules let {player} win", player=seat_ref(seat))
    if effect:
        won = say("an effect of {player} wins the duel", player=seat_ref(seat))
    machine.players[seat] = replace(machine.players[seat], won=won)
    if machine.game.rules.checks_life:
        machine.end(seat, won, op.rules)
        return
    machine.emit(Declared(seat=seat, what="wins", value=effect, rules=op.rules))
