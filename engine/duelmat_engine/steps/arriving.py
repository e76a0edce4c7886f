"""Cards that an effect brings to the field, or uses immediately, and what a summon opens."""

from __future__ import annotations

from typing import Final, Literal

from duelmat_engine.actions import Play
from duelmat_engine.board.derive import barred
from duelmat_engine.board.scope import EFFECT, SEAT, SELF, Scope, free_zones, located
from duelmat_engine.board.values import status_forbidding
from duelmat_engine.candidates.choosable import CANDIDATES, PLACED, Bringing, next_brought
from duelmat_engine.effects import ops
from duelmat_engine.effects.effect import Effect
from duelmat_engine.effects.terms import Bound
from duelmat_engine.events import Spared, Summoned, Turned
from duelmat_engine.names import CardKey, ZoneName, zone, zone_seat
from duelmat_engine.running.execute import answers, ask, completes, executes
from duelmat_engine.running.machine import Machine
from duelmat_engine.state import Claim, Piece
from duelmat_engine.steps.moving import asks_to_show

_LAID: Final[dict[type[ops.Op], tuple[str, ...]]] = {
    ops.SetCard: ("set",),
    ops.SummonTopOfPile: ("attack",),
}
"""The way in which operations have a card laid, where there is one only."""


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


def keeps_position(machine: Machine, name: ZoneName, piece: Piece, *, turns_down: bool) -> bool:
    """Whether its kind or a status forbids that the card is turned; that is told."""
    rules, status = machine.game.rules, status_forbidding(machine.game, piece, "turn")
    never_down = rules.in_play.never_down
    if turns_down and never_down and machine.has_kind(piece, never_down):
        by = rules.citations.never_down
    elif status is not None:
        by = status.rules
    else:
        return False
    what: Literal["position", "face"] = "face" if turns_down else "position"
    machine.emit(Spared(piece=piece, place=name, what=what, rules=by))
    return True


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


@executes(ops.SetCard)
@executes(ops.SummonSpecially)
@executes(ops.SummonTopOfPile)
def _bring(machine: Machine, op: Bringing) -> None:
    brought = next_brought(machine, machine.game, op)
    if brought is None or not free_zones(machine, machine.game, brought.seat, brought.row):
        machine.bind(PLACED(()) if machine.get(PLACED) else {})
        machine.done()
        return
    if isinstance(op, ops.SummonTopOfPile) and asks_to_show(machine, [brought.piece], op.rules):
        return
    by_them = Scope(machine, machine.game, brought.seat, {})
    if not isinstance(op, ops.SetCard) and barred(by_them, brought.piece):
        _pass_over(machine, op, brought.piece)
        return
    ask(machine, "place", seat=brought.seat, options=_LAID.get(type(op), ()), rules=op.rules)


@answers(ops.SetCard)
@answers(ops.SummonSpecially)
@answers(ops.SummonTopOfPile)
def _placed(machine: Machine, op: Bringing, action: Play) -> None:
    brought = next_brought(machine, machine.game, op)
    assert brought is not None
    candidates = frozenset(map(CardKey, machine.get(CANDIDATES)))
    move, summon = ("effect-set", "") if isinstance(op, ops.SetCard) else (op.move, "special")
    after = come(machine, brought.piece, action, move, summon, op.rules)
    if candidates and not action.face_up:
        machine.learn(brought.piece.owner, Claim(candidates, frozenset((action.to,)), 1))
    if isinstance(op, ops.SummonSpecially) and op.bind and after is not None:
        machine.bind({op.bind: (*machine.scope().pieces(op.bind), located(machine, after)[1])})
    _pass_over(machine, op, after or brought.piece)


def _pass_over(machine: Machine, op: Bringing, piece: Piece) -> None:
    """Go on to the next card that is brought, behind this one; to the next step after the last."""
    is_one = not isinstance(op, ops.SummonSpecially) or (
        isinstance(op.cards, Bound) and len(machine.scope().pieces(op.cards.name)) == 1
    )
    if is_one:
        machine.done()
    else:
        machine.bind(PLACED((*machine.get(PLACED), piece.oid)))


def come(
    machine: Machine, piece: Piece, action: Play, move: str, summon: str, rules: tuple[str, ...]
) -> Piece | None:
    """A card arrives on the field by a Play: summoned as it is laid, or Set."""
    face_up = bool(summon) and action.face_up
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


@completes(ops.ActivateBound)
def _activate_bound(machine: Machine, op: ops.ActivateBound) -> None:
    scope = machine.scope()
    for _, piece in machine.lying(scope.pieces(op.card)):
        card = None if piece.key is None else machine.game.rules.card(piece.key)
        effect = next(iter(machine.game.effects_of(card, op.uses)), None)
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
