"""Playing and activating: a card comes, is announced, goes on the Chain, resolves."""

from __future__ import annotations

from typing import Final

from duelmat_engine.actions import Activate, Play
from duelmat_engine.board.derive import barred
from duelmat_engine.board.refs import lookup
from duelmat_engine.board.scope import EFFECT, SELF, find, is_on_field, located
from duelmat_engine.candidates.possible import candidates
from duelmat_engine.chains.chain import BUCKET
from duelmat_engine.effects import ops, procedures
from duelmat_engine.effects.effect import Effect
from duelmat_engine.effects.terms import MayCome
from duelmat_engine.errors import UnnamedCardError
from duelmat_engine.events import Activated, Resolved, Turned
from duelmat_engine.names import CardKey, Seat, ZoneName, is_key, zone, zone_kind
from duelmat_engine.ruleset.game import speed_row
from duelmat_engine.running.execute import completes
from duelmat_engine.running.machine import Machine
from duelmat_engine.state import Claim, Link, Local, Piece, Value, without
from duelmat_engine.steps.arriving import come, place_to_use

# What a Play or an Activate names

FROM: Final = Local("from", ZoneName, default=ZoneName(""))
"""The zone in which the card lay; empty: it lies nowhere any longer."""
TO: Final = Local("to", ZoneName, default=ZoneName(""))
"""The zone to which it comes."""
UPRIGHT: Final = Local("upright", bool)
"""Whether it comes to lie upright."""
MOVE: Final = Local("move", str, names="move")
"""The move by which it comes, as Piece.move says it afterwards."""
USING: Final = Local("using", tuple[Piece, ...])
"""The cards that are used up for it."""
MAYBE: Final = Local("maybe", tuple[str, ...], default=())
"""Of one laid face-down: a rule, and which cards it may be by that; empty: any."""

# Of an effect

BY: Final = Local("by", tuple[str, ...], default=())
"""The rules by which it goes on the Chain, or resolves now."""
GROUP: Final = Local("group", int, default=0)
"""The group of links that are one act (see Link)."""
NEGATED: Final = Local("negated", bool, default=False)
"""Whether the effect is not carried out, or the attack leads to no battle."""


@completes(ops.Commit)
def _commit(machine: Machine, _op: ops.Commit) -> None:
    machine.origin = None


@completes(procedures.Arrive)
def _arrive(machine: Machine, op: procedures.Arrive) -> None:
    bound = machine.frames[-1].bound
    piece, move, to = machine.get(SELF)[0], machine.get(MOVE), machine.get(TO)
    action = Play(move=move, card="", to=to, upright=machine.get(UPRIGHT))
    after = come(machine, piece, action, move, op.summon, op.rules)
    if after is not None:
        learn_from_play(machine, after, to)
    if after is not None and op.marks:
        marks = {name: _as_trait(bound[name]) for name in op.marks if name in bound}
        machine.change(to, after, marks=marks)


def learn_from_play(machine: Machine, laid: Piece, to: ZoneName) -> None:
    """Note for the table which card may have been laid face-down, as the rules allowed it."""
    unbound, bound = machine.unbound, machine.frames[-1].bound
    machine.unbound = None
    if unbound is None and not MAYBE.of(bound):
        return

    def claim() -> Claim | None:
        maybe = MAYBE.of(bound if unbound is None else unbound.values())
        if not maybe:
            return None
        rule, *keys = maybe
        return Claim(frozenset(map(CardKey, keys)), frozenset((to,)), 1, rule)

    machine.learn_later(laid.owner, claim)


def _as_trait(value: Value) -> int | str:
    text = str(value)
    return int(text) if text.isdigit() else text


@completes(procedures.TakeUp)
def take_up(machine: Machine, op: procedures.TakeUp) -> None:
    name, current = located(machine, machine.get(SELF)[0])
    after: Piece | None
    effect = machine.game.rules.effects[machine.get(EFFECT)]
    if is_on_field(machine.game, name):
        stamp = 0 if machine.game.rules.in_play.attempts_apart else machine.new_oid()
        after = machine.change(name, current, face_up=True, stamp=stamp)
        machine.emit(
            Turned(piece=current, after=after, place=name, cause="activation", rules=op.rules)
        )
    else:
        to = place_to_use(machine, effect, current)
        stamp = machine.next_oid if op.counts else 0
        after = machine.move(current, to, cause="play", face_up=True, stamp=stamp, rules=op.rules)
    if after is not None:
        machine.bind(SELF((after,)))


@completes(procedures.Announce)
def _announce(machine: Machine, _op: procedures.Announce) -> None:
    bound = dict(machine.frames[-1].bound)
    machine.push(f"{machine.get(EFFECT)}/announce", bound, returns=True)


@completes(procedures.Declare)
def _declare(machine: Machine, op: procedures.Declare) -> None:
    frame = machine.frames[-1]
    for piece in machine.get(SELF):
        card = None if piece.key is None else machine.game.rules.card(piece.key)
        for effect in machine.game.effects_of(card, (op.use,)):
            machine.push(f"{effect.name}/announce", dict(frame.bound), returns=True)


