"""Derived values: the values of cards as the continuous effects on the field change them.

Order: negation first, since a negated effect alters nothing. Of two effects that negate each
other the earlier stamp applies (reading G-58); otherwise the one that negates applies.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import chain, compress
from operator import attrgetter, is_not
from typing import Final

from msgspec import Struct

from duelmat_engine.board.evaluate import MEANINGS, is_selected, is_true, passes
from duelmat_engine.board.scope import SELF, Scope, find
from duelmat_engine.caches import cached_by_identity
from duelmat_engine.cards import Card
from duelmat_engine.effects import terms
from duelmat_engine.effects.effect import Effect, Forbid, Negate, Restrict, binds_others
from duelmat_engine.effects.terms import means_player
from duelmat_engine.names import Seat, ZoneName, card_key, key_code, zone_kind, zone_seat
from duelmat_engine.ruleset.game import Game
from duelmat_engine.state import Duel, Piece, World


class Applying(Struct, frozen=True, gc=False):
    """A continuous effect of a card on the field."""

    effect: Effect
    piece: Piece
    seat: Seat


BY_THE_CARDS: Final = (
    terms.Kind,
    terms.NotKind,
    terms.Named,
    terms.Trait,
    terms.TraitIn,
    terms.TraitNamed,
    terms.Shares,
    terms.Other,
    terms.FaceUp,
    terms.OnField,
    terms.Lies,
)
"""Filters that go by the card and the one that has the effect alone, as both lie there."""


class Active(Struct, eq=False):
    """The continuous effects that apply, and what follows from them alone."""

    sources: Sequence[Applying]
    binding: Sequence[Applying] = ()
    """The effects that may refuse acts to other cards."""
    forbidding: Sequence[Applying] = ()
    """The effects that forbid acts to players."""
    negating: Sequence[Applying] = ()
    """The effects that negate those of cards."""
    is_lasting: bool = True
    """Whether they stay the same as long as the same cards lie in the live zones."""
    forbidden: dict[tuple[str, str, Seat], tuple[Forbid, ...]] = {}
    """Cache of prohibitions: by act, code of the printed card and player. In the midst of an
    operation, where what is so changes, only those that last are kept."""


class Derived(Struct, eq=False):
    """The continuous effects that apply in a world, and the questions they answer."""

    world: World
    game: Game
    active: Active

    def negated_by(self, piece: Piece, seat: Seat, place: str = "") -> Negate | None:
        """Return what negates the effects of this card of that player, if anything does.

        `place` is where it lies, or lay when its effect was set off; empty: where it lies now.
        """
        return next(self.negations(piece, seat, place), None)

    def negations(self, piece: Piece, seat: Seat, place: str = "") -> Iterator[Negate]:
        """Yield all that negates the effects of the card, those of the earliest card first."""
        for source in self.active.negating:
            yield from _negations(self.world, self.game, source, piece, seat, place)

    def forbidden(self, act: str, card: Card | None, seat: Seat) -> tuple[Forbid, ...]:
        """Return the prohibitions of an act with such a card for this player."""
        if card is None or not self.active.forbidding:
            return ()
        if not self.active.is_lasting and type(self.world) is not Duel:
            return self._forbidden(act, card, seat)
        at = (act, card.code, seat)
        found = self.active.forbidden.get(at)
        if found is None:
            found = self.active.forbidden[at] = self._forbidden(act, card, seat)
        return found

    def _forbidden(self, act: str, card: Card, seat: Seat) -> tuple[Forbid, ...]:
        found: list[Forbid] = []
        for source in self.active.forbidding:
            for forbid in source.effect.forbids:
                is_meant = act in forbid.acts and means_player(forbid.whose, seat, source.seat)
                if is_meant and self.game.is_on(forbid.rules[0]):
                    scope = _scope(self.world, self.game, source)
                    probe = Piece(0, seat, card_key(seat, card.code))
                    if passes(scope, probe, forbid.that):
                        found.append(forbid)
        return tuple(found)

    def restricted(
        self, act: str, piece: Piece | None, card: Card | None, seat: Seat
    ) -> Restrict | None:
        """Return the first limit that refuses the act with the card, if any does."""
        found = self.restrictions(act, piece, card, seat)
        return found[0] if found else None

    def restrictions(
        self, act: str, piece: Piece | None, card: Card | None, seat: Seat
    ) -> list[Restrict]:
        """Return all that refuses the act: limits of every card of its kind, and its own text."""
        found: list[Restrict] = []
        binding = self.active.binding
        if card is None or not (binding or act in self.game.limited_acts(card)):
            return found
        for kind in card.kinds:
            for restrict in self.game.rules.in_play.kind_limits.get(kind, ()):
                if act in restrict.acts and self._refuses(restrict, piece, seat):
                    found.append(restrict)
        own = self._refused_by_text(act, piece, card, seat)
        if own and (piece is None or not piece.oid or self.negated_by(piece, seat) is None):
            found += own
        if binding and piece is not None and piece.oid:
            found += self._bound_by_others(act, piece)
        return found

    def _refused_by_text(
        self, act: str, piece: Piece | None, card: Card, seat: Seat
    ) -> list[Restrict]:
        """Return the limits of a card's own text that refuse the act, negated ones too."""
        found: list[Restrict] = []
        for name in card.effects:
            for restrict in self.game.rules.effects[name].restricts:
                is_meant = restrict.cards is None and act in restrict.acts
                if is_meant and self._refuses(restrict, piece, seat):
                    found.append(restrict)
        return found

    def lifted_by(self, act: str, piece: Piece, card: Card | None, seat: Seat) -> tuple[str, ...]:
        """Return the rules by which the text that would refuse the act is negated, if it is."""
        negate = self.negated_by(piece, seat)
        if negate is None or card is None or not self._refused_by_text(act, piece, card, seat):
            return ()
        return negate.rules

    def _bound_by_others(self, act: str, piece: Piece) -> Iterator[Restrict]:
        """Yield the limits of cards on the field on other cards, or those they are equipped to."""
        found = find(self.world, piece)
        if found is None or not found[1].face_up:
            return
        for source in self.active.binding:
            for restrict in source.effect.restricts:
                cards = restrict.cards
                if cards is None or act not in restrict.acts:
                    continue
                scope = _scope(self.world, self.game, source)
                is_in_force = self._refuses(restrict, source.piece, source.seat)
                if is_in_force and is_selected(scope, cards, found):
                    yield restrict

    def _refuses(self, restrict: Restrict, piece: Piece | None, seat: Seat) -> bool:
        """Whether a limit is in force, for the card that has it."""
        if not self.game.is_on(restrict.rules[0]):
            return False
        reading, value = restrict.under
        if reading and self.game.reads(reading) != value:
            return False
        scope = Scope(self.world, self.game, seat, SELF(() if piece is None else (piece,)))
        return all(is_true(scope, need.when) for need in restrict.when)


