"""Players' own sleeves: which of them are in the deck of a duel, and which in the side deck.

A player's sleeves keep their order through a match; side decking changes their parts alone. So the
place of a sleeve in that order names it, also among copies of one card.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import Enum
from typing import Final

from duelmat_engine import CardKey, Deck, Seat, keys_of


class Part(Enum):
    """The parts of what a player brings."""

    MAIN = "main"
    """The main deck."""
    EXTRA = "extra"
    """The Extra Deck."""
    SIDE = "side"
    """The side deck, which does not play in this duel."""


@dataclass(frozen=True, slots=True)
class OwnSleeve:
    """A sleeve that a player has brought."""

    code: str
    """The card, without the number of a copy."""
    part: Part
    up: str
    """The tag that answers when the card lies face up, in hex."""
    down: str
    """The tag that answers when it lies face-down, in hex."""


Brought = tuple[OwnSleeve, ...]
"""All sleeves of one player; none: the player plays with those of the hall."""

PLAYED: Final = (Part.MAIN, Part.EXTRA)


@dataclass(frozen=True, slots=True)
class SideChoice:
    """The cards that a player exchanges before the next duel, by their places."""

    out: frozenset[int] = frozenset()
    """Cards of the main deck that go into the side deck."""
    into: frozenset[int] = frozenset()
    """Cards of the side deck that go into the main deck."""
    is_done: bool = False
    """Whether the player has finished."""


def deck_of(brought: Brought) -> Deck:
    """Return the deck that a player's sleeves make."""
    return Deck(_codes(brought, Part.MAIN), _codes(brought, Part.EXTRA))


def has_side(brought: Brought) -> bool:
    """Whether a player has brought a side deck."""
    return any(each.part is Part.SIDE for each in brought)


def keyed(seat: Seat, brought: Brought) -> list[tuple[CardKey, OwnSleeve]]:
    """Return a player's sleeves with the keys of their cards, those of the side deck last.

    Copies are numbered as in the duel, so that a card of the side deck has a key of no card in it.
    """
    parts = {part: [each for each in brought if each.part is part] for part in Part}
    played = [(key, s) for part in PLAYED for key, s in _numbered(seat, parts[part])]
    ordered = [*(sleeve for _, sleeve in played), *parts[Part.SIDE]]
    return [*played, *_numbered(seat, ordered)[len(played) :]]


def exchanged(brought: Brought, choice: SideChoice) -> Brought:
    """Return a player's sleeves after side decking."""
    parts = dict.fromkeys(choice.out, Part.SIDE) | dict.fromkeys(choice.into, Part.MAIN)
    return tuple(
        replace(each, part=parts.get(place, each.part)) for place, each in enumerate(brought)
    )


def _codes(brought: Brought, part: Part) -> tuple[str, ...]:
    return tuple(each.code for each in brought if each.part is part)


def _numbered(seat: Seat, sleeves: Sequence[OwnSleeve]) -> list[tuple[CardKey, OwnSleeve]]:
    return list(zip(keys_of(seat, [each.code for each in sleeves]), sleeves, strict=True))
