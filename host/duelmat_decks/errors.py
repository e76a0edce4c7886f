"""The errors of decks.

BrokenFileError
├── DeckListError      a deck list, or one of cards that nobody knows
├── CardFactsError     a file of card facts
└── CardsError         a card file
"""

from __future__ import annotations

from duelmat_files.errors import BrokenFileError


class DeckListError(BrokenFileError):
    """A deck list is broken, or names cards that nobody knows."""


class CardFactsError(BrokenFileError):
    """A file of card facts is broken."""


class CardsError(BrokenFileError):
    """A card file is broken, or is not for the game that is played."""
