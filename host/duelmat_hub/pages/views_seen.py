"""Deck lists against the cards that everybody has seen in a match.

What lies face-down or is in a hand is in no report, and so counts for nothing here.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping

from msgspec import Struct, convert

from duelmat_hub.pages.views_past import SEATS, BoardParts, CardPart, card_namer, newest_streams
from duelmat_hub.report_store import Read
from duelmat_message import say, say_count
from duelmat_tournament.deck_lists import DeckList
from duelmat_tournament.event import Event
from duelmat_tournament.names import PlayerId, TableNumber


class SeenDeck(Struct, frozen=True):
    """A player's deck list against the cards that were seen."""

    name: str
    words: str
    """The number of the list's cards that were seen, as a sentence."""
    faults: tuple[str, ...]
    """The cards that are not in the list, or too often, a sentence each."""


def seen_view(
    event: Event,
    table: TableNumber,
    read: Read,
    decks: Mapping[PlayerId, DeckList],
) -> tuple[SeenDeck, ...] | None:
    """Return the players of a table with what was seen of their decks; None: nobody plays there.

    read: what was reported of its match in the present round.
    decks: the lists that were handed in.
    """
    held = event.round
    match = None if held is None else held.matches.get(table)
    if match is None:
        return None
    found = _seen(read)
    name_of = card_namer(event)
    return tuple(
        _deck(
            event.name_of(player),
            decks.get(player),
            {key: card for key, card in found.items() if key.startswith(f"{seat}:")},
            name_of,
        )
        for seat, player in zip(SEATS, match.sides, strict=True)
    )


def _seen(read: Read) -> dict[str, CardPart]:
    """Return each card that was seen in a match; a card of two duels is the same card."""
    shown = {each.number for each in newest_streams(read.streams).values()}
    return {
        card.key: card
        for report in read.reports
        if report.stream in shown
        for card in convert(report.changes, BoardParts).cards()
        if card.key
    }


def _deck(
    name: str,
    deck: DeckList | None,
    seen: Mapping[str, CardPart],
    name_of: Callable[[CardPart], str],
) -> SeenDeck:
    if deck is None:
        return SeenDeck(name, say("No deck list was handed in."), ())
    listed = Counter((*deck.main, *deck.extra, *deck.side))
    counted = Counter(card.code for card in seen.values())
    cards = {card.code: card for card in seen.values()}
    known = sum(min(count, listed[code]) for code, count in counted.items())
    words = say_count(
        "{count} of the list's {total} cards was seen openly.",
        "{count} of the list's {total} cards were seen openly.",
        known,
        total=listed.total(),
    )
    faults = tuple(
        say(
            "{card}: {count} were seen, {listed} in the list.",
            card=name_of(cards[code]),
            count=count,
            listed=listed[code],
        )
        if listed[code]
        else say("{card} is not in the list.", card=name_of(cards[code]))
        for code, count in sorted(counted.items())
        if count > listed[code]
    )
    return SeenDeck(name, words, faults)
