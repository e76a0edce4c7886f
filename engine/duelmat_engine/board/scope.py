"""Scopes, in which the words of terms.py are read: the world, the acting player, the bindings."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from itertools import filterfalse
from typing import Any, Final

from msgspec import Struct

from duelmat_engine.board import columns
from duelmat_engine.cards import Card
from duelmat_engine.effects import terms
from duelmat_engine.errors import UnknownNameError
from duelmat_engine.names import NOBODY, SEATS, Seat, ZoneName, zone, zone_kind
from duelmat_engine.ruleset.game import Game
from duelmat_engine.state import CardsByZone, Local, Located, Piece, Value, World, replace
from duelmat_message import say

SEAT: Final = Local("seat", Seat, default=NOBODY)
"""The player whose effect or act it is; nobody: the turn player."""
SELF: Final = Local("self", tuple[Piece, ...], default=())
"""The card that acts or has the effect, as it lay last; empty: none that is known."""
EFFECT: Final = Local("effect", str, default="", names="effect")
"""The effect that is activated or carried out."""
WHENCE: Final = Local("back", str, default="", names="phase")
"""The phase to which an inserted phase leads back."""
RIVALS: Final = Local("rivals", tuple[int, ...])
"""The cards that could be attacked when the target was chosen, by number."""


class Supposed:
    """A world in which cards are supposed to lie otherwise, or to be known otherwise."""

    __slots__ = ("_world", "closed", "zones")

    def __init__(self, world: World, zones: CardsByZone, *, closed: bool) -> None:
        self._world = world
        self.zones = zones
        self.closed = closed

    def __getattr__(self, name: str) -> Any:
        return getattr(self._world, name)


def as_it_was(world: World, game: Game, past: CardsByZone) -> World:
    """A world whose open zones are as they were: for what happens together with what was."""
    hidden = game.rules.zones.hidden
    now = {name: world.zones[name] for name in world.zones if zone_kind(name) in hidden}
    return Supposed(world, now | past, closed=world.closed)


def as_seen(world: World, *, unseen: bool = True) -> World:
    """A world as those see it whose knowledge it holds: what is so in it is so for them.

    Unseen cards lie there without a name, or not at all: what holds without them holds anyhow.
    """
    zones: CardsByZone = {}
    for name, pieces in world.zones.items():
        row = [p if p.shown or not world.closed else replace(p, key=None) for p in pieces]
        zones[name] = tuple(p for p in row if unseen or p.key is not None)
    return Supposed(world, zones, closed=False)


class Scope(Struct, eq=False):
    """The context in which a word is read: the world, the acting player, and the bindings."""

    world: World
    game: Game
    seat: Seat
    bound: Mapping[str, Value]
    looking_at: Located | None = None
    """The card that a selector has come to, and where it lies; None once it has gone on."""

    def place_of(self, piece: Piece) -> ZoneName | None:
        """The zone in which a card lies now; None: in none."""
        found = self.seen_at(piece) or find(self.world, piece)
        return None if found is None else found[0]

    def seen_at(self, piece: Piece) -> Located | None:
        """The card and its place, if it is the one that a selector has come to."""
        at = self.looking_at
        return at if at is not None and at[1] is piece else None

    def pieces(self, name: str) -> tuple[Piece, ...]:
        """The cards bound to a name, as they were when they were bound."""
        value = self.bound.get(name, ())
        return value if isinstance(value, tuple) else ()  # type: ignore[return-value]  # by name

    def card(self, piece: Piece) -> Card | None:
        """Return the printed card; a face-down one on the field may count as less: see `blank`."""
        if not piece.face_up and self.game.blanks and (blank := self.blank(piece)):
            return blank
        return None if piece.key is None else self.game.rules.card(piece.key)

    def blank(self, piece: Piece) -> Card | None:
        """Return the card that a face-down one on the field counts as; None: as itself."""
        if piece.face_up or not self.game.blanks:
            return None
        place = self.place_of(piece)
        return None if place is None else self.game.blanks.get(zone_kind(place))


def acting_seat(world: World) -> Seat:
    """Return the player whose effect or act the top frame carries out."""
    seat: Any = world.frames[-1].bound.get(SEAT.name, NOBODY)
    return world.turn_seat if seat == NOBODY else seat


def next_seat(world: World, seat: Seat) -> Seat:
    """The next player clockwise who is still in the duel: the opponent where there are two."""
    players = world.players
    following = (seat + 1) % len(players)
    while players[following].lost and following != seat:
        following = (following + 1) % len(players)
    return Seat(following)


def still_in(world: World) -> list[Seat]:
    """The players who have not lost, by seat."""
    return [Seat(s) for s, player in enumerate(world.players) if not player.lost]


def seats_of(scope: Scope, whose: terms.Whose) -> list[Seat]:
    own = scope.seat
    seats = [] if whose == "opposing" else [own]
    if whose != "own":
        for seat, player in zip(SEATS, scope.world.players, strict=False):
            if seat != own and not player.lost:
                seats.append(seat)
    return seats


def zones_of(scope: Scope, kinds: tuple[str, ...], whose: terms.Whose) -> Sequence[ZoneName]:
    """The zones of these kinds, player by player; of a row without end, those that hold cards."""
    game = scope.game
    all_are_in = True
    if whose != "own":
        for player in scope.world.players:
            if player.lost:
                all_are_in = False
    at = (len(scope.world.players), scope.seat, kinds, whose)
    found = game.spans.get(at) if all_are_in else None
    if found is None:
        rows = game.rules.zones.rows
        found = tuple(
            name
            for seat in seats_of(scope, whose)
            for kind in kinds
            for name in (
                row_zones(scope.world, game, seat, kind) if kind in rows else (zone(seat, kind),)
            )
        )
        if all_are_in and all(rows.get(kind, 1) for kind in kinds):
            game.spans[at] = found
    return found


def find(world: World, piece: Piece) -> Located | None:
    """Return a card's zone and present state; None if it is no longer the same object."""
    oid = piece.oid
    zones = world.zones
    last = LAST_ZONE.get(oid)
    if last is not None:
        for current in zones.get(last, ()):
            if current.oid == oid:
                return last, current
    for name, pieces in zones.items():
        for current in pieces:
            if current.oid == oid:
                LAST_ZONE[oid] = name
                return name, current
    return None


