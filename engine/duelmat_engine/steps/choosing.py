"""Choosing: cards, amounts, names, uses, and what chance chooses."""

from __future__ import annotations

from duelmat_engine.actions import Choose, Name, Number, Pass, Roll
from duelmat_engine.board.evaluate import amount, passes, select
from duelmat_engine.board.refs import is_unseen, lookup, ref_of
from duelmat_engine.board.scope import find, next_seat
from duelmat_engine.candidates import choosable
from duelmat_engine.candidates.possible import candidates, number_range
from duelmat_engine.effects import ops
from duelmat_engine.effects.terms import AmongBound, Cards
from duelmat_engine.errors import EngineError, UnnamedCardError
from duelmat_engine.events import Declared
from duelmat_engine.names import NOBODY, CardKey, Seat, is_key, key_seat, zone_kind, zone_seat
from duelmat_engine.running.execute import answers, ask, executes
from duelmat_engine.running.machine import Machine
from duelmat_engine.state import Claim, Located, Piece
from duelmat_message import ref, say


@executes(ops.Choose)
def _choose(machine: Machine, op: ops.Choose) -> None:
    scope = machine.scope()
    taken = scope.pieces(op.bind)
    wanted = amount(scope, op.count)
    seat = chooser(machine, op)
    if len(taken) >= wanted or not choosable.left_to_choose(scope, op):
        if len(taken) < wanted:
            _nothing_else_fits(machine, op)
        machine.bind({op.bind: taken})
        machine.done()
        return
    announced = machine.origin is not None
    if op.aloud and not taken and announced:
        note_a_choice(machine, op, wanted)
    optional = not announced and not machine.closed and choosable.may_fail_to_find(scope, op)
    ask(machine, "choose", seat=seat, optional=optional, rules=op.rules)


def note_a_choice(machine: Machine, op: ops.Choose, wanted: int) -> None:
    """Note for the table that there are such hidden cards: who announces it says so."""
    scope = machine.scope()
    hidden_kinds = machine.game.rules.zones.hidden
    if not op.cards.that or not all(kind in hidden_kinds for kind in op.cards.zones):
        return
    places = select(scope, Cards(op.cards.zones, op.cards.whose))
    unseen = [(name, p) for name, p in places if is_unseen(machine, p)]
    seen = sum(not is_unseen(machine, p) and passes(scope, p, op.cards.that) for _, p in places)
    if not unseen or seen >= wanted or any(isinstance(f, AmongBound) for f in op.cards.that):
        return
    name, probe = unseen[0]
    fitting = choosable.fitting(scope, op, probe)
    zones = frozenset(place for place, _ in places)
    machine.learn(zone_seat(name), Claim(fitting, zones, wanted - seen, "".join(op.rules[:1])))


def chooser(machine: Machine, op: ops.Choose) -> Seat:
    seat = machine.seat
    return next_seat(machine, seat) if op.by == "opposing" else seat


def _nothing_else_fits(machine: Machine, op: ops.Choose) -> None:
    """Note for the table what follows from the fact that there are no more cards to choose."""
    if op.aloud and not any(isinstance(wanted, choosable.LOOKING) for wanted in op.cards.that):
        learn_useless(machine, op)


def learn_useless(machine: Machine, op: ops.Choose | ops.Offer) -> None:
    """Note for the table what follows from the fact that nothing was possible."""
    for owner, claim in choosable.useless_cards(machine.scope(), op):
        machine.learn(owner, claim)


@answers(ops.Choose)
def _chosen(machine: Machine, op: ops.Choose, action: Choose | Pass) -> None:
    taken = machine.scope().pieces(op.bind)
    if isinstance(action, Pass):
        _nothing_else_fits(machine, op)
        machine.bind({op.bind: taken})
        machine.done()
        return
    if op.aloud:
        name, piece = seen(machine, action, op.cards)
        # cards that were looked at keep their order
        looked_at = any(isinstance(wanted, AmongBound) for wanted in op.cards.that)
        if zone_kind(name) == "pile" and not looked_at:
            machine.take(name, piece)
            machine.put(name, piece)  # taken out of the pile: where it lay tells nothing
    else:
        name, piece = _unseen_choice(machine, op, action.card, taken)
    if op.aloud and op.cards.that and is_unseen(machine, piece):
        scope, rule = machine.scope(machine.before), op.rules[0] if op.rules else ""

        def claim() -> Claim:
            return Claim(choosable.fitting(scope, op, piece), frozenset((name,)), 1, rule)

        machine.learn_later(piece.owner, claim)
    machine.bind({op.bind: (*taken, piece)})
    if op.aloud:
        seat, value = chooser(machine, op), ref_of(machine.game, name, piece)
        machine.emit(Declared(seat=seat, what=op.bind, value=value, rules=op.rules))


