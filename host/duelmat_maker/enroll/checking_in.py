"""Checking in: the sleeves in a player's registry file, compared with the list that an event has.

The file has the form of every registry, so that a player may have enrolled at home.
"""

from __future__ import annotations

from collections.abc import Iterator

from duelmat_engine import SEAT_LETTERS, Seat, keys_of
from duelmat_host.cards import Registry
from duelmat_maker.enroll.decks import DeckCards
from duelmat_venue.sleeves import ListedDeck, SleeveTags


def cards_of(listed: ListedDeck, owner: str) -> DeckCards:
    """Return the cards of a list as they are enrolled, the side deck last."""
    seat = Seat(SEAT_LETTERS.index(owner))
    codes = (key.partition(":")[2] for key in keys_of(seat, listed.all))
    return DeckCards(owner, tuple(codes))


def spare_codes(registry: Registry, cards: DeckCards) -> Iterator[str]:
    """Yield the codes of the sleeves of a registry that the list has no place for."""
    wanted = set(cards.codes)
    for sleeve in registry.sleeves:
        if sleeve.owner == cards.owner and sleeve.code not in wanted:
            yield sleeve.code


def sleeves_of(registry: Registry, cards: DeckCards) -> tuple[SleeveTags, ...]:
    """Return the sleeves of a list's cards, as far as the registry has them."""
    found = (registry.sleeve(f"{cards.owner}:{code}") for code in cards.codes)
    return tuple(
        SleeveTags(each.code.partition("/")[0], each.up.hex(), each.down.hex())
        for each in found
        if each is not None
    )