def located(world: World, piece: Piece) -> Located:
    """Return a card's zone and present state, where it cannot be gone."""
    found = find(world, piece)
    assert found is not None
    return found


LAST_ZONE: Final[dict[int, ZoneName]] = {}
"""The zone in which an object of this number lay last, in whatever duel: `find` begins there."""


def row_zones(world: World, game: Game, seat: Seat, kind: str) -> tuple[ZoneName, ...]:
    """The zones of a row, from the player's left; of a row without end, those that hold cards."""
    found = game.rows.get((seat, kind))
    if found is None:
        try:
            count = game.rules.zones.rows[kind]
        except KeyError:
            raise UnknownNameError(say("row"), kind, game.rules.zones.rows) from None
        if not count:
            return columns.held(world.zones, seat, kind)
        found = game.rows[seat, kind] = tuple(zone(seat, kind, i) for i in range(1, count + 1))
    return found


def free_zones(
    world: World, game: Game, seat: Seat, kind: str, freed: Collection[str] = ()
) -> list[ZoneName]:
    """The zones of a row in which a card may be laid; of one without end, those within reach.

    `freed` are the zones that are emptied first.
    """
    zones = world.zones
    names = row_zones(world, game, seat, kind)
    if not game.rules.zones.rows[kind]:
        reach = columns.beside(columns.occupied(zones, freed)) or [columns.CENTRE]
        names = tuple(zone(seat, kind, column) for column in reach)
    if freed:
        return [name for name in names if name in freed or not zones.get(name)]
    return [*filterfalse(zones.get, names)]


def is_on_field(game: Game, name: str) -> bool:
    return zone_kind(name) in game.rules.zones.field
