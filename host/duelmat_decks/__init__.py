"""Decks as people share them: deck lists, passcodes, and the facts by which cards are found.

It knows no table and no tournament; whether a deck is allowed is the ruleset's to say.
"""

from .cdb import read_cdb
from .deckfile import parse_deck
from .decklist import DeckList, format_ydk, format_ydke, parse_decklist, parse_ydk, parse_ydke
from .errors import CardFactsError, DeckListError
from .fact_files import read_facts
from .facts import CardFacts, Library
from .passcodes import Found, find_cards, found_deck
from .prodeck import read_prodeck
from .textlist import parse_textlist
from .written import is_passcodes, is_xml, parse_written, text_of_xml

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
    "found_deck",
    "is_passcodes",
    "is_xml",
    "parse_deck",
    "parse_decklist",
    "parse_textlist",
    "parse_written",
    "parse_ydk",
    "parse_ydke",
    "read_cdb",
    "read_facts",
    "read_prodeck",
    "text_of_xml",
]
