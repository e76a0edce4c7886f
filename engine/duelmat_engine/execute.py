"""Carrying out the operations of effects: choosing, life, cards, flow.

`EXECUTE` says what each operation does when its turn comes; `ANSWER` what it does with the
answer to the decision that it left behind. procedures.py adds the operations of play.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from duelmat_engine import ops
from duelmat_engine.actions import Action, Choose, Name, Number, Play, Reveal, Roll
from duelmat_engine.errors import EngineError
from duelmat_engine.evaluate import (
    Scope,
    amount,
    find,
    free_zones,
    is_true,
    opponent,
    seats_of,
    select,
)
from duelmat_engine.events import Declared, Looked, Shown
from duelmat_engine.machine import Machine
from duelmat_engine.names import NOBODY, CardKey, Seat, ZoneName, is_key, seat_letter, zone, zone_kind
from duelmat_engine.possible import candidates, use_is_possible
from duelmat_engine.refs import lookup, ref_of
from duelmat_engine.state import Decision, Piece, Value
from duelmat_engine.terms import Bound, Cards

Execute = Callable[[Machine, Any], None]
Answer = Callable[[Machine, Any, Any], None]

EXECUTE: dict[type[ops.Op], Execute] = {}
ANSWER: dict[type[ops.Op], Answer] = {}


def executes(kind: type[ops.Op]) -> Callable[[Execute], Execute]:
    def note(function: Execute) -> Execute:
        EXECUTE[kind] = function
        return function

    return note


def answers(kind: type[ops.Op]) -> Callable[[Answer], Answer]:
    def note(function: Answer) -> Answer:
        ANSWER[kind] = function
        return function

    return note


def run(machine: Machine) -> None:
    """Carry out operations until a decision has to be made or the duel is over."""
    blocks = machine.game.blocks
    while machine.decision is None and machine.outcome is None and machine.frames:
        frame = machine.frames[-1]
        block = blocks[frame.block]
        if frame.step >= len(block):
            machine.pop()
            continue
        op = block[frame.step]
        EXECUTE[type(op)](machine, op)


def current_op(blocks: Any, frames: Any) -> ops.Op | None:
    """The operation that the top frame stands at."""
    if not frames:
        return None
    block = blocks[frames[-1].block]
    step = frames[-1].step
    return block[step] if step < len(block) else None


def ask(machine: Machine, kind: str, **details: Any) -> None:
    details.setdefault("seat", machine.seat)
    details.setdefault("about", machine.frame.bound.get("effect") or machine.frame.block)
    machine.decision = Decision(kind=kind, cancel=machine.origin is not None, **details)


def pieces_of(machine: Machine, cards: Cards | Bound) -> list[Piece]:
    scope = machine.scope()
    if isinstance(cards, Bound):
        return list(scope.pieces(cards.name))
    return [piece for _, piece in select(scope, cards)]


# Choosing


@executes(ops.Choose)
def _choose(machine: Machine, op: ops.Choose) -> None:
    scope = machine.scope()
    taken = scope.pieces(op.bind)
    wanted = amount(scope, op.count)
    seat = chooser(machine, op)
    there = [p for _, p in candidates(chooser_scope(machine, op), op.cards)]
    if len(taken) >= wanted or not remaining(there, taken):
        machine.bind({op.bind: taken})
        machine.done()
        return
    ask(machine, "choose", seat=seat, rules=op.rules)


def chooser(machine: Machine, op: ops.Choose) -> Seat:
    return opponent(machine, machine.seat) if op.by == "opposing" else machine.seat


def chooser_scope(machine: Any, op: ops.Choose) -> Scope:
    """Selectors are read from the side of the player whose effect it is."""
    del op
    scope: Scope = machine.scope()
    return scope


def remaining(there: list[Piece], taken: tuple[Piece, ...]) -> list[Piece]:
    """What may still be chosen: several cards are chosen in the order in which they lie."""
    if not taken:
        return there
    last = taken[-1].oid
    oids = [p.oid for p in there]
    start = oids.index(last) + 1 if last in oids else 0
    chosen = {p.oid for p in taken}
    return [p for p in there[start:] if p.oid not in chosen]


@answers(ops.Choose)
def _chosen(machine: Machine, op: ops.Choose, action: Choose) -> None:
    name, piece = seen(machine, action.card, op.cards.zones, aloud=op.aloud)
    machine.bind({op.bind: (*machine.scope().pieces(op.bind), piece)})
    if op.aloud:
        machine.emit(
            Declared(
                seat=chooser(machine, op),
                what=op.bind,
                value=ref_of(machine.game, name, piece),
                rules=op.rules,
            )
        )


def seen(
    machine: Machine, ref: str, kinds: tuple[str, ...], *, aloud: bool
) -> tuple[ZoneName, Piece]:
    """The card an answer names; an unseen card named by key is revealed by it."""
    found = lookup(machine, ref)
    if found is None and is_key(ref) and not machine.closed:
        owner = Seat("abcd".index(ref[0]))
        for kind in kinds:
            place = zone(owner, kind)
            for piece in machine.at(place):
                if piece.key is None:
                    return place, machine.reveal(place, piece, CardKey(ref))
    if found is None:
        raise EngineError(f"{ref} names no card here")
    if aloud and found[1].key is None and zone_kind(found[0]) in machine.game.rules.hidden_kinds:
        raise EngineError(f"{ref} has to be shown first: name the card")
    return found


@executes(ops.ChooseNumber)
def _choose_number(machine: Machine, op: ops.ChooseNumber) -> None:
    scope = machine.scope()
    low, high = number_range(scope, op)
    ask(machine, "number", low=low, high=high, multiple=op.multiple, rules=op.rules)


def number_range(scope: Scope, op: ops.ChooseNumber) -> tuple[int, int]:
    low = -(-amount(scope, op.low) // op.multiple) * op.multiple
    high = amount(scope, op.high) // op.multiple * op.multiple
    return low, high


@answers(ops.ChooseNumber)
def _number_chosen(machine: Machine, op: ops.ChooseNumber, action: Number) -> None:
    machine.bind({op.bind: action.value})
    machine.emit(
        Declared(seat=machine.seat, what=op.bind, value=str(action.value), rules=op.rules)
    )
    machine.done()


@executes(ops.ChooseName)
def _choose_name(machine: Machine, op: ops.ChooseName) -> None:
    ask(machine, "name", options=op.names, rules=op.rules)


@answers(ops.ChooseName)
def _name_chosen(machine: Machine, op: ops.ChooseName, action: Name) -> None:
    machine.bind({op.bind: action.value})
    machine.emit(Declared(seat=machine.seat, what=op.bind, value=action.value, rules=op.rules))
    machine.done()


@executes(ops.ChooseAtRandom)
def _choose_at_random(machine: Machine, op: ops.ChooseAtRandom) -> None:
    there = [
        ref_of(machine.game, name, piece)
        for name, piece in candidates(machine.scope(), op.cards)
    ]
    if len(there) <= op.count:
        _rolled(machine, op, Roll(tuple(there)))
        return
    ask(
        machine,
        "chance",
        seat=NOBODY,
        options=tuple(there),
        low=op.count,
        high=op.count,
        rules=op.rules,
    )


@answers(ops.ChooseAtRandom)
def _rolled(machine: Machine, op: ops.ChooseAtRandom, action: Roll) -> None:
    pieces = [found[1] for ref in action.values if (found := lookup(machine, ref))]
    machine.bind({op.bind: tuple(pieces)})
    for ref in action.values:
        machine.emit(Declared(seat=NOBODY, what=op.bind, value=ref, rules=op.rules))
    machine.done()


@executes(ops.Offer)
def _offer(machine: Machine, op: ops.Offer) -> None:
    scope = machine.scope()
    options = tuple(use.name for use in op.uses if use_is_possible(scope, use))
    if not options:
        machine.done()
        return
    ask(machine, "name", options=options, rules=op.rules)


@answers(ops.Offer)
def _offered(machine: Machine, op: ops.Offer, action: Name) -> None:
    machine.emit(Declared(seat=machine.seat, what=op.name, value=action.value, rules=op.rules))
    frame = machine.frame
    machine.done()
    machine.push(f"{frame.block}/{frame.step}.{action.value}", dict(frame.bound), returns=True)


# Life


@executes(ops.Pay)
def _pay(machine: Machine, op: ops.Pay) -> None:
    cost = amount(machine.scope(), op.amount)
    machine.done()
    seat = machine.seat
    machine.set_life(
        seat, machine.players[seat].life - cost, cause="cost", rules=op.rules
    )
    machine.bind({"paid": cost})
    machine.check_life()


@executes(ops.Damage)
def _damage(machine: Machine, op: ops.Damage) -> None:
    scope = machine.scope()
    loss = amount(scope, op.amount)
    machine.done()
    for seat in seats_of(scope, op.whose):
        machine.set_life(
            seat, machine.players[seat].life - loss, cause="effect", rules=op.rules
        )
    machine.check_life()


@executes(ops.Gain)
def _gain(machine: Machine, op: ops.Gain) -> None:
    gain = amount(machine.scope(), op.amount)
    machine.done()
    seat = machine.seat
    machine.set_life(
        seat, machine.players[seat].life + gain, cause="effect", rules=op.rules
    )


# Cards


@executes(ops.Destroy)
def _destroy(machine: Machine, op: ops.Destroy) -> None:
    targets = pieces_of(machine, op.cards)
    machine.done()
    own = machine.scope().pieces("self")
    by = {t.oid: own[0] for t in targets} if own else {}
    destroyed = machine.destroy(targets, cause="effect", by=by, rules=op.rules)
    if op.bind:
        machine.bind({op.bind: destroyed})


@executes(ops.Send)
def _send(machine: Machine, op: ops.Send) -> None:
    targets = pieces_of(machine, op.cards)
    machine.done()
    before = machine.derived()
    for piece in targets:
        machine.move(
            piece, zone(piece.owner, op.to), cause=op.cause, rules=op.rules, before=before
        )


@executes(ops.Draw)
def _draw(machine: Machine, op: ops.Draw) -> None:
    scope = machine.scope()
    count = amount(scope, op.amount)
    machine.done()
    for seat in seats_of(scope, op.whose):
        machine.bind({op.bind: draw_cards(machine, seat, count, op.rules)})


def draw_cards(machine: Machine, seat: Seat, count: int, rules: tuple[str, ...]) -> int:
    """Draw cards, or as many as there are; how many were drawn."""
    drawn = 0
    while drawn < count and (pile := machine.at(zone(seat, "pile"))):
        machine.move(pile[0], zone(seat, "hand"), cause="draw", rules=rules, bottom=True)
        drawn += 1
    return drawn


@executes(ops.Look)
def _look(machine: Machine, op: ops.Look) -> None:
    count = amount(machine.scope(), op.amount)
    name = zone(machine.seat, "pile")
    top = machine.at(name)[:count]
    machine.bind({op.bind: top})
    machine.done()
    machine.emit(Looked(seat=machine.seat, place=name, pieces=top, rules=op.rules))


@executes(ops.Show)
def _show(machine: Machine, op: ops.Show) -> None:
    machine.done()
    for piece in machine.scope().pieces(op.card):
        machine.emit(Shown(seat=machine.seat, piece=piece, rules=op.rules))


@executes(ops.Shuffle)
def _shuffle(machine: Machine, op: ops.Shuffle) -> None:
    seats = seats_of(machine.scope(), op.whose)
    machine.done()
    for seat in seats:
        machine.shuffle(zone(seat, "pile"), op.rules)


@executes(ops.SummonSpecially)
def _summon_specially(machine: Machine, op: ops.SummonSpecially) -> None:
    pieces = machine.scope().pieces(op.card)
    seat = seats_of(machine.scope(), op.whose)[0]
    if not pieces or not _may_come(machine, pieces[0], seat):
        machine.done()
        return
    ask(machine, "place", seat=seat, rules=op.rules)


def _may_come(machine: Machine, piece: Piece, seat: Seat) -> bool:
    card = None if piece.key is None else machine.game.rules.card(piece.key)
    return bool(
        find(machine, piece)
        and free_zones(machine, machine.game, seat, "m")
        and not machine.derived().forbidden("special-summon", card, seat)
        and machine.derived().restricted("summon", None, card, seat) is None
    )


@answers(ops.SummonSpecially)
def _placed(machine: Machine, op: ops.SummonSpecially, action: Play) -> None:
    piece = machine.scope().pieces(op.card)[0]
    machine.done()
    come(machine, piece, action, op.way, "special", op.rules)


def come(
    machine: Machine, piece: Piece, action: Play, way: str, summon: str, rules: tuple[str, ...]
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
        way=way,
        stamp=machine.next_oid if face_up else 0,
    )
    if after is not None and summon:
        machine.summoned(after, action.to, way, special=summon == "special", rules=rules)
    return after


@executes(ops.SummonTopOfPile)
def _summon_top(machine: Machine, op: ops.SummonTopOfPile) -> None:
    seat = seats_of(machine.scope(), op.whose)[0]
    pile = machine.at(zone(seat, "pile"))
    if not pile or not free_zones(machine, machine.game, seat, "m"):
        machine.done()
        return
    if pile[0].key is None:
        ask(machine, "reveal", seat=seat, options=(zone(seat, "pile"),), rules=op.rules)
        return
    machine.emit(Shown(seat=seat, piece=pile[0], rules=op.rules))
    if not _may_come(machine, pile[0], seat) or _only_defense(machine, pile[0]):
        machine.done()
        return
    ask(machine, "place", seat=seat, options=("attack",), rules=op.rules)


def _only_defense(machine: Machine, piece: Piece) -> bool:
    return machine.has_kind(piece, "defense-only")


@answers(ops.SummonTopOfPile)
def _top_placed(machine: Machine, op: ops.SummonTopOfPile, action: Action) -> None:
    seat = seats_of(machine.scope(), op.whose)[0]
    name = zone(seat, "pile")
    top = machine.at(name)[0]
    if isinstance(action, Reveal):
        machine.reveal(name, top, action.shown)
        return
    assert isinstance(action, Play)
    machine.done()
    come(machine, top, action, op.way, "special", op.rules)


@executes(ops.SetCard)
def _set_card(machine: Machine, op: ops.SetCard) -> None:
    pieces = machine.scope().pieces(op.card)
    if not pieces or not free_zones(machine, machine.game, machine.seat, "s"):
        machine.done()
        return
    ask(machine, "place", options=("set",), rules=op.rules)


@answers(ops.SetCard)
def _card_set(machine: Machine, op: ops.SetCard, action: Play) -> None:
    piece = machine.scope().pieces(op.card)[0]
    machine.done()
    come(machine, piece, action, "effect-set", "", op.rules)


@executes(ops.ActivateBound)
def _activate_bound(machine: Machine, op: ops.ActivateBound) -> None:
    scope = machine.scope()
    machine.done()
    for piece in scope.pieces(op.card):
        seat = machine.seat
        shown = machine.move(piece, zone(seat, "play"), cause="play", rules=op.rules)
        card = None if shown is None or shown.key is None else machine.game.rules.card(shown.key)
        if shown is None or card is None:
            continue
        effects = [machine.game.rules.effects[name] for name in card.effects]
        effect = next(e for e in effects if e.use in op.uses)
        bound: dict[str, Value] = {"seat": seat, "self": (shown,), "effect": effect.name}
        machine.push("carry-out", bound)


# Flow


@executes(ops.Spend)
def _spend(machine: Machine, op: ops.Spend) -> None:
    name = f"{seat_letter(machine.seat)}.{op.name}"
    machine.used[name] = machine.used.get(name, 0) + 1
    machine.done()


@executes(ops.If)
def _if(machine: Machine, op: ops.If) -> None:
    frame = machine.frame
    branch = "then" if is_true(machine.scope(), op.when) else "otherwise"
    machine.done()
    machine.push(f"{frame.block}/{frame.step}.{branch}", dict(frame.bound), returns=True)


@executes(ops.Run)
def _run_block(machine: Machine, op: ops.Run) -> None:
    bound = dict(machine.frame.bound)
    machine.done()
    machine.push(op.block, bound)


