"""Cards that an effect brings to the field, or uses immediately, and what a summon opens."""

from __future__ import annotations

from duelmat_engine.actions import Play
from duelmat_engine.board.derive import barred
from duelmat_engine.board.scope import EFFECT, SEAT, SELF, Scope, find, free_zones, seats_of
from duelmat_engine.effects import ops
from duelmat_engine.effects.effect import Effect
from duelmat_engine.events import Summoned, Turned
from duelmat_engine.names import Seat, ZoneName, zone, zone_seat
from duelmat_engine.running.execute import answers, ask, completes, executes
from duelmat_engine.running.machine import Machine
from duelmat_engine.state import Piece
from duelmat_engine.steps.moving import asks_to_show


def summoned(
    machine: Machine,
    piece: Piece,
    place: ZoneName,
    move: str,
    *,
    special: bool,
    rules: tuple[str, ...],
    window: str = "",
) -> None:
    """A summon has succeeded: the event, and the window that it opens."""
    seat = zone_seat(place)
    piece = note_turn(machine, place, piece, "summoned")
    if machine.game.rules.in_play.notes_turns:
        machine.count(seat, "summons")
    kind = window or ("special-summon" if special else "summon")
    machine.open_window(kind, (piece,), seat)
    machine.emit(
        Summoned(piece=piece, place=place, move=move, special=special, by=seat, rules=rules)
    )


def turn_up(
    machine: Machine,
    place: ZoneName,
    piece: Piece,
    *,
    cause: str,
    rules: tuple[str, ...],
    **changes: object,
) -> None:
    """Turn a monster face-up where it lies; in some rulesets that is a summon, whatever did it."""
    after = machine.change(place, piece, face_up=True, stamp=machine.new_oid(), **changes)
    after = note_turn(machine, place, after, "flipped")
    machine.emit(Turned(piece=piece, after=after, place=place, cause=cause, rules=rules))
    summons = machine.game.rules.in_play.flip_summons.get(cause)
    if summons:
        move = "flip-summon"
        summoned(machine, after, place, move, special=False, rules=summons, window=move)


def note_turn(machine: Machine, place: ZoneName, piece: Piece, what: str) -> Piece:
    """Mark a card with this turn, where the ruleset asks later in which turn it was."""
    if not machine.game.rules.in_play.notes_turns:
        return piece
    return machine.change(place, piece, marks={**piece.marks, what: machine.turn})


@executes(ops.SummonSpecially)
def _summon_specially(machine: Machine, op: ops.SummonSpecially) -> None:
    pieces = machine.scope().pieces(op.card)
    seat = seats_of(machine.scope(), op.whose)[0]
    if pieces and _may_come(machine, pieces[0], seat):
        ask(machine, "place", seat=seat, rules=op.rules)
    else:
        machine.done()


def _may_come(machine: Machine, piece: Piece, seat: Seat) -> bool:
    """Whether a card is still there, has room, and may be Special Summoned by this player."""
    has_room = bool(free_zones(machine, machine.game, seat, "m"))
    by_them = Scope(machine, machine.game, seat, {})
    return has_room and find(machine, piece) is not None and not barred(by_them, piece)


@answers(ops.SummonSpecially)
def _placed(machine: Machine, op: ops.SummonSpecially, action: Play) -> None:
    piece = machine.scope().pieces(op.card)[0]
    machine.done()
    come(machine, piece, action, op.move, "special", op.rules)


def come(
    machine: Machine, piece: Piece, action: Play, move: str, summon: str, rules: tuple[str, ...]
) -> Piece | None:
    """A card arrives on the field by a Play."""
    face_up = bool(summon)
    after = machine.move(
        piece,
        action.to,
        cause="summon" if summon else "set",
        rules=rules,
        face_up=face_up,
        upright=action.upright,
        move=move,
        stamp=machine.next_oid if face_up else 0,
    )
    if after is not None and summon:
        summoned(machine, after, action.to, move, special=summon == "special", rules=rules)
    return after


@executes(ops.SummonTopOfPile)
def _summon_top(machine: Machine, op: ops.SummonTopOfPile) -> None:
    seat = seats_of(machine.scope(), op.whose)[0]
    pile = machine.at(zone(seat, "pile"))
    if not pile or not free_zones(machine, machine.game, seat, "m"):
        machine.done()
        return
    if asks_to_show(machine, pile[:1], op.rules):
        return
    if _may_come(machine, pile[0], seat):
        ask(machine, "place", seat=seat, options=("attack",), rules=op.rules)
    else:
        machine.done()


@answers(ops.SummonTopOfPile)
def _top_placed(machine: Machine, op: ops.SummonTopOfPile, action: Play) -> None:
    seat = seats_of(machine.scope(), op.whose)[0]
    top = machine.at(zone(seat, "pile"))[0]
    machine.done()
    come(machine, top, action, op.move, "special", op.rules)


@executes(ops.SetCard)
def _set_card(machine: Machine, op: ops.SetCard) -> None:
    pieces = machine.scope().pieces(op.card)
    if pieces and free_zones(machine, machine.game, machine.seat, "s"):
        ask(machine, "place", options=("set",), rules=op.rules)
    else:
        machine.done()


@answers(ops.SetCard)
def _card_set(machine: Machine, op: ops.SetCard, action: Play) -> None:
    piece = machine.scope().pieces(op.card)[0]
    machine.done()
    come(machine, piece, action, "effect-set", "", op.rules)


@completes(ops.ActivateBound)
def _activate_bound(machine: Machine, op: ops.ActivateBound) -> None:
    scope = machine.scope()
    for _, piece in machine.lying(scope.pieces(op.card)):
        effects = () if piece.key is None else machine.game.rules.card(piece.key).effects
        known = map(machine.game.rules.effects.__getitem__, effects)
        effect = next((e for e in known if e.use in op.uses), None)
        if effect is None:
            continue
        place = place_to_use(machine, effect, piece)
        shown = machine.move(piece, place, cause="play", face_up=True, rules=op.rules)
        assert shown is not None
        machine.use_up(effect)
        bound = SEAT(machine.seat) | SELF((shown,)) | EFFECT(effect.name)
        machine.push("carry-out", bound)


def place_to_use(machine: Machine, effect: Effect, piece: Piece) -> ZoneName:
    """Return the zone of a hand card while it is used; one that stays takes a zone of its own."""
    rules = machine.game.rules
    usual = "s" if effect.stays else ""
    to = next((to for kind, to in rules.in_play.used_in if machine.has_kind(piece, kind)), usual)
    if to and to not in rules.zones.rows:
        place, by = zone(machine.seat, to), rules.citations.field_card
        for before in machine.at(place) if by else ():
            machine.move(before, zone(before.owner, "grave"), cause="rule", rules=by)
        return place
    free = free_zones(machine, machine.game, machine.seat, to) if to else []
    return free[0] if free else zone(machine.seat, "play")
