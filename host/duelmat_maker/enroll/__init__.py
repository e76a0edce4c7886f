"""Enrolling: a deck list, then card after card, until every sleeve is known."""

from .decks import DeckCards, read_deck_cards
from .enrolling import Asked, Enrolling, Outcome, Said

__all__ = ["Asked", "DeckCards", "Enrolling", "Outcome", "Said", "read_deck_cards"]
