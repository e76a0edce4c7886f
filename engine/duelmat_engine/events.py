"""What happened, one frozen class each, with the rules by which it happened.

Events are the only account of a change that leaves the engine. Cards in them are pieces as
they were before; `after` is the piece as it lies now, where it moved.
"""

from __future__ import annotations

from msgspec import Struct

from duelmat_engine.names import NOBODY, Seat, ZoneName
from duelmat_engine.state import Piece


class Event(Struct, frozen=True, tag=True, kw_only=True):
    """The base of all events."""

    rules: tuple[str, ...] = ()


class Moved(Event, frozen=True, kw_only=True):
    """A card went from one zone to another."""

    piece: Piece
    after: Piece
    source: ZoneName
    to: ZoneName
    cause: str = ""
    """"draw", "cost", "effect", "battle", "rule", "play", "set"."""
    by: Seat = NOBODY


class Summoned(Event, frozen=True, kw_only=True):
    """A summon succeeded; `special` tells which kind, `way` how."""

    piece: Piece
    place: ZoneName
    way: str
    special: bool
    by: Seat


class Turned(Event, frozen=True, kw_only=True):
    """A card was turned to another face or position where it lies."""

    piece: Piece
    after: Piece
    place: ZoneName
    cause: str = "hand"


class Destroyed(Event, frozen=True, kw_only=True):
    """A card was destroyed; its move follows or came with it."""

    piece: Piece
    place: ZoneName
    cause: str
    """"battle" or "effect"."""
    by: Piece | None = None


class Spared(Event, frozen=True, kw_only=True):
    """Something that would have happened to this card was prevented."""

    piece: Piece
    place: ZoneName
    what: str


class Negated(Event, frozen=True, kw_only=True):
    """An effect of this card would have triggered, but is negated."""

    piece: Piece
    place: ZoneName
    effect: str


class LifeChanged(Event, frozen=True, kw_only=True):
    seat: Seat
    before: int
    life: int
    cause: str
    """"start", "battle", "effect", "cost", "correction"."""


class Activated(Event, frozen=True, kw_only=True):
    """An effect was activated: it is on the Chain."""

    seat: Seat
    piece: Piece
    place: ZoneName
    effect: str


class Resolved(Event, frozen=True, kw_only=True):
    """An effect left the Chain; `carried_out` is False when it was negated or had lost its aim."""

    seat: Seat
    piece: Piece
    effect: str
    carried_out: bool


class AttackDeclared(Event, frozen=True, kw_only=True):
    piece: Piece
    place: ZoneName
    target: ZoneName | None
    by: Seat


class Battled(Event, frozen=True, kw_only=True):
    """Damage calculation: the values compared; no target is a direct attack."""

    piece: Piece
    attack: int
    target: Piece | None = None
    defense: int = 0


class AttackEnded(Event, frozen=True, kw_only=True):
    """An attack that led to no battle, and why."""

    piece: Piece
    reason: str


class Declared(Event, frozen=True, kw_only=True):
    """A choice said aloud: a number, a suit, a target."""

    seat: Seat
    what: str
    value: str


class Looked(Event, frozen=True, kw_only=True):
    """A player looked at hidden cards; only that player saw them."""

    seat: Seat
    place: ZoneName
    pieces: tuple[Piece, ...]


class Shown(Event, frozen=True, kw_only=True):
    """A hidden card was shown to everybody."""

    seat: Seat
    piece: Piece


class Shuffled(Event, frozen=True, kw_only=True):
    place: ZoneName


class PhaseBegan(Event, frozen=True, kw_only=True):
    phase: str
    turn: int
    seat: Seat


class PhaseSkipped(Event, frozen=True, kw_only=True):
    """A phase that this turn does not have."""

    phase: str
    seat: Seat


class FirstChosen(Event, frozen=True, kw_only=True):
    """Who takes the first turn; hands may be looked at from here on."""

    seat: Seat


class Ruled(Event, frozen=True, kw_only=True):
    """A judge let a refused action stand."""

    seat: Seat
    action: str
    reason: str


class DuelEnded(Event, frozen=True, kw_only=True):
    winner: Seat | None
    reason: str


AnyEvent = (
    Moved
    | Summoned
    | Turned
    | Destroyed
    | Spared
    | Negated
    | LifeChanged
    | Activated
    | Resolved
    | AttackDeclared
    | Battled
    | AttackEnded
    | Declared
    | Looked
    | Shown
    | Shuffled
    | PhaseBegan
    | PhaseSkipped
    | FirstChosen
    | Ruled
    | DuelEnded
)
