"""Triggers: the effects that an event sets off wait here, and chain.py says what follows.

A trigger of a card that lies open waits as that card's. Whether a hand or a Set card has one is
its owner's secret: if, by what everybody knows, some card there may have it, the zone waits.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from msgspec import Struct

from duelmat_engine.board.derive import Derived, derive
from duelmat_engine.board.evaluate import happened_to, passes
from duelmat_engine.board.scope import EFFECT, SEAT, SELF, Scope, find, is_on_field, zones_of
from duelmat_engine.candidates.possible import failing_needs
from duelmat_engine.chains.chain import ASKING, RESOLVING
from duelmat_engine.chains.trigger_legality import may_be_there
from duelmat_engine.effects.effect import Effect, On
from duelmat_engine.effects.terms import means_player
from duelmat_engine.events import (
    AnyEvent,
    LifeChanged,
    Moved,
    Negated,
    SeveralDestroyed,
    Summoned,
    Turned,
)
from duelmat_engine.names import SEATS, Seat, ZoneName, zone_kind, zone_seat
from duelmat_engine.ruleset.game import Game
from duelmat_engine.running.reactions import NEGATED
from duelmat_engine.state import Local, PendingTrigger, Piece, World

NOWHERE: Final = ZoneName("")
EVENT: Final = Local("event", tuple[Piece, ...])
"""The cards that a trigger's event is about, as they were."""
CHANGE: Final = Local("change", int)
"""The change of a player's life by the event."""

Found = PendingTrigger | Negated
"""A trigger that waits now, or what says that one would if its effect were not negated."""