def _scope(world: World, game: Game, source: Applying) -> Scope:
    return Scope(world, game, source.seat, {SELF.name: (source.piece,)})


def _negations(
    world: World, game: Game, source: Applying, piece: Piece, seat: Seat, place: str = ""
) -> Iterator[Negate]:
    """Yield what of an effect negates those of a card of this player."""
    for negate in source.effect.negates if piece.key is not None else ():
        if means_player(negate.whose, seat, source.seat) and game.is_on(negate.rules[0]):
            scope = _scope(world, game, source)
            scope.looking_at = (ZoneName(place), piece) if place else None
            if passes(scope, piece, negate.that):
                yield negate


_NOTHING: Final = Active(())


class _Lying(Struct, eq=False):
    """The continuous effects of the cards that lie where they work, whether they apply or not."""

    game: Game | None = None
    zones: object = None
    """All the zones, live or not."""
    live: Sequence[ZoneName] = ()
    cards: Sequence[tuple[Piece, ...] | None] = ()
    """The cards in each of the live zones."""
    each: dict[ZoneName, list[Applying]] = {}
    """The effects of these cards, by zone."""
    effects: Sequence[Applying] = ()
    """All of them, the earlier first."""
    limits: tuple[bool, bool] = (False, False)
    """Whether one of them may forbid players something or negate cards, and whether one
    may limit cards."""
    active: Active | None = None
    """Those that apply, once they are found, if they are lasting."""

    def looked_again(self, world: World, game: Game) -> _Lying:
        """Return the effects in a world; only in zones that have changed are they found anew."""
        live: Sequence[ZoneName] = game.live_zones(len(world.players))
        if not live:  # some row has no end
            kinds = game.live_kinds
            live = [name for name, p in world.zones.items() if p and zone_kind(name) in kinds]
        cards = [*map(world.zones.get, live)]
        each, before, found, limits = self.each, self.cards, self.effects, self.limits
        has_changed = game is not self.game or live != self.live
        if has_changed:
            each, before = {name: [] for name in live}, [None] * len(live)
        changed = map(is_not, cards, before)
        for name, lying in compress(zip(live, cards, strict=True), changed):
            effects = _in_zone(game, name, lying)
            if effects or each[name]:
                if not has_changed:
                    has_changed, each = True, each.copy()
                each[name] = effects
        if has_changed:
            found = sorted(chain.from_iterable(each.values()), key=attrgetter("piece.stamp"))
            there = [source.effect for source in found]
            forbids = any(effect.forbids or effect.negates for effect in there)
            limits = forbids, any(map(binds_others, there))
        active = None if has_changed else self.active
        return _Lying(game, world.zones, live, cards, each, found, limits, active)


