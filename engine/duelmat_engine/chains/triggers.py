"""Which effects an event sets off: they are noted as waiting, and chain.py says what follows.

A trigger of a card that lies open waits as that card's. Whether a hand or a Set card has one is
its owner's secret: if, by what everybody knows, some card there may have it, the zone waits.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain
from typing import TYPE_CHECKING

from duelmat_engine.effects.evaluate import is_true, passes
from duelmat_engine.effects.scope import Scope, find, is_on_field, row_zones
from duelmat_engine.events import AnyEvent, LifeChanged, Moved, Negated, SeveralDestroyed, Turned
from duelmat_engine.names import Seat, ZoneName, zone, zone_kind, zone_seat
from duelmat_engine.refs import is_unseen
from duelmat_engine.state import Piece, Value, Waiting

if TYPE_CHECKING:
    from duelmat_engine.effects.derive import Derived
    from duelmat_engine.effects.effect import Effect, On
    from duelmat_engine.effects.terms import Whose
    from duelmat_engine.running.machine import Machine


def collect(machine: Machine, event: AnyEvent, names: frozenset[str], before: Derived) -> None:
    """Note what the event sets off; `before` is what applied when it happened."""
    subject: Piece | None = getattr(event, "piece", None)
    agent: Piece | None = getattr(event, "by", None)
    parts = [("piece", subject)]
    if isinstance(agent, Piece):
        parts.append(("by", agent))
    for part, piece in parts:
        if piece is None or piece.key is None:
            continue
        for name in machine.game.rules.card(piece.key).effects:
            if name in names:
                effect = machine.game.rules.effects[name]
                if effect.on is not None and effect.on.part == part:
                    _set_off(machine, effect, effect.on, piece, event, before)
    cause = getattr(event, "cause", "")
    for effect in machine.game.witnesses.get(type(event).__name__, ()):
        on = effect.on
        if on is not None and (not on.cause or cause in on.cause.split()):
            _witnessed(machine, effect, on, event, before)


def _set_off(
    machine: Machine, effect: Effect, on: On, piece: Piece, event: AnyEvent, before: Derived
) -> None:
    """A trigger of the card that the event is about, or that brought it about."""
    place = _place_of(event)
    if on.to:
        if not isinstance(event, Moved) or zone_kind(event.to) not in on.to:
            return
        piece, place = event.after, event.to
    if on.flips:
        if not isinstance(event, Turned) or event.piece.face_up:
            return
        piece = event.after
    if not piece.face_up or piece.key is None:
        return
    if on.part == "piece" and place:
        seat = zone_seat(place)
    else:
        found = find(machine, piece)
        seat = zone_seat(found[0]) if found else piece.owner
    if not matches(machine, on, event, seat):
        return
    _enlist(machine, effect, on, seat, piece, event, before, place)


def _witnessed(machine: Machine, effect: Effect, on: On, event: AnyEvent, before: Derived) -> None:
    """Triggers of cards that lay elsewhere when it happened."""
    for index in range(len(machine.players)):
        seat = Seat(index)
        if not matches(machine, on, event, seat):
            continue
        for name in _zones(machine, effect.zones, seat):
            hidden = zone_kind(name) in machine.game.rules.hidden_kinds
            covered = False
            for piece in machine.at(name):
                if piece.oid >= machine.batch_oid:
                    continue
                if not piece.face_up:
                    covered = covered or hidden or on.from_set
                elif piece.key and effect.name in machine.game.rules.card(piece.key).effects:
                    _enlist(machine, effect, on, seat, piece, event, before, name)
            if covered:
                _enlist_zone(machine, effect, on, seat, event, name)


def _zones(machine: Machine, kinds: tuple[str, ...], seat: Seat) -> Iterator[ZoneName]:
    for kind in kinds:
        if kind in machine.game.rules.rows:
            yield from row_zones(machine, machine.game, seat, kind)
        else:
            yield zone(seat, kind)


def _place_of(event: AnyEvent) -> ZoneName:
    return ZoneName(getattr(event, "source", None) or getattr(event, "place", None) or "")


def matches(machine: Machine, on: On, event: AnyEvent, seat: Seat) -> bool:
    """Whether it is an event of the kind that the effect waits for, seen from this player."""
    if on.cause and getattr(event, "cause", "") not in on.cause.split():
        return False
    if on.special is not None and getattr(event, "special", None) != on.special:
        reading, value = on.unless
        if not reading or machine.game.reads(reading) != value:
            return False
    if on.way and getattr(event, "way", "") != on.way:
        return False
    if on.phase and getattr(event, "phase", "") != on.phase:
        return False
    if on.from_field and not (
        isinstance(event, Moved)
        and is_on_field(machine.game, event.source)
        and not is_on_field(machine.game, event.to)
    ):
        return False
    if on.to and not (isinstance(event, Moved) and zone_kind(event.to) in on.to):
        return False
    if on.falls and not (isinstance(event, LifeChanged) and event.life < event.before):
        return False
    if isinstance(event, SeveralDestroyed):
        return _enough(machine, on, event, seat)
    about = _about(event)
    if on.whose != "any" and (about is None or not _is_of(on.whose, about, seat)):
        return False
    if on.by_whose != "any" and not _is_of(on.by_whose, machine.seat, seat):
        return False
    if not on.that:
        return True
    subject: Piece | None = getattr(event, "piece", None)
    return subject is not None and passes(_scope(machine, seat), subject, on.that)


def _enough(machine: Machine, on: On, event: SeveralDestroyed, seat: Seat) -> bool:
    if on.by_whose != "any" and not _is_of(on.by_whose, machine.seat, seat):
        return False
    scope = _scope(machine, seat)
    found = sum(
        (on.whose == "any" or _is_of(on.whose, zone_seat(place), seat))
        and passes(scope, piece, on.that)
        for piece, place in zip(event.pieces, event.places, strict=True)
    )
    return found >= on.at_least


def _scope(machine: Machine, seat: Seat) -> Scope:
    return Scope(machine, machine.game, seat, {"seat": seat})


def _about(event: AnyEvent) -> Seat | None:
    """The player whose card or life an event is about."""
    place = _place_of(event)
    seat = zone_seat(place) if place else getattr(event, "seat", None)
    return None if seat is None else Seat(seat)


def _is_of(whose: Whose, one: Seat, seat: Seat) -> bool:
    return whose == "any" or (one == seat) == (whose == "own")


def _enlist(
    machine: Machine,
    effect: Effect,
    on: On,
    seat: Seat,
    piece: Piece,
    event: AnyEvent,
    before: Derived,
    place: str,
) -> None:
    negator = before.negated_by(piece, seat)
    if negator is not None:
        at = ZoneName(place)
        rules = negator.effect.negate_rules
        machine.events.append(Negated(piece=piece, place=at, effect=effect.name, rules=rules))
        return
    bound: dict[str, Value] = {"seat": seat, "self": (piece,), "effect": effect.name}
    _wait(machine, effect, on, seat, piece, event, bound, ZoneName(""))


def _enlist_zone(
    machine: Machine, effect: Effect, on: On, seat: Seat, event: AnyEvent, place: ZoneName
) -> None:
    """Some card of this zone may have the effect; nobody is told whether one has."""
    card = machine.game.rules.card
    pools = {machine.hidden[piece.owner].pool for piece in machine.at(place)}
    known = (piece.key for piece in machine.at(place) if not is_unseen(machine, piece))
    if not any(
        key is not None and effect.name in card(key).effects for key in chain(known, *pools)
    ):
        return
    probe = Piece(0, seat, face_up=False)
    bound: dict[str, Value] = {"seat": seat, "effect": effect.name}
    _wait(machine, effect, on, seat, probe, event, bound, place)


def _wait(
    machine: Machine,
    effect: Effect,
    on: On,
    seat: Seat,
    source: Piece,
    event: AnyEvent,
    bound: dict[str, Value],
    place: ZoneName,
) -> None:
    subject: Piece | None = getattr(event, "piece", None)
    if subject is not None:
        bound["event"] = (subject,)
    elif isinstance(event, SeveralDestroyed):
        bound["event"] = event.pieces
    elif isinstance(event, LifeChanged):
        bound["change"] = abs(event.life - event.before)
    scope = Scope(machine, machine.game, seat, bound)
    if not all(is_true(scope, n.when) for n in effect.needs if machine.game.is_on(n.rule)):
        return
    at_once = machine.game.chain.timing(on.timing).meaning in ("interrupts", "joins")
    machine.urgent = machine.urgent or at_once
    bounds = [frame.bound for frame in machine.frames]
    building = any(b.get("asking") == "ready" for b in bounds) or (
        bool(machine.chain) and not any(b.get("resolving") for b in bounds)
    )
    machine.waiting.append(
        Waiting(
            seat,
            source,
            effect.name,
            bound,
            moment=machine.moment,
            state="now" if at_once else "",
            late=building,
            place=place,
        )
    )
