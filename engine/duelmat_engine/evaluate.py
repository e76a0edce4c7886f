"""What the words of terms.py mean in a duel.

Everything here reads; nothing changes. `World` is what is asked: a Duel, or a machine in the
midst of carrying out an operation, which has the same attributes.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from typing import Protocol, assert_never

from duelmat_engine import terms
from duelmat_engine.cards import Card
from duelmat_engine.names import Seat, ZoneName, zone, zone_kind, zone_seat
from duelmat_engine.ruleset import Game
from duelmat_engine.state import Piece, Player, Value, Window


class World(Protocol):
    """What can be asked of a duel in any form."""

    @property
    def zones(self) -> dict[ZoneName, tuple[Piece, ...]]: ...
    @property
    def players(self) -> tuple[Player, ...] | list[Player]: ...
    @property
    def window(self) -> Window | None: ...
    @property
    def closed(self) -> bool: ...
    @property
    def turn(self) -> int: ...
    @property
    def turn_seat(self) -> Seat: ...
    @property
    def used(self) -> dict[str, int]: ...


class Scope:
    """From where a word is understood: the world, whose effect it is, and the bindings."""

    __slots__ = ("bound", "game", "seat", "world")

    def __init__(self, world: World, game: Game, seat: Seat, bound: Mapping[str, Value]) -> None:
        self.world = world
        self.game = game
        self.seat = seat
        self.bound = bound

    def pieces(self, name: str) -> tuple[Piece, ...]:
        """The cards bound to a name, as they were when they were bound."""
        value = self.bound.get(name, ())
        return value if isinstance(value, tuple) else ()  # type: ignore[return-value]  # by name

    def card(self, piece: Piece) -> Card | None:
        return None if piece.key is None else self.game.rules.card(piece.key)


def opponent(world: World, seat: Seat) -> Seat:
    """The next player clockwise: the opponent where there are two."""
    return Seat((seat + 1) % len(world.players))


def seats_of(scope: Scope, whose: terms.Whose) -> list[Seat]:
    if whose == "own":
        return [scope.seat]
    others = [Seat(s) for s in range(len(scope.world.players)) if s != scope.seat]
    return others if whose == "opposing" else [scope.seat, *others]


def zones_of(scope: Scope, kinds: tuple[str, ...], whose: terms.Whose) -> Iterator[ZoneName]:
    rows = scope.game.rules.rows
    for seat in seats_of(scope, whose):
        for kind in kinds:
            if kind in rows:
                yield from row_zones(scope.world, scope.game, seat, kind)
            else:
                yield zone(seat, kind)


def find(world: World, piece: Piece) -> tuple[ZoneName, Piece] | None:
    """Where a card is now, if it is still the same object."""
    for name, pieces in world.zones.items():
        for current in pieces:
            if current.oid == piece.oid:
                return name, current
    return None


def select(scope: Scope, cards: terms.Cards) -> list[tuple[ZoneName, Piece]]:
    """The cards that a selector means, in canonical order."""
    return [
        (name, piece)
        for name in zones_of(scope, cards.zones, cards.whose)
        for piece in scope.world.zones.get(name, ())
        if passes(scope, piece, cards.that)
    ]


def passes(scope: Scope, piece: Piece, filters: tuple[terms.AnyFilter, ...]) -> bool:
    return all(holds(scope, piece, f) or not _enabled(scope, f) for f in filters)


def _enabled(scope: Scope, wanted: terms.AnyFilter) -> bool:
    return not wanted.rule or scope.game.is_on(wanted.rule)


def failing(
    scope: Scope, piece: Piece, filters: tuple[terms.AnyFilter, ...]
) -> list[terms.AnyFilter]:
    """The filters that a card does not pass."""
    return [f for f in filters if _enabled(scope, f) and not holds(scope, piece, f)]


def holds(scope: Scope, piece: Piece, wanted: terms.AnyFilter) -> bool:
    card = scope.card(piece)
    match wanted:
        case terms.FaceUp():
            return piece.face_up
        case terms.FaceDown():
            return not piece.face_up
        case terms.Other():
            return all(piece.oid != own.oid for own in scope.pieces("self"))
        case terms.Shares(traits=traits, of=of, alike=alike):
            return card is not None and any(
                shares(card, other, traits, alike)
                for other in map(scope.card, scope.pieces(of))
                if other is not None
            )
        case terms.Trait(name=name, value=value):
            return card is not None and card.trait(name) == value
        case terms.TraitNamed(names=names, of=of):
            return card is not None and any(
                name in source.marks and card.trait(name) == source.marks[name]
                for source in scope.pieces(of)
                for name in names
            )
        case terms.AtMost(name=name, amount=limit):
            number = None if card is None else card.number(name)
            return number is not None and number <= amount(scope, limit)
        case terms.Kind(kind=kind):
            return card is not None and kind in card.kinds
        case terms.NotKind(kind=kind):
            return card is None or kind not in card.kinds
        case terms.AmongBound(name=name):
            return any(piece.oid == other.oid for other in scope.pieces(name))
        case terms.InWindow():
            window = scope.world.window
            return window is not None and any(p.oid == piece.oid for p in window.pieces)
        case terms.Playable():
            return True
        case _:
            assert_never(wanted)


def shares(card: Card, other: Card, traits: tuple[str, ...], alike: str) -> bool:
    """Whether two cards have one of these traits in common, or both lack them as one kind."""
    if any(card.trait(t) is not None and card.trait(t) == other.trait(t) for t in traits):
        return True
    return bool(alike) and alike in card.kinds and alike in other.kinds


def amount(scope: Scope, wanted: terms.Amount) -> int:
    match wanted:
        case int():
            return wanted
        case terms.Bound(name=name):
            value = scope.bound.get(name, 0)
            return value if isinstance(value, int) else 0
        case terms.TraitOf(trait=trait, of=of):
            numbers = [c.number(trait) for p in scope.pieces(of) if (c := scope.card(p))]
            return sum(n for n in numbers if n is not None)
        case terms.Half(amount=whole, at_least=least):
            return max(least, amount(scope, whole) // 2)
        case terms.Less(amount=whole, by=by):
            return max(0, amount(scope, whole) - amount(scope, by))
        case terms.Lead():
            mine = scope.world.players[scope.seat].life
            return max(0, mine - scope.world.players[opponent(scope.world, scope.seat)].life)
        case terms.CountOf(name=name):
            return len(scope.pieces(name))
        case terms.Held(cards=cards):
            return len(select(scope, cards))
        case terms.Payable():
            return payable(scope)
        case terms.Life(whose=whose):
            return sum(scope.world.players[s].life for s in seats_of(scope, whose))
        case _:
            assert_never(wanted)


def payable(scope: Scope) -> int:
    """How much life the player whose effect it is could pay."""
    reading = scope.game.rules.payment_reading
    kept = 1 if reading and scope.game.reads(reading) != "legal" else 0
    return max(0, scope.world.players[scope.seat].life - kept)


def is_true(scope: Scope, condition: terms.Condition) -> bool:
    match condition:
        case terms.Exists(cards=cards, count=count):
            return len(select(scope, cards)) >= count
        case terms.Lacks(cards=cards):
            return not select(scope, cards)
        case terms.Reaches(amount=have, least=least):
            return amount(scope, have) >= amount(scope, least)
        case terms.Happened(to=to, that=that):
            window = scope.world.window
            return (
                window is not None
                and any(kind in to for kind in window.to)
                and (not that or any(passes(scope, p, that) for p in window.pieces))
            )
        case terms.Is(name=name, that=that):
            return all(passes(scope, p, that) for p in scope.pieces(name))
        case _:
            assert_never(condition)


def row_zones(world: World, game: Game, seat: Seat, kind: str) -> tuple[ZoneName, ...]:
    """The zones of a row, from the player's left."""
    del world
    return _row(seat, kind, game.rules.rows[kind])


@cache
def _row(seat: Seat, kind: str, count: int) -> tuple[ZoneName, ...]:
    return tuple(zone(seat, kind, i) for i in range(1, count + 1))


def free_zones(world: World, game: Game, seat: Seat, kind: str) -> list[ZoneName]:
    """The zones of a row in which a card may be laid."""
    return [name for name in row_zones(world, game, seat, kind) if not world.zones.get(name)]


def is_on_field(game: Game, name: str) -> bool:
    return zone_kind(name) in game.rules.field_kinds


def controller(name: str) -> Seat:
    """The player whose zone it is."""
    return zone_seat(name)
