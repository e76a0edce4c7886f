"""Sleeves by their markers: a number for each front, and one drawn anew for each back."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Literal

import msgspec

from duelmat_camera.errors import MarkerError
from duelmat_camera.markers import BACKS, FRONTS, marker_of, tag_of
from duelmat_engine import SEAT_LETTERS, Deck, Seat, keys_of
from duelmat_host.cards.registry import Registry, Sleeve

Face = Literal["up", "down"]


class Side(msgspec.Struct, frozen=True):
    """The sleeve that a marker is on, and the face that is up where the marker is seen."""

    sleeve: str
    """Its card's key, or the marker's own name where no sleeve has it."""
    face: Face
    up_uid: str
    """The tag in hex that the mat is told for the front."""
    down_uid: str | None
    """The tag for the back; None where nobody knows which back it is."""


def draw_sleeves(decks: Sequence[Deck], random: Random) -> Registry:
    """Give the cards of the decks of seats a, b, ... markers. Raises MarkerError.

    Fronts are numbered in the order of the decks. The numbers of backs are drawn: what somebody
    has learnt of an earlier draw says nothing about this one.
    """
    cards = [
        (SEAT_LETTERS[seat], key[2:])
        for seat, deck in enumerate(decks)
        for part in deck
        for key in keys_of(Seat(seat), part)
    ]
    if len(cards) > len(FRONTS):
        raise MarkerError(
            f"expected decks of at most {len(FRONTS)} cards together, got {len(cards)}: there are "
            "no more markers for them."
        )
    return with_backs(
        Registry(
            Sleeve(owner, code, tag_of(front), tag_of(back))
            for (owner, code), front, back in zip(cards, FRONTS, BACKS, strict=False)
        ),
        random,
    )


def with_backs(registry: Registry, random: Random) -> Registry:
    """Return the registry with other numbers for all backs; sleeves with real tags stay."""
    marked = [sleeve for sleeve in registry.sleeves if marker_of(sleeve.down) is not None]
    backs = iter(random.sample(BACKS, len(marked)))
    return Registry(
        Sleeve(sleeve.owner, sleeve.code, sleeve.up, tag_of(next(backs)))
        if marker_of(sleeve.down) is not None
        else sleeve
        for sleeve in registry.sleeves
    )


def sides_of(registry: Registry) -> dict[int, Side]:
    """Return the side of a sleeve that each marker is on; sleeves with real tags have none."""
    sides = {}
    for sleeve in registry.sleeves:
        faces: tuple[tuple[bytes, Face], ...] = ((sleeve.up, "up"), (sleeve.down, "down"))
        for tag, face in faces:
            marker = marker_of(tag)
            if marker is not None:
                sides[marker] = Side(sleeve.key, face, sleeve.up.hex(), sleeve.down.hex())
    return sides


def stranger(marker: int) -> Side:
    """Return the side that a marker of no known sleeve counts as: a card that nobody knows."""
    return Side(f"marker {marker}", "up", tag_of(marker).hex(), None)
