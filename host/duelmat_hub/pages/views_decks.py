"""Views of deck lists: their parts, and what was changed since the list before."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable

from msgspec import Struct

from duelmat_decks import Library
from duelmat_engine import find_ruleset
from duelmat_message import say
from duelmat_tournament.deck_lists import DeckList
from duelmat_tournament.event import Event, Player


class DeckPart(Struct, frozen=True):
    """One part of a deck: main, extra or side deck."""

    title: str
    total: int
    cards: tuple[tuple[int, str, str], ...]
    """Copies, name and code of each card, by name."""
    changes: tuple[tuple[int, str], ...]
    """Copies more than in the list before, or less, below 0, and the card's name."""


class DeckView(Struct, frozen=True):
    """A deck list."""

    player: int
    name: str
    digest: str
    parts: tuple[DeckPart, ...]
    has_changed: bool
    """Whether the player had handed in another list before."""


class DecksView(Struct, frozen=True):
    """The deck lists of a table side by side."""

    table: int
    decks: tuple[DeckView, ...]


def deck_view(
    player: Player, deck: DeckList, before: DeckList | None, name_of: Callable[[str], str]
) -> DeckView:
    """Return a deck list by its parts.

    before: the list that the player had handed in before; None: there was none.
    name_of: gives the name of a card by its code.
    """
    none = DeckList(())
    last = before or none
    parts = (
        (say("Main deck"), deck.main, last.main),
        (say("Extra deck"), deck.extra, last.extra),
        (say("Side deck"), deck.side, last.side),
    )
    return DeckView(
        player.id,
        player.name,
        player.deck,
        tuple(
            _part(title, codes, old if before else codes, name_of)
            for title, codes, old in parts
            if codes or old
        ),
        before is not None,
    )


def _part(
    title: str, codes: tuple[str, ...], old: tuple[str, ...], name_of: Callable[[str], str]
) -> DeckPart:
    held = ((copies, name_of(code), code) for code, copies in Counter(codes).items())
    moved = Counter(codes)
    moved.subtract(Counter(old))
    changes = sorted((name_of(code), copies) for code, copies in moved.items() if copies)
    return DeckPart(
        title,
        len(codes),
        tuple(sorted(held, key=lambda each: (each[1], each[2]))),
        tuple((copies, name) for name, copies in changes),
    )


def card_namer(event: Event, library: Library) -> Callable[[str], str]:
    """Return a function that names a card by its code in the event's ruleset, or its number."""
    cards = find_ruleset(event.policy.ruleset.replace("-", "_")).cards

    def name_of(code: str) -> str:
        card = cards.get(code)
        if card is not None:
            return card.name
        is_number = code.isascii() and code.isdigit()
        facts = library.find(int(code)) if is_number else None
        return code if facts is None else facts.name

    return name_of
