"""Enrolling: a deck list, then card after card, until every sleeve is known."""

from .decks import DeckCards, read_deck_cards
from .enrolling import Asked, Enrolling, Heard, Outcome, Said
from .sitting import Sitting

__all__ = [
    "Asked",
    "DeckCards",
    "Enrolling",
    "Heard",
    "Outcome",
    "Said",
    "Sitting",
    "read_deck_cards",
]