def seen(machine: Machine, action: Choose, cards: Cards) -> Located:
    """The card that an answer names aloud; an unseen card named by its key is shown by it."""
    ref = action.card
    found = lookup(machine, ref)
    if found is None and is_key(ref):
        there = select(machine.scope(), Cards(cards.zones, cards.whose))
        places = (at for at in there if at[0] == action.place or not action.place)
        seat = key_seat(ref)
        found = next((at for at in places if at[1].key is None and at[1].owner == seat), None)
    name, piece = found = found or _named(machine, ref)
    if zone_kind(name) not in machine.game.rules.zones.hidden:
        return found
    key = CardKey(ref) if is_key(ref) else piece.key
    if key is None:
        raise UnnamedCardError(ref, name)
    return name, machine.reveal(name, piece, key)


def _named(machine: Machine, card: str) -> Located:
    found = lookup(machine, card)
    if found is None:
        raise EngineError(say("{card} names no card here", card=ref(card)))
    return found


def _unseen_choice(
    machine: Machine, op: ops.Choose, ref: str, taken: tuple[Piece, ...]
) -> Located:
    """A card chosen without being shown: nobody knows now which of those in question went."""
    name, piece = found = _named(machine, ref)
    there = [p for at, p in choosable.in_question(machine.scope(), op) if at == name]
    alike = {p.oid for p in there if not p.face_up}
    if piece.face_up or not alike or (is_key(ref) and not machine.closed):
        return found
    if not any(is_unseen(machine, p) for p in there):
        machine.bind(choosable.CANDIDATES(tuple(sorted(p.key for p in there if p.key))))
    machine.blur(name, alike)
    wanted = {piece.oid} if is_key(ref) else alike
    left = wanted - {p.oid for p in taken}
    return name, next(p for p in machine.at(name) if p.oid in left)


@executes(ops.ChooseNumber)
def _choose_number(machine: Machine, op: ops.ChooseNumber) -> None:
    low, high = number_range(machine.scope(), op)
    ask(machine, "number", low=low, high=high, multiple=op.multiple, rules=op.rules)


@answers(ops.ChooseName)
@answers(ops.ChooseNumber)
def _said(machine: Machine, op: ops.ChooseName | ops.ChooseNumber, action: Name | Number) -> None:
    machine.bind({op.bind: action.value})
    value = str(action.value)
    machine.emit(Declared(seat=machine.seat, what=op.bind, value=value, rules=op.rules))
    machine.done()


@executes(ops.ChooseName)
def _choose_name(machine: Machine, op: ops.ChooseName) -> None:
    ask(machine, "name", options=op.names, rules=op.rules)


@executes(ops.ChooseAtRandom)
def _choose_at_random(machine: Machine, op: ops.ChooseAtRandom) -> None:
    there = [ref_of(machine.game, *found) for found in candidates(machine.scope(), op.cards)]
    there.sort(key=lambda ref: (not is_key(ref), ref))
    if len(there) <= op.count:
        _rolled(machine, op, Roll(tuple(there)))
        return
    many, there_are = op.count, tuple(there)
    ask(machine, "chance", seat=NOBODY, options=there_are, low=many, high=many, rules=op.rules)


@answers(ops.ChooseAtRandom)
def _rolled(machine: Machine, op: ops.ChooseAtRandom, action: Roll) -> None:
    taken: list[Piece] = []
    for named in action.values:
        taken.append(_taken(machine, named, taken))
    machine.bind({op.bind: tuple(taken)})
    for named, piece in zip(action.values, taken, strict=True):
        found = find(machine, piece)
        told = found[0] if found is not None and is_unseen(machine, found[1]) else named
        machine.emit(Declared(seat=NOBODY, what=op.bind, value=told, rules=op.rules))
    machine.done()


def _taken(machine: Machine, ref: str, before: list[Piece]) -> Piece:
    """The card that chance names; of the unseen ones of a zone, which are all alike, the next."""
    name, piece = _named(machine, ref)
    if is_key(ref):
        return piece
    oids = {p.oid for p in before}
    alike = [p for p in machine.at(name) if p.oid not in oids and p.key == piece.key]
    return alike[0] if alike else piece
