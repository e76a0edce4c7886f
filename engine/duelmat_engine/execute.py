"""Carrying out the operations of effects: choosing, life, cards, flow.

`EXECUTE` says what each operation does when its turn comes; `ANSWER` what it does with the
answer to the decision that it left behind. procedures.py adds the operations of play.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any

from duelmat_engine import ops
from duelmat_engine.actions import Action, Choose, Name, Number, Pass, Play, Reveal, Roll
from duelmat_engine.effect import Effect
from duelmat_engine.errors import EngineError, UnnamedCardError
from duelmat_engine.evaluate import (
    Scope,
    amount,
    controller,
    find,
    free_zones,
    is_true,
    opponent,
    seats_of,
    select,
)
from duelmat_engine.events import Declared, Looked, Shown
from duelmat_engine.knowledge import may_hold
from duelmat_engine.machine import Machine
from duelmat_engine.names import (
    NOBODY,
    CardKey,
    Seat,
    ZoneName,
    is_key,
    key_seat,
    seat_letter,
    zone,
    zone_kind,
)
from duelmat_engine.possible import candidates, failing_needs, fits, use_is_possible
from duelmat_engine.refs import is_unseen, lookup, ref_of, unseen_counts
from duelmat_engine.state import Claim, Decision, Hidden, Piece, Value, replace
from duelmat_engine.terms import AmongBound, Bound, Cards

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
    if len(taken) >= wanted or not remaining(there, taken, wanted):
        machine.bind({op.bind: taken})
        machine.done()
        return
    if op.aloud and not taken:
        _there_is_a_choice(machine, op, wanted)
    ask(machine, "choose", seat=seat, rules=op.rules)


def _there_is_a_choice(machine: Machine, op: ops.Choose, wanted: int) -> None:
    """That an announcement asks for hidden cards tells the table that there are such cards."""
    scope = machine.scope()
    hidden_kinds = machine.game.rules.hidden_kinds
    if not op.cards.that or not all(kind in hidden_kinds for kind in op.cards.zones):
        return
    places = select(scope, Cards(op.cards.zones, op.cards.whose))
    unseen = [(name, p) for name, p in places if is_unseen(machine, p)]
    seen = sum(not is_unseen(machine, p) and fits(scope, p, op.cards.that) for _, p in places)
    if not unseen or seen >= wanted or any(isinstance(f, AmongBound) for f in op.cards.that):
        return
    name, probe = unseen[0]
    fitting = frozenset(
        key
        for key in machine.hidden[probe.owner].pool
        if fits(scope, replace(probe, key=key), op.cards.that)
    )
    zones = frozenset(place for place, _ in places)
    machine.learn(controller(name), Claim(fitting, zones, wanted - seen, op.rules[0]))


def chooser(machine: Machine, op: ops.Choose) -> Seat:
    return opponent(machine, machine.seat) if op.by == "opposing" else machine.seat


def chooser_scope(machine: Any, op: ops.Choose) -> Scope:
    """Selectors are read from the side of the player whose effect it is."""
    del op
    scope: Scope = machine.scope()
    return scope


def remaining(there: list[Piece], taken: tuple[Piece, ...], wanted: int) -> list[Piece]:
    """What may still be chosen: several cards are chosen in the order in which they lie.

    So many are left for later that all can be chosen, as far as there are enough.
    """
    oids = [p.oid for p in there]
    start = oids.index(taken[-1].oid) + 1 if taken and taken[-1].oid in oids else 0
    later = max(0, min(wanted, len(taken) + len(there) - start) - len(taken) - 1)
    chosen = {p.oid for p in taken}
    return [p for p in there[start : len(there) - later] if p.oid not in chosen]


@answers(ops.Choose)
def _chosen(machine: Machine, op: ops.Choose, action: Choose) -> None:
    taken = machine.scope().pieces(op.bind)
    if op.aloud:
        name, piece = seen(machine, action.card, op.cards)
    else:
        name, piece = unseen_choice(machine, action.card, taken)
    machine.bind({op.bind: (*taken, piece)})
    if op.aloud:
        machine.emit(
            Declared(
                seat=chooser(machine, op),
                what=op.bind,
                value=ref_of(machine.game, name, piece),
                rules=op.rules,
            )
        )


def seen(machine: Machine, ref: str, cards: Cards) -> tuple[ZoneName, Piece]:
    """The card that an answer names aloud; an unseen card named by its key is shown by it."""
    found = lookup(machine, ref)
    if found is None and is_key(ref):
        unseen = Cards(cards.zones, cards.whose)
        for place, piece in select(machine.scope(), unseen):
            if piece.key is None and piece.owner == key_seat(ref):
                found = place, piece
                break
    if found is None:
        raise EngineError(f"{ref} names no card here")
    name, piece = found
    if zone_kind(name) not in machine.game.rules.hidden_kinds:
        return found
    key = CardKey(ref) if is_key(ref) else piece.key
    if key is None:
        raise UnnamedCardError(ref, name)
    return name, machine.reveal(name, piece, key)


def unseen_choice(
    machine: Machine, ref: str, taken: tuple[Piece, ...]
) -> tuple[ZoneName, Piece]:
    """A card chosen without being shown: from now on nobody knows which of them went."""
    found = lookup(machine, ref)
    if found is None:
        raise EngineError(f"{ref} names no card here")
    name, piece = found
    if is_key(ref) and not machine.closed:
        return found
    machine.blur(name)
    wanted = {piece.oid} if is_key(ref) else {p.oid for p in machine.at(name)}
    left = wanted - {p.oid for p in taken}
    return name, next(p for p in machine.at(name) if p.oid in left)


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
    options = offered(scope, op)
    if not options:
        _nothing_fits(machine, op)
        machine.done()
        return
    ask(machine, "name", options=options, optional=may_fit_nothing(scope, op), rules=op.rules)


def offered(scope: Scope, op: ops.Offer) -> tuple[str, ...]:
    """The uses that are possible, or may be as far as one has seen."""
    return tuple(use.name for use in op.uses if use_is_possible(scope, use))


def may_fit_nothing(scope: Scope, op: ops.Offer) -> bool:
    """Whether the unseen cards in question may all be of no use."""
    for name, pieces, useless in useless_keys(scope, op):
        counts = unseen_counts(scope.world, controller(name))
        hidden: tuple[Hidden, ...] = getattr(scope.world, "hidden", ())
        unseen = sum(p.key is None for p in pieces)
        known = [p for p in pieces if p.key is not None]
        if any(use_fits(scope, op, p) for p in known):
            return False
        return bool(unseen) and may_hold(
            hidden[controller(name)], counts, name, useless, unseen
        )
    return False


def useless_keys(
    scope: Scope, op: ops.Offer
) -> Iterator[tuple[ZoneName, list[Piece], frozenset[CardKey]]]:
    """The hidden zone of which the uses choose, the cards in question, and which are of no use."""
    choosing = [step for use in op.uses for step in use.block if isinstance(step, ops.Choose)]
    among = Cards(
        choosing[0].cards.zones,
        choosing[0].cards.whose,
        tuple(f for f in choosing[0].cards.that if isinstance(f, AmongBound)),
    )
    found = select(scope, among)
    if not found:
        return
    name = found[0][0]
    hidden: tuple[Hidden, ...] = getattr(scope.world, "hidden", ())
    pieces = [p for place, p in found if place == name]
    pool = hidden[controller(name)].pool
    yield name, pieces, frozenset(
        key for key in pool if not use_fits(scope, op, replace(pieces[0], key=key))
    )


def use_fits(scope: Scope, op: ops.Offer, piece: Piece) -> bool:
    """Whether a card, taken as known, has one of these uses."""
    return any(
        not failing_needs(scope, use.needs) and fits(scope, piece, step.cards.that)
        for use in op.uses
        for step in use.block
        if isinstance(step, ops.Choose)
    )


def _nothing_fits(machine: Machine, op: ops.Offer) -> None:
    """That no use was possible tells the table something about the cards."""
    for name, pieces, useless in useless_keys(machine.scope(), op):
        unseen = sum(is_unseen(machine, p) for p in pieces)
        told = Claim(useless, frozenset((name,)), unseen, op.rules[0])
        machine.learn(controller(name), told)


@answers(ops.Offer)
def _offered(machine: Machine, op: ops.Offer, action: Name | Pass) -> None:
    if isinstance(action, Pass):
        _nothing_fits(machine, op)
        machine.done()
        return
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
    if asks_to_show(machine, targets, op.rules):
        return
    machine.done()
    own = machine.scope().pieces("self")
    by = {t.oid: own[0] for t in targets} if own else {}
    destroyed = machine.destroy(targets, cause="effect", by=by, rules=op.rules)
    if op.bind:
        machine.bind({op.bind: destroyed})


@executes(ops.Send)
def _send(machine: Machine, op: ops.Send) -> None:
    targets = pieces_of(machine, op.cards)
    concealed = op.to in machine.game.rules.hidden_kinds
    if not concealed and asks_to_show(machine, targets, op.rules):
        return
    machine.done()
    before = machine.derived()
    for piece in targets:
        machine.move(
            piece, zone(piece.owner, op.to), cause=op.cause, rules=op.rules, before=before
        )


def asks_to_show(machine: Machine, pieces: Iterable[Piece], rules: tuple[str, ...]) -> bool:
    """Whether a decision was left behind: cards that nobody has seen are shown one by one."""
    for piece in pieces:
        found = find(machine, piece)
        if found is None or found[1].shown:
            continue
        name, current = found
        if current.key is None:
            ask(machine, "reveal", seat=controller(name), options=(name,), rules=rules)
            return True
        show(machine, name, current, current.key, rules)
    return False


def show(
    machine: Machine, name: ZoneName, piece: Piece, key: CardKey, rules: tuple[str, ...]
) -> Piece:
    """A card that lay unseen is turned over for everybody."""
    after = machine.reveal(name, piece, key)
    machine.emit(Shown(seat=controller(name), piece=after, rules=rules))
    return after


@answers(ops.Destroy)
@answers(ops.Send)
def _shown_first(machine: Machine, op: ops.Destroy | ops.Send, action: Reveal) -> None:
    assert machine.before.decision is not None
    name = ZoneName(machine.before.decision.options[0])
    piece = next(p for p in machine.at(name) if p.key is None)
    show(machine, name, piece, action.shown, op.rules)


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
    if asks_to_show(machine, pile[:1], op.rules):
        return
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
        show(machine, name, top, action.shown, op.rules)
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
        found = find(machine, piece)
        if found is None or found[1].key is None:
            continue
        card = machine.game.rules.card(found[1].key)
        effects = [machine.game.rules.effects[name] for name in card.effects]
        effect = next(e for e in effects if e.use in op.uses)
        place = place_to_use(machine, effect)
        shown = machine.move(piece, place, cause="play", face_up=True, rules=op.rules)
        assert shown is not None
        machine.use_up(effect)
        bound: dict[str, Value] = {"seat": machine.seat, "self": (shown,), "effect": effect.name}
        machine.push("carry-out", bound)


def place_to_use(machine: Machine, effect: Effect) -> ZoneName:
    """Where a card lies while it is used: what stays takes a zone of its own."""
    free = free_zones(machine, machine.game, machine.seat, "s") if effect.stays else []
    return free[0] if free else zone(machine.seat, "play")


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


