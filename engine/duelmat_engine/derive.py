"""Derived values: what the continuous effects on the field make of what is printed.

Order: negation first, since a negated effect alters nothing. Of two effects that negate each
other the earlier stamp applies (reading G-58); otherwise the one that negates applies.
"""

from __future__ import annotations

from typing import NamedTuple

from duelmat_engine.cards import Card
from duelmat_engine.effect import Effect, Forbid, Restrict
from duelmat_engine.evaluate import Scope, World, holds, is_on_field, is_true
from duelmat_engine.names import CardKey, Seat, zone_kind, zone_seat
from duelmat_engine.ruleset import Game
from duelmat_engine.state import Piece


class Applying(NamedTuple):
    """A continuous effect of a card on the field."""

    effect: Effect
    piece: Piece
    seat: Seat


class Derived:
    """What applies at one moment."""

    __slots__ = ("active", "game", "world")

    def __init__(self, world: World, game: Game, active: list[Applying]) -> None:
        self.world = world
        self.game = game
        self.active = active

    def negated_by(self, piece: Piece, seat: Seat) -> Applying | None:
        """What negates the effects of this card of that player, if anything does."""
        for source in self.active:
            if source.seat != seat and _negates(self.world, self.game, source, piece):
                return source
        return None

    def forbidden(self, act: str, card: Card | None, seat: Seat) -> tuple[Forbid, ...]:
        """What forbids this player that act with such a card."""
        if card is None:
            return ()
        found: list[Forbid] = []
        for source in self.active:
            if source.seat == seat:
                continue
            for forbid in source.effect.forbids:
                if act in forbid.acts and self.game.is_on(forbid.rules[0]):
                    scope = _scope(self.world, self.game, source)
                    probe = Piece(oid=0, owner=seat, key=CardKey(f"a:{card.code}"))
                    if any(holds(scope, probe, f) for f in forbid.cards):
                        found.append(forbid)
        return tuple(found)

    def restricted(
        self, act: str, piece: Piece | None, card: Card | None, seat: Seat
    ) -> Restrict | None:
        """What in the card's own text refuses the act, if anything does."""
        if card is None:
            return None
        for name in card.effects:
            effect = self.game.rules.effects[name]
            for restrict in effect.restricts:
                if act not in restrict.acts or not self.game.is_on(restrict.rules[0]):
                    continue
                reading, value = restrict.under
                if reading and self.game.reads(reading) != value:
                    continue
                if piece is not None and piece.oid and self.negated_by(piece, seat):
                    continue
                own = (piece,) if piece is not None else ()
                scope = Scope(self.world, self.game, seat, {"self": own})
                if all(is_true(scope, need.when) for need in restrict.when):
                    return restrict
        return None


def _scope(world: World, game: Game, source: Applying) -> Scope:
    return Scope(world, game, source.seat, {"self": (source.piece,)})


def _negates(world: World, game: Game, source: Applying, piece: Piece) -> bool:
    filters = source.effect.negates
    if not filters or piece.key is None or not game.is_on(source.effect.negate_rules[0]):
        return False
    scope = _scope(world, game, source)
    return any(holds(scope, piece, f) for f in filters)


def derive(world: World, game: Game) -> Derived:
    """The continuous effects that apply now, those that negate each other sorted out."""
    candidates: list[Applying] = []
    for name, pieces in world.zones.items():
        if not pieces or not is_on_field(game, name):
            continue
        piece = pieces[0]
        if piece.key is None or not piece.face_up:
            continue
        for effect_name in game.rules.card(piece.key).effects:
            if effect_name in game.continuous:
                effect = game.rules.effects[effect_name]
                if zone_kind(name) in effect.zones and (effect.negates or effect.forbids):
                    candidates.append(Applying(effect, piece, zone_seat(name)))
    if len(candidates) < 2:
        return Derived(world, game, candidates)
    candidates.sort(key=lambda a: a.piece.stamp)
    return Derived(world, game, _settle(world, game, candidates))


def _settle(world: World, game: Game, candidates: list[Applying]) -> list[Applying]:
    """The candidates that nothing applying negates; at most one pass a candidate is needed."""

    def beats(one: Applying, other: Applying) -> bool:
        if one.seat == other.seat or not _negates(world, game, one, other.piece):
            return False
        mutual = _negates(world, game, other, one.piece)
        return not mutual or one.piece.stamp < other.piece.stamp

    active = candidates
    for _ in candidates:
        kept = [c for c in candidates if not any(beats(a, c) for a in active if a is not c)]
        if len(kept) == len(active) and all(k is a for k, a in zip(kept, active, strict=True)):
            break
        active = kept
    return active
