"""Decks as people share them: deck lists, passcodes, and the facts by which cards are found.

It knows no table and no tournament; whether a deck is allowed is the ruleset's to say.
"""

from .cdb import read_cdb
from .deckfile import parse_deck
from .decklist import DeckList, format_ydk, format_ydke, parse_decklist, parse_ydk, parse_ydke
from .errors import CardFactsError, DeckListError
from .facts import CardFacts, Library
from .passcodes import Found, find_cards
from .prodeck import read_prodeck

__all__ = [
    "CardFacts",
    "CardFactsError",
    "DeckList",
    "DeckListError",
    "Found",
    "Library",
    "find_cards",
    "format_ydk",
    "format_ydke",
    "parse_deck",
    "parse_decklist",
    "parse_ydk",
    "parse_ydke",
    "read_cdb",
    "read_prodeck",
]
