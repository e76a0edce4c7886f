"""Events of a duel, one frozen class each, with the rules by which they happened.

Events are the only account of a change that leaves the engine. Where a card moved or turned,
`piece` is the card as it was before and `after` as it lies now; elsewhere `piece` is the card as
it lay when it happened.
"""

from __future__ import annotations

from typing import Literal

from duelmat_engine.brief import Brief
from duelmat_engine.names import NOBODY, Seat, ZoneName
from duelmat_engine.state import Piece


class Event(Brief, frozen=True, tag=True, kw_only=True, gc=False):
    """The base of all events."""

    rules: tuple[str, ...] = ()


class OfCard(Event, frozen=True, kw_only=True):
    """The base of events about a card where it lies."""

    piece: Piece
    place: ZoneName


class OfPlayer(Event, frozen=True, kw_only=True):
    """The base of events about what a player does, or what becomes of them."""

    seat: Seat


class OfEffect(OfPlayer, frozen=True, kw_only=True):
    """The base of events about an effect of a player's card."""

    piece: Piece
    effect: str


class Moved(Event, frozen=True, kw_only=True):
    """A card went from one zone to another."""

    piece: Piece
    after: Piece
    source: ZoneName
    to: ZoneName
    cause: str = ""
    """A word of `texts.CAUSES["Moved"]`."""
    by: Seat = NOBODY


class Summoned(OfCard, frozen=True, kw_only=True):
    """A summon succeeded; `special` tells which kind, `move` how."""

    move: str
    special: bool
    by: Seat


class Turned(OfCard, frozen=True, kw_only=True):
    """A card was turned to another face or position where it lies."""

    after: Piece
    cause: str = "hand"


class Destroyed(OfCard, frozen=True, kw_only=True):
    """A card was destroyed; its move follows or came with it."""

    cause: str
    """A word of `texts.CAUSES["Destroyed"]`."""
    by: Piece | None = None


class Spared(OfCard, frozen=True, kw_only=True):
    """Something that would have happened to this card was prevented."""

    what: Literal["destruction", "position", "face"]
    """Being destroyed, changing its position, or being turned face-down."""


class Negated(OfCard, frozen=True, kw_only=True):
    """An effect of this card would have triggered, but is negated."""

    effect: str


class LifeChanged(OfPlayer, frozen=True, kw_only=True):
    """A player's life went up or down."""

    before: int
    life: int
    cause: str
    """"start", "battle", "effect", "cost", "correction"."""


class Activated(OfEffect, frozen=True, kw_only=True):
    """An effect was activated: it is on the Chain."""

    place: ZoneName


class Resolved(OfEffect, frozen=True, kw_only=True):
    """An effect left the Chain, carried out or not: negated, or with a target lost."""

    carried_out: bool
    lost_target: bool = False
    """Whether it was not carried out because a target is no longer valid."""


class AttackDeclared(OfCard, frozen=True, kw_only=True):
    """A card was declared to attack."""

    target: ZoneName | None
    by: Seat
    against: Seat = NOBODY
    """The player who is attacked directly, where there are several opponents."""


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


class Declared(OfPlayer, frozen=True, kw_only=True):
    """Somebody said something aloud: a choice, a name that is copied, that an effect wins."""

    what: str
    value: str


class Looked(OfPlayer, frozen=True, kw_only=True):
    """A player looked at hidden cards; only that player saw them."""

    place: ZoneName
    pieces: tuple[Piece, ...]


class Shown(OfPlayer, frozen=True, kw_only=True):
    """A hidden card was shown to everybody."""

    piece: Piece


class Shuffled(Event, frozen=True, kw_only=True):
    """A pile was shuffled."""

    place: ZoneName


class PhaseBegan(Event, frozen=True, kw_only=True):
    """A phase began."""

    phase: str
    turn: int
    seat: Seat


class PhaseSkipped(Event, frozen=True, kw_only=True):
    """A phase that this turn does not have."""

    phase: str
    seat: Seat