@completes(procedures.PutOnChain)
def _put_on_chain(machine: Machine, _op: procedures.PutOnChain) -> None:
    seat, source = machine.seat, machine.get(SELF)[0]
    effect = machine.game.rules.effects[machine.get(EFFECT)]
    found = find(machine, source)
    card = None if source.key is None else machine.game.rules.card(source.key)
    speed, speed_rules = speed_row(machine.game.rules, effect, card)
    machine.chain.append(
        Link(
            seat,
            found[1] if found else source,
            effect.name,
            without(machine.frames[-1].bound, BUCKET, GROUP, BY),
            speed,
            trigger=effect.use == "trigger",
            place=zone_kind(machine.get(FROM) or (found[0] if found else "")),
            bucket=machine.get(BUCKET),
            group=machine.get(GROUP),
        )
    )
    machine.use_up(effect)
    machine.open_window("activation", (), seat)
    place = found[0] if found else zone(seat, "grave")
    rules = tuple(dict.fromkeys((*effect.rules, *speed_rules, *machine.get(BY))))
    machine.emit(Activated(seat=seat, piece=source, place=place, effect=effect.name, rules=rules))


@completes(procedures.Resolve)
def _resolve(machine: Machine, _op: procedures.Resolve) -> None:
    effect = machine.game.rules.effects[machine.get(EFFECT)]
    source = machine.get(SELF)[0]
    citations = machine.game.rules.citations
    happens = False
    rules = _lost_by(machine, effect)
    lost = bool(rules)
    if not lost:
        negated = machine.derived().negated_by(source, machine.seat)
        stopped = machine.get(NEGATED)
        happens = negated is None and not stopped
        own = effect.rules if negated is None else negated.rules
        stay = citations.stay.get(effect.use, ()) if effect.stays and not stopped else ()
        rules = tuple(dict.fromkeys((*own, *stay, *machine.get(BY))))
    seat, name = machine.seat, effect.name
    told = Resolved(
        seat=seat, piece=source, effect=name, carried_out=happens, lost_target=lost, rules=rules
    )
    machine.emit(told)
    if happens:
        machine.push(f"{name}/resolve", dict(machine.frames[-1].bound))


def _lost_by(machine: Machine, effect: Effect) -> tuple[str, ...]:
    """Return the rules by which an effect does not happen because a target is no longer what was
    chosen, with those that keep it from being summoned; (): all are.
    """
    rules = machine.game.rules.citations.target
    if not rules or not machine.game.is_on(rules[0]):
        return ()
    scope = machine.scope()
    for op in effect.announce:
        if isinstance(op, ops.Choose) and op.target:
            there = {piece.oid for _, piece in candidates(scope, op.cards)}
            for piece in scope.pieces(op.bind):
                if piece.oid not in there:
                    may_come = any(isinstance(wanted, MayCome) for wanted in op.cards.that)
                    return (*rules, *(barred(scope, piece) if may_come else ()))
    return ()


@completes(procedures.FinishLink)
def _finish_link(machine: Machine, op: procedures.FinishLink) -> None:
    effect = machine.game.rules.effects[machine.get(EFFECT)]
    source = machine.get(SELF)[0]
    found = find(machine, source)
    if found is None or effect.use not in op.uses:
        return
    place, piece = found
    stays = effect.stays and not machine.get(NEGATED) and not _missed(effect, piece)
    if not stays or zone_kind(place) == "play":
        rules = machine.game.rules.citations.used.get(effect.use) or effect.rules[:1]
        machine.move(piece, zone(source.owner, "grave"), cause="rule", rules=rules)
    elif machine.game.rules.in_play.attempts_apart:
        machine.change(place, piece, stamp=machine.new_oid())


def _missed(effect: Effect, piece: Piece) -> bool:
    """Whether a card that was to be equipped to another lies there without one."""
    equips = any(isinstance(op, ops.Equip) and op.card == "self" for op in effect.resolve)
    return equips and not piece.attached


def shown_card(machine: Machine, action: Activate, seat: Seat) -> tuple[ZoneName, Piece]:
    """The card that is activated; one that nobody had seen is revealed by what was shown."""
    name, piece = lookup(machine, action.card) or from_unseen_hand(machine, action.card, seat)
    return name, turned_over(machine, name, piece, action.shown)


def turned_over(machine: Machine, name: ZoneName, piece: Piece, shown: CardKey | None) -> Piece:
    """A card that everybody sees from now on; which it is was known or is shown."""
    key = piece.key or shown
    if key is None:
        raise UnnamedCardError(name, name)
    return machine.reveal(name, piece, key)


def from_unseen_hand(machine: Machine, key: str, seat: Seat) -> tuple[ZoneName, Piece]:
    """A card that comes to light by being played from the hand."""
    name = zone(seat, "hand")
    unseen = next((p for p in machine.at(name) if p.key is None), None)
    if unseen is None or not is_key(key):
        raise UnnamedCardError(key, name)
    return name, machine.reveal(name, unseen, CardKey(key))
