"""Deck lists: the codes of a player's cards, their digest, and the policy's limits."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from hashlib import sha256
from typing import Annotated, Final

import msgspec
from msgspec import Meta, Struct

from duelmat_message import say
from duelmat_tournament.policy import CardLimit

MOST_CARDS: Final = 1_000
"""The most cards in each part of a list."""
_Code = Annotated[str, Meta(min_length=1, max_length=80)]
_Codes = Annotated[tuple[_Code, ...], Meta(max_length=MOST_CARDS)]


DeckDigest = Annotated[str, Meta(pattern=r"^[0-9a-f]{64}\Z")]
"""SHA-256 of a list with its salt, in hex."""


class DeckList(Struct, frozen=True, forbid_unknown_fields=True):
    """The codes of the cards that a player brings; copies repeat."""

    main: _Codes
    extra: _Codes = ()
    side: _Codes = ()


def deck_digest(deck: DeckList, salt: str) -> str:
    """Return the digest of a deck list: SHA-256 of a salt and its cards in their order, in hex."""
    parts = [salt, deck.main, deck.extra, deck.side]
    return sha256(msgspec.json.encode(parts)).hexdigest()


def limit_faults(deck: DeckList, limits: tuple[CardLimit, ...]) -> Iterator[str]:
    """Yield a sentence for each card of which a deck has more copies than the policy allows."""
    held = Counter((*deck.main, *deck.extra, *deck.side))
    for limit in limits:
        if held[limit.card] > limit.copies:
            values = {"card": limit.card, "held": held[limit.card]}
            if limit.copies:
                yield say(
                    "{card}: the policy allows at most {most}, the list has {held}, side deck "
                    "included",
                    most=limit.copies,
                    **values,
                )
            else:
                yield say(
                    "{card}: the policy allows none, the list has {held}, side deck included",
                    **values,
                )
