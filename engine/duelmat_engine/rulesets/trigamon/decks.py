"""Decks of Trigamon: what they may hold, and one to try the game with."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from duelmat_engine.cardfiles.check import packaged_cards
from duelmat_engine.errors import Fault
from duelmat_engine.ruleset.game import Ruleset, unknown_cards
from duelmat_message import say

# Decks and positions

_APART: Final = ("extra", "skill", "stream-trigger")
"""The kinds of cards that do not belong to the deck."""


def deck_faults(rules: Ruleset, main: Iterable[str], extra: Iterable[str]) -> list[Fault]:
    """Return the faults of a deck: its size, and cards in the wrong part of it."""
    cards = rules.cards
    main, extra = tuple(main), tuple(extra)
    found = unknown_cards(rules, main, extra, "G-17.deck")
    if not 40 <= len(main) <= 60:
        found.append(
            Fault(
                say("expected 40 to 60 cards in the deck, got {count}", count=len(main)),
                "G-17.deck",
            )
        )
    found += [
        Fault(say("{code} does not belong to the deck", code=code), "G-17.deck")
        for code in dict.fromkeys(main)
        if code in cards and not set(_APART).isdisjoint(cards[code].kinds)
    ]
    found += [
        Fault(say("{code} does not belong to the Extra Deck", code=code), "G-17.deck")
        for code in dict.fromkeys(extra)
        if code in cards and "extra" not in cards[code].kinds
    ]
    return found


def practice_deck() -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Every card of our own once, some twice: forty and a few more."""
    cards = packaged_cards("trigamon").card
    main = [c.code for c in cards if all(kind not in c.kinds for kind in _APART)]
    return tuple(main), tuple(c.code for c in cards if "extra" in c.kinds)