class TriggerFinder(Struct, eq=False):
    """An event, and the world in which it has just happened."""

    world: World
    game: Game
    event: AnyEvent
    seat: Seat
    """The player whose act it is."""
    first_new: int
    """Objects from this number on have come with the event."""
    before: Derived | None
    """What applied when it happened; None: what applies now."""

    @property
    def subject(self) -> Piece | None:
        return getattr(self.event, "piece", None)

    def found(self, names: frozenset[str]) -> Iterator[Found]:
        """Yield what the event sets off; `names` are the effects that one of its class may."""
        event, rules = self.event, self.game.rules
        for part in ("piece", "by"):
            piece = getattr(event, part, None)
            if type(piece) is not Piece or piece.key is None:
                continue
            for name in rules.card(piece.key).effects:
                if name in names:
                    effect = rules.effects[name]
                    on = effect.on
                    if on is not None and on.part == part and self._is_such(on):
                        yield from self._set_off(effect, on, piece)
        for effect in self.game.witnesses.get(type(event).__name__, ()):
            on = effect.on
            if on is not None and self._is_such(on):
                yield from self._witnessed(effect, on)

    def _set_off(self, effect: Effect, on: On, piece: Piece) -> Iterator[Found]:
        """A trigger of the card that the event is about, or that brought it about."""
        event = self.event
        place = _place_of(event)
        if on.to and isinstance(event, Moved):
            piece, place = event.after, event.to
        if on.flips and isinstance(event, Turned):
            piece = event.after
        if not piece.face_up or piece.key is None:
            return
        if on.part == "piece" and place:
            seat = zone_seat(place)
        else:
            found = find(self.world, piece)
            seat = zone_seat(found[0]) if found else piece.owner
        if self._concerns(on, seat):
            yield from self._of_card(effect, on, seat, piece, place)

    def _witnessed(self, effect: Effect, on: On) -> Iterator[Found]:
        """Triggers of cards that lay elsewhere when it happened."""
        rules, zones = self.game.rules, self.world.zones
        for seat in SEATS[: len(self.world.players)]:
            if not self._concerns(on, seat):
                continue
            for name in zones_of(self._scope(seat), effect.zones, "own"):
                hidden = zone_kind(name) in rules.zones.hidden
                covered = False
                for piece in zones.get(name, ()):
                    if piece.oid >= self.first_new:
                        continue
                    if not piece.face_up:
                        covered = covered or hidden or on.from_set
                    elif piece.key and effect.name in rules.card(piece.key).effects:
                        yield from self._of_card(effect, on, seat, piece, name)
                if covered:
                    yield from self._of_zone(effect, on, seat, name)

    # Whether it is an event of the kind that an effect waits for

    def _is_such(self, on: On) -> bool:
        """Whether the effect waits for such an event, whoever's."""
        event = self.event
        if on.cause and getattr(event, "cause", "") not in on.cause.split():
            return False
        if on.special is not None and getattr(event, "special", None) != on.special:
            reading, value = on.unless
            if not reading or self.game.reads(reading) != value:
                return False
        if on.move and getattr(event, "move", "") != on.move:
            return False
        if on.phase and getattr(event, "phase", "") != on.phase:
            return False
        if on.from_field and not (
            isinstance(event, Moved)
            and event.cause not in NEGATED
            and is_on_field(self.game, event.source)
            and not is_on_field(self.game, event.to)
        ):
            return False
        if on.to and not (isinstance(event, Moved) and zone_kind(event.to) in on.to):
            return False
        if on.flips and not (isinstance(event, Turned) and not event.piece.face_up):
            return False
        return not on.falls or (isinstance(event, LifeChanged) and event.life < event.before)

    def _concerns(self, on: On, seat: Seat) -> bool:
        """Whether the event is about the players and cards that the effect waits for, seen from
        this player.
        """
        event = self.event
        if not means_player(on.by_whose, self.seat, seat):
            return False
        if isinstance(event, SeveralDestroyed):
            return self._enough(on, event, seat)
        about = _about(event)
        if on.whose != "any" and (about is None or not means_player(on.whose, about, seat)):
            return False
        if not on.that:
            return True
        subject = self.subject
        scope = self._scope(seat)
        if isinstance(self.event, Summoned):
            return subject is not None and happened_to(scope, subject, on.that)
        return subject is not None and passes(scope, subject, on.that)

    def _enough(self, on: On, event: SeveralDestroyed, seat: Seat) -> bool:
        scope = self._scope(seat)
        found = sum(
            means_player(on.whose, zone_seat(place), seat) and passes(scope, piece, on.that)
            for piece, place in zip(event.pieces, event.places, strict=True)
        )
        return found >= on.at_least

    def _scope(self, seat: Seat) -> Scope:
        return Scope(self.world, self.game, seat, {})

    # What waits

    def _of_card(
        self, effect: Effect, on: On, seat: Seat, piece: Piece, place: str
    ) -> Iterator[Found]:
        if self.before is None:
            self.before = derive(self.world, self.game)
        negate = self.before.negated_by(piece, seat, place)
        if negate is not None:
            at = ZoneName(place)
            yield Negated(piece=piece, place=at, effect=effect.name, rules=negate.rules)
            return
        yield from self._waiting(effect, on, seat, piece)

    def _of_zone(self, effect: Effect, on: On, seat: Seat, place: ZoneName) -> Iterator[Found]:
        """Yield the trigger of a zone in which some card may have the effect; it tells no more."""
        if may_be_there(self.world, self.game, place, effect.name):
            probe = Piece(0, seat, face_up=False)
            yield from self._waiting(effect, on, seat, probe, place)

    def _waiting(
        self, effect: Effect, on: On, seat: Seat, source: Piece, place: ZoneName = NOWHERE
    ) -> Iterator[PendingTrigger]:
        world, event = self.world, self.event
        bound = SEAT(seat) | ({} if place else SELF((source,))) | EFFECT(effect.name)
        if self.subject is not None:
            bound |= EVENT((self.subject,))
        elif isinstance(event, SeveralDestroyed):
            bound |= EVENT(event.pieces)
        elif isinstance(event, LifeChanged):
            bound |= CHANGE(abs(event.life - event.before))
        scope = Scope(world, self.game, seat, bound)
        early = tuple(need for need in effect.needs if not need.once_activated)
        if failing_needs(scope, early):
            return
        meaning = self.game.chain.timing(on.timing).meaning
        bounds = [frame.bound for frame in world.frames]
        building = any(ASKING.of(b) == "ready" for b in bounds) or (
            bool(world.chain) and not any(map(RESOLVING.of, bounds))
        )
        yield PendingTrigger(
            seat,
            source,
            effect.name,
            bound,
            moment=world.moment,
            state="now" if meaning in ("interrupts", "joins") else "",
            late=building,
            place=place,
        )


def _place_of(event: AnyEvent) -> ZoneName:
    return ZoneName(getattr(event, "source", None) or getattr(event, "place", None) or "")


def _about(event: AnyEvent) -> Seat | None:
    """The player whose card or life an event is about."""
    place = _place_of(event)
    seat = zone_seat(place) if place else getattr(event, "seat", None)
    return None if seat is None else Seat(seat)
