"""Choosing: cards, amounts, names, uses, and what chance chooses."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from duelmat_engine.actions import (
    Choose,
    Name,
    Number,
    Pass,
    Roll,
)
from duelmat_engine.effects import ops
from duelmat_engine.effects.evaluate import (
    Scope,
    amount,
    controller,
    find,
    opponent,
    select,
)
from duelmat_engine.effects.terms import AmongBound, Cards
from duelmat_engine.errors import EngineError, UnnamedCardError
from duelmat_engine.events import (
    Declared,
)
from duelmat_engine.judging.possible import candidates, failing_needs, fits, use_is_possible
from duelmat_engine.names import (
    NOBODY,
    CardKey,
    Seat,
    ZoneName,
    is_key,
    key_seat,
    zone_kind,
)
from duelmat_engine.refs import is_unseen, lookup, ref_of, unseen_counts
from duelmat_engine.running.execute import answers, ask, executes
from duelmat_engine.running.machine import Machine
from duelmat_engine.sight.knowledge import may_hold
from duelmat_engine.state import Claim, Hidden, Piece, replace


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
        if zone_kind(name) == "pile" and not _is_looked_at(op):
            machine.take(name, piece)
            machine.put(name, piece)  # taken out of the pile: where it lay tells nothing
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


def _is_looked_at(op: ops.Choose) -> bool:
    """Whether it is chosen among cards that were looked at, which keep their order."""
    return any(isinstance(wanted, AmongBound) for wanted in op.cards.that)


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


def unseen_choice(machine: Machine, ref: str, taken: tuple[Piece, ...]) -> tuple[ZoneName, Piece]:
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
        ref_of(machine.game, name, piece) for name, piece in candidates(machine.scope(), op.cards)
    ]
    there.sort(key=lambda ref: (not is_key(ref), ref))
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
    taken: list[Piece] = []
    for ref in action.values:
        taken.append(_taken(machine, ref, taken))
    machine.bind({op.bind: tuple(taken)})
    for ref, piece in zip(action.values, taken, strict=True):
        found = find(machine, piece)
        hidden = found is not None and is_unseen(machine, found[1])
        told = found[0] if hidden and found is not None else ref
        machine.emit(Declared(seat=NOBODY, what=op.bind, value=told, rules=op.rules))
    machine.done()


def _taken(machine: Machine, ref: str, before: list[Piece]) -> Piece:
    """The card that chance names; of the unseen ones of a zone, which are all alike, the next."""
    found = lookup(machine, ref)
    if found is None:
        raise EngineError(f"{ref} names no card here")
    name, piece = found
    if is_key(ref):
        return piece
    oids = {p.oid for p in before}
    alike = [p for p in machine.at(name) if p.oid not in oids and p.key == piece.key]
    return alike[0] if alike else piece


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
        return bool(unseen) and may_hold(hidden[controller(name)], counts, name, useless, unseen)
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
    yield (
        name,
        pieces,
        frozenset(key for key in pool if not use_fits(scope, op, replace(pieces[0], key=key))),
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