@dataclass(slots=True, eq=False)
class _LatestEffects:
    """Cache of the last derived value: many questions are asked of one duel, and from one duel
    to the next few of the cards with continuous effects change.

    Each part is replaced whole, so that threads which play different duels do not mix them.
    """

    _derived: Derived | None = None
    """The values that were derived last from a whole duel."""
    _lying: _Lying = field(default_factory=_Lying)

    def lying(self, world: World, game: Game) -> _Lying:
        """Return what lies there; cached as long as the same cards lie in the live zones."""
        lying = self._lying
        if world.zones is not lying.zones or game is not lying.game:
            lying = self._lying = lying.looked_again(world, game)
        return lying

    def derived(self, world: World, game: Game) -> Derived:
        """Return the effects that apply in a world; those of a whole duel are cached."""
        found = self._derived
        if found is not None and found.world is world and found.game is game:
            return found
        lying = self.lying(world, game)
        active = lying.active
        if active is None:
            active = _active(world, game, lying.effects)
            if active.is_lasting:
                lying.active = active
        found = Derived(world, game, active)
        if type(world) is Duel:
            self._derived = found
        return found


_LATEST: Final = _LatestEffects()


def derive(world: World, game: Game) -> Derived:
    """Return what continuous effects negate, forbid and refuse now."""
    if game.negates_others or game.limits_others:
        return _LATEST.derived(world, game)
    return Derived(world, game, _NOTHING)


def applying(world: World, game: Game) -> Sequence[Applying]:
    """The continuous effects that apply now, those that negate each other sorted out."""
    return _LATEST.derived(world, game).active.sources if game.lasting else ()


def limits_there(world: World, game: Game) -> tuple[bool, bool]:
    """Whether a card lies there that may forbid players something or negate cards, and
    whether one may limit other cards.
    """
    if not (game.limits_others or game.negates_others):
        return False, False
    return _LATEST.lying(world, game).limits


def _in_zone(game: Game, name: ZoneName, lying: tuple[Piece, ...] | None) -> list[Applying]:
    """The continuous effects of the face-up cards that lie in a zone and work there."""
    found: list[Applying] = []
    kind = zone_kind(name)
    waits = game.rules.in_play.attempts_apart and kind in game.rules.zones.field
    for piece in (lying[:1] if kind in game.rules.zones.rows else lying) if lying else ():
        if piece.face_up and piece.key is not None and (piece.stamp or not waits):
            for effect in game.lasting.get(key_code(piece.key), ()):
                if kind in effect.zones:
                    found.append(Applying(effect, piece, zone_seat(name)))
    return found


def _active(world: World, game: Game, there: Sequence[Applying]) -> Active:
    """Those of the effects that lie there which apply, and are not negated."""
    if not there:
        return _NOTHING
    sources = [source for source in there if _applies(world, game, source)]
    if any(source.effect.negates for source in sources):
        sources = _settle(world, game, sources)
    return Active(
        sources,
        negating=[source for source in sources if source.effect.negates],
        binding=[source for source in sources if binds_others(source.effect)],
        forbidding=[source for source in sources if source.effect.forbids],
        is_lasting=all(_goes_by_the_cards(source.effect) for source in there),
    )


def _applies(world: World, game: Game, source: Applying) -> bool:
    for need in source.effect.needs:
        if not is_true(_scope(world, game, source), need.when) and game.is_on(need.rule):
            return False
    return True


@cached_by_identity
def _goes_by_the_cards(effect: Effect) -> bool:
    """Whether it applies, and to whom, depends on nothing but the cards in question."""
    words: tuple[Negate | Forbid, ...] = (*effect.negates, *effect.forbids)
    filters = [f for word in words for f in word.that]
    return not effect.needs and all(
        isinstance(f, BY_THE_CARDS) and getattr(f, "of", "self") == "self" for f in filters
    )


def _settle(world: World, game: Game, candidates: list[Applying]) -> list[Applying]:
    """The candidates that nothing applying negates; at most one pass a candidate is needed."""

    def is_beaten(one: Applying, others: list[Applying]) -> bool:
        for other in others:
            if any(_negations(world, game, other, one.piece, one.seat)):
                mutual = any(_negations(world, game, one, other.piece, other.seat))
                if not mutual or other.piece.stamp < one.piece.stamp:
                    return True
        return False

    active = candidates
    for _ in candidates:
        negating = [source for source in active if source.effect.negates]
        kept = [source for source in candidates if not is_beaten(source, negating)]
        if kept == active:
            break
        active = kept
    return active


def barred(scope: Scope, piece: Piece) -> tuple[str, ...]:
    """The rules by which a card cannot be Special Summoned by the player whose effect it is."""
    card = scope.card(piece)
    derived = derive(scope.world, scope.game)
    rules = [f.rules[0] for f in derived.forbidden("special-summon", card, scope.seat)]
    for act in ("summon", "special-summon"):
        for text in derived.restrictions(act, piece, card, scope.seat):
            rules.append(text.rules[0])
    return tuple(dict.fromkeys(rules))


MEANINGS[terms.MayCome] = lambda scope, piece, _: not barred(scope, piece)
