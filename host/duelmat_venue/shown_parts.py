"""The parts of a public view that spectators of an event are shown, beside what a hub reads."""

from __future__ import annotations

from msgspec import UNSET, Struct, UnsetType

from duelmat_venue.reports import Count, Seat
from duelmat_venue.texts import Said, Sentence


class CardPart(Struct, frozen=True):
    """A card, as everybody may know it."""

    key: Sentence = ""
    """The owner's seat and the card's code; empty: nobody has seen it."""
    name: Sentence = ""
    """Its English name; empty: nobody has seen it."""
    face: Sentence = ""
    """`up`, `down` or `unknown`; empty: it lies in no zone."""


class ZonePart(Struct, frozen=True):
    """A zone of the mat with a card in it."""

    zone: Sentence
    card: CardPart
    upright: bool = True
    beneath: list[CardPart] = []
    """The cards under the top of a stack."""


class PilesPart(Struct, frozen=True):
    """A player's cards beside the rows."""

    hand: Count
    pile: Count
    """The number of cards in the deck."""
    grave: list[CardPart]
    banished: list[CardPart]
    extra: list[CardPart]


class AsidePart(Struct, frozen=True):
    """A zone for which the mat has no antenna."""

    title: Sentence
    cards: list[CardPart]


class LinkPart(Struct, frozen=True):
    """A link of the Chain."""

    seat: Seat
    text: Said


class TimePart(Struct, frozen=True):
    """The rest of the duel after time was called."""

    text: Said


class ShownParts(Struct, frozen=True):
    """The parts of a public view that show cards, and what is still played."""

    zones: list[ZonePart] | UnsetType = UNSET
    piles: dict[Seat, PilesPart] | UnsetType = UNSET
    aside: dict[Seat, list[AsidePart]] | UnsetType = UNSET
    chain: list[LinkPart] | UnsetType = UNSET
    time: TimePart | UnsetType | None = UNSET
