"""The cards of the table: which tags are on which sleeve, which card is in it, and deck lists."""

from .cdb import read_cdb
from .deckfile import parse_deck
from .decklist import DeckList, format_ydk, format_ydke, parse_decklist, parse_ydk, parse_ydke
from .enrolment import Enrolment
from .face import Face
from .facts import CardFacts, Library
from .passcodes import Found, find_cards
from .prodeck import read_prodeck
from .registry import Registry, Sleeve, Tagged

__all__ = [
    "CardFacts",
    "DeckList",
    "Enrolment",
    "Face",
    "Found",
    "Library",
    "Registry",
    "Sleeve",
    "Tagged",
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