class FirstChosen(OfPlayer, frozen=True, kw_only=True):
    """A player was given the first turn; hands may be looked at from here on."""


class Ruled(OfPlayer, frozen=True, kw_only=True):
    """A judge let an action stand, refused or not."""

    action: str
    reason: str


class TakenBack(OfPlayer, frozen=True, kw_only=True):
    """A player took an announcement back: all is as it was before, but for what has been shown."""


class CardActivated(OfCard, frozen=True, kw_only=True):
    """A spell was played or a trap flipped up: activating a card is no effect's activation."""

    by: Seat


class Arranged(OfPlayer, frozen=True, kw_only=True):
    """Cards that came to a zone simultaneously were put in order, the last on top."""

    place: ZoneName
    pieces: tuple[Piece, ...]


class Passed(OfPlayer, frozen=True, kw_only=True):
    """A player passed; who has priority now."""

    priority: Seat


class PlayerLeft(OfPlayer, frozen=True, kw_only=True):
    """A player has lost and left the duel with all cards they own."""

    reason: str


class DuelEnded(Event, frozen=True, kw_only=True):
    """The duel is over."""

    winner: Seat | None
    reason: str


class Lapsed(OfEffect, frozen=True, kw_only=True):
    """An effect that was set off is not activated, and why."""

    reason: str


class Marked(OfCard, frozen=True, kw_only=True):
    """A mark was put on a card, or taken away: a status condition, a counter."""

    after: Piece
    name: str


class PlayerMarked(OfPlayer, frozen=True, kw_only=True):
    """Something holds for a player from now on, or no longer (an empty value)."""

    name: str
    value: int | str


class RightGranted(OfPlayer, frozen=True, kw_only=True):
    """An effect lets a player do something more often in this turn, or from elsewhere."""

    name: str
    count: int


class PhaseOrdered(Event, frozen=True, kw_only=True):
    """An effect ordered a phase that this turn would not have had."""

    phase: str
    seat: Seat


class ActedTogether(Event, frozen=True, kw_only=True):
    """All players act now, one after another with their hands; it counts as one moment."""

    order: tuple[Seat, ...]


class SummonNegated(OfCard, frozen=True, kw_only=True):
    """A summon did not succeed; the card goes away without ever having been on the field."""


class LinkNegated(OfEffect, frozen=True, kw_only=True):
    """An effect on the Chain will not be carried out."""


class ValueChanged(OfCard, frozen=True, kw_only=True):
    """A resolved effect changed a value of a card."""

    trait: str
    before: int
    value: int


class Attached(OfCard, frozen=True, kw_only=True):
    """A card was equipped to another, or is equipped to none any longer."""

    to: ZoneName | None


class HandedOver(OfCard, frozen=True, kw_only=True):
    """A card on the field changed its player."""

    after: Piece
    to: ZoneName


class SeveralDestroyed(Event, frozen=True, kw_only=True):
    """Several cards were destroyed simultaneously, or in rapid succession, as they were."""

    pieces: tuple[Piece, ...]
    places: tuple[ZoneName, ...]
    """The zones in which they lay, in the same order."""
    cause: str


_Moves = Moved | Summoned | Turned | Destroyed | SeveralDestroyed | Spared | Attached | HandedOver
_Effects = Activated | CardActivated | Resolved | Negated | SummonNegated | LinkNegated | Lapsed
_Battles = AttackDeclared | Battled | AttackEnded
_Course = PhaseBegan | PhaseSkipped | PhaseOrdered | FirstChosen | Passed | PlayerLeft | DuelEnded
_Acts = Declared | Looked | Shown | Shuffled | Arranged | ActedTogether | Ruled | TakenBack
_Notes = LifeChanged | ValueChanged | Marked | PlayerMarked | RightGranted
AnyEvent = _Moves | _Effects | _Battles | _Course | _Acts | _Notes
