"""The deck editor of a table: decks judged, saved, loaded, and converted from and into texts."""

from __future__ import annotations

import re
from typing import Annotated, Final, Literal

from msgspec import Meta, Struct

from duelmat_decks import format_ydk, format_ydke, parse_deck
from duelmat_decks.deck_loading import deck_text
from duelmat_decks.decklist import PARTS, SCHEME
from duelmat_decks.textlist import (
    format_codes,
    format_textlist,
    parse_textlist,
    passcodes_of,
)
from duelmat_engine import Ruleset, deck_faults
from duelmat_host.app.start_desk import StartDesk
from duelmat_host.table.errors import DeclinedError
from duelmat_message import say
from duelmat_rulesets.card_faces import card_faces
from duelmat_rulesets.face_types import CardFaceView
from duelmat_serving.answers import Done

MOST_TEXT: Final = 60_000
"""Characters of a deck that is imported: a thousand cards with long names."""
_Code = Annotated[str, Meta(min_length=1, max_length=40)]
_Codes = Annotated[tuple[_Code, ...], Meta(max_length=200)]
"""Twice as many cards as the largest deck of any game has."""
_TOML: Final = re.compile(rf"^\s*(?:{'|'.join(PARTS)})\s*=", re.MULTILINE)
"""A line of TOML that gives a part of a deck; no line of names and numbers looks like it."""
DeckForm = Literal["text", "ydk", "ydke", "toml"]


class DeckParts(Struct, frozen=True, forbid_unknown_fields=True):
    """A deck by the codes of its cards."""

    main: _Codes = ()
    extra: _Codes = ()
    side: _Codes = ()

    def by_part(self) -> dict[str, tuple[str, ...]]:
        """Return the codes of each part."""
        return dict(zip(PARTS, (self.main, self.extra, self.side), strict=True))


class SaveDeck(DeckParts, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Save a deck under a name; one of that name is replaced."""

    name: Annotated[str, Meta(min_length=1, max_length=40)]


class NamedDeck(Struct, frozen=True, forbid_unknown_fields=True):
    """Name a saved deck."""

    name: Annotated[str, Meta(min_length=1, max_length=40)]


class ImportDeck(Struct, frozen=True, forbid_unknown_fields=True):
    """Read a deck from a text: .ydk, ydke://, TOML of codes, or names with numbers."""

    text: Annotated[str, Meta(min_length=1, max_length=MOST_TEXT)]


class ExportDeck(DeckParts, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Write a deck as a text."""

    form: DeckForm


class DeckJudged(Done, frozen=True):
    """The ruling on a deck."""

    faults: list[str]
    """The sentences that say why it cannot be played; none: it can."""


class DeckRead(Done, frozen=True):
    """A deck that was loaded or imported."""

    main: tuple[str, ...]
    extra: tuple[str, ...]
    side: tuple[str, ...]


class DeckText(Done, frozen=True):
    """A deck as a text."""

    text: str


class DecksSaved(Done, frozen=True):
    """The decks that are saved now."""

    names: list[str]


class DeckDesk:
    """The decks of one player, for the games of a table."""

    def __init__(self, desk: StartDesk) -> None:
        self._desk = desk
        self._shelf = desk.shelf

    def rules(self, game: str) -> Ruleset:
        """Return a game with the players' own cards. Raises DeclinedError, CardsError."""
        return self._desk.rules(game)[0]

    def names(self, game: str) -> list[str]:
        """Return the names of the decks that are saved for a game."""
        return self._shelf.names(game)

    def faces(self, game: str) -> list[CardFaceView]:
        """Return the faces of all cards of a game."""
        return card_faces(self.rules(game))

    def judge(self, game: str, deck: DeckParts) -> DeckJudged:
        """Return what keeps a deck from being played."""
        faults = deck_faults(self.rules(game), deck.main, deck.extra, "")
        return DeckJudged([say("{fault:capital}.", fault=fault.text) for fault in faults])

    def save(self, game: str, deck: SaveDeck) -> DecksSaved:
        """Save a deck, allowed or not. Raises DeckListError, NotKeptError."""
        self._check_known(self.rules(game), deck)
        self._shelf.save(game, deck.name, deck.by_part())
        return DecksSaved(self.names(game))

    def remove(self, game: str, deck: NamedDeck) -> DecksSaved:
        """Remove a saved deck. Raises DeckListError if it is gone already."""
        self._shelf.remove(game, deck.name)
        return DecksSaved(self.names(game))

    def load(self, game: str, deck: NamedDeck) -> DeckRead:
        """Return a saved deck. Raises DeckListError."""
        text = deck_text(self._shelf.path(game, deck.name))
        found = parse_deck(text, deck.name, self.rules(game), is_toml=True)
        return DeckRead(found.deck.main, found.deck.extra, found.side)

    def read(self, game: str, asked: ImportDeck) -> DeckRead:
        """Return the deck in a text. Raises DeckListError with all that is wrong."""
        rules, text = self.rules(game), asked.text.strip()
        source = say("the text")
        first = text.partition("\n")[0].rstrip()
        if _TOML.search(text):
            found = parse_deck(text, source, rules, is_toml=True)
        elif first.startswith((SCHEME, "#created", "#main")) or first.isdecimal():
            found = parse_deck(text, source, rules, is_toml=False)
        else:
            parts = parse_textlist(text, source, rules)
            return DeckRead(*(parts[part] for part in PARTS))
        return DeckRead(found.deck.main, found.deck.extra, found.side)

    def write(self, game: str, asked: ExportDeck) -> DeckText:
        """Return a deck as a text. Raises DeckListError where cards have no passcode."""
        rules, parts = self.rules(game), asked.by_part()
        self._check_known(rules, asked)
        match asked.form:
            case "text":
                return DeckText(format_textlist(parts, rules))
            case "toml":
                return DeckText(format_codes(parts))
            case "ydk":
                return DeckText(format_ydk(passcodes_of(parts, rules)))
            case "ydke":
                return DeckText(format_ydke(passcodes_of(parts, rules)))

    @staticmethod
    def _check_known(rules: Ruleset, deck: DeckParts) -> None:
        """Raise DeclinedError for a card that has gone since the page was opened."""
        for codes in deck.by_part().values():
            for code in codes:
                if code not in rules.cards:
                    raise DeclinedError(
                        say(
                            "The game has no card {code!r} now: take it out.",
                            code=code,
                        ),
                    )
